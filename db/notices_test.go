package db

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// A foundLetter is one that was found to be sent at some moment.
type foundLetter struct {
	about Notice
	games []string
}

// plan looks for news at a moment and takes what is found for a person as sent.
func plan(t testing.TB, d *DB, person string, now time.Time) (found []foundLetter) {
	t.Helper()
	if _, err := d.PlanNotices(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	for _, l := range due(t, d, now) {
		if l.Person == person {
			found = append(found, foundLetter{l.Notice, l.Games})
		}
		if err := d.EndLetter(t.Context(), l.ID); err != nil {
			t.Fatal(err)
		}
	}
	slices.SortFunc(found, func(a, b foundLetter) int { return strings.Compare(string(a.about), string(b.about)) })
	return found
}

func wantTold(t testing.TB, found []foundLetter, want ...Notice) {
	t.Helper()
	var got []Notice
	for _, f := range found {
		got = append(got, f.about)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the notices are of %v, want %v", got, want)
	}
}

func visit(t testing.TB, d *DB, person string, at time.Time) {
	t.Helper()
	if err := d.NoteVisits(t.Context(), map[string]Visit{person: {At: at}}); err != nil {
		t.Fatal(err)
	}
}

// against returns a game that begins at a moment, between a person, who starts, and a new
// account.
func against(t testing.TB, d *DB, person, clock string, now time.Time) Game {
	t.Helper()
	g, err := d.CreateGame(t.Context(), NewGame{Key: "hexone", Host: person, HostSeat: 1, Control: control(t, clock)}, now)
	if err != nil {
		t.Fatal(err)
	}
	if g, err = d.joinGame(t.Context(), g.Invite, newAccount(t, d).ID, now); err != nil {
		t.Fatal(err)
	}
	return g
}

func TestTurnNotices(t *testing.T) {
	for _, clock := range []string{"", "30d"} {
		t.Run("clock "+clock, func(t *testing.T) {
			t.Run("once a wait, then daily", func(t *testing.T) {
				d := openTest(t)
				anna := newReader(t, d, in(-time.Hour))
				g := against(t, d, anna, clock, noon)
				wantTold(t, plan(t, d, anna, in(10*time.Minute-time.Millisecond)))
				wantTold(t, plan(t, d, anna, in(10*time.Minute)), NoticeTurn)
				wantTold(t, plan(t, d, anna, in(11*time.Minute)))
				other := against(t, d, anna, clock, in(time.Hour)) // comes into the daily list
				wantTold(t, plan(t, d, anna, in(2*time.Hour)))
				start := in(10 * time.Minute)
				wantTold(t, plan(t, d, anna, start.Add(day-time.Millisecond)))
				wantTold(t, plan(t, d, anna, start.Add(day)), NoticeTurn)
				wantTold(t, plan(t, d, anna, start.Add(day+time.Hour)))
				if ids, err := d.AwaitedGames(t.Context(), anna, 10); err != nil || !slices.Equal(ids, []string{g.ID, other.ID}) {
					t.Errorf("awaited in %v, %v", ids, err)
				}
				if ids, err := d.AwaitedGames(t.Context(), anna, 1); err != nil || len(ids) != 1 {
					t.Errorf("awaited in %v, %v", ids, err)
				}
				for i := 2; i < maxReminders; i++ {
					wantTold(t, plan(t, d, anna, start.Add(time.Duration(i)*day)), NoticeTurn)
				}
				wantTold(t, plan(t, d, anna, start.Add(maxReminders*day))) // does not come any more
				visit(t, d, anna, start.Add(9*day))
				play(t, d, g, start.Add(9*day), "c2")
				wantTold(t, plan(t, d, anna, start.Add(10*day-time.Millisecond)))
				wantTold(t, plan(t, d, anna, start.Add(10*day)), NoticeTurn) // of the other, left lying
			})
			t.Run("not to who is here", func(t *testing.T) {
				d := openTest(t)
				anna := newReader(t, d, in(-time.Hour))
				g := against(t, d, anna, clock, noon)
				visit(t, d, anna, in(5*time.Minute))
				wantTold(t, plan(t, d, anna, in(time.Hour)))
				wantTold(t, plan(t, d, anna, in(day)))
				wantTold(t, plan(t, d, anna, in(5*time.Minute+day)), NoticeTurn) // left lying for a day
				visit(t, d, anna, in(2*day))
				g = play(t, d, g, in(2*day), "c2")
				wantTold(t, plan(t, d, anna, in(4*day)))
				play(t, d, g, in(4*day), "d3")
				wantTold(t, plan(t, d, anna, in(4*day+10*time.Minute)), NoticeTurn) // a new wait
			})
			t.Run("not to who plays in time", func(t *testing.T) {
				d := openTest(t)
				anna := newReader(t, d, in(-time.Hour))
				play(t, d, against(t, d, anna, clock, noon), in(9*time.Minute), "c2")
				wantTold(t, plan(t, d, anna, in(time.Hour)))
			})
		})
	}
	t.Run("not", func(t *testing.T) {
		for name, prepare := range map[string]func(t *testing.T, d *DB, anna string){
			"when switched off": func(t *testing.T, d *DB, anna string) {
				against(t, d, anna, "", noon)
				if err := d.SetNotices(t.Context(), anna, only(NoticeChallenge, NoticeResult, NoticeTime)); err != nil {
					t.Fatal(err)
				}
			},
			"without an address": func(t *testing.T, d *DB, anna string) {
				against(t, d, anna, "", noon)
				if err := d.ForgetAddress(t.Context(), anna, noon); err != nil {
					t.Fatal(err)
				}
				wantTold(t, plan(t, d, anna, noon), NoticeAddress) // that it is none any more
			},
			"to an address that bounced": func(t *testing.T, d *DB, anna string) {
				against(t, d, anna, "", noon)
				if err := d.BounceLetter(t.Context(), Letter{Person: anna, Notice: NoticeTurn}, anna+"@mail.example"); err != nil {
					t.Fatal(err)
				}
			},
			"in a live game": func(t *testing.T, d *DB, anna string) { against(t, d, anna, "180+180", noon) },
			"alone on one device": func(t *testing.T, d *DB, anna string) {
				create(t, d, NewGame{Host: anna, BothSeats: true})
			},
			"before the game begins": func(t *testing.T, d *DB, anna string) { create(t, d, NewGame{Host: anna}) },
			"when the other is to play": func(t *testing.T, d *DB, anna string) {
				play(t, d, against(t, d, anna, "", in(-time.Minute)), noon, "c2")
			},
			"when it is over": func(t *testing.T, d *DB, anna string) {
				g := against(t, d, anna, "", in(-time.Minute))
				if _, err := d.Abort(t.Context(), g.ID, g.by(2), noon); err != nil {
					t.Fatal(err)
				}
			},
		} {
			t.Run(name, func(t *testing.T) {
				d := openTest(t)
				anna := newReader(t, d, in(-time.Hour))
				prepare(t, d, anna)
				for _, after := range []time.Duration{time.Hour, day, 3 * day} {
					wantTold(t, plan(t, d, anna, in(after)))
				}
				if ids, err := d.AwaitedGames(t.Context(), anna, 9); name != "when switched off" && !strings.Contains(name, "address") && (err != nil || len(ids) > 0) {
					t.Errorf("awaited in %v, %v", ids, err)
				}
			})
		}
	})
	t.Run("one letter for several games, and no second while it waits", func(t *testing.T) {
		d := openTest(t)
		anna := newReader(t, d, in(-time.Hour))
		against(t, d, anna, "", noon)
		against(t, d, anna, "", noon)
		for _, after := range []time.Duration{time.Hour, 2 * day, 4 * day} {
			if _, err := d.PlanNotices(t.Context(), in(after)); err != nil {
				t.Fatal(err)
			}
		}
		if list := due(t, d, in(4*day)); len(list) != 1 {
			t.Errorf("letters %+v", list)
		}
	})
}

func TestChallengeNotices(t *testing.T) {
	d := openTest(t)
	anna := newReader(t, d, in(-time.Hour))
	challenge := func(now time.Time, n NewGame) Game {
		t.Helper()
		n.Key, n.HostSeat, n.Opponent = "hexone", 1, anna
		if n.Host == "" {
			n.Host = newAccount(t, d).ID
		}
		g, err := d.CreateGame(t.Context(), n, now)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	first := challenge(noon, NewGame{Control: control(t, "5+3")}) // a live one too
	wantTold(t, plan(t, d, anna, in(time.Minute-time.Millisecond)))
	found := plan(t, d, anna, in(time.Minute))
	if wantTold(t, found, NoticeChallenge); !slices.Equal(found[0].games, []string{first.ID}) {
		t.Errorf("the notices are %+v", found)
	}
	wantTold(t, plan(t, d, anna, in(3*time.Hour))) // once

	t.Run("many make one letter an hour", func(t *testing.T) {
		now := in(4 * time.Hour)
		for i := range 5 {
			challenge(now.Add(time.Duration(i)*time.Minute), NewGame{})
		}
		var games int
		for i := range 90 {
			for _, f := range plan(t, d, anna, now.Add(time.Duration(i)*time.Minute)) {
				games += len(f.games)
				if i != 1 && i != 61 {
					t.Errorf("there is a notice after %d minutes", i)
				}
			}
		}
		if games != 5 {
			t.Errorf("the notices are of %d games", games)
		}
	})
	t.Run("not", func(t *testing.T) {
		for i, prepare := range []func(now time.Time){
			func(now time.Time) { // of who is blocked
				g := challenge(now, NewGame{})
				if err := d.Block(t.Context(), anna, g.Host, now); err != nil {
					t.Fatal(err)
				}
			},
			func(now time.Time) { // taken back
				g := challenge(now, NewGame{})
				if _, err := d.Abort(t.Context(), g.ID, g.Host, now); err != nil {
					t.Fatal(err)
				}
			},
			func(now time.Time) { // seen
				challenge(now, NewGame{})
				visit(t, d, anna, now.Add(time.Second))
			},
			func(now time.Time) { create(t, d, NewGame{}) }, // of nobody
		} {
			now := in(time.Duration(i+2) * day)
			prepare(now)
			wantTold(t, plan(t, d, anna, now.Add(time.Hour)))
		}
	})
	t.Run("nor what is old", func(t *testing.T) {
		challenge(in(10*day), NewGame{})
		wantTold(t, plan(t, d, anna, in(18*day)))
	})
}

// finish resigns a game for a seat.
func finish(t testing.TB, d *DB, g Game, person string, now time.Time) {
	t.Helper()
	if _, err := d.Resign(t.Context(), g.ID, person, now); err != nil {
		t.Fatal(err)
	}
}

func TestResultNotices(t *testing.T) {
	d := openTest(t)
	anna := newReader(t, d, in(-time.Hour))
	// begun is a game in which all have played.
	begun := func(clock string, now time.Time) Game {
		return play(t, d, play(t, d, against(t, d, anna, clock, now), now, "c2"), now, "d3")
	}
	first, second := begun("7d", noon), begun("", noon)
	visit(t, d, anna, in(time.Minute))
	finish(t, d, first, first.by(2), in(2*time.Minute))
	wantTold(t, plan(t, d, anna, in(7*time.Minute-time.Millisecond)))
	found := plan(t, d, anna, in(7*time.Minute))
	if wantTold(t, found, NoticeResult); !slices.Equal(found[0].games, []string{first.ID}) {
		t.Errorf("the notices are %+v", found)
	}
	wantTold(t, plan(t, d, anna, in(20*time.Minute)))

	visit(t, d, anna, in(time.Hour))
	finish(t, d, second, anna, in(time.Hour)) // by herself
	wantTold(t, plan(t, d, anna, in(2*time.Hour)))

	late := begun("1d", in(3*time.Hour))
	visit(t, d, anna, in(4*time.Hour))
	if changed, err := d.DropFlags(t.Context(), in(27*time.Hour), 9); err != nil || len(changed) != 1 || changed[0].ID != late.ID {
		t.Fatalf("%+v, %v", changed, err)
	}
	wantTold(t, plan(t, d, anna, in(28*time.Hour)), NoticeResult)

	visit(t, d, anna, in(3*day))
	live, void, old := begun("60+0", in(4*day)), against(t, d, anna, "7d", in(4*day)), begun("7d", in(4*day))
	if err := d.SetNotices(t.Context(), anna, only(NoticeChallenge, NoticeResult)); err != nil {
		t.Fatal(err)
	}
	finish(t, d, live, live.by(2), in(4*day))
	if _, err := d.Abort(t.Context(), void.ID, void.by(2), in(4*day)); err != nil {
		t.Fatal(err)
	}
	wantTold(t, plan(t, d, anna, in(5*day)))
	finish(t, d, old, old.by(2), in(5*day))
	wantTold(t, plan(t, d, anna, in(7*day)))
}

func TestTimeNotices(t *testing.T) {
	for clock, left := range map[string]time.Duration{"1d": 12 * time.Hour, "2d": 12 * time.Hour, "3d": 72 * time.Hour / 5, "30d": 6 * day} {
		t.Run(clock, func(t *testing.T) {
			d := openTest(t)
			anna := newReader(t, d, in(-time.Hour))
			if err := d.SetNotices(t.Context(), anna, only(NoticeTime)); err != nil {
				t.Fatal(err)
			}
			g := play(t, d, play(t, d, against(t, d, anna, clock, in(-time.Minute)), noon, "c2"), noon, "d3")
			deadline, _ := g.Deadline()
			low := deadline.Add(-left)
			wantTold(t, plan(t, d, anna, low))
			wantTold(t, plan(t, d, anna, low.Add(time.Millisecond)), NoticeTime)
			wantTold(t, plan(t, d, anna, low.Add(time.Hour)))
			// After downtime the player has more time, and no second notice is sent.
			mustExec(t, d, "UPDATE pulse SET at = $1", low.Add(time.Hour).UnixMilli())
			if err := d.ResumeClocks(t.Context(), low.Add(2*time.Hour)); err != nil {
				t.Fatal(err)
			}
			wantTold(t, plan(t, d, anna, low.Add(3*time.Hour)))

			// The next turn is another.
			next := func(now time.Time) (low time.Time) {
				t.Helper()
				for range 2 {
					g = play(t, d, g, now, randomTurn(g.Record, newRandom(1)))
				}
				deadline, ok := g.Deadline()
				if !ok {
					t.Fatal("no clock runs")
				}
				return deadline.Add(-left)
			}
			visit(t, d, anna, low.Add(3*time.Hour))
			g = read(t, d, g)
			low = next(low.Add(3 * time.Hour))
			wantTold(t, plan(t, d, anna, low.Add(time.Millisecond)), NoticeTime)
			low = next(low.Add(time.Hour))
			visit(t, d, anna, low.Add(time.Second)) // has seen how little it is
			wantTold(t, plan(t, d, anna, low.Add(time.Hour)))
		})
	}
}

func TestQueriesUseIndexes(t *testing.T) {
	d := openFile(t)
	for query, args := range map[string]int{
		selectAwaited: 3, selectChallenges: 3, selectResults: 2, selectLowOnTime: 2, selectDue: 2,
	} {
		rows, err := d.read.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, slices.Repeat([]any{int64(1)}, args)...)
		if err != nil {
			t.Fatal(err)
		}
		steps := 0
		for ; rows.Next(); steps++ {
			var id, parent, unused int
			var step string
			if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(step, "SCAN") {
				t.Errorf("%s\nin\n%s", step, query)
			}
		}
		if err := rows.Err(); err != nil || steps == 0 {
			t.Errorf("%d steps, %v", steps, err)
		}
	}
}
