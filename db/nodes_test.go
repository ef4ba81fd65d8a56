package db

import (
	"errors"
	"slices"
	"testing"
	"time"

	"hexclub/rules"
)

// openServer returns an empty database on a server, whatever engine is tested.
func openServer(t testing.TB) *DB {
	t.Helper()
	return openAny(t, t.Context(), templates.Database(t))
}

// another opens a database once more, as another program does.
func another(t testing.TB, d *DB) *DB {
	t.Helper()
	other, err := Open(t.Context(), pathOf(t, d))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Close() })
	return other
}

func TestNodes(t *testing.T) {
	d := openServer(t)
	e := another(t, d)
	ctx := t.Context()
	first := Node{ID: d.NodeID(), Name: "a:80", Version: "1", Started: noon, Seen: in(time.Minute), Streams: 7, Leader: true}
	second := Node{ID: e.NodeID(), Name: "b:80", Version: "2", Started: noon, Seen: noon}
	want := func(list ...Node) {
		t.Helper()
		if got, err := d.Nodes(ctx); err != nil || !slices.Equal(got, list) {
			t.Errorf("nodes %+v, %v; want %+v", got, err, list)
		}
	}
	wantFine(t, []error{d.Beat(ctx, first, noon), e.Beat(ctx, second, noon), d.Beat(ctx, first, in(time.Minute))})
	want(first, second)
	if first.Silent(in(time.Minute+NodeSilent)) || !second.Silent(in(time.Minute)) {
		t.Error("the wrong node is silent")
	}
	second.Draining, second.Seen = true, in(2*time.Minute)
	wantFine(t, []error{e.Beat(ctx, second, second.Seen)})
	want(first, second)
	second.Seen = in(2 * time.Hour)
	wantFine(t, []error{e.Beat(ctx, second, second.Seen)}) // which forgets the first
	want(second)
	again := Node{ID: d.NodeID(), Name: second.Name, Started: second.Seen, Seen: second.Seen}
	wantFine(t, []error{d.Beat(ctx, again, again.Seen)})
	want(second, again) // two machines with one name: the other one was seen after this one started
	again.Started, again.Seen = in(3*time.Hour), in(3*time.Hour)
	wantFine(t, []error{d.LeaveNodes(ctx, noon), d.Beat(ctx, again, again.Seen)}) // as after a crash of the second
	want(again)
	wantFine(t, []error{d.LeaveNodes(ctx, noon), e.LeaveNodes(ctx, noon)})
	want()
}

func TestPresence(t *testing.T) {
	d := openServer(t)
	e := another(t, d)
	ctx := t.Context()
	anna, ben := Presence{Person: "anna", Account: true, Until: in(time.Minute)}, Presence{Person: "ben", Until: in(2 * time.Minute)}
	many := make([]Presence, 0, 2500)
	for range 2500 {
		many = append(many, Presence{Person: NewID(personLetters), Until: in(time.Hour)})
	}
	wantFine(t, []error{d.SharePresence(ctx, []Presence{anna, ben}, noon), e.SharePresence(ctx, many, noon)})
	if got, err := e.PresentElsewhere(ctx, noon); err != nil || len(got) != 2 || !slices.Contains(got, anna) || !slices.Contains(got, ben) {
		t.Errorf("elsewhere are %+v, %v", got, err)
	}
	if got, err := d.PresentElsewhere(ctx, noon); err != nil || len(got) != len(many) {
		t.Errorf("%d are elsewhere, %v", len(got), err)
	}
	if got, err := e.PresentElsewhere(ctx, in(time.Minute)); err != nil || !slices.Equal(got, []Presence{ben}) {
		t.Errorf("later %+v are elsewhere, %v", got, err)
	}
	ben.Until = in(3 * time.Minute)
	wantFine(t, []error{d.SharePresence(ctx, []Presence{ben}, in(2*time.Minute))})
	if n := countRows(t, d, "presence"); n != len(many)+1 {
		t.Errorf("%d rows are left", n)
	}
	wantFine(t, []error{d.ForgetNodes(ctx, in(3*time.Hour))})
	if n := countRows(t, d, "presence"); n != 0 {
		t.Errorf("%d rows are left of nodes that are no more", n)
	}
}

// A program that serves a file finds no one on other nodes.
func TestPresenceInFile(t *testing.T) {
	d := openFile(t)
	list := []Presence{{"anna", true, in(time.Minute)}, {"gus", false, in(time.Minute)}}
	if err := d.SharePresence(t.Context(), list, noon); err != nil {
		t.Fatal(err)
	}
	if list, err := d.PresentElsewhere(t.Context(), noon); err != nil || len(list) != 0 {
		t.Errorf("elsewhere are %v, %v", list, err)
	}
}

// A node whose clock and the server's move apart takes no turn until two measurements agree.
func TestClockThatJumps(t *testing.T) {
	d := openServer(t)
	ctx := t.Context()
	g := newPair(t, d)
	host := g.Players[0].ID
	if off := time.Until(d.Now()).Abs(); off > maxDrift {
		t.Errorf("the server on the same machine has a clock that differs by %v", off)
	}
	d.clock.Store(&clockState{offset: time.Hour}) // as measured before a jump
	if err := d.MeasureClock(ctx); !errors.Is(err, ErrClock) {
		t.Errorf("a jump is %v", err)
	}
	_, err := d.PlayTurn(ctx, g.ID, host, 0, "c2", noon)
	wantError(t, err, rules.Unavailable, "error.busy")
	wantFine(t, []error{d.MeasureClock(ctx)})
	if _, err := d.PlayTurn(ctx, g.ID, host, 0, "c2", noon); err != nil {
		t.Error(err)
	}
	d.clock.Store(&clockState{offset: d.clock.Load().offset + maxDrift/2})
	wantFine(t, []error{d.MeasureClock(ctx)})
}
