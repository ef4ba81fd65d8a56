package db

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
)

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

func TestTextsAreChecked(t *testing.T) {
	t.Parallel()
	d := openTest(t)
	admin := newAdmin(t, d, "Anna").ID
	member := newAccount(t, d).ID
	season, err := d.NewSeason(t.Context(), strings.Repeat("é", maxSeason), "", admin, noon)
	if err != nil {
		t.Fatal(err)
	}
	long := func(n int) string { return strings.Repeat("x", n+1) }
	for key, test := range map[string]struct {
		wrong []string
		write func(text string) error
	}{
		"error.club-name": {[]string{long(maxClubName), "!?", "two\nlines", "a\u202eb"}, func(text string) error {
			_, err := d.SetClub(t.Context(), Club{Name: text}, "", admin, noon)
			return err
		}},
		"error.welcome": {[]string{long(maxWelcome), "a\u202eb"}, func(text string) error {
			_, err := d.SetClub(t.Context(), Club{}, text, admin, noon)
			return err
		}},
		"error.season-name": {[]string{"", long(maxSeason), "!?", "two\nlines"}, func(text string) error {
			wantError(t, d.RenameSeason(t.Context(), season.ID, text, admin, noon), rules.Invalid, "error.season-name")
			_, err := d.NewSeason(t.Context(), text, "", admin, noon)
			return err
		}},
		"error.invitation-note": {[]string{long(maxNote), "!?", "two\nlines"}, func(text string) error {
			return d.Invite(t.Context(), NewInvitation{Hash: "hash", Note: text, Uses: 1, Expires: in(time.Hour)}, admin, noon)
		}},
		"error.pairing-reason": {[]string{long(MaxReason), "a\u202eb"}, func(text string) error {
			ban := Ban{Prefix: netip.MustParsePrefix("192.0.2.0/24"), Reason: text, Until: in(time.Hour)}
			wantError(t, d.AddBan(t.Context(), ban, admin, noon), rules.Invalid, "error.pairing-reason")
			_, err := d.CloseAccount(t.Context(), member, text, admin, noon)
			return err
		}},
	} {
		for _, text := range test.wrong {
			wantError(t, test.write(text), rules.Invalid, key)
		}
	}
}
