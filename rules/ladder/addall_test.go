package ladder

import (
	"errors"
	"slices"
	"testing"
)

// Several people enter at once on the places on which they would enter one by one.
func TestAddAll(t *testing.T) {
	for name, tt := range map[string]struct {
		entry Entry
		want  []string // the events
	}{
		"bottom": {Bottom, []string{"added eve 5", "added fay 6", "added gus 7"}},
		"middle": {Middle, []string{"added eve 3", "added gus 4", "added fay 5", "moved cid 3 6", "moved dan 4 7"}},
		"given":  {Given, []string{"added eve 5", "added fay 6", "added gus 7"}},
	} {
		t.Run(name, func(t *testing.T) {
			set := Default("six")
			set.Entry = tt.entry
			s, err := New(day, set, []string{"ann", "ben", "cid", "dan"})
			if err != nil {
				t.Fatal(err)
			}
			one := s.clone()
			events, err := s.AddAll(2*day, []string{"eve", "fay", "gus"})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range events {
				text := string(e.Kind) + " " + e.Player
				if e.From > 0 {
					text += " " + string(rune('0'+e.From))
				}
				got = append(got, text+" "+string(rune('0'+e.To)))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			for _, person := range []string{"eve", "fay", "gus"} {
				if _, err := one.Add(2*day, person, 0); err != nil {
					t.Fatal(err)
				}
			}
			if !slices.Equal(s.Players, one.Players) {
				t.Errorf("at once %+v, one by one %+v", s.Players, one.Players)
			}
		})
	}
}

// New members enter by their own rule; people who are or were on the ladder do not.
func TestAddNew(t *testing.T) {
	set := Default("six")
	set.Entry = Given
	s, err := New(day, set, []string{"ann", "ben"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Leave(day, "ann"); err != nil {
		t.Fatal(err)
	}
	events, err := s.AddNew(2*day, []string{"ann", "ben", "eve"})
	want := []Event{{Kind: Added, At: 2 * day, Player: "eve", To: 2, Why: NewcomersRule}}
	if err != nil || !slices.Equal(events, want) || s.Players[1].Free != set.Free || len(s.Leavers) != 1 {
		t.Errorf("%+v, %v; %+v", events, err, s)
	}
}

// If one person cannot enter, nobody does.
func TestAddAllOrNone(t *testing.T) {
	s, err := New(day, Default("six"), []string{"ann", "ben"})
	if err != nil {
		t.Fatal(err)
	}
	var refused *Refusal
	if _, err := s.AddAll(2*day, []string{"eve", "ben"}); !errors.As(err, &refused) || len(s.Players) != 2 {
		t.Errorf("%v, %+v", err, s.Players)
	}
	if _, err := s.AddAll(2*day, []string{"eve", "eve"}); err == nil || len(s.Players) != 2 {
		t.Errorf("twice: %v, %+v", err, s.Players)
	}
	if events, err := s.Leave(2*day, "ann"); err != nil || len(events) == 0 {
		t.Fatal(err)
	}
	if _, err := s.AddAll(3*day, []string{"ann", "eve"}); err != nil || len(s.Leavers) != 0 || s.Players[s.Place("ann")-1].Free != 0 {
		t.Errorf("a player who comes back: %v, %+v", err, s)
	}
}
