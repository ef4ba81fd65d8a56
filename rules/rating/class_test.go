package rating

import (
	"slices"
	"testing"

	"hexclub/rules/record"
)

func TestClassOf(t *testing.T) {
	for text, want := range map[string]Class{
		"":       "",
		"1+0":    Quick,
		"5+3":    Quick, // 7 minutes
		"9+1":    Quick, // 9 minutes and 40 seconds
		"9+2":    Long,
		"10+0":   Long,
		"1+14":   Long, // 10 minutes and 20 seconds
		"1+13":   Quick,
		"180+60": Long,
		"1d":     Days,
		"30d":    Days,
	} {
		control, err := record.ParseControl(text)
		if err != nil {
			t.Fatal(err)
		}
		got := ClassOf(control)
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
		if text != "" && !slices.Contains(Classes(), got) {
			t.Errorf("%q is no class", got)
		}
	}
}
