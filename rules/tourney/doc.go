// Package tourney pairs the rounds of tournaments and computes their
// standings: round robin, Swiss and knockout. Like all of rules it is pure: it
// reads no clock, knows only opaque ids of people, and draws nothing at
// random.
//
// # How to use it
//
// A tournament is a field of [Entrant]s and a list of [Result]s. A pair that
// has not been played yet is a result that is not over. The functions keep no
// state: each takes the field and the results, and gives the same answer for
// the same arguments.
//
//	rounds := tourney.RoundRobin(field, double)             // all rounds at once
//	pairs, err := tourney.Swiss(field, results, 4, options) // the fourth round
//	pairs, err := tourney.Knockout(field, results, 2, options)
//	standings, err := tourney.Standings(ctx, field, results, rules)
//	rows, err := tourney.CrossTable(field, results, roundRobin)
//	places, err := tourney.KnockoutPlaces(field, results, options)
//
// The value of a bye is in its result: Win as a rule. A requested bye, for a
// player who is absent from a round of a Swiss, is a result with Asked, of a
// draw or of nothing, added before the round is paired. An entrant who takes
// part in a round, by From and To, and has no result in it yet, is paired.
// Rounds before a late entry or after a withdrawal are absences: no points,
// and no bye. The site does not offer Rematch below; the published examples that
// test the package have it.
//
// # Round robin
//
// [Berger] is the Berger table of FIDE's Handbook (C.05, Annex 1). Tests check
// the printed tables of 3 to 14 players. In a double one the last two rounds
// of the first cycle are swapped, as the annex advises, so that no player has
// a seat three times in a row. For three and four players the advice does not
// help: see Berger. Withdrawals: see [CrossTable].
//
// # Swiss
//
// No pairing breaks these rules:
//
//   - No two players meet twice. A forfeited pair counts as met, unless
//     SwissOptions.Rematch is set.
//   - No player gets a second bye, nor one after a win without playing (C.04.1, 4).
//   - The numbers of first and second seats of a player differ by at most two,
//     unless SwissOptions.Seats allows more.
//
// Of all pairings that keep them [Swiss] takes the best by the following
// criteria, of which each outweighs all later ones (with SeatsRelaxed the
// number of seat differences above two comes first):
//
//  1. The score of the player with the bye is the lowest.
//  2. Score groups. For a group it is the sum, over its players who meet an
//     opponent with less, of the squared difference of the two scores counted in
//     halves. The sum of the highest group is the least possible; then that of
//     the next one, and so on. So a group of an even number in which all can be
//     paired meets within itself, and floaters float as near as possible.
//  3. The bye is for the player who has played most rounds.
//  4. The fewest players have a seat for the third time in a row.
//  5. The fewest players miss a strong preference for a seat, and then a mild one
//     (C.04.3, colour preferences).
//  6. The fewest players float in the same direction as in the last round, and
//     then as in the one before.
//  7. From the top group down: a player who floats into a group meets the highest
//     in it, and the lowest in it float down.
//  8. Within a group the top half meets the bottom half in order of rank, as in
//     C.04.3.
//
// Points 1 to 7 are one search for a perfect matching of least cost in a
// general graph, so a pairing is found whenever there is one, and is the best
// of all by these points. Tests prove it by trying all pairings of small
// fields, by exchanging pairs in large ones, and by comparing with an
// independent unweighted matching whether there is any. Point 8 is another
// matching for each group, of the players who meet within it. Of pairings that
// are equal by all eight, which is rare, it is always the same one. 200
// players take about ten milliseconds.
//
// weights.go defines the costs of pairs, graph.go packs them into a few words,
// matching.go holds the search, blossom.go its blossoms and slack.go its
// slacks.
//
// When two players without a game meet, odd numbers get the drawn seat and
// even ones the other; numbers go by rank among all entrants so far.
//
// Matching in general graphs is our own: gonum has none; the Go packages that
// could be found are github.com/std000/mvm-go, which says it was rewritten
// from a Kotlin program, and blossom in early versions of
// github.com/gnutterts/chesspairing, which later ones no longer have. Neither
// takes costs as vectors.
//
// # How the Swiss departs from FIDE's
//
// The rules are those of the Dutch system (C.04.3, from February 2026) where
// they matter to a club. Of 31 rounds published as paired by it 26 come out
// the same, board by board (published_test.go, with the reason for each of the
// others). These are the differences:
//
//   - C.04.3 pairs score groups from the top, and all its criteria for one
//     come before any for the next. Here each criterion counts in the whole
//     round before the next criterion. So a high group may have its third choice
//     of floater where that spares a player in a low one a seat.
//   - Score groups are measured as above, not by the number of floaters and then
//     their scores; the two agree unless repeats make players float far.
//   - Of floats only those of the last two rounds count, not how far they went,
//     and up and down alike.
//   - After the same seat twice in a row C.04.3 refuses an opponent with an equal
//     preference. Here that is avoided (point 4), and never keeps a round from
//     being paired; only the difference of two does, of which C.04.3 makes
//     exceptions for top scorers in the last round. SeatsRelaxed is our exception.
//   - C.04.3 first counts all missed preferences, and then the strong ones. Here
//     it is the other way round.
//   - The player who floats down is the lowest in the group who can. C.04.3 takes
//     the one left by the first possible order of the bottom half.
//   - Of exchanges between the halves of a group the fewest, and those of the
//     players nearest to the middle, are taken; C.04.3 orders them in more detail.
//   - A forfeited pair may not be paired again unless Rematch is set.
//
// # Knockout
//
// [Seeding] is the bracket, [Knockout] the next round by the winners, with
// walkovers for withdrawn opponents. [KnockoutKnown] returns the known part of
// a round while a correction has removed the winner of an earlier match.
//
// # Standings
//
// [Standings] are ordered by score and then by [TieBreak]s in any order, as
// FIDE's tie-break regulations (C.07) define them. Unplayed rounds of a Swiss
// follow article 16 as in force from March 2026: such a round counts as
// against a dummy with the player's own score, but no more than that of the
// scheduled opponent (16.4.1), or half a point a round (16.4.2); and an
// opponent who requested a bye or was absent, and did not play any more,
// counts as if these were draws (16.3.2). The text of that edition was not
// available: it is as two published programs, Sharly Chess and Gacrux, cite it
// by article. Tests check the answers that FIDE published for the edition of
// 2023, with the changes of the caps.
//
// Games and points of Hexone are those of games without a forfeit. A forfeit
// decides the winner of a pairing, but gives no advantage by what was not
// played: a game given up halfway is treated like one that never began, and
// gives nothing here either.
//
// All tie-breaks come with the parts of their sums, so that a page can explain
// the order of two players. All count in quarters: half a point is the
// smallest score, and the Sonneborn-Berger takes half of that.
//
// # Errors
//
// Of kind Conflict: ErrNoPairing, ErrNoWinner and ErrBracketMixed. Of kind NotFound: "error.no-round". Other
// errors have no kind: field and results do not fit together, which is a fault
// of the program.
package tourney
