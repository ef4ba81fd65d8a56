// Package hexit plays Hex-It, a game of tiles and stacks for two.
//
// The board grows: cells are written "q,r" as in package hex. Seat 1 has the
// white tiles and eight white pieces, seat 2 the black tiles and eight black
// pieces. Whose a tile is matters for the points only; pieces go on tiles of
// both colours. The pieces on one tile are a stack, which belongs to the owner
// of its top piece.
//
// The game starts with four tiles: white on 0,0 and 1,0, black on 1,-1 and
// 0,1. All pieces are in the reserves.
//
//	    [1,-1]
//	(0,0)   (1,0)
//	    [0,1]
//
// # Rules
//
// The numbers are those of Info.Rules. A turn is one distribution, one
// placement or one liberation; a liberation can have several steps.
//
// Rule 1, distribution. From a stack of yours you can play in each of the six
// directions in which the first stack you come to belongs to your opponent, is
// no taller than yours and no farther away than yours is tall, with nothing
// but empty tiles before it. You lift the whole stack and let one piece fall
// on each cell on the way, the bottom piece first, whatever lies on the cells
// beyond that first stack; every stack on which a piece falls belongs to that
// piece's owner now. If the tiles end before you have let go of the last
// piece, all you still hold are put on that first bare cell together, in their
// order. They are prisoners: off the tiles, they are no stack. Where
// prisoners already lie on that bare cell you cannot play in that direction.
//
// Distributions come before everything else. If at the start of your turn any
// of your stacks can be distributed so that prisoners are made, you have to
// play one of those; if not, but a stack can be distributed at all, you have
// to play one of these.
//
// Rule 2, placement. When you have no distribution to play you may put a piece
// from your reserve on an empty tile of either colour.
//
// Rule 3, liberation. Or you may free prisoners, no matter whose they are, on
// a cell that touches two tiles at least. The pieces go back to the reserves
// of their owners, and a tile of your colour is laid on the cell. In the same
// turn you may go on with prisoners that touch a tile laid in this turn, and
// two tiles at least with it counted; or you stop. When there is nothing to go
// on with the turn ends by itself.
//
// Rule 4, end. The game is over as soon as the last tile is laid: 39 are on
// the table then, or 29 or 19 in the shorter games of the option "tiles", the
// first four counted. It is over as well when both players have passed, one
// after the other. You pass when you can neither distribute nor place nor
// free, and in no other case.
//
// Rule 5, points. Tiles of one colour that touch form a territory. Your
// largest territory counts one point for each tile, your other tiles count
// half a point each. The player with more points wins; with equal points the game is
// drawn.
//
// # Rulings
//
// What the rule sheet leaves open, and how this engine reads it.
//
// r1, start. The figure of the first four tiles is lost. They form a rhombus,
// as in the later edition of the game, Exxit: the two white ones touch, the
// black ones lie on either side of them.
//
// r2, holes. A bare cell with tiles all round it ends a line like any other
// bare cell. Nothing jumps over it, and pieces that are left over are put
// there as prisoners.
//
// r3, full. A player with pieces in reserve but without an empty tile to put
// them on has no placement, and passes if there is nothing to free.
//
// r4, last resort. Freeing is a free choice as long as a piece can be placed.
// When it is all that a player can do it has to be done.
//
// r5, leaving. When a player resigns or runs out of time the other has won. No
// points are counted.
//
// r6, draws. A draw may be agreed, without points. When the same position with
// the same seat to act begins a turn for the third time the game is over, and
// the territories are counted as in rule 5.
//
// # Notation
//
// A distribution is the cell of the stack, ">" and the direction: "0,1>NE". A
// placement is the cell: "0,1". A liberation is "+" and the cell: "+2,-1"; the
// end of a turn after one is "end". A pass is "pass".
//
// # Positions
//
// A position is one line of two to four fields, after the option if it is not
// the default, as in "tiles=19 ":
//
//	BOARD TO-ACT [TURN] [+LAID or passed]
//
// BOARD is the rows of the table from the north to the south with "/" between
// them. A row is the name of the cell it begins with, ":" and the cells from
// there to the east. A cell is one of
//
//	W     a white tile
//	B     a black tile
//	.     the bare table
//
// and the pieces on it from bottom to top, "w" for a white one and "b" for a
// black one. So "Bwwb" is a black tile with a stack that belongs to Black, and
// ".w" a white piece imprisoned. What is not on the table is in the reserves.
// When a position is read, rows may come in any order and be split.
//
// A position holds the four tiles of the start, and every other tile must be
// one that can have been laid: in some order each touched two others.
//
// TO-ACT is the seat to act, "1" or "2", or how the game ended: "win1:tiles"
// when the last tile has been laid, "win1:passes" when both have passed (and
// so "win2" and "draw"); "win1:repetition" and so on; "draw:agreement";
// "win1:resignation", "win1:timeout" (and so for seat 2).
//
// TURN is the number of the turn, odd for seat 1 and even for seat 2; left
// out, it is the smallest number that fits. When the game is over it is the
// number of the turn in which that happened.
//
// +LAID is written in the middle of a turn that has freed prisoners: the cells
// of the tiles it has laid, with "/" between them. "passed" is written when
// the other seat has passed in the turn before.
//
// The phase follows from the other fields. So the start is
//
//	1,-1:B/0,0:WW/0,1:B 1 1
//
// and a position in which White is freeing prisoners might be
//
//	1,-1:BW/0,0:WWw.b/0,1:B 1 9 +2,-1
package hexit
