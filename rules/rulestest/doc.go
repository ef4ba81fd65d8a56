// Package rulestest holds the tests that every game must pass. A game's own
// tests call them:
//
//	func TestConformance(t *testing.T) {
//		rulestest.Conformance(t, mygame.Game{}, rules.Setup{}, 200, 1, invariant)
//	}
//
//	func TestHeuristics(t *testing.T) {
//		rulestest.Heuristics(t, mygame.Game{}, rules.Setup{}, 10)
//	}
//
//	func TestScripts(t *testing.T) {
//		rulestest.Scripts(t, mygame.Game{}, "testdata/rules")
//	}
//
//	func TestPerft(t *testing.T) {
//		rulestest.PerftTable(t, mygame.Game{}, "testdata/perft.txt")
//	}
//
//	var update = flag.Bool("update", false, "renew testdata/playthrough.txt")
//
//	func TestPlaythrough(t *testing.T) {
//		rulestest.Playthrough(t, mygame.Game{}, rules.Setup{}, "testdata/playthrough.txt", *update)
//	}
//
// [Conformance] plays random games and holds every state it meets against
// the contract of package rules. It finds what is inconsistent, not what is
// wrong: a game that breaks its rules consistently passes.
//
// [Scripts] is for what the rules say: a folder of small text files, one for
// each numbered rule and ruling at least.
//
// [Heuristics] checks the heuristics of a game against its rules.
//
// [PerftTable] compares the number of action sequences with numbers that
// others have computed: it finds rules that are wrong in some rare position.
//
// [FuzzParse] and [FuzzPosition] are the bodies of fuzz targets for the two
// texts that a game reads; [BadPositions], [Readings] and [Keys] check tables
// of positions, [Arrangements] one of boards that are changed by hand.
// [Guesses] and [Traces] check tables of clicks and of actions: why a click
// does nothing, and what an action does to the board.
//
// [Playthrough] keeps one game as a readable text, so that a change of the
// rules shows in a review.
//
// # Scripts
//
// A script is named after what it shows: "rule3-tallest-first.txt" for rule
// 3, "ruling1-stack-above-four.txt" for ruling r1. A line is a comment with
// "#", or one command:
//
//	options KEY=VALUE ...   the options of what follows
//	start                   a new game
//	position TEXT           a game at a position; the position must be canonical
//	play ACTION ...         plays legal actions
//	retire SEAT REASON      a player leaves: "retire 2 resignation"
//	settle REASON           the platform ends the game: "settle agreement"
//
// A command sets up, or checks one thing of the state there is:
//
//	legal [ACTION ...]      these are all the legal actions, in any order
//	refuse ACTION RULE KEY [instead ACTION ...]
//	                        the action is refused by that rule ("-" when the game is over), with
//	                        the catalog key GAME.refuse.KEY; where the rule compels
//	                        others these are all, in any order
//	to_move SEAT            the seat to act, "none" when the game is over
//	result TEXT [REASON]    as rules.Result writes it, "*" while the game goes on
//	becomes TEXT            the state's position is this text
//	bad TEXT                the text is no position
//
// Together the scripts of a game must name every number of Info.Rules, play
// every kind of action, ask for the legal actions in every phase, use every
// value of every option, show every refusal of
// Info.Refusals (but rules.NoAction, which no text can ask for), and give a
// result by every reason of Info.Reasons.
package rulestest
