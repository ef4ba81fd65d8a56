package db

import (
	"path/filepath"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
)

func TestConfirms(t *testing.T) {
	for _, pace := range record.Paces() {
		all := Confirms{Live: true, Slow: true, Alone: true}
		without, only := all.With(pace, false), Confirms{}.With(pace, true)
		for _, other := range record.Paces() {
			if got, want := without.In(other), other != pace; got != want {
				t.Errorf("without %s, %s is confirmed: %v", pace, other, got)
			}
			if got, want := only.In(other), other == pace; got != want {
				t.Errorf("with %s alone, %s is confirmed: %v", pace, other, got)
			}
		}
		d := openTest(t)
		person := newGuest(t, d)
		if err := d.SetConfirms(t.Context(), person.ID, only); err != nil {
			t.Fatal(err)
		}
		if got, err := d.Person(t.Context(), person.ID); err != nil || got.Confirms != only {
			t.Errorf("stored %+v, %v; want %+v", got.Confirms, err, only)
		}
	}
}

// Before migration 23, people confirmed the turns of all games or of none.
func TestConfirmsOfEarlierFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	oldFile(t, path, 22, "INSERT INTO people (id, name, folded, confirm_turns, created) VALUES ('on', 'On', 'on', true, 0), ('off', 'Off', 'off', false, 0)")
	openAt(t, path, func(d *DB) {
		for id, want := range map[string]Confirms{"on": DefaultConfirms(), "off": {}} {
			if got, err := d.Person(t.Context(), id); err != nil || got.Confirms != want {
				t.Errorf("%s: %+v, %v; want %+v", id, got.Confirms, err, want)
			}
		}
	})
}

func TestPaceFor(t *testing.T) {
	live, err := record.Fischer(5, 3)
	if err != nil {
		t.Fatal(err)
	}
	days, err := record.Days(3)
	if err != nil {
		t.Fatal(err)
	}
	controls := map[string]record.Control{"live": live, "by days": days, "without a clock": {}}
	players := map[string][]Player{
		"a person": {{ID: "anna"}, {ID: "ben"}}, "a bot": {{ID: "anna"}, {ID: BotID(1)}}, "on one device": {{ID: "anna"}, {ID: "anna"}},
		"a person and bots": {{ID: "anna"}, {ID: BotID(1)}, {ID: "ben"}}, "a free seat": {{ID: "anna"}, {}},
	}
	for opponents, seats := range players {
		for clock, control := range controls {
			r, err := record.NewTimed(hexone.Game{}, rules.Setup{}, control)
			if err != nil {
				t.Fatal(err)
			}
			want := record.Alone
			if opponents == "a person" || opponents == "a person and bots" || opponents == "a free seat" {
				want = map[string]record.Pace{"live": record.Live, "by days": record.Slow, "without a clock": record.Slow}[clock]
			}
			if got := (Game{Record: r, Players: seats}).PaceFor("anna"); got != want {
				t.Errorf("against %s, %s: %s, want %s", opponents, clock, got, want)
			}
		}
	}
}
