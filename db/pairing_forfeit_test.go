package db

import (
	"context"
	"database/sql"
	"slices"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/rules/tourney"
)

// filled returns a decision as the form of a pairing sends it: a forfeit with the known games,
// unless others are given.
func (decision Decision) filled(p Pairing) Decision {
	if decision.Revision = p.Revision; decision.Forfeit != [2]bool{} && decision.Games == nil {
		decision.Games = p.Games
	}
	return decision
}

// What was played is never taken by a forfeit, however often an organiser decides.
func TestForfeitsTakeNoPlayedGame(t *testing.T) {
	d := openTest(t)
	organiser := organiserOf(t, d)
	first, second, both := [2]bool{true, false}, [2]bool{false, true}, [2]bool{true, true}
	decide := func(t *testing.T, p Pairing, decision Decision) Pairing {
		t.Helper()
		decision.Why = "So it was."
		if _, err := d.DecidePairing(t.Context(), p.ID, organiser, decision.filled(readPairing(t, d, p)), in(time.Hour)); err != nil {
			t.Fatal(err)
		}
		return readPairing(t, d, p)
	}
	refused := func(t *testing.T, p Pairing, by [2]bool, key string) {
		t.Helper()
		got, err := d.DecidePairing(t.Context(), p.ID, organiser, Decision{Forfeit: by, Games: p.Games, Why: "So it was.", Revision: p.Revision}, noon)
		wantRefused(t, d, p, got, err, rules.Invalid, key)
	}
	t.Run("a match halfway", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Unit: pairing.Match, Site: true})
		lose(t, d, p, 2, noon)
		g := playRandom(t, d, gamesOf(t, d, p)[1], 12, 3)
		p = decide(t, p, Decision{Forfeit: first})
		won, halfway := p.Games[0], p.Games[1]
		if won.Forfeit != [2]bool{} || won.Points != [2]int{98, 0} || halfway.Forfeit != first || halfway.Points[1] == 98 {
			t.Fatalf("given up it is %+v", p.Games)
		}
		result, _ := read(t, d, g).Record.Result()
		if halfway.Points[1] != int(result.Halves[0]) {
			t.Errorf("the game gives %+v, the pairing %+v", result, halfway)
		}
		if p = decide(t, p, Decision{Forfeit: both}); p.Games[0] != won || p.Games[1] != (pairing.Game{Forfeit: both}) {
			t.Errorf("given up by both it is %+v", p.Games)
		}
		if p = decide(t, p, Decision{Forfeit: first}); !slices.Equal(p.Games, []pairing.Game{won, halfway}) {
			t.Errorf("given up again it is %+v, was %+v", p.Games, halfway)
		}
		if p = decide(t, p, Decision{Forfeit: second}); p.Games[0] != won || p.Games[1].Halves != [2]int{2, 0} || p.Games[1].Points[0] == 98 {
			t.Errorf("given up by the other it is %+v", p.Games)
		}
	})
	t.Run("over the board", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Unit: pairing.Match})
		won, gone := scoredGame(1, 20), pairing.Game{Halves: [2]int{2, 0}, Points: [2]int{98, 0}, Forfeit: second}
		p = decide(t, p, Decision{Games: []pairing.Game{won, gone}})
		p = decide(t, p, Decision{Forfeit: first})
		if want := (pairing.Game{Halves: [2]int{0, 2}, Points: [2]int{0, 98}, Forfeit: first}); !slices.Equal(p.Games, []pairing.Game{won, want}) || p.How != EndForfeit {
			t.Errorf("decided anew it is %+v", p)
		}
		p = decide(t, p, Decision{Games: []pairing.Game{gone, won}}) // the first was not played
		if p = decide(t, p, Decision{Forfeit: both}); !slices.Equal(p.Games, []pairing.Game{{Forfeit: both}, won}) || p.Standing.Winner != 1 {
			t.Errorf("given up by both it is %+v", p)
		}
	})
	t.Run("entered with the forfeit", func(t *testing.T) {
		won, gone := scoredGame(1, 22), pairing.Game{Halves: [2]int{2, 0}, Points: [2]int{98, 0}, Forfeit: second}
		for _, site := range []bool{false, true} {
			p := newPairing(t, d, NewPairing{Unit: pairing.Match, Site: site})
			p = decide(t, p, Decision{Games: []pairing.Game{won}, Forfeit: second})
			if !slices.Equal(p.Games, []pairing.Game{won, gone}) || p.How != EndForfeit || p.Standing.Winner != 1 {
				t.Errorf("site %t: it is %+v", site, p)
			}
		}
		p := readPairing(t, d, newPairing(t, d, NewPairing{Unit: pairing.Match}))
		for key, games := range map[string][]pairing.Game{
			"error.pairing-all-played": {won, won}, "error.pairing-points": {scoredGame(1, 50)}, "error.pairing-outcome": {{}},
		} {
			got, err := d.DecidePairing(t.Context(), p.ID, organiser, Decision{Games: games, Forfeit: first, Why: "So.", Revision: p.Revision}, noon)
			wantRefused(t, d, p, got, err, rules.Invalid, key)
		}
	})
	t.Run("all were played", func(t *testing.T) {
		site := newPairing(t, d, NewPairing{Key: "six", Unit: pairing.TwoGames, Site: true})
		lose(t, d, site, 1, noon)
		lose(t, d, site, 1, noon)
		table := newPairing(t, d, NewPairing{Key: "six"})
		decide(t, table, Decision{Games: []pairing.Game{{Halves: [2]int{1, 1}}}})
		for _, p := range []Pairing{site, table} {
			for _, by := range [][2]bool{first, second, both} {
				refused(t, readPairing(t, d, p), by, "error.pairing-all-played")
			}
		}
	})
	t.Run("one would be too many", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Key: "six", Unit: pairing.TwoGames, Decisive: true})
		won, lost := pairing.Game{Halves: [2]int{2, 0}}, pairing.Game{Halves: [2]int{0, 2}}
		gone := pairing.Game{Halves: lost.Halves, Forfeit: first}
		p = decide(t, p, Decision{Games: []pairing.Game{won, gone, lost}})
		refused(t, p, second, "error.pairing-surplus")
		if p = decide(t, p, Decision{Forfeit: first}); !slices.Equal(p.Games, []pairing.Game{won, gone, lost}) {
			t.Errorf("it is %+v", p.Games)
		}
	})
	t.Run("called off before", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Key: "six"})
		decide(t, p, Decision{Off: true})
		if p = decide(t, p, Decision{Forfeit: second}); p.Status != PairingOver || p.Standing.Winner != 1 {
			t.Errorf("it is %+v", p)
		}
	})
}

// In the tie-breaks of a tournament no forfeited game gives points, whether the whole match
// was forfeited, a game of it, or a game halfway; who wins follows from all games.
func TestForfeitsBreakNoTies(t *testing.T) {
	m := newTournament(t, TournamentSettings{
		Kind: Swiss, Unit: pairing.Match, Site: true, Rounds: 1, Breaks: []tourney.TieBreak{tourney.HexonePoints, tourney.GameScore},
	}, 6)
	m.begin()
	made := m.publish()
	whole, single, halfway := made[0], made[1], made[2]
	ben := [2]bool{false, true}
	m.ok(m.decide(whole.ID, Decision{Forfeit: ben}))
	m.ok(m.decide(single.ID, Decision{Games: []pairing.Game{first}, Forfeit: ben}))
	lose(t, m.d, halfway, 2, noon)
	playRandom(t, m.d, gamesOf(t, m.d, halfway)[1], 12, 3)
	m.ok(m.decide(halfway.ID, Decision{Games: readPairing(t, m.d, halfway).Games, Forfeit: ben}))
	full := m.full()
	standings, err := tourney.Standings(t.Context(), full.Field(), full.Results(), tourney.Rules{TieBreaks: full.Breaks})
	m.ok(err)
	for id, want := range map[string][2]int{whole.Players[0].ID: {0, 0}, single.Players[0].ID: {80, 4}, halfway.Players[0].ID: {196, 4}} {
		i := slices.IndexFunc(standings, func(s tourney.Standing) bool { return s.ID == id })
		if s := standings[i]; s.Halves != tourney.Win || s.Ties[0].Value != want[0] || s.Ties[1].Value != want[1] {
			t.Errorf("%+v, want a win and %d", s, want)
		}
	}
	for i, want := range []bool{true, false, false} {
		b := full.Boards[i]
		if b.Forfeits.By != ben || (b.Unplayed == ben) != want || b.Points != readPairing(t, m.d, made[i]).Standing.Points {
			t.Errorf("board %+v", b)
		}
	}
}

// Where players are level and both have given up a game of a pairing that has to have a
// winner, no other follows: an organiser chooses who goes on, and the bracket does.
func TestLevelByForfeits(t *testing.T) {
	level := pairing.Game{Halves: [2]int{1, 1}}
	nobody := pairing.Game{Forfeit: [2]bool{true, true}}
	firstGone := pairing.Game{Halves: [2]int{0, 2}, Points: [2]int{0, 98}, Forfeit: [2]bool{true, false}}
	secondGone := pairing.Game{Halves: [2]int{2, 0}, Points: [2]int{98, 0}, Forfeit: [2]bool{false, true}}
	for name, tt := range map[string]struct {
		unit  pairing.Unit
		games []pairing.Game
	}{
		"nobody comes to the replay":     {pairing.OneGame, []pairing.Game{level, nobody}},
		"each gives up one of two":       {pairing.TwoGames, []pairing.Game{secondGone, firstGone}},
		"each gives up one of a match":   {pairing.Match, []pairing.Game{secondGone, firstGone}},
		"nobody to the second of a draw": {pairing.Match, []pairing.Game{level, nobody}},
	} {
		t.Run(name, func(t *testing.T) {
			m := newTournament(t, TournamentSettings{Kind: Knockout, Unit: tt.unit}, 2)
			m.begin()
			p := m.publish()[0]
			err := m.decide(p.ID, Decision{Games: tt.games})
			wantError(t, err, rules.Invalid, "error.pairing-no-winner")
			m.ok(m.decide(p.ID, Decision{Games: tt.games, Winner: 2}))
			full := m.full()
			if b := full.Boards[0]; b.Open() || b.Winner != 2 || !b.Chosen || b.Tied(full.Tournament) {
				t.Errorf("the board is %+v", b)
			}
			places, err := full.Places()
			if err != nil || full.Status != TournamentOver || places[0].ID != p.Players[1].ID || places[0].Place != 1 {
				t.Errorf("it is %s, the places are %+v, %v", full.Status, places, err)
			}
		})
	}
	t.Run("when its time is over", func(t *testing.T) {
		d := openTest(t)
		p := newPairing(t, d, NewPairing{Key: "six", Decisive: true, Site: true})
		drawn(t, d, p, noon)
		err := d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			_, err := d.forfeitPairing(ctx, tx, p.ID, "", nil, in(time.Hour))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if p = readPairing(t, d, p); p.Status != PairingOpen || !p.Standing.Undecided || p.How != "" || !p.Ended.IsZero() {
			t.Errorf("it is %+v", p)
		}
		for _, g := range gamesOf(t, d, p) {
			if g.Status != Over {
				t.Errorf("game %d is %s", g.Nth, g.Status)
			}
		}
	})
}
