// Package hexellation plays Hexellation, a game of constellations for two to
// six.
//
// The sky has radius 3: 37 cells named as in package hex, with "d4" in the
// middle. The basic game uses the inner nineteen alone, by the same names.
// Beside the sky lie two zones of radius 1, seven cells each: in one the
// constellation to be made is laid out (MODEL), in the other the one to be
// avoided (AVOID). Stars are all alike and have no owner.
//
// Options: sky=basic|advanced (which part of the sky is used), seats=2 to 6,
// declare=no|yes (whether copies count by themselves or must be claimed, see
// rule 7) and planet=no|yes (ruling r7).
//
// # Rules
//
// The numbers are those of Info.Rules.
//
// Rule 1, MODEL. Seat 1 begins by making MODEL: four stars, one after the
// other, on any cells of MODEL's zone. Then it may stop, or put a fifth star;
// with the fifth MODEL is complete.
//
// Rule 2, AVOID. Seat 2 answers with AVOID, which has one star less than
// MODEL. No copy of AVOID may lie in MODEL, so a star is only allowed if AVOID
// can still be completed like that; there is always a way. With its last star
// AVOID is complete.
//
// Rule 3, stars. From then on the seats take turns, seat 1 first. A turn is
// one star, on any free cell of the sky that is used.
//
// Rule 4, copies. A copy of a constellation is its stars in the same
// arrangement anywhere in the sky, turned by any multiple of 60 degrees but
// never mirrored. Other stars between and around do not matter. A star makes
// those copies that it belongs to; what was there before does not count again.
//
// Rule 5, winning and losing. Make a copy of AVOID and you have lost at once,
// even if the same star makes a copy of MODEL. Make a copy of MODEL without
// one of AVOID and you have won.
//
// Rule 6, more than two seats. A player who makes a copy of AVOID is out, and
// the others play on; the stars stay. The last player left wins. A player who
// makes a copy of MODEL wins alone.
//
// Rule 7, declaring (with declare=yes, instead of rules 5 and 6). Nothing
// happens by itself and no seat is eliminated: a copy counts when a player
// shows it. A claim points at a complete copy of MODEL or of AVOID, whichever
// seat put its stars and however long ago, and wins the game for the claimant
// alone. You may claim either before you put your star. After your star you
// may claim MODEL, never AVOID, or end the turn. When the sky is full, a
// player without a claim passes; if all pass in a row the game is drawn.
//
// # Rulings
//
// What the rule sheet leaves open, and how this engine reads it.
//
// r1, sizes. The sky has 37 cells, the basic game uses the inner 19, each zone
// has 7.
//
// r2, stars. The stars of a constellation need not touch each other. The 42
// stars of the box are no limit.
//
// r3, full sky. If the last cell is taken without a win, the game is drawn
// among those who are left. Without declaring this needs more than two seats:
// a full sky holds copies of AVOID, so a player has lost on the way.
//
// r4, leaving. When a player resigns or runs out of time in a game of two, the
// other has won. With more seats that seat is out as by rule 6, also with
// declare=yes, whether or not it is its turn, and the last one left has won.
// If it was its turn, the next seat that is left goes on: with the
// constellation that was being made, from the stars that lie there, or with a
// turn of its own. AVOID is made by the seat that comes after MODEL's maker;
// the first star in the sky is put by the first seat that is left. If all
// others have passed in a full sky when a player leaves, the game is drawn.
//
// r5, unnoticed copies. With declare=yes, a player who has just made copies of
// both MODEL and AVOID may claim MODEL: a copy that has not been shown does
// not count.
//
// r6, draws. The sheet wants none, so no draw can be agreed. Repetition cannot
// come about, for stars never leave the sky. Should a game be ended as drawn
// all the same, those who are left share it.
//
// r7, planet. The planet of the box helps a player to think. Whether it is
// used changes nothing in the rules.
//
// # Notation
//
// A star in the sky is its cell: "d4". A star of MODEL is "m:" and the cell of
// the zone, named as on a board of radius 1 (from the bottom row up: a1 a2, b1
// b2 b3, c2 c3): "m:b2". A star of AVOID is "x:b2". What ends MODEL at four
// stars, or with declare=yes a turn, is "end"; a pass is "pass".
//
// A claim of MODEL is "!m:" and the cells of the copy in reading order (rows
// from the top, each from left to right) with "/" between them:
// "!m:e4/d3/d4/c3". A claim of AVOID is "!x:e4/d3/d4".
//
// # Positions
//
// A position is one line:
//
//	[OPTION=VALUE ...] MODEL AVOID SKY TO-ACT [TURN [PLAYED]] [out:SEATS] [passed:SEATS] [by:ACTION]
//
// Options that have not their defaults come first: "sky=advanced seats=3".
//
// MODEL, AVOID and SKY are rows of cells from the top to the bottom, each from
// left to right, with "/" between them: "*" is a star and "." a free cell.
// MODEL and AVOID have rows of 2, 3 and 2 cells; the sky has rows of 3, 4, 5,
// 4 and 3 cells, with sky=advanced of 4, 5, 6, 7, 6, 5 and 4. AVOID and SKY
// are "-" as long as MODEL is being made, SKY alone while AVOID is: so they
// tell how far the game has come. The start is
//
//	../.../.. - - 1
//
// MODEL of four stars, complete, with one star of AVOID, is
//
//	**/.**/.. ../.*./.. - 2
//
// and the sky opens with
//
//	**/.**/.. *./.*./.* .../..../...../..../... 1
//
// TO-ACT is the seat to act, or how the game ended: "win1:model",
// "win2:avoid", "draw:full" or "draw13:full" (shared by the seats that are
// left), and with declare=yes "win1:claim-model", "win1:claim-avoid",
// "draw:passes"; by leaving "win1:resignation", "win1:timeout"; and
// "draw:agreement", "draw:repetition".
//
// TURN is the number of the turn: 1 is MODEL's and 2 AVOID's, then every star
// and every pass takes one. Left out, it is the smallest that fits. While no
// seat has left, the stars determine the seat to act.
//
// PLAYED is the number of actions already played in the turn. In the sky it is
// "1" after a star with declare=yes, when the turn may be ended, and left out
// else. While a constellation is being made it is the number of stars lying
// there, and left out, unless another seat has put some of them and left.
//
// SEATS are seats in ascending order without anything between: "out:" those
// that have left or were eliminated while others play on ("out:24"), "passed:"
// those that have passed since the sky is full.
//
// ACTION is what ended the game, where it was an action of its own: the star
// that made a copy ("by:d4") or the claim ("by:!m:e4/d3/d4/c3"). A game that
// ended so:
//
//	**/.**/.. *./.*./.* .**/..**/...../..../... win2:model 6 by:e6
package hexellation
