// Package bot plays the games. It depends only on the contract of package
// rules. The heuristics of a game come from the game itself, by the interfaces
// Evaluator, Weigher and Suggester at the end of rules/search.go. The budgets
// of the levels for each game are in levels.go.
//
// [Choose] is the entry point: it takes a position and a level and returns the
// turn to play, the expected line and the chance of winning. The same task has
// the same answer anywhere: budgets are counted, never timed, and random
// choices follow from a seed.
//
// # Search methods
//
// Alpha-beta (alphabeta.go, order.go, table.go) searches with iterative
// deepening and the game's evaluation at the leaves. It stores positions by
// their key, first tries the actions that the game and the search so far
// favour, searches late actions with less depth ([Search].Late) and skips
// those that can hardly improve the last position (Margin). In Hexone and
// Hex-It it counts depth in turns, because positions within chains of
// explosions and forced distributions cannot be evaluated well (Whole). It
// needs two sides; a node is a position.
//
// Tree search (tree.go, playout.go) is Monte Carlo tree search; a node is a
// playout. As MCTS it prefers actions with large weights, stores proven
// results, plays the game's suggestions in playouts, which win or save what
// can be won or saved in one turn, and can end playouts early with the
// evaluation (Cut). It plays Hexellation with more than two seats, and any
// game without a plan. As UCT it uses no heuristics and serves as the baseline
// of measurements.
//
// Within a turn of several actions, later searches continue from the table or
// the tree of the first, with a quarter of the budget. RAVE and GRAVE are not
// implemented: between two sides alpha-beta won against all variants of tree
// search that were tried, with the same time for an action (BenchmarkMethods
// in package match).
//
// # Levels
//
// A lower level searches fewer positions, evaluates them with an error that
// stays the same for a position during a search (Blur), and now and then plays
// a random action (Slip). From level 3 on there are no slips, and all wins in
// one turn of the zoo are found. Level 6 should need at most three seconds of
// one core for a turn on the slowest machines that clubs rent. On others the
// first action of a turn takes less than a second, and most turns take less:
// the search stops when the result is proven or another iteration would not
// finish.
//
// Ratings follow from the tables: the rating difference that Elo's formula
// gives for a share of points, (points + ½) of (games + 1), is added up from
// level to level and halved, because differences between programs are larger
// than those that the same programs show against people. Level 2, which meets
// newcomers, is set to 1000.
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
