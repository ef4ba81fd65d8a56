package ladder

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

func TestDefault(t *testing.T) {
	for _, keys := range [][]string{{"hexone"}, {"six", "tartan", "hexit"}} {
		if err := Default(keys...).Check(); err != nil {
			t.Errorf("%v: %v", keys, err)
		}
	}
}

// A ladder needs valid settings, and each of its players once.
func TestNew(t *testing.T) {
	for _, tt := range []struct {
		name    string
		set     Settings
		players []string
		want    string
	}{
		{"no games", Default(), nil, "error.ladder-games"},
		{"twice", Default("six"), []string{"ann", "ben", "ann"}, "error.ladder-player"},
		{"no id", Default("six"), []string{""}, "error.ladder-player"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var known *rules.Error
			if _, err := New(day, tt.set, tt.players); !errors.As(err, &known) || known.Key != tt.want || known.Kind != rules.Invalid {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
	s, err := New(day, Default("six"), []string{"ann", "ben"})
	if err != nil || s.Place("ann") != 1 || s.Place("ben") != 2 || s.Next() != 29*day {
		t.Errorf("%+v, %v", s, err)
	}
}

// Every wrong field is reported by its key, alone and with others.
func TestCheck(t *testing.T) {
	tests := []struct {
		name string
		set  func(*Settings)
		want []string // field and key
	}{
		{"no games", func(s *Settings) { s.Games = nil }, []string{"games error.ladder-games"}},
		{"a game twice", func(s *Settings) { s.Games = []string{"six", "six"} }, []string{"games error.ladder-games"}},
		{"no such game", func(s *Settings) { s.Games = []string{"hexone", "go\x00"} }, []string{"games error.ladder-games"}},
		{"matches of Six", func(s *Settings) { s.Games, s.Unit = []string{"six"}, pairing.Match }, []string{"unit error.ladder-match"}},
		{"matches of two games", func(s *Settings) { s.Games, s.Unit = []string{"hexone", "six"}, pairing.Match }, []string{"unit error.ladder-match"}},
		{"no unit", func(s *Settings) { s.Unit = "" }, []string{"unit error.ladder-choice"}},
		{"choices", func(s *Settings) {
			s.Refuse, s.Unanswered, s.Unplayed, s.Win, s.Loss, s.Entry, s.Leaving = "x", "", "LOST", "insert ", "0", "top", "<b>"
		}, []string{
			"refuse error.ladder-choice", "unanswered error.ladder-choice", "unplayed error.ladder-choice", "win error.ladder-choice",
			"loss error.ladder-choice", "entry error.ladder-choice", "leaving error.ladder-choice",
		}},
	}
	for _, bound := range Bounds() {
		for _, n := range []int{bound.Min - 1, bound.Max + 1, math.MinInt, math.MaxInt} {
			tests = append(tests, struct {
				name string
				set  func(*Settings)
				want []string
			}{bound.Name, func(s *Settings) { *bound.Value(s) = n }, []string{bound.Name + " " + bound.Key}})
		}
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := Default("hexone")
			tt.set(&s)
			var got []string
			for _, wrong := range s.Problems() {
				field, _, _ := strings.Cut(wrong.Detail, " ")
				got = append(got, field+" "+wrong.Key)
				if _, known := catalog(t)[wrong.Key]; !known || wrong.Kind != rules.Invalid {
					t.Errorf("%+v", wrong)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if err := s.Check(); !rules.IsKind(err, rules.Invalid) {
				t.Errorf("Check is %v", err)
			}
		})
	}
}

// Bounds are inclusive, each has a field, and its message states it.
func TestBounds(t *testing.T) {
	numbers := 0
	var fields map[string]any
	if err := json.Unmarshal([]byte(mustJSON(t, Default("hexone"))), &fields); err != nil {
		t.Fatal(err)
	}
	for _, value := range fields {
		if _, number := value.(float64); number {
			numbers++
		}
	}
	if numbers != len(Bounds()) {
		t.Errorf("%d bounds for %d numbers", len(Bounds()), numbers)
	}
	for _, bound := range Bounds() {
		for _, n := range []int{bound.Min, bound.Max} {
			s := Default("hexone")
			*bound.Value(&s) = n
			if err := s.Check(); err != nil {
				t.Errorf("%s = %d: %v", bound.Name, n, err)
			}
			if err := json.Unmarshal([]byte(mustJSON(t, s)), &fields); err != nil || fields[bound.Name] != float64(n) {
				t.Errorf("%s is not the field set: %v, %v", bound.Name, fields, err)
			}
			if message, _ := catalog(t)[bound.Key].(string); !strings.Contains(message, mustJSON(t, n)) {
				t.Errorf("%s does not contain %d: %s", bound.Key, n, message)
			}
		}
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	written, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(written)
}

// Each rule has one statement under all settings, with the values that its
// message needs; together the settings use every message.
func TestStatements(t *testing.T) {
	random, said := rand.New(rand.NewPCG(3, 4)), map[string]bool{}
	for range 300 {
		s := randomSettings(random)
		if random.IntN(2) == 0 {
			s.Games = append(s.Games, "six")
		}
		var got []Rule
		for _, statement := range s.Statements() {
			got = append(got, statement.Rule)
			if !said[statement.Key] {
				checkValues(t, statement.Key, statement.Values)
			}
			said[statement.Key] = true
		}
		if diff := cmp.Diff(allRules, got); diff != "" {
			t.Fatalf("-want +got:\n%s", diff)
		}
	}
	for key := range catalog(t) {
		if strings.HasPrefix(key, "ladder.rule.") && !said[key] {
			t.Errorf("no settings say %s", key)
		}
	}
}
