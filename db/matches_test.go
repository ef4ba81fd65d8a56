package db

import (
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/record"
)

func matchOf(t testing.TB, d *DB, g Game) Match {
	t.Helper()
	m, err := d.Match(t.Context(), g.ID)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The second game of a match begins in the moment in which the first ends,
// with the sides changed and on the same terms.
func TestSecondLeg(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	for text, first := range map[string]time.Duration{"5+3": time.Minute, "2d": 0, "": 0} {
		t.Run("clock "+text, func(t *testing.T) {
			g := begin(t, d, NewGame{Match: true, Explore: true, HostSeat: 2, Control: control(t, text), Terms: Terms{Listed: true, Drawn: true, Rated: text != ""}})
			if m := matchOf(t, d, g); g.Leg != 1 || m.First.ID != g.ID || m.Second.ID != "" || m.Record().Standing() != (record.MatchStanding{}) {
				t.Errorf("at first the match is %+v", m)
			}
			if id, err := d.SecondLeg(ctx, g.ID); id != "" || err != nil {
				t.Errorf("the second game is %q, %v", id, err)
			}
			end := in(time.Hour / 20)
			must(t)(d.Resign(ctx, g.ID, g.by(1), end))
			m := matchOf(t, d, g)
			second := m.Second
			if m.First.ID != g.ID || m.First.Status != Over || second.Leg != 2 || second.FirstLeg != g.ID || second.Key != "hexone" ||
				second.Status != Running || second.Revision != 2 && second.Revision != 1 || !second.Created.Equal(end) || !second.Explore ||
				second.Invite != "" || second.Host != g.Host || second.Record.Control() != g.Record.Control() || second.Record.EventCount() != 0 ||
				second.Terms != (Terms{Rated: g.Rated}) || second.RematchOf != "" {
				t.Errorf("the second game is %+v", second)
			}
			if second.by(1) != g.by(2) || second.by(2) != g.by(1) || second.Players[0].Reserved+second.Players[1].Reserved != "" {
				t.Errorf("players %+v, were %+v", second.Players, g.Players)
			}
			if other := matchOf(t, d, second); other.First.ID != g.ID || other.Second.ID != second.ID {
				t.Errorf("by its second game the match is %+v", other)
			}
			if id, err := d.SecondLeg(ctx, g.ID); id != second.ID || err != nil {
				t.Errorf("the second game is %q, %v", id, err)
			}
			if text != "" {
				wantClock(t, d, second, end.Add(first), end)
			}
			wantWhole(t, d, g.ID)
			wantWhole(t, d, second.ID)
			if text == "5+3" {
				second = play(t, d, second, end.Add(70*time.Second), "c2")
				wantEvents(t, d, second, "c2@10000")
			}
		})
	}
}

// However the first game ends, there is a second, and none when it was called
// off; the second is no first of another.
func TestLegs(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	match := func(t *testing.T) Game {
		t.Helper()
		return begin(t, d, NewGame{Match: true, Control: control(t, "1+0"), Terms: Terms{Rated: true}})
	}
	win := func(winner int, tied bool, halves ...int) record.MatchStanding {
		return record.MatchStanding{Halves: [2]int(halves), Over: true, Winner: winner, Tied: tied}
	}
	left := record.MatchStanding{Halves: [2]int{98, 98}, Over: true, Winner: 1, TieForfeited: true} // the second game, by who started it
	absent := func(t *testing.T, g Game) {
		t.Helper()
		deadline, _ := g.Deadline()
		if changed, err := d.DropFlags(ctx, deadline, 100); err != nil || len(changed) != 1 || changed[0].ID != g.ID {
			t.Fatalf("changed %+v, %v", changed, err)
		}
	}
	flag := func(t *testing.T, g Game) {
		t.Helper()
		absent(t, play(t, d, play(t, d, g, noon, "c2"), noon, "d3"))
	}
	resign := func(seat rules.Seat) func(*testing.T, Game) {
		return func(t *testing.T, g Game) { must(t)(d.Resign(ctx, g.ID, g.by(seat), in(time.Second))) }
	}
	draw := func(t *testing.T, g Game) {
		must(t)(d.OfferDraw(ctx, g.ID, g.by(1), noon))
		must(t)(d.Accept(ctx, g.ID, g.by(2), 1, noon))
	}
	for name, tt := range map[string]struct {
		first, second func(*testing.T, Game)
		want          record.MatchStanding
	}{
		"both flags fall":        {flag, flag, left},
		"nobody comes again":     {flag, absent, left},
		"both starters resign":   {resign(1), resign(1), left},
		"one gives both up":      {resign(1), resign(2), win(2, false, 0, 196)},
		"the other does":         {resign(2), resign(1), win(1, false, 196, 0)},
		"those who start win":    {resign(2), resign(2), win(2, true, 98, 98)}, // who started the second game
		"a win and a draw":       {resign(2), draw, win(1, false, 98, 0)},
		"a draw and a win":       {draw, resign(1), win(1, false, 98, 0)},
		"both are drawn":         {draw, draw, win(2, true, 0, 0)},
		"a flag and resignation": {flag, resign(2), win(2, false, 0, 196)},
	} {
		t.Run(name, func(t *testing.T) {
			g := match(t)
			tt.first(t, g)
			m := matchOf(t, d, g)
			if m.Record().Standing().Over || m.Second.Status != Running {
				t.Fatalf("after the first game the match is %+v", m)
			}
			tt.second(t, m.Second)
			m = matchOf(t, d, g)
			if got := m.Record().Standing(); got != tt.want {
				t.Errorf("it ends with %+v, want %+v", got, tt.want)
			}
			if id, _ := d.SecondLeg(ctx, m.Second.ID); id != "" {
				t.Errorf("a third game is %s", id)
			}
			wantWhole(t, d, g.ID)
			wantWhole(t, d, m.Second.ID)
		})
	}

	for name, off := range map[string]func(*testing.T, Game){
		"the first is called off":        func(t *testing.T, g Game) { must(t)(d.Abort(ctx, g.ID, g.by(2), noon)) },
		"player 1 never plays the first": absent,
		"player 2 never plays the first": func(t *testing.T, g Game) { absent(t, play(t, d, g, noon, "c2")) },
	} {
		t.Run(name, func(t *testing.T) {
			g := match(t)
			off(t, g)
			wantEnd(t, d, g, "void", rules.CalledOff)
			m := matchOf(t, d, g)
			if m.Second.ID != "" || m.Record().Standing() != (record.MatchStanding{Over: true}) {
				t.Errorf("the match is %+v", m)
			}
		})
	}
	t.Run("it is called off before it begins", func(t *testing.T) {
		g := create(t, d, NewGame{Match: true})
		must(t)(d.LeaveSeat(ctx, g.ID, g.Host, noon))
		if m := matchOf(t, d, g); m.Second.ID != "" {
			t.Errorf("the match is %+v", m)
		}
	})
	t.Run("the second is not called off", func(t *testing.T) {
		g := match(t)
		resign(1)(t, g)
		second := matchOf(t, d, g).Second
		for _, seat := range []rules.Seat{1, 2} {
			after, err := d.Abort(ctx, second.ID, second.by(seat), in(time.Second))
			wantError(t, err, rules.Conflict, "error.abort-match")
			if after.Status != Running || read(t, d, second).Revision != second.Revision {
				t.Errorf("shown is %+v", after)
			}
		}
		_, err := d.Abort(ctx, second.ID, newAccount(t, d).ID, in(time.Second))
		wantError(t, err, rules.Forbidden, "error.not-a-player")
		resign(1)(t, second)
		_, err = d.Abort(ctx, second.ID, second.by(1), in(time.Second))
		wantError(t, err, rules.Conflict, "error.over")
	})
	t.Run("no match", func(t *testing.T) {
		_, err := d.Match(ctx, begin(t, d, NewGame{}).ID)
		wantError(t, err, rules.NotFound, "error.no-game")
		_, err = d.Match(ctx, "none")
		wantError(t, err, rules.NotFound, "error.no-game")
	})
	t.Run("a game by itself has no second", func(t *testing.T) {
		g := begin(t, d, NewGame{})
		before := countRows(t, d, "games")
		resign(1)(t, g)
		if after := countRows(t, d, "games"); after != before {
			t.Errorf("%d games, before %d", after, before)
		}
	})
}

// The points of what lies on the board are those of the match.
func TestMatchPlayedOut(t *testing.T) {
	d := openTest(t)
	g := begin(t, d, NewGame{Match: true})
	players := [2]string{g.by(1), g.by(2)}
	var want [2]int
	for seed := uint64(1); ; seed++ {
		random := newRandom(seed)
		for g.Status == Running {
			g = play(t, d, g, noon, randomTurn(g.Record, random))
		}
		result, _ := g.Record.Result()
		for i, id := range players {
			want[i] += int(result.Halves[g.SeatsOf(id)[0]-1])
		}
		if g.Leg == 2 {
			break
		}
		if result.Winners() == nil || want[0]+want[1] < 14 {
			t.Fatalf("the first game ends with %v", result)
		}
		g = matchOf(t, d, g).Second
	}
	if got := matchOf(t, d, g).Record().Standing(); got.Halves != want || !got.Over || got.Winner != 1 && got.Winner != 2 ||
		(got.Winner == 1) != (want[0] > want[1]) || got.Tied != (want[0] == want[1]) {
		t.Errorf("%+v, want %v", got, want)
	}
}

// A rematch of a match is a match, in which the other player starts.
func TestMatchRematch(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	g := begin(t, d, NewGame{Match: true, Control: control(t, "5+0"), Terms: Terms{Rated: true}})
	one, two := g.by(1), g.by(2)
	_, err := d.Rematch(ctx, g.ID, one, noon, nil)
	wantError(t, err, rules.Conflict, "error.not-over")
	must(t)(d.Resign(ctx, g.ID, one, noon))
	second := matchOf(t, d, g).Second
	for _, id := range []string{g.ID, second.ID} {
		_, err = d.Rematch(ctx, id, one, noon, nil)
		wantError(t, err, rules.Conflict, "error.not-over")
	}
	must(t)(d.Resign(ctx, second.ID, one, noon))
	next := must(t)(d.Rematch(ctx, second.ID, one, noon, nil))
	if next.Leg != 1 || next.FirstLeg != "" || next.RematchOf != second.ID || next.Players[0].Reserved != two || next.by(2) != one ||
		!next.Rated || next.Record.Control() != g.Record.Control() {
		t.Errorf("next is %+v", next)
	}
	if same := must(t)(d.Rematch(ctx, g.ID, two, noon, nil)); same.ID != next.ID || same.Status != Running {
		t.Errorf("by the first game it is %+v", same)
	}
	_, err = d.Rematch(ctx, g.ID, newAccount(t, d).ID, noon, nil)
	wantError(t, err, rules.Forbidden, "error.not-a-player")
	must(t)(d.Resign(ctx, next.ID, one, noon))
	if third := matchOf(t, d, next); third.Second.by(1) != one || third.Second.by(2) != two {
		t.Errorf("the next match goes on with %+v", third.Second.Players)
	}

	t.Run("of one that was called off", func(t *testing.T) {
		g := begin(t, d, NewGame{Match: true})
		must(t)(d.Abort(ctx, g.ID, g.by(1), noon))
		next := must(t)(d.Rematch(ctx, g.ID, g.by(2), noon, nil))
		if next.Leg != 1 || next.by(1) != g.by(2) || next.RematchOf != g.ID {
			t.Errorf("next is %+v", next)
		}
	})
}
