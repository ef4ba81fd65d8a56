package i18n

import (
	"encoding/json"
	"testing"

	"github.com/nicksnyder/go-i18n/v2/i18n"
)

// A language without a form for one has the same messages with plural forms as
// the default language.
func TestOtherAlone(t *testing.T) {
	messages := func(text, path string) *i18n.MessageFile {
		t.Helper()
		file, err := i18n.ParseMessageFileBytes([]byte(text), path, map[string]i18n.UnmarshalFunc{"json": json.Unmarshal})
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	plural := pluralKeys(messages(`{"piece.hat": {"one": "{{.Count}} hat", "other": "{{.Count}} hats"}, "play.you": "you"}`, "en.json").Messages)
	ko, err := newCatalog(messages(`{"piece.hat": {"other": "모자 {{.Count}}개"}, "play.you": "나"}`, "ko.json"), plural, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, got, want string }{
		{"one", ko.N("piece.hat", 1), "모자 1개"},
		{"several", ko.N("piece.hat", 3), "모자 3개"},
		{"not without a number", ko.T("piece.hat"), "piece.hat"},
		{"plain", ko.T("play.you"), "나"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %q, want %q", test.name, test.got, test.want)
		}
	}
}
