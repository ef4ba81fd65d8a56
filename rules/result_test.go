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

// A draw lists its seats if others do not share it.
func TestResultOfSomeWhoDraw(t *testing.T) {
	shared := rules.Result{Drawn: true, Places: [rules.MaxSeats]int8{1, 2, 1}}
	if got := shared.String(); got != "draw 1 3" {
		t.Errorf("got %q", got)
	}
	if winners := shared.Winners(); winners != nil {
		t.Errorf("the winners are %v", winners)
	}
	shared.Scored, shared.Halves[2] = true, 3
	if got := shared.String(); got != "draw 1 3 points 0 0 1.5" {
		t.Errorf("got %q", got)
	}
}

func TestParseResult(t *testing.T) {
	for _, tt := range []struct {
		text  string
		seats int
		want  rules.Result
	}{
		{"win 1", 2, rules.Win(1, 2, "")},
		{"win 5", 6, rules.Win(5, 6, "")},
		{"win 1 3", 4, rules.Result{Places: [rules.MaxSeats]int8{1, 2, 1, 2}}},
		{"draw", 3, rules.Draw(3, "")},
		{"draw 1 3", 3, rules.Result{Drawn: true, Places: [rules.MaxSeats]int8{1, 2, 1}}},
		{"win 2 points 0 36", 2, rules.Result{
			Places: [rules.MaxSeats]int8{2, 1}, Scored: true, Halves: [rules.MaxSeats]int16{0, 72},
		}},
		{"win 1 points 17 12.5", 2, rules.Result{
			Places: [rules.MaxSeats]int8{1, 2}, Scored: true, Halves: [rules.MaxSeats]int16{34, 25},
		}},
		{"draw points 0 0", 2, rules.Result{Drawn: true, Places: [rules.MaxSeats]int8{1, 1}, Scored: true}},
	} {
		if got, err := rules.ParseResult(tt.text, tt.seats); err != nil || got != tt.want {
			t.Errorf("%q of %d is read as %+v, %v; want %+v", tt.text, tt.seats, got, err, tt.want)
		}
	}
}

func TestParseResultRefuses(t *testing.T) {
	for _, text := range []string{
		"", "*", " ", "win", "win ", "win 0", "win 4", "win -1", "win +1", "win 01", "win 3 1", "win 1 1", "win 1 x", "win  1",
		"win 1 ", "Win 1", "lose 1", "draw 1 2 3", "draw 4", "draw ", "draw points", "points 1 2 3", "win points 1 2 3",
		"win 1 points 1 2", "win 1 points 1 2 3 4", "win 1 points 1 2 -3", "win 1 points 1 2 .5", "win 1 points 1 2 3.0",
		"win 1 points 1 2 3.55", "win 1 points 1 2 03", "win 1 points 1 2 16384", "win 1 points 1 2 16383.55", "win 1 points 1 2 99999999999999999999",
		"win 1 points 1 2 3 points 1 2 3", "win 1\tpoints 1 2 3", "win 1 resignation",
	} {
		got, err := rules.ParseResult(text, 3)
		checkInvalid(t, err)
		if got != (rules.Result{}) {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	for _, seats := range []int{-1, 0, rules.MaxSeats + 1} {
		_, err := rules.ParseResult("win 1", seats)
		checkInvalid(t, err)
	}
}

// Every text is either a result that String writes the same way, or an error
// of kind Invalid.
func FuzzParseResult(f *testing.F) {
	for _, text := range []string{"win 1", "win 1 3", "draw", "draw 1 3", "win 2 points 0 36", "win 1 points 17 12.5", "draw points 0 0"} {
		f.Add(text, 2)
		f.Add(text, 4)
	}
	f.Fuzz(func(t *testing.T, text string, seats int) {
		result, err := rules.ParseResult(text, seats)
		if err != nil {
			checkInvalid(t, err)
			return
		}
		if again := result.String(); again != text {
			t.Errorf("%q is read as %+v, which is written %q", text, result, again)
		}
	})
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

func TestOutcome(t *testing.T) {
	shared := rules.Result{Drawn: true, Places: [rules.MaxSeats]int8{1, 2, 1}}
	for _, test := range []struct {
		result rules.Result
		seat   rules.Seat
		want   rules.Outcome
	}{
		{rules.Win(2, 3, "model"), 2, rules.Won},
		{rules.Win(2, 3, "model"), 3, rules.Lost},
		{rules.Draw(2, "agreement"), 2, rules.Drawn},
		{shared, 1, rules.Drawn},
		{shared, 2, rules.Lost},
	} {
		if got := test.result.Outcome(test.seat); got != test.want {
			t.Errorf("%v is %s for seat %d, want %s", test.result, got, test.seat, test.want)
		}
	}
}
