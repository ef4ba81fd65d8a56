// Package six plays Six, a game of shapes for two players or two teams.
//
// There is no board: hexagons lie on a table, and cells are named by two
// numbers, "q,r", as in package hex. Black has seat 1 (and 3), red seat 2 (and
// 4). A game starts with a red hexagon on 0,0 and a black one on 1,0; they
// belong to their colours like any other.
//
// # Options
//
//	rules=basic|advanced   what a move may do to the group: rule 3
//	seats=2|4              two players, or two teams of two: rule 4
//	declare=no|yes         shapes win by themselves, or when declared: rule 5
//
// # Rules
//
// The numbers are those of Info.Rules.
//
// Rule 1, placing. The first black hexagon goes next to the red start hexagon,
// and not next to the black one. From then on each player in turn adds one
// hexagon of the own colour on any empty cell that touches a hexagon on the
// table. Each colour has 20 of them.
//
// Rule 2, shapes. Six hexagons of one colour win when they make a triangle
// (three, two and one, either way up), a straight line, or a ring round a
// cell, whatever is on that cell. More hexagons around them do not matter.
// Whose colour makes a shape has won at once.
//
// Rule 3, moving. When all 40 have been placed, a turn moves one hexagon of
// one's colour, from the table or from the start, to another empty cell that
// touches a hexagon other than the one that moves.
//
//   - Basic: after the move all hexagons have to be one group.
//   - Advanced: a move may break the group. Only the largest of the groups
//     after the move stays, the others leave the game. Where several are
//     largest, the mover chooses which of these stays. Then a shape of the
//     mover's colour wins; else a colour with five hexagons or fewer has lost,
//     and if both have, the game is drawn.
//
// Rule 4, four seats. The seats act in the order 1, 2, 3, 4 and form two
// teams. The black team decides which of its players sits first. A seat places
// ten hexagons of its own; in the second phase it moves any hexagon of its
// colour. A team wins and loses together. Partners neither talk nor point
// while they play: the site closes the chat of the players.
//
// Rule 5, declaring (declare=yes). A shape wins only when a player of its
// colour declares it. A turn is either a claim alone, or a placement or move
// (and the choice of a group) and then a claim or the word that the turn ends.
// A claim may point at any shape of one's colour, old or new; while a group is
// to be chosen no claim is possible. In the advanced second phase the count of
// five is made at once, before the turn is ended or a shape claimed. Only the
// list of legal actions shows that there is a shape: claims are secret, and no
// refusal depends on whether one is legal.
//
// # Rulings
//
// What the rule sheet leaves open, and how this engine reads it.
//
// r1, lifting. In basic the position after the move counts: a hexagon may
// leave groups behind it that it joins again where it lands.
//
// r2, shapes and groups. In advanced a shape counts when the other groups have
// been removed, in what is left.
//
// r3, passing. A player without a legal move passes, and no other player does,
// whether or not a claim is possible. A pass ends the turn by itself. When all
// seats pass in a row the game is drawn.
//
// r4, the table. It ends a hundred cells from 0,0 either way: there are no
// cells with a q or an r below -100 or above 100. A group that has moved so
// far turns back.
//
// r5, leaving. When a player resigns or runs out of time, the colour loses;
// with four seats that is the whole team.
//
// r6, draws. A game may be drawn by agreement, and is drawn when the same
// position with the same seat to act begins a turn for the third time. A group
// that has moved elsewhere is another position.
//
// # Notation
//
//	0,1                        a hexagon is placed
//	0,1>2,3                    a hexagon moves
//	keep:0,1                   the group stays whose first cell in reading order this is
//	!0,0/1,0/2,0/3,0/4,0/5,0   a shape is claimed, its cells in reading order
//	end                        the turn ends
//	pass
//
// # Heuristics
//
// Evaluate, Weigh and Suggest look at open forms: the places where a form can
// still be made because all its cells are free of the other colour. A strip
// lays the table out as one row of bits, so that the hexagons of both colours
// in all places are counted by adding words. Open forms that lack one hexagon
// (fives) or two (fours) are listed. They show a win at once, by a fork that
// makes two fives, or by a chain of threats. All other values are sums over
// open forms, with weights fitted to games between bots. Proven values are
// proofs while hexagons are placed; of moves only a win at once is proven.
//
// # Positions
//
// A position is one line: the options that are not the defaults, then two to
// six fields.
//
//	[OPTION=VALUE ...] BOARD TO-ACT [TURN [PLAYED [PASSES]]] [by:CLAIM]
//
// BOARD is the cell of a corner, ":" and rows with "/" between them. The first
// character is that cell, each next one lies to the east of the one before,
// and each row begins to the south-east of where the row before it begins:
//
//	b     a black hexagon
//	r     a red hexagon
//	.     nothing
//
// What is empty may be left out at the end of a row. The corner that is
// written is that of the smallest q and the smallest r of all hexagons.
//
// TO-ACT is the seat to act, "1" to "4", or how the game ended: "win1:line"
// (so "triangle" and "ring"), "win2:few" and "draw:few", "draw:passes",
// "win1:resignation", "win1:timeout", "draw:repetition", "draw:agreement".
// With four seats both of a team are named: "win13:line".
//
// TURN is the number of the turn, and when the game is over of the turn in
// which that happened. It says which phase it is: in turns 1 to 40 hexagons
// are placed, so that at the start of turn N there lie N+1 of them, as many of
// one colour as of the other or one more black one, with the start hexagons in
// their place; whether the first was placed as rule 1 has it is not asked.
// From turn 41 on hexagons are moved. There may be fewer than 42 then, and not
// in the advanced rules alone: an exercise needs no more than it shows. Left
// out, TURN is the smallest number that fits; with fewer than 42 hexagons in
// one group, these are being placed.
//
// PLAYED is how many actions of the turn have been played: 1 while a group is
// to be chosen (which is seen from the board, so that it may be left out);
// with declare=yes, 1 or after such a choice 2 while the turn can be ended. It
// is left out at the start of a turn, or written 0 in front of PASSES: how
// many seats have just passed in a row.
//
// CLAIM is the claim that ended the game, as in "by:!0,0/1,0/2,0/3,0/4,0/5,0":
// its six cells are marked then. Without it all shapes of the winner are.
//
// So the start is
//
//	0,0:rb 1 1
//
// red is to place the 21st hexagon in
//
//	-4,-3:......brr/....b.r.b/...r.rrr/...brb.r/....b...b/...r/r..r 2 22
//
// and a group is to be chosen in
//
//	rules=advanced 0,0:brbrbrb/rbrbr//rbrbrbr/brbrb 1 41 1
package six
