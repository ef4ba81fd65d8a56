package rules_test

import (
	"slices"
	"testing"

	"hexclub/rules"
)

func TestResultText(t *testing.T) {
	scored := func(r rules.Result, halves ...int16) rules.Result {
		r.Scored = true
		copy(r.Halves[:], halves)
		return r
	}
	for _, tt := range []struct {
		name    string
		result  rules.Result
		text    string
		winners []rules.Seat
	}{
		{"win", rules.Win(1, 2, rules.Resignation), "win 1", []rules.Seat{1}},
		{"win with points", scored(rules.Win(2, 2, rules.Timeout), 0, 72), "win 2 points 0 36", []rules.Seat{2}},
		{"half points", scored(rules.Win(1, 2, rules.Repetition), 34, 25), "win 1 points 17 12.5", []rules.Seat{1}},
		{"win of many", rules.Win(5, 6, rules.Timeout), "win 5", []rules.Seat{5}},
		{"draw", rules.Draw(2, rules.Agreement), "draw", nil},
		{"draw with points", scored(rules.Draw(2, rules.Agreement)), "draw points 0 0", nil},
		{"draw of four", rules.Draw(4, rules.Repetition), "draw", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.result.String(); got != tt.text {
				t.Errorf("got %q, want %q", got, tt.text)
			}
			if got := tt.result.Winners(); !slices.Equal(got, tt.winners) {
				t.Errorf("the winners are %v, want %v", got, tt.winners)
			}
		})
	}
}

func TestResultOfTeams(t *testing.T) {
	team := rules.Result{Places: [rules.MaxSeats]int8{1, 2, 1, 2}}
	if got := team.String(); got != "win 1 3" {
		t.Errorf("got %q", got)
	}
}

func TestResultsAreComparable(t *testing.T) {
	first, again := rules.Win(1, 2, rules.Resignation), rules.Win(1, 2, rules.Resignation)
	if first != again {
		t.Error("equal results differ")
	}
	if rules.Win(1, 2, rules.Resignation) == rules.Win(1, 2, rules.Timeout) {
		t.Error("the reason makes no difference")
	}
}

func TestPoints(t *testing.T) {
	r := rules.Result{Halves: [rules.MaxSeats]int16{0, 1, 2, 25}}
	for seat, want := range map[rules.Seat]string{1: "0", 2: "0.5", 3: "1", 4: "12.5"} {
		if got := r.Points(seat); got != want {
			t.Errorf("seat %d has %s, want %s", seat, got, want)
		}
	}
}
