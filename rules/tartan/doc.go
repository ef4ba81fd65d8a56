// Package tartan plays Tartan, the hat game: a game of piles for two.
//
// The board is seven flowers of seven cells, one in the middle and six round
// it: forty-nine cells, named as on a board of radius 4. The centre of a
// flower is dark; the six cells round it are its petals. The dark cells are
// h7, g4, f8, e5, d2, c6 and b3, in reading order; they number the flowers
// from 1 to 7, so that flower 4 is the central one and e5 the middle of the
// board.
//
//	              i7  i8
//	    h4  h5  h6 (h7) h8
//	  g3 (g4) g5  g6  g7  g8  g9
//	    f3  f4  f5  f6  f7 (f8) f9
//	  e2  e3  e4 (e5) e6  e7  e8
//	d1 (d2) d3  d4  d5  d6  d7
//	  c1  c2  c3  c4  c5 (c6) c7
//	        b2 (b3) b4  b5  b6
//	          a2  a3
//
// Seat 1 is blue, seat 2 red. Each has one hat and as many units as it needs.
// Units stacked on each other are a pile, of 2, 3 or 4; all of a pile are of
// one seat.
//
// # Rules
//
// The numbers are those of Info.Rules.
//
// Rule 1, placement. The board starts empty. In turn, each player puts one
// unit on an empty petal that touches no unit of either player. When there is
// no such petal left, both hats are put on e5, and the second phase begins
// with seat 1.
//
// Rule 2, free and frozen. A cell is free when it is a petal with no unit, no
// pile and no hat on it. Whatever lies under a hat, of either seat, is frozen:
// it does not move, merge, split, and is neither merged with nor taken.
//
// Rule 3, turns. In the second phase a turn is one of the following. How a
// piece gets from its start to its end does not matter as long as there is
// some way of the right length.
//
// A unit takes one step: to a free cell, onto a unit of its own, which makes a
// pile of 2, or onto an own pile of 2, which makes a pile of 3.
//
// A pile of 2 takes exactly two steps. The cell between is free. It ends on a
// free cell, back where it started, on an own unit, which makes a pile of 3,
// on another own pile of 2, which makes a pile of 4, or on a unit of the
// opponent, which it takes: that unit leaves the board.
//
// A pile of 3 takes exactly three steps over free cells, among which the cell
// it started from counts once it has left. It ends on a free cell, back where
// it started, or on a pile of 2 of the opponent, which it takes. It never
// merges and never splits.
//
// A pile of 4 never moves.
//
// A hat takes one step, to any petal without a hat. Units and piles, of either
// seat, are no hindrance: it is put on top.
//
// A pile of 2 can be split. It leaves the board, and three units come from the
// reserve, one after the other, each to a free cell of another outer flower;
// none goes to the central one. For that, three outer flowers must have a free
// cell once the pile is gone. These units may touch others.
//
// Rule 4, rebound. A pile of 2 or 3 that has just been made by merging may
// move on at once, in the same turn, or the turn stops there. It may not split
// in that turn. A rebound that makes a pile of 3 may be followed by another. A
// pile just made always can move, as the last cell before it is free.
//
// Rule 5, winning. A player whose hat comes to rest on an own pile of 4 wins at
// once.
//
// Rule 6, draw. The game is drawn when at the end of a turn of the second
// phase each player has no pile of 4, no pile of 2 and one unit at most. What
// lies under hats is counted.
//
// # Rulings
//
// What the rule sheet leaves open, and how this engine reads it.
//
// r1, start. Seat 1 starts both phases, whichever seat has placed the last unit.
//
// r2, reserve. There is always another unit in the reserve.
//
// r3, taking. A pile that takes is as high afterwards as it was.
//
// r4, piles of 4. They cannot be taken.
//
// r5, hats in the way. A hat that lies alone on a cell blocks it for units and
// piles: they neither pass nor end there.
//
// r6, hats on piles. A hat may be put on a pile as on a unit, of either seat,
// and freezes it all the same.
//
// r7, round trips. A pile may go out and come back to its start, as a turn or
// as a rebound. It needs a free neighbour; for a pile of 3 two that touch.
//
// r8, the place of a split pile. The cell that a split pile has left is free
// for its units.
//
// r9, passing. A player without a legal action would have to pass, but that
// never happens: a hat touches two petals of its flower at least,
// and the other hat blocks one at most. So there is no pass.
//
// r10, leaving. When a player resigns or runs out of time the other has won.
//
// r11, draws. A game may be drawn by agreement, and is drawn when the same
// position with the same seat to act begins a turn for the third time.
//
// # Notation
//
//	c4      a unit is placed on c4
//	d4>d5   the unit or pile on d4 moves to d5, by whatever way
//	d4>d4   the pile on d4 goes out and back
//	^e5>d5  the hat moves from e5 to d5
//	d4/     the pile of 2 on d4 is split
//	+c4     a unit of the split is put on c4
//	end     the pile just made does not move on
//	pass    is never legal: ruling r9
//
// # Positions
//
// A position is one line of two to four fields:
//
//	ROWS TO-ACT [TURN [PLAYED]]
//
// ROWS are the nine rows of the board from the top (i) to the bottom (a), each
// from left to right, with "/" between them. They have 2, 5, 7, 7, 7, 7, 7, 5
// and 2 cells. A cell is one of
//
//	x     a dark cell
//	.     an empty petal
//	b1    a unit of seat 1 (blue); b2, b3, b4: a pile
//	r1    a unit of seat 2 (red); r2, r3, r4: a pile
//
// with B after it when the hat of seat 1 lies there, and R when that of seat 2
// does: ".B" is a hat alone, "r2B" a pile that is frozen, "xBR" is e5 with
// both hats. During the placement there are no hats on the board; from then on
// there are two.
//
// TO-ACT is the seat to act, "1" or "2". In the middle of a turn it goes on
// with what is due:
//
//	1>d4  the pile on d4 has just been made and may move on
//	1+    a pile has been split, three units are to come
//	1+13  likewise, and flowers 1 and 3 have got theirs
//
// When the game is over it is how it ended: "win1:hat", "win1:resignation",
// "win1:timeout" (and so for seat 2), "draw:shortage" by rule 6,
// "draw:repetition", "draw:agreement".
//
// TURN is the number of the turn, when the game is over of the one in which
// that happened. During the placement it is one more than the number of units
// on the board. Later there is no telling, as the second phase begins with
// seat 1 after any number of units; left out, it is 1 for seat 1 and 2 for
// seat 2.
//
// PLAYED is written when a pile may rebound: the number of actions already
// played in the turn. It is 1 if left out, and can be 2 for a pile of 3.
//
// So the start is
//
//	../...x./.x...../.....x./...x.../.x...../.....x./.x.../.. 1 1
//
// and a position from the middle of a game, in which seat 2 may move on with
// its pile of 2 on e3 but not with the one on c5, might be
//
//	../...x./.x...../..b1..x./.r2.x.../.xb3B..../....r2Rx./.x.../.. 2>e3 34 1
package tartan
