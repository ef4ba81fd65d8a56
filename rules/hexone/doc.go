// Package hexone plays Hexone, a game of chain reactions for two.
//
// The board has radius 2: nineteen cells named as in package hex, with "c3" in
// the middle. Seat 1 has the blue tokens, seat 2 the red ones. The centre and
// the six cells round it (the ring) are fixed. The twelve cells outside are
// tiles: each starts with its white side up, is turned to grey, and in the end
// leaves the table. The six tiles on the lines through the centre (a1 a3 c1 c5
// e3 e5) are tips and carry an arrow that points outward; the other six (a2 b1
// b4 d2 d5 e4) are plain.
//
// # Rules
//
// The numbers are those of Info.Rules.
//
// Rule 1, opening. The board starts empty. Seat 1 puts a token on any cell of
// the ring; seat 2 answers on any other cell of the ring.
//
// Rule 2, placing. From then on a turn begins by placing one token: on top of
// your own one or two tokens, or on an empty cell that touches a cell of
// yours. Your tokens on the centre count as neighbours, but nothing is ever
// placed on the centre itself, on a cell of your opponent, or where a tile has
// been taken away.
//
// Rule 3, exploding. A stack of three or more of your tokens must explode
// before your turn can end. When there are several, one of the tallest goes
// first, and you choose which. You also choose one of two Ys: east, north-west
// and south-west, or west, north-east and south-east. One token flies one step
// along each arm; whatever is left of the stack stays. Where a token lands,
// the whole stack becomes yours, no matter whose it was.
//
// Rule 4, the edge. A token that flies off the board is lost. There is one way
// back: a token that leaves a tip along its arrow lands on the centre, just as
// if the centre were the next cell.
//
// Rule 5, tiles. When a tile explodes it wears out, after its three tokens
// have landed. White is turned to grey. Grey is taken away, and the tokens
// that had stayed on it go with it. Fixed cells never wear out.
//
// Rule 6, the chain. Every explosion is followed by two questions. Has the
// opponent no token left? Then you have won at once, and stacks that were
// still to explode stay as they are. Otherwise, do you still have a stack of
// three or more? Then rule 3 applies again; if not, the turn is over.
//
// Rule 7, points. The winner counts what is left of the board: 1 for each of
// the seven fixed cells, 4 for a white tip, 3 for a plain white tile, 2 for a
// grey tip, 1 for a plain grey tile and nothing for a tile that is gone. A win
// is worth 7 points at least and 49 at most; the loser has none.
//
// # Rulings
//
// What the rule sheet leaves open, and how this engine reads it.
//
// r1, tall stacks. In a chain a stack can grow past four. Three tokens fly as
// always, the rest stays, and what stays explodes again if it is still three
// or more, when its turn as a tallest stack has come.
//
// r2, holes. A token that flies to where a tile was taken away is lost, as if
// it had left the board. It is lost at the hole of a tip too: only a token
// that leaves from a tip can come back by the centre.
//
// r3, supply. The 35 tokens of the box are no limit; there is always one more
// to place.
//
// r4, passing. If all your tokens lie on the centre and your opponent holds
// the whole ring, you have nowhere to place, and pass. In every other position
// a token can be placed, and passing is not allowed.
//
// r5, leaving. When a player resigns or runs out of time the other has won,
// and counts the tiles by rule 7 as they lie at that moment.
//
// r6, draws. A game may be drawn by agreement, and is drawn when the same
// position with the same seat to act begins a turn for the third time. A drawn
// game gives no points to either.
//
// # Notation
//
// A placement is the cell: "d3". An explosion is the cell, "x" and the arm
// that names the Y: "d3xE" or "d3xW". A pass is "pass".
//
// # Positions
//
// A position is one line of two to four fields:
//
//	ROWS TO-ACT [TURN [PLAYED]]
//
// ROWS are the five rows of the board from the top (e) to the bottom (a), each
// from left to right, with "/" between them. They have 3, 4, 5, 4 and 3 cells.
// A cell is one of
//
//	.     empty, on a fixed cell or on a white tile
//	b2    a stack of seat 1 (blue) and its height, likewise
//	r1    a stack of seat 2 (red) and its height, likewise
//	-     in front of one of the above: the tile is grey
//	x     the tile is gone
//
// TO-ACT is the seat to act, "1" or "2", or how the game ended:
// "win1:elimination" when seat 2 has lost its last token, "win1:resignation",
// "win1:timeout" (and so for seat 2), "draw:repetition", "draw:agreement".
//
// TURN is the number of the turn. Seats take turns strictly, so it is odd for
// seat 1 and even for seat 2; turns 1 and 2 are the opening. Left out, it is
// the smallest number that fits. When the game is over it is the number of the
// turn in which that happened.
//
// PLAYED is written while an explosion is due: the number of actions already
// played in the turn, 1 if left out.
//
// What is to be done follows from the other fields: if the seat to act has no
// token it opens, if it has a stack of three or more it explodes one, else it
// places. So the start is
//
//	.../..../...../..../... 1 1
//
// and a position in the middle of a chain might be
//
//	.../-b3b1../xb1.r1./..../... 1 9 2
package hexone
