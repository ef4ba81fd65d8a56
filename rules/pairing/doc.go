// Package pairing computes the result between two paired players: of one game,
// two games with the seats changed, or the Hexone match, including forfeits.
//
// A pairing has a player 1 and a player 2. Player 1 has seat 1 in the first
// game, player 2 in the second, and so on, for any number of games
// ([record.MatchSeat]). [Terms] say what is played; a [Game] is one finished
// game; [Terms.Standing] adds up the games so far and names the next one.
// [Terms.Read] parses the result of a game that was played elsewhere, and
// [Terms.Check] judges it.
//
// # Rulings
//
//   - In one game and in two games, the player with more half-wins wins: two for
//     a won game, one for a drawn one. Points do not matter for that.
//   - In the match points decide, as record.Match defines: the higher sum wins, a
//     drawn game gives none, and the player who started the second game wins equal
//     sums. A player who resigned or forfeited the second game, or ran out of time
//     in it, does not win equal sums: since version 2 of Hexone's rules the other
//     player does.
//   - A game that one player forfeits counts as one resigned before its first
//     turn: the other player has won it and scores what the engine gives for that.
//     A game forfeited halfway gives what its position gives. That decides the
//     winner; in tie-breaks of a tournament no forfeited game counts (package
//     tourney).
//   - A game that both players forfeit has no winner and gives nothing. A match
//     with equal sums in which both players have forfeited a game, the same or
//     different ones, has no winner: the player who started the second game has
//     not earned the win.
//   - A pairing that needs a winner goes on while the half-wins are equal, for at
//     most two more games; then the organiser decides. A player who missed one
//     game would miss another, so no game follows when both have forfeited one,
//     and the organiser decides at once. The pairing ends without a winner only
//     when neither player has won a half.
//   - A pairing is worth two halves to its winner, and one to each player when it
//     is drawn. It is worth nothing to both when neither has won a half in it.
//
// The package is pure: it reads no clock and knows no people.
package pairing
