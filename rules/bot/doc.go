// Package bot plays the games. It knows the contract of package rules; what a
// game's good positions and actions look like, the game says itself, by the
// interfaces Evaluator, Weigher and Suggester at the end of rules/search.go. How
// much each level may spend on which game stands in levels.go.
//
// [Choose] is all that others need: it takes a position and a level and returns
// the turn to play, the line expected and the chance of winning. The same task
// has the same answer anywhere: budgets are counted, never timed, and chance
// draws from a seed.
//
// # Ways of searching
//
// Alpha-beta (alphabeta.go, order.go, table.go) deepens the search step by step
// and judges where it ends by the game's evaluation. It remembers positions by
// their key, looks first at what the game and the search so far think good,
// looks less far at what comes late ([Search].Late) and not at all at what can
// hardly better the last position (Margin). In Hexone and Hex-It it counts depth
// in turns, because chains of explosions and forced distributions have no middle
// worth judging (Whole). It needs two sides; a node is a position looked at.
//
// Tree search (tree.go, playout.go) is Monte Carlo tree search; a node is a
// playout. As MCTS it leans to what the game thinks promising, keeps what is
// proven, plays out by the game's suggestions, which win or save what can be won
// or saved in one turn, and can end playouts early by the evaluation (Cut). It
// plays Hexellation between more than two, and any game without a plan. As UCT it
// knows nothing: that is what the others are measured against.
//
// Within a turn of several actions, later searches go on from the table or the
// tree of the first, with a quarter of the budget. RAVE and GRAVE are not here:
// between two sides alpha-beta won against all tree search that was tried, at
// the same time for an action (BenchmarkMethods in package match).
//
// # Levels
//
// A lower level looks at fewer positions, judges them wrongly by an error that
// stays the same for a position while it thinks (Blur), and now and then plays
// anything at all (Slip). From level 3 on there are no slips, and all wins in one
// turn of the zoo are found. Level 6 is to need no more than three seconds of one
// core for a turn on the slowest machines that clubs rent. On others it takes less
// than a second for a turn's first action, most turns less: it stops where the
// outcome is proven or a deeper look would not come to an end.
//
// Ratings follow from the tables: what a share of points, (points + ½) of (games
// + 1), says by Elo's formula is added up from level to level, squeezed by half,
// because differences between programs are larger than the same programs show
// against people. Level 2, which meets newcomers, is set to 1000.
//
// # Measured
//
// Points of a hundred in matches of 200 games (hexclub match GAME A B): each
// opening, some turns at random, is played twice with the sides changed.
//
//	                        hexone       hexit         six      tartan hexellation
//	1 against random          97.0        99.0       100.0        71.8        88.0
//	2 against 1               87.5        91.2        96.0        96.8        71.0
//	3 against 2               96.0        98.5        94.0        99.2        72.5
//	4 against 3               84.0        96.2        97.5        97.5        73.0
//	5 against 4               71.0        88.5        93.5        93.5        69.0
//	6 against 5               72.5        86.8        94.0        78.5        74.0
//	6 against random         100.0       100.0       100.0       100.0       100.0
//	6 against UCT             96.0        99.8       100.0       100.0        87.0
//
// UCT had as many playouts for an action as take about the time that level 6 takes on
// average, 0.8 of it in Hex-It and 1.4 of it in Six: 70,000 in Hexone, 20,000 in
// Hex-It, 8,000 in Six, 7,000 in Tartan and 80,000 in Hexellation. Some of these
// matches are several, with different seeds.
//
// # More
//
// testdata holds a zoo: positions in which only some actions are right. In
// zoo_test.go the levels solve them, and zoo_proof_test.go proves those in which a
// turn wins or must keep one from winning; the others were proven when they were
// found. A new game needs evaluate.go in its own package, a plan in levels.go, a zoo,
// and a line in OpeningTurns of package match, by whose matches plans are made.
package bot
