// Package tourney tells who meets whom in a tournament and who stands where: a
// round robin, a Swiss, a knockout. Like all of rules it is pure: it reads no
// clock and knows no people, only opaque ids, and draws no lots.
//
// # How to use it
//
// A tournament is a field of [Entrant]s and a list of [Result]s. A pair that is
// still to play is a result that is not over. The functions keep nothing: each
// is given field and results anew, and gives the same answer for the same.
//
//	rounds := tourney.RoundRobin(field, double)             // all rounds at once
//	pairs, err := tourney.Swiss(field, results, 4, options) // the fourth round
//	pairs, err := tourney.Knockout(field, results, 2, options)
//	standings, err := tourney.Standings(ctx, field, results, rules)
//	rows, err := tourney.CrossTable(field, results, roundRobin)
//	places, err := tourney.KnockoutPlaces(field, results, options)
//
// What a bye is worth is in its result: Win as a rule. A bye that a player asked
// for, to be away for a round of a Swiss, is a result with Asked, of a draw or
// of nothing, made before the round is paired. Who is in a round, by From and To,
// and has no result in it yet, is paired. Rounds before a late entry, or after a
// withdrawal, are away: no points, and no bye. The site offers neither byes that are
// asked for nor Rematch below; published examples have both.
//
// # Round robin
//
// [Berger] is the Berger table of FIDE's Handbook (C.05, Annex 1). Tests hold the
// printed tables of 3 to 14 players. In a double one the last two rounds of the
// first cycle are swapped, as the annex advises, and nobody has a seat three
// times in a row. For three and four players the advice does not help: see
// there. Withdrawals: see [CrossTable].
//
// # Swiss
//
// No pairing breaks these rules:
//
//   - Nobody meets twice. A pair that was forfeited counts as met, unless
//     SwissOptions.Rematch is set.
//   - Nobody gets a second bye, nor one after a win without playing (C.04.1, 4).
//   - Nobody's first and second seats differ by more than two in number, unless
//     SwissOptions.Seats says otherwise.
//
// Of all pairings that keep them [Swiss] takes the one that is best by the
// following, of which each outweighs all that come after it (with SeatsRelaxed
// the fewest seat differences above two come before all):
//
//  1. The score of who gets the bye is the lowest.
//  2. Score groups. For a group it is the sum, over its players who meet
//     somebody with less, of the squared difference of the two scores counted in
//     halves. The sum of the highest group is the least possible; then that of
//     the next one, and so on. So a group of an even number in which all can be
//     paired meets within itself, and who floats floats as near as can be.
//  3. The bye is for who has played most rounds.
//  4. The fewest players have a seat for the third time in a row.
//  5. The fewest players miss a seat that they want strongly, and then mildly
//     (C.04.3, colour preferences).
//  6. The fewest players float in the same direction as in the last round, and
//     then as in the one before.
//  7. From the top group down: who floats into a group meets the highest in it,
//     and the lowest in it float down.
//  8. Within a group the top half meets the bottom half in order of rank, as
//     C.04.3 has it.
//
// Points 1 to 7 are one search for a perfect matching of least cost in a
// general graph, so a pairing is found whenever there is one, and is the best of
// all by these points. Tests prove it by trying all pairings of small fields, by
// exchanging pairs in large ones, and ask an unweighted matching of another make
// whether there is any. Point 8 is another matching for each group, of those who
// meet within it. Of pairings that are equal by all eight, which is rare, it is
// always the same one. 200 players take about ten milliseconds.
//
// weights.go says what pairs cost, graph.go puts that in few words, and the
// search is in matching.go, with its blossoms and its slacks beside it.
//
// When two who meet have no game behind them, odd numbers have the seat that was
// drawn and even ones the other; numbers go by rank among all who came so far.
//
// Matching in general graphs is our own: gonum has none; the Go packages that
// could be found are github.com/std000/mvm-go, which says it was rewritten from
// a Kotlin program, and blossom in early versions of
// github.com/gnutterts/chesspairing, which later ones no longer have. Neither
// takes costs as vectors.
//
// # How the Swiss departs from FIDE's
//
// The rules are those of the Dutch system (C.04.3, from February 2026) where
// they matter to a club, and of 31 rounds published as paired by it 26 come out
// the same, board by board (published_test.go, with the reason for each of the
// others). These are the differences:
//
//   - C.04.3 pairs score groups from the top, and all its criteria for one
//     come before any for the next. Here each criterion counts in the whole
//     round before the next criterion is asked. A high group may so have its
//     third choice of floater where that spares somebody in a low one a seat.
//   - Score groups are measured as above, not by how many float and then by
//     their scores; the two agree unless repeats make players float far.
//   - Of floats only those of the last two rounds count, not how far they went,
//     and up and down alike.
//   - Twice the same seat in a row makes C.04.3 refuse an opponent who wants the
//     same as much. Here it is avoided (point 4), and never keeps a round from
//     being paired; only the difference of two does, of which C.04.3 makes
//     exceptions for top scorers in the last round. SeatsRelaxed is our exception.
//   - C.04.3 first counts all who miss the seat they want, and then those who
//     want it strongly. Here it is the other way round.
//   - Who floats down is the lowest in the group who can. C.04.3 takes who is left
//     by the first possible order of the bottom half.
//   - Of exchanges between the halves of a group the fewest, and those of the
//     nearest to the middle, are taken; C.04.3 orders them in more detail.
//   - A pair that was forfeited may not be paired again unless Rematch is set.
//
// # Knockout
//
// [Seeding] is the bracket, [Knockout] the next round by the winners, with
// walkovers where somebody has withdrawn. [KnockoutKnown] is as much of a round as is known
// while a match before has lost its winner by a correction.
//
// # Standings
//
// [Standings] go by score and then by [TieBreak]s in any order, as FIDE's
// tie-break regulations (C.07) define them. Where rounds of a Swiss were not
// played they follow article 16 as in force from March 2026: such a round counts
// as against a dummy with the player's own score, but no more than the opponent
// who was to be met has (16.4.1), or half a point a round (16.4.2); and an
// opponent who asked for a bye or was away, and did not play any more, counts as
// if these were draws (16.3.2). The text of that edition could not be had: it
// is as two published programs, Sharly Chess and Gacrux, cite it by article. Tests hold the
// answers that FIDE published for the edition of 2023, with the changes of the
// caps.
//
// Games and points of Hexone are those of games that nobody forfeited. A forfeit decides
// who wins a pairing, but nobody gets ahead by what was not played: a game given up halfway
// is not told apart from one that was never begun, and gives nothing here either.
//
// All tie-breaks come with the parts they are the sums of, so that a page can
// say why somebody is before somebody else. All count in quarters: half a point
// is the least score, and the Sonneborn-Berger takes half of that.
//
// # Errors
//
// Of kind Conflict: "error.no-pairing" when nobody can be paired in a Swiss,
// "error.no-winner" while a match of a knockout isn't decided, "error.bracket-mixed"
// where one was played by others than follow from the results. Of kind NotFound:
// "error.no-round". Others have no kind: field and results do not fit together,
// which is a fault of the program.
package tourney
