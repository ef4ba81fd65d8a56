package page

import (
	"testing"

	"hexclub/rules/record"
	"hexclub/views/viewstest"
)

func TestControlWords(t *testing.T) {
	for _, test := range []struct{ tag, control, words, short string }{
		{"en", "", "no clock", ""},
		{"fr", "", "sans pendule", ""},
		{"en", "5+3", "5 minutes + 3 seconds per turn", "5+3"},
		{"fr", "5+3", "5 minutes + 3 secondes par tour", "5+3"},
		{"es", "5+3", "5 minutos + 3 segundos por turno", "5+3"},
		{"ko", "5+3", "5분 + 차례당 3초", "5+3"},
		{"en", "1+1", "1 minute + 1 second per turn", "1+1"},
		{"en", "1+0", "1 minute per player", "1+0"},
		{"en", "180+180", "180 minutes + 180 seconds per turn", "180+180"},
		{"en", "1d", "1 day per turn", "1\u00a0d"},
		{"en", "14d", "14 days per turn", "14\u00a0d"},
		{"fr", "3d", "3 jours par tour", "3\u00a0j"},
	} {
		control, err := record.ParseControl(test.control)
		if err != nil {
			t.Fatal(err)
		}
		texts := viewstest.Catalog(t, test.tag)
		if got := ControlWords(texts, control); got != test.words {
			t.Errorf("%q in %s is %q, want %q", test.control, test.tag, got, test.words)
		}
		if got := ControlShort(texts, control); got != test.short {
			t.Errorf("%q in %s is %q for short, want %q", test.control, test.tag, got, test.short)
		}
	}
}
