package pairing

import (
	"hexclub/rules"
	"hexclub/rules/record"
)

// A Unit is what two paired players play.
type Unit string

// The units.
const (
	OneGame  Unit = "game"
	TwoGames Unit = "two"   // with the seats changed in the second game
	Match    Unit = "match" // the Hexone match (rules, Hexone, tournament)
)

// Units lists the units in display order.
func Units() []Unit { return []Unit{OneGame, TwoGames, Match} }

// Games returns the number of games of the unit, or 0 if it is no unit.
func (u Unit) Games() int {
	switch u {
	case OneGame:
		return 1
	case TwoGames, Match:
		return 2
	}
	return 0
}

// Replays is the largest number of additional games in a pairing that needs a
// winner.
const Replays = 2

// Terms say what is played.
type Terms struct {
	Game     rules.Game
	Setup    rules.Setup
	Unit     Unit
	Decisive bool // it needs a winner, as in a knockout
}

// CheckTerms returns an *rules.Error of kind Invalid for an unknown unit
// (error.pairing-unit), a match in a game without matches (error.match), and a
// game that does not have two seats (error.pairing-seats). A bad set-up fails
// as in rules.Game.New.
func (t Terms) CheckTerms() error {
	switch {
	case t.Unit.Games() == 0:
		return rules.Errorf(rules.Invalid, "error.pairing-unit", "unit %q", t.Unit)
	case t.Unit == Match && !t.Game.Info().Matches:
		return rules.Errorf(rules.Invalid, "error.match", "a match of %s", t.Game.Info().Key)
	}
	start, err := t.start()
	if err == nil && start.Seats() != 2 {
		err = rules.Errorf(rules.Invalid, "error.pairing-seats", "%d seats", start.Seats())
	}
	return err
}

func (t Terms) start() (rules.State, error) {
	setup, err := t.Game.Info().Complete(t.Setup)
	if err != nil {
		return nil, err
	}
	return t.Game.New(setup)
}

// Most returns the largest possible number of games.
func (t Terms) Most() int {
	if t.Decisive && t.Unit != Match {
		return t.Unit.Games() + Replays
	}
	return t.Unit.Games()
}

// A Game is one finished game, by player - 1.
type Game struct {
	Halves  [2]int  `json:"halves"`  // half-wins: 2 for a win, 1 for a draw
	Points  [2]int  `json:"points"`  // counted in halves; 0 where the game has no points
	Forfeit [2]bool `json:"forfeit"` // players who did not play it, or not to its end

	// LostByLeaving marks the player who resigned it on this site or ran out
	// of time. It is never set in a game that ended before version 2 of
	// Hexone's rules.
	LostByLeaving [2]bool `json:"left,omitzero"`
}

// Ended returns game number n with a result, or false if the game was called
// off.
func Ended(result rules.Result, n int) (g Game, ok bool) {
	if result.Void() {
		return Game{}, false
	}
	for i := range g.Halves {
		seat := record.MatchSeat(i+1, n)
		switch result.Outcome(seat) {
		case rules.Won:
			g.Halves[i] = 2
		case rules.Drawn:
			g.Halves[i] = 1
		}
		g.Points[i] = int(result.Halves[seat-1])
		g.LostByLeaving[i] = record.LostByLeaving(result, seat)
	}
	return g, true
}

// Forfeited returns game number n when the given players, by player - 1, do
// not play it: it counts as resigned before its first turn. It fails like
// CheckTerms.
func (t Terms) Forfeited(n int, by [2]bool) (Game, error) {
	start, err := t.start()
	if err != nil {
		return Game{}, err
	}
	return ForfeitedAt(start, n, by), nil
}

// ForfeitedAt returns game number n when the given players give it up in a
// position of it. If both or neither give it up it has no result.
func ForfeitedAt(position rules.State, n int, by [2]bool) Game {
	if by[0] == by[1] {
		return Game{Forfeit: by}
	}
	loser := 1
	if by[1] {
		loser = 2
	}
	end := position.Clone()
	end.Retire(record.MatchSeat(loser, n), rules.Resignation)
	result, _ := end.Result()
	g, _ := Ended(result, n)
	g.Forfeit, g.LostByLeaving = by, [2]bool{}
	return g
}

// bothForfeit reports whether both players have forfeited the game.
func (g Game) bothForfeit() bool { return g.Forfeit == [2]bool{true, true} }

// A Standing is the state of a pairing, by player - 1.
type Standing struct {
	Over         bool
	Halves       [2]int // half-wins of all games
	Points       [2]int // of all games, counted in halves
	Worth        [2]int // of the pairing, in halves: 2 for a win, 1 for a draw; 0 until it is over
	Winner       int    // player 1 or 2; 0 until it is over, and when it is drawn or has no winner
	Tied         bool   // it was a match with equal sums, and the player who started the second game has won
	TieForfeited bool   // it was a match with equal sums, the player who started the second game left it, and the other has won
	Next         int    // number of the next game; 0 for none
	Undecided    bool   // it needs a winner, no game follows, and the organiser decides
}

// Standing adds up the finished games in order; the first missing one ends the
// list.
func (t Terms) Standing(games []Game) Standing {
	var s Standing
	var forfeited [2]bool // players who have forfeited a game
	for _, g := range games {
		for i := range s.Halves {
			s.Halves[i] += g.Halves[i]
			s.Points[i] += g.Points[i]
			forfeited[i] = forfeited[i] || g.Forfeit[i]
		}
	}
	nobody := forfeited == [2]bool{true, true}
	if len(games) < t.Unit.Games() {
		s.Next = len(games) + 1
		return s
	}
	if t.Unit == Match {
		if s.Winner = higher(s.Points); s.Winner == 0 && !nobody {
			second := games[1]
			s.Winner = record.TiedMatch(t.version(), second.LostByLeaving[1] || second.Forfeit[1])
			s.Tied, s.TieForfeited = s.Winner == 2, s.Winner == 1
		}
	} else {
		s.Winner = higher(s.Halves)
	}
	if s.Winner == 0 && t.Decisive && s.Halves != [2]int{} {
		if s.Undecided = nobody || len(games) >= t.Most(); !s.Undecided {
			s.Next = len(games) + 1
		}
		return s
	}
	s.setWorth()
	return s
}

// version returns the version of the rules in use.
func (t Terms) version() int {
	if t.Setup.Version == 0 {
		return t.Game.Info().Version
	}
	return t.Setup.Version
}

// higher returns the player who has more, 0 for neither.
func higher(n [2]int) int {
	switch {
	case n[0] > n[1]:
		return 1
	case n[0] < n[1]:
		return 2
	}
	return 0
}

// setWorth ends the pairing according to its winner.
func (s *Standing) setWorth() {
	s.Over = true
	switch {
	case s.Winner != 0:
		s.Worth[s.Winner-1] = 2
	case s.Halves != [2]int{}:
		s.Worth = [2]int{1, 1}
	}
}

// Decided returns the standing of a pairing that needed a winner after the
// organiser has chosen one. If it is not undecided, or there is no such
// player, it returns an *rules.Error of kind Invalid (error.pairing-winner).
func (s Standing) Decided(winner int) (Standing, error) {
	if !s.Undecided || winner < 1 || winner > 2 {
		return s, rules.Errorf(rules.Invalid, "error.pairing-winner", "player %d for %+v", winner, s)
	}
	s.Undecided, s.Winner = false, winner
	s.setWorth()
	return s, nil
}
