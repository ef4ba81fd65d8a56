package db

import (
	"cmp"
	"context"
	"database/sql"
	"reflect"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/rating"
	"hexclub/rules/record"
)

// newAccount returns a new account.
func newAccount(t testing.TB, d *DB) Person {
	t.Helper()
	p, err := d.SignUp(t.Context(), "", NewID(personLetters), "hash", noon)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func control(t testing.TB, text string) record.Control {
	t.Helper()
	c, err := record.ParseControl(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// create returns a game that a new account hosts, of Hexone and in seat 1 unless n has others.
func create(t testing.TB, d *DB, n NewGame) Game {
	t.Helper()
	n.Key, n.HostSeat = cmp.Or(n.Key, "hexone"), cmp.Or(n.HostSeat, 1)
	if n.Host == "" {
		n.Host = newAccount(t, d).ID
	}
	g, err := d.CreateGame(t.Context(), n, noon)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = d.Abort(context.Background(), g.ID, n.Host, noon) }) // else too many wait
	return g
}

// begin returns such a game with new accounts in all seats, begun at noon.
func begin(t testing.TB, d *DB, n NewGame) Game {
	t.Helper()
	g := create(t, d, n)
	for g.Status == Waiting {
		var err error
		if g, err = d.joinGame(t.Context(), g.Invite, newAccount(t, d).ID, noon); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// seats returns a set-up with this number of seats.
func seats(n string) rules.Setup {
	return rules.Setup{Options: map[string]string{rules.SeatsOption: n}}
}

// in returns the moment a duration after noon.
func in(after time.Duration) time.Time { return noon.Add(after) }

// by returns the person in a seat.
func (g Game) by(seat rules.Seat) string { return g.Players[seat-1].ID }

// play commits a turn of the seat to act.
func play(t testing.TB, d *DB, g Game, now time.Time, turn string) Game {
	t.Helper()
	g, err := d.PlayTurn(t.Context(), g.ID, g.by(g.Record.Turn().Seat), g.Record.Moved(), turn, now)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// read returns the stored game.
func read(t testing.TB, d *DB, g Game) Game {
	t.Helper()
	g, err := d.Game(t.Context(), g.ID)
	if err != nil {
		t.Fatal(err)
	}
	wantStoredRecord(t, d, g)
	return g
}

// must fails the test on an error.
func must(t testing.TB) func(Game, error) Game {
	return func(g Game, err error) Game {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
}

// wantEvents checks what is stored of a game's play.
func wantEvents(t testing.TB, d *DB, g Game, want string) {
	t.Helper()
	if got := strings.Join(read(t, d, g).Record.Events(), " "); got != want {
		t.Errorf("events %q, want %q", got, want)
	}
}

// wantEnd checks how a game ended, as its row has it too.
func wantEnd(t testing.TB, d *DB, g Game, result string, reason rules.Reason) {
	t.Helper()
	g = read(t, d, g)
	got, over := g.Record.Result()
	if !over || g.Status != Over || got.Reason != reason || got.String() != result && !strings.HasPrefix(got.String(), result+" points") {
		t.Errorf("the game is %s with %v by %s, want %s by %s", g.Status, got, got.Reason, result, reason)
	}
	wantWhole(t, d, g.ID)
}

// A gameRow is a game's row, as far as it changes.
type gameRow struct {
	status, class, result, reason string
	act                           rules.Seat
	turn                          int
	since, deadline               sql.NullInt64
}

// wantWhole checks that what is stored of a game belongs together: its row says
// what its events lead to, its clock runs if somebody is to act, and its end
// changed each rating once.
func wantWhole(t testing.TB, d *DB, id string) {
	t.Helper()
	var row gameRow
	err := d.read.QueryRowContext(t.Context(), `SELECT status, class, to_act, turn, result, reason, since, deadline FROM games WHERE id = $1`, id).
		Scan(&row.status, &row.class, &row.act, &row.turn, &row.result, &row.reason, &row.since, &row.deadline)
	if err != nil {
		t.Fatal(err)
	}
	g := read(t, d, Game{ID: id})
	r, err := record.ReplayTimed(g.Record.Game(), g.Record.Setup(), g.Record.Control(), g.Record.Events())
	if err != nil {
		t.Fatal(err)
	}
	turn := r.Turn()
	want := gameRow{status: string(Running), class: string(rating.ClassOf(r.Control())), act: turn.Seat, turn: turn.Number}
	result, over := r.Result()
	if over {
		want.status, want.result, want.reason = string(Over), result.String(), string(result.Reason)
		want.turn = len(r.Turns()) // that were played
	} else if len(g.SeatsOf("")) > 0 {
		want.status = string(Waiting)
	}
	if want.status == string(Running) && !r.Control().None() {
		want.since = row.since // when, is what the tests of clocks are about
		want.deadline = sql.NullInt64{Int64: row.since.Int64 + r.Remaining(turn.Seat), Valid: true}
		if !row.since.Valid {
			t.Errorf("game %s: no clock runs", id)
		}
	}
	if row != want {
		t.Errorf("the row of game %s is %+v, want %+v", id, row, want)
	}
	if r.State().Position() != g.Record.State().Position() || !reflect.DeepEqual(r.Turns(), g.Record.Turns()) {
		t.Errorf("game %s replays to %s, stored is %s", id, r.State().Position(), g.Record.State().Position())
	}
	wantRatedOnce(t, d, g)
}

// wantRatedOnce checks that a game changed the rating of each seat once if it
// counts, and else none.
func wantRatedOnce(t testing.TB, d *DB, g Game) {
	t.Helper()
	changes, err := d.RatingChanges(t.Context(), g.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	if result, over := g.Record.Result(); over && g.Rated && !result.Void() {
		want = len(g.Players)
	}
	if len(changes) != want {
		t.Errorf("game %s changed %d ratings, want %d", g.ID, len(changes), want)
	}
	for i, c := range changes {
		if c.Seat != rules.Seat(i+1) || c.Person != g.by(c.Seat) {
			t.Errorf("game %s: change %d is of seat %d, %s", g.ID, i, c.Seat, c.Person)
		}
	}
}
