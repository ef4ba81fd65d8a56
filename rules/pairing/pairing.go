package pairing

import (
	"hexclub/rules"
	"hexclub/rules/record"
)

// A Unit is what two players who were paired play.
type Unit string

// The units.
const (
	OneGame  Unit = "game"
	TwoGames Unit = "two"   // with the seats changed in the second
	Match    Unit = "match" // the Hexone match (rules, Hexone, tournament)
)

// Units lists the units in the order in which they are offered.
func Units() []Unit { return []Unit{OneGame, TwoGames, Match} }

// Games returns how many games the unit has; 0 for what is no unit.
func (u Unit) Games() int {
	switch u {
	case OneGame:
		return 1
	case TwoGames, Match:
		return 2
	}
	return 0
}

// Replays is how many games more there are at most in a pairing that has to have
// a winner.
const Replays = 2

// Terms are what is played.
type Terms struct {
	Game     rules.Game
	Setup    rules.Setup
	Unit     Unit
	Decisive bool // it has to have a winner, as in a knockout
}

// CheckTerms says what is wrong with the terms: an *rules.Error of kind Invalid
// for what is no unit (error.pairing-unit), a match of a game that has none
// (error.match), a game that is not of two seats (error.pairing-seats), and as
// rules.Game.New has it for a bad set-up.
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

// Most returns how many games there can be.
func (t Terms) Most() int {
	if t.Decisive && t.Unit != Match {
		return t.Unit.Games() + Replays
	}
	return t.Unit.Games()
}

// A Game is one game as it ended, by player - 1.
type Game struct {
	Halves  [2]int  `json:"halves"`  // half-wins: 2 for who won, 1 for a draw
	Points  [2]int  `json:"points"`  // counted in halves; 0 where the game has no points
	Forfeit [2]bool `json:"forfeit"` // who did not play it, or not to its end

	// Left says who resigned it on this site or ran out of time. It is never set in
	// a game that ended before version 2 of Hexone's rules.
	LostByLeaving [2]bool `json:"left,omitzero"`
}

// Ended is game number n as its result has it; ok is false for a game that was
// called off.
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

// Forfeited is game number n when players, by player - 1, do not play it: as one
// that was resigned before its first turn. It fails as CheckTerms does.
func (t Terms) Forfeited(n int, by [2]bool) (Game, error) {
	start, err := t.start()
	if err != nil {
		return Game{}, err
	}
	return ForfeitedAt(start, n, by), nil
}

// ForfeitedAt is game number n when players give it up in a position of it. By
// nobody it is a game without any result.
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

// nobody reports whether both players have forfeited the game.
func (g Game) bothForfeit() bool { return g.Forfeit == [2]bool{true, true} }

// A Standing is how a pairing stands, by player - 1.
type Standing struct {
	Over         bool
	Halves       [2]int // half-wins of all games
	Points       [2]int // of all games, counted in halves
	Worth        [2]int // of the pairing, in halves: 2 for a win, 1 for a draw; 0 until it is over
	Winner       int    // player 1 or 2; 0 until it is over, and when it is drawn or won by nobody
	Tied         bool   // it was a match with equal sums, and who started the second game has won by that
	TieForfeited bool   // it was one whose second game was left by who started it, and the other has won by that
	Next         int    // number of the game to be played next; 0 for none
	Undecided    bool   // it has to have a winner, no game follows, and the organiser decides
}

// Standing adds up the games that are over, in their order; the first missing
// one ends the list.
func (t Terms) Standing(games []Game) Standing {
	var s Standing
	var gone [2]bool // who has forfeited a game
	for _, g := range games {
		for i := range s.Halves {
			s.Halves[i] += g.Halves[i]
			s.Points[i] += g.Points[i]
			gone[i] = gone[i] || g.Forfeit[i]
		}
	}
	nobody := gone == [2]bool{true, true}
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

// version returns the version of the rules that is played by.
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

// settle ends the pairing as its winner has it.
func (s *Standing) setWorth() {
	s.Over = true
	switch {
	case s.Winner != 0:
		s.Worth[s.Winner-1] = 2
	case s.Halves != [2]int{}:
		s.Worth = [2]int{1, 1}
	}
}

// Decided returns the standing of a pairing that had to have a winner, and was
// given one by the organiser. It fails with an *rules.Error of kind Invalid
// (error.pairing-winner) when it is not undecided, or for no such player.
func (s Standing) Decided(winner int) (Standing, error) {
	if !s.Undecided || winner < 1 || winner > 2 {
		return s, rules.Errorf(rules.Invalid, "error.pairing-winner", "player %d for %+v", winner, s)
	}
	s.Undecided, s.Winner = false, winner
	s.setWorth()
	return s, nil
}
