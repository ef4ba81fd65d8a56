package db

import (
	"cmp"
	"math"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/rating"
)

// stored returns the stored rating of a person, and the number of games that it counts.
func stored(t testing.TB, d *DB, person, game string, class rating.Class) (r rating.Rating, n int, at time.Time) {
	t.Helper()
	var ms int64
	err := d.read.QueryRowContext(t.Context(), `SELECT rating, deviation, volatility, games, at FROM ratings
		WHERE person = $1 AND game = $2 AND class = $3`, person, game, class).Scan(&r.Rating, &r.Deviation, &r.Volatility, &n, &ms)
	if err != nil {
		t.Fatalf("the rating of %s: %v", person, err)
	}
	return r, n, fromMS(ms)
}

// wantChanges checks that a game changed ratings as package rating has it,
// from what they were.
func wantChanges(t testing.TB, d *DB, g Game, before []rating.Rating, now time.Time) {
	t.Helper()
	g = read(t, d, g)
	result, over := g.Record.Result()
	if !over {
		t.Fatalf("game %s goes on", g.ID)
	}
	changes, err := d.RatingChanges(t.Context(), g.ID)
	if err != nil || len(changes) != len(before) {
		t.Fatalf("%d changes, want %d: %v", len(changes), len(before), err)
	}
	for i, want := range rating.Update(g.Record.Game().Info(), result, before) {
		got := changes[i]
		if r, _, at := stored(t, d, g.Players[i].ID, g.Key, g.Class()); r != want.After || !at.Equal(now) {
			t.Errorf("seat %d has %+v of %v, want %+v", i+1, r, at, want.After)
		}
		want.After.Volatility = got.After.Volatility // is not in the change of a game
		if got.Change != want || !got.At.Equal(now) {
			t.Errorf("seat %d changed by %+v, want %+v", i+1, got, want)
		}
	}
	wantWhole(t, d, g.ID)
}

// Every way in which a game ends changes ratings, but calling it off; and no
// game that is not rated.
func TestRated(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	start := rating.Start()
	for name, tt := range map[string]struct {
		events string // "" for a flag
		rated  bool
		counts bool
	}{
		"won":                {"c2 d3 resign:2", true, true},
		"resigned at once":   {"resign:1", true, true},
		"drawn":              {"draw:2 accept:1", true, true},
		"a flag":             {"", true, true},
		"called off":         {"c2 abort:2", true, false},
		"won, casual":        {"c2 d3 resign:2", false, false},
		"drawn, casual":      {"draw:2 accept:1", false, false},
		"a flag, casual":     {"", false, false},
		"called off, casual": {"abort:1", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			g := begin(t, d, NewGame{Control: control(t, "180+0"), Terms: Terms{Rated: tt.rated}})
			ratings := countRows(t, d, "ratings")
			now := in(time.Hour)
			if tt.events == "" {
				now = in(4 * time.Hour)
				play(t, d, play(t, d, g, noon, "c2"), noon, "d3")
				if _, err := d.DropFlags(ctx, now, 100); err != nil {
					t.Fatal(err)
				}
			} else {
				acts(t, d, g, tt.events)
			}
			if tt.counts {
				wantChanges(t, d, g, []rating.Rating{start, start}, now)
				return
			}
			wantWhole(t, d, g.ID)
			if after := countRows(t, d, "ratings"); after != ratings {
				t.Errorf("%d ratings, before %d", after, ratings)
			}
		})
	}
}

// Time makes a rating less certain, results make it more so; each game counts
// from what the last has left, in its own game and class of clock.
func TestRatingsOverTime(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben := newAccount(t, d).ID, newAccount(t, d).ID
	type shelf struct {
		game  string
		class rating.Class
	}
	known := map[shelf]map[string]rating.Rating{}
	last := map[shelf]time.Time{}
	count := map[shelf]int{}
	for i, tt := range []struct {
		game, control string
		after         time.Duration // since the game before
		loser         string
	}{
		{"hexone", "5+3", 0, anna},
		{"hexone", "5+3", time.Minute, anna},
		{"hexone", "9+0", 100 * day, ben},
		{"hexone", "10+0", time.Hour, ben},
		{"hexone", "1d", time.Hour, ben},
		{"hexit", "5+3", time.Hour, ben},
		{"hexone", "3d", 5 * day, anna},
		{"hexone", "5+3", 10 * 365 * day, ""},
		{"hexone", "5+3", -time.Hour, anna}, // the clock of the server was set back
		{"hexit", "5+3", 5 * day, ""},
	} {
		now := noon
		for _, at := range last {
			if at.After(now) {
				now = at
			}
		}
		now = now.Add(tt.after)
		g := begin(t, d, NewGame{Key: tt.game, Host: anna, Control: control(t, tt.control), Terms: Terms{Rated: true}})
		mustExec(t, d, "UPDATE seats SET person = $2 WHERE game = $1 AND seat = 2", g.ID, ben)
		mustExec(t, d, "UPDATE games SET since = $2, deadline = CAST($2 AS bigint) + 60000 WHERE id = $1", g.ID, now.UnixMilli())
		on := shelf{tt.game, g.Class()}
		before := make([]rating.Rating, 2)
		for j, person := range []string{anna, ben} {
			r, played := known[on][person]
			if !played {
				r = rating.Start()
			}
			before[j] = r
			if played {
				before[j] = r.Idle(now.Sub(last[on]).Milliseconds())
			}
		}
		if tt.loser == "" {
			must(t)(d.OfferDraw(ctx, g.ID, anna, now))
			must(t)(d.OfferDraw(ctx, g.ID, ben, now))
		} else {
			must(t)(d.Resign(ctx, g.ID, tt.loser, now))
		}
		wantChanges(t, d, g, before, now)
		if known[on] == nil {
			known[on] = map[string]rating.Rating{}
		}
		count[on]++
		last[on] = now
		for j, person := range []string{anna, ben} {
			r, n, _ := stored(t, d, person, tt.game, g.Class())
			if n != count[on] || math.IsNaN(r.Rating) || r.Deviation < rating.MinDeviation || r.Deviation > rating.MaxDeviation {
				t.Errorf("game %d: %+v of %d games, want %d", i+1, r, n, count[on])
			}
			if tt.after > time.Minute && count[on] > 1 && before[j].Deviation <= known[on][person].Deviation {
				t.Errorf("game %d: after %v a deviation of %f is %f", i+1, tt.after, known[on][person].Deviation, before[j].Deviation)
			}
			known[on][person] = r
		}
	}
	if n := countRows(t, d, "ratings"); n != 2*len(known) {
		t.Errorf("%d ratings, want two of each of %d", n, len(known))
	}
}

// More than two players, of whom each has a rating of its own.
func TestRatingsOfMany(t *testing.T) {
	d := openTest(t)
	for name, tt := range map[string]struct {
		key, seats string
		resign     []rules.Seat
		result     string
	}{
		"Hexellation of three, the first left": {"hexellation", "3", []rules.Seat{2, 3}, "win 1"},
		"Hexellation of six, the last left":    {"hexellation", "6", []rules.Seat{1, 4, 2, 5, 3}, "win 6"},
		"Six in teams":                         {"six", "4", []rules.Seat{3}, "win 2 4"},
	} {
		t.Run(name, func(t *testing.T) {
			g := begin(t, d, NewGame{Key: tt.key, Setup: seats(tt.seats), Control: control(t, "30+0"), Terms: Terms{Rated: true}})
			before := make([]rating.Rating, len(g.Players))
			for i, p := range g.Players {
				before[i] = rating.Rating{Rating: 1300 + 90*float64(i), Deviation: 60 + 20*float64(i), Volatility: 0.06 - 0.005*float64(i)}
				mustExec(t, d, `INSERT INTO ratings (person, game, class, rating, deviation, volatility, games, at) VALUES ($1, $2, 'long', $3, $4, $5, 7, $6)`,
					p.ID, tt.key, before[i].Rating, before[i].Deviation, before[i].Volatility, noon.UnixMilli())
			}
			for i, seat := range tt.resign {
				if i > 0 {
					wantWhole(t, d, g.ID) // nothing changes while others play on
				}
				must(t)(d.Resign(t.Context(), g.ID, g.by(seat), noon))
			}
			wantEnd(t, d, g, tt.result, rules.Resignation)
			wantChanges(t, d, g, before, noon)
			if _, n, _ := stored(t, d, g.by(1), tt.key, rating.Long); n != 8 {
				t.Errorf("%d games", n)
			}
		})
	}
}

// A game with a player whose account is deleted changes no rating.
func TestRatingsOfDeletedPlayers(t *testing.T) {
	d := openTest(t)
	g := begin(t, d, NewGame{Control: control(t, "5+0"), Terms: Terms{Rated: true}})
	mustExec(t, d, "UPDATE people SET deleted = true, name = NULL, folded = NULL WHERE id = $1", g.by(2))
	g = must(t)(d.Resign(t.Context(), g.ID, g.by(1), noon))
	if g.Status != Over || countRows(t, d, "ratings")+countRows(t, d, "rating_changes") != 0 {
		t.Errorf("game %+v", g)
	}
}

// A result is stored with the ratings that follow from it, or not at all.
func TestRatingsAndResultAreOne(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	for _, table := range []string{"ratings", "rating_changes"} {
		g := begin(t, d, NewGame{Match: true, Control: control(t, "5+0"), Terms: Terms{Rated: true}})
		allow := refuseRows(t, d, table)
		after, err := d.Resign(ctx, g.ID, g.by(1), noon)
		wantInternal(t, err, "no")
		if after.Record != nil || read(t, d, g).Revision != g.Revision || countRows(t, d, "rating_changes") != 0 || matchOf(t, d, g).Second.ID != "" {
			t.Errorf("stored without %s: %+v", table, read(t, d, g))
		}
		allow()
		wantWhole(t, d, g.ID)
	}
}

// The first results of two newcomers, in numbers that package rating's tests
// have worked out by hand.
func TestFirstRatings(t *testing.T) {
	d := openTest(t)
	for _, game := range games.All() {
		g := begin(t, d, NewGame{Key: game.Info().Key, Control: control(t, "5+0"), Terms: Terms{Rated: true}})
		must(t)(d.Resign(t.Context(), g.ID, g.by(2), noon))
		changes, err := d.RatingChanges(t.Context(), g.ID)
		if err != nil || len(changes) != 2 || changes[0].Points() != 162 || changes[1].Points() != -162 || changes[0].Score != 1 ||
			changes[1].Expected != 0.5 || changes[0].Opponents != 1 || changes[1].Strength != 1500 || cmp.Compare(changes[0].After.Deviation, 300) >= 0 {
			t.Errorf("%s: %+v, %v", g.Key, changes, err)
		}
	}
}
