// Package pairing is what two players who were paired settle between them: one
// game, two games with the seats changed, or the Hexone match, with what
// follows from forfeits.
//
// A pairing has a player 1 and a player 2. Player 1 has seat 1 in the first game,
// player 2 in the second, and so on, however many there are ([record.MatchSeat]). [Terms] say
// what is played; a [Game] is one game as it ended; [Terms.Standing] adds up the
// games so far and says which is to be played next. What is said of a game that
// was played elsewhere is read by [Terms.Read] and judged by [Terms.Check].
//
// # Rulings
//
//   - In one game and in two, who has more half-wins wins: two for a game won, one
//     for a draw. Points do not matter for that.
//   - In the match points do, as record.Match has it: the higher sum wins, a drawn
//     game gives none, and equal sums are won by who started the second game. A
//     player who resigned or forfeited the second game, or ran out of time in it, does
//     not win equal sums: since version 2 of Hexone's rules, the other player does.
//   - A game that one player forfeits is as one resigned before its first turn, so
//     the other has won it and scores what the engine gives for that. One that is
//     forfeited halfway gives what it gives where it stands. That says who wins; in
//     tie-breaks of a tournament no forfeited game counts (package tourney).
//   - A game that both forfeit is won by nobody and gives nothing. Where the sums of
//     a match are equal and both have forfeited a game of it, the same or each
//     another, it is won by nobody: whoever started the second game has not earned that.
//   - A pairing that has to have a winner goes on while the half-wins are equal, for
//     two games more at most; then the organiser decides. Who did not come to a game
//     would not come to another, so none follows where both have forfeited one, and
//     the organiser decides at once. Only where nobody has won a half is it over
//     without a winner.
//   - A pairing is worth two halves to its winner and one to each when it is drawn.
//     It is worth nothing to both when nobody has won a half in it.
//
// The package is pure: it reads no clock and knows no people.
package pairing
