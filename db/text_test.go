package db

import "testing"

func TestIsText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ line, text bool }{
		"": {true, true}, "Autumn 2026 – É, 가을, سپتامبر": {true, true}, "dix\u00a0ans\u202f!": {true, true},
		"👩\u200d🚀": {true, true}, "می\u200cخواهم": {true, true},
		"two\nlines\tand more": {false, true},
		"from Windows\r\n":     {false, false}, "\x00": {false, false}, "\x1b[2J": {false, false}, "\x7f": {false, false}, "not\xfftext": {false, false},
		"turned \u202eround": {false, false}, "\u2066turned": {false, false}, "\u200eleft": {false, false}, "\u200bnothing": {false, false},
		"\ufeffmark": {false, false}, "line\u2028line": {false, false}, "\U000e0041 tag": {false, false}, "soft\u00adhyphen": {false, false},
	} {
		if line, several := IsLine(text), IsText(text); line != want.line || several != want.text {
			t.Errorf("%q: a line is %v, a text %v, want %v", text, line, several, want)
		}
	}
}
