package db

import (
	"testing"
	"time"

	"hexclub/rules/pairing"
)

// rulesOfTies maps versions of Hexone's rules to the winner of a match with equal sums in which
// player 2, who started the second game, resigned it.
var rulesOfTies = map[string]struct {
	change string
	winner int
}{
	"the latest rules": {"UPDATE pairings SET rules = rules", 1},
	"version 1":        {"UPDATE pairings SET rules = 1; UPDATE games SET rules = 1", 2},
}

// In a tournament, the version of the rules at the time of the pairing decides a tied match. The
// pairing and the match have the same winner.
func TestTiesInTournaments(t *testing.T) {
	for name, tt := range rulesOfTies {
		t.Run(name, func(t *testing.T) {
			m := newTournament(t, TournamentSettings{Unit: pairing.Match, Site: true, Rounds: 1}, 2)
			m.begin()
			p := m.publish()[0]
			mustExec(t, m.d, tt.change)
			lose(t, m.d, p, 1, in(time.Hour))
			lose(t, m.d, p, 2, in(2*time.Hour))
			b := m.board(p.Players[0].ID, 1)
			if b.Winner != tt.winner || b.Points != [2]int{98, 98} || b.Worth[tt.winner-1] != 2 {
				t.Errorf("board %+v", b)
			}
			tournament := m.full().Tournament
			if left, tied := b.Left(tournament), b.Tied(tournament); left != (tt.winner == 1) || tied != (tt.winner == 2) {
				t.Errorf("left %v, tied %v", left, tied)
			}
			p = readPairing(t, m.d, p)
			match := matchOf(t, m.d, gamesOf(t, m.d, p)[0]).Record().Standing()
			if p.Standing.Winner != tt.winner || match.Winner != tt.winner || p.Standing.TieForfeited != match.TieForfeited || p.Standing.Tied != match.Tied {
				t.Errorf("the pairing stands %+v, its match %+v", p.Standing, match)
			}
		})
	}
}

// On a ladder the same version decides, and the winner takes the place.
func TestTiesOnLadders(t *testing.T) {
	for name, tt := range rulesOfTies {
		t.Run(name, func(t *testing.T) {
			c := newClimb(t, openTest(t), func(l *LadderTerms) {
				l.Venue, l.Control, l.Settings.Unit = OnSite, threeDays, pairing.Match
			}, "Anna", "Ben")
			made := c.accepts(c.challenges("Ben", "Anna"))
			p, err := c.d.Pairing(t.Context(), made.Pairing)
			c.try(err)
			mustExec(t, c.d, tt.change)
			lose(t, c.d, p, 1, c.tick(time.Hour))
			lose(t, c.d, p, 2, c.tick(time.Hour))
			p = readPairing(t, c.d, p)
			if is := c.again(made); p.Standing.Winner != tt.winner || is.Winner != p.Players[tt.winner-1].ID {
				t.Errorf("challenge %+v, its match %+v", is, p.Standing)
			}
		})
	}
}

// A second game that an organiser forfeits counts as left.
func TestTieOfAForfeit(t *testing.T) {
	d := openTest(t)
	p := newPairing(t, d, NewPairing{Unit: pairing.Match, Site: true})
	lose(t, d, p, 1, in(time.Hour))
	if _, err := d.DeletePerson(t.Context(), p.Players[1].ID, in(2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	p = readPairing(t, d, p)
	match := matchOf(t, d, gamesOf(t, d, p)[0]).Record().Standing()
	if p.Standing.Winner != 1 || !p.Standing.TieForfeited || match.Winner != 1 || !match.TieForfeited {
		t.Errorf("the pairing stands %+v, its match %+v", p.Standing, match)
	}
}

// The winner stays the same when an organiser confirms how the games ended.
func TestTieThatIsDecidedAgain(t *testing.T) {
	m := newTournament(t, TournamentSettings{Unit: pairing.Match, Site: true, Rounds: 1}, 2)
	m.begin()
	p := m.publish()[0]
	lose(t, m.d, p, 1, in(time.Hour))
	lose(t, m.d, p, 2, in(2*time.Hour))
	won, lost := pairing.Game{Halves: [2]int{0, 2}, Points: [2]int{0, 98}}, pairing.Game{Halves: [2]int{2, 0}, Points: [2]int{98, 0}}
	m.ok(m.decide(p.ID, Decision{Games: []pairing.Game{won, lost}}))
	if p = readPairing(t, m.d, p); p.Standing.Winner != 1 || !p.Standing.TieForfeited {
		t.Errorf("decided again it stands %+v", p.Standing)
	}
}
