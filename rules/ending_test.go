package rules_test

import (
	"testing"

	"hexclub/rules"
)

func TestEnding(t *testing.T) {
	own := []rules.Reason{"line"}
	shared := rules.Draw(4, rules.Repetition)
	shared.Places[1], shared.Places[3] = 2, 2
	team := rules.Win(1, 4, "line")
	team.Places[2] = 1
	for _, test := range []struct {
		result rules.Result
		seats  int
		want   string
	}{
		{rules.Win(2, 2, rules.Timeout), 2, "win2:timeout"},
		{rules.Draw(2, rules.Agreement), 2, "draw:agreement"},
		{team, 4, "win13:line"},
		{shared, 4, "draw13:repetition"},
	} {
		if got := test.result.Ending(); got != test.want {
			t.Errorf("%v is written %q, want %q", test.result, got, test.want)
		}
		back, ok := rules.ParseEnding(test.want, test.seats, own)
		if !ok || back != test.result {
			t.Errorf("%q is read as %+v, %v", test.want, back, ok)
		}
	}
	for _, bad := range []string{
		"", "win", "win1", "win:timeout", "win3:timeout", "win21:timeout", "win11:timeout", "won1:timeout",
		"draw12:agreement", "draw", "draw:", "draw:circle", "win1:timeout:", "1:timeout", "win0:timeout",
	} {
		if r, ok := rules.ParseEnding(bad, 2, own); ok {
			t.Errorf("%q is read as %+v", bad, r)
		}
	}
}

func FuzzParseEnding(f *testing.F) {
	f.Add("win1:timeout", 2)
	f.Add("draw13:line", 4)
	f.Fuzz(func(t *testing.T, text string, seats int) {
		if r, ok := rules.ParseEnding(text, seats, []rules.Reason{"line"}); ok && r.Ending() != text {
			t.Errorf("%q is read as %+v, which is written %q", text, r, r.Ending())
		}
	})
}
