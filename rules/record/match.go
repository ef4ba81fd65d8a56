package record

import "hexclub/rules"

// A Match is a Hexone match (rules, Hexone, tournament): two games between the
// same two players. The draw decides who is player 1. Player 1 starts the
// first game and has seat 1 in it; player 2 starts the second game and has
// seat 1 there. The points of both games are added and the higher sum wins.
// With equal sums the player who started the second game wins, unless that
// player left it (see [TiedMatch]).
type Match struct {
	First, Second *Record // Second is nil until it begins
}

// A MatchStanding is the state of a match.
type MatchStanding struct {
	Halves       [2]int // points of both games so far, counted in halves, by player - 1
	Over         bool   // both games are over, or one was called off
	Winner       int    // player 1 or 2; 0 until the match is over, and when a game was called off
	Tied         bool   // the sums are equal, and the player who started the second game has won
	TieForfeited bool   // the sums are equal, the player who started the second game has left it, and the other has won
}

// leaversLoseTies is the first version of Hexone's rules in which a player who
// left the second game of a match does not win a tie.
const leaversLoseTies = 2

// TiedMatch returns the winner, player 1 or 2, of a match with equal sums
// under a version of the rules: player 2, who started the second game, or
// player 1 if player 2 left it (rules, Hexone, tournament: ruling).
func TiedMatch(version int, left bool) (winner int) {
	if left && version >= leaversLoseTies {
		return 1
	}
	return 2
}

// LostByLeaving reports whether a seat has lost a game by resigning or running
// out of time.
func LostByLeaving(result rules.Result, seat rules.Seat) bool {
	return (result.Reason == rules.Resignation || result.Reason == rules.Timeout) && result.Outcome(seat) == rules.Lost
}

// MatchSeat returns the seat of player 1 or 2 in a game, from 1, of a match or
// another series between two players. They change seats from game to game.
func MatchSeat(player, game int) rules.Seat {
	if (player+game)%2 == 0 {
		return 1
	}
	return 2
}

// Standing adds up the points of the finished games. A drawn game gives no
// points (rules, Hexone, tournament: ruling). If a game was called off, the
// match has no winner.
func (m Match) Standing() MatchStanding {
	s := MatchStanding{Over: true}
	for game, r := range []*Record{m.First, m.Second} {
		var result rules.Result
		over := false
		if r != nil {
			result, over = r.Result()
		}
		if over && result.Void() {
			return MatchStanding{Over: true}
		}
		s.Over = s.Over && over
		for player := range s.Halves {
			s.Halves[player] += int(result.Halves[MatchSeat(player+1, game+1)-1])
		}
	}
	if !s.Over {
		return s
	}
	switch {
	case s.Halves[0] > s.Halves[1]:
		s.Winner = 1
	case s.Halves[0] < s.Halves[1]:
		s.Winner = 2
	default:
		result, _ := m.Second.Result()
		s.Winner = TiedMatch(m.Second.Setup().Version, LostByLeaving(result, MatchSeat(2, 2)))
		s.Tied, s.TieForfeited = s.Winner == 2, s.Winner == 1
	}
	return s
}
