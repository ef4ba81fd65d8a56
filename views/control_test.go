package views

import (
	"testing"

	"hexclub/rules/record"
)

func TestControlWords(t *testing.T) {
	for _, test := range []struct{ tag, control, words, short string }{
		{"en", "", "no clock", ""},
		{"fr", "", "sans pendule", ""},
		{"en", "5+3", "5 minutes + 3 s a turn", "5+3"},
		{"fr", "5+3", "5 minutes + 3 s par tour", "5+3"},
		{"en", "1+0", "1 minute a player", "1+0"},
		{"en", "180+180", "180 minutes + 180 s a turn", "180+180"},
		{"en", "1d", "1 day a turn", "1 d"},
		{"en", "14d", "14 days a turn", "14 d"},
		{"fr", "3d", "3 jours par tour", "3 j"},
	} {
		control, err := record.ParseControl(test.control)
		if err != nil {
			t.Fatal(err)
		}
		texts := catalog(t, test.tag)
		if got := ControlWords(texts, control); got != test.words {
			t.Errorf("%q in %s is %q, want %q", test.control, test.tag, got, test.words)
		}
		if got := ControlShort(texts, control); got != test.short {
			t.Errorf("%q in %s is %q for short, want %q", test.control, test.tag, got, test.short)
		}
	}
}
