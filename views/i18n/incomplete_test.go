package i18n_test

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"hexclub/views/i18n"
)

// incomplete is a folder with catalogs in English, French and Korean. Tools for translators leave out what is not
// translated yet, or write it as empty.
var incomplete = fstest.MapFS{
	"en.json": {Data: []byte(`{
		"piece.hat": {"one": "{{.Count}} hat", "other": "{{.Count}} hats"},
		"piece.star": {"one": "{{.Count}} star", "other": "{{.Count}} stars"},
		"play.by": "by {{.Player}}", "play.what": "What now?", "play.you": "you",
		"term.hat": "hat", "term.hat.means": "A piece.", "term.star": "star", "term.star.means": "Another piece!"
	}`)},
	"fr.json":         {Data: []byte(`{"piece.hat": {"one": "", "many": "", "other": "{{.Count}} chapeaux"}, "play.by": "", "play.you": "vous", "term.hat": "chapeau", "term.hat.means": "Une pièce.", "term.star": "étoile"}`)},
	"ko.json":         {Data: []byte(`{"piece.hat": {"other": "모자 {{.Count}}개"}, "play.you": "나"}`)},
	"details.fr.json": {Data: []byte(`{"row %d": "rangée %d", "no row": ""}`)},
	"glossary.json":   {Data: []byte(`[{"id": "hat", "games": ["tartan"]}, {"id": "star", "games": [], "not": {"fr": ["astre"]}}]`)},
}

// A text that a language lacks is in English.
func TestIncompleteLanguage(t *testing.T) {
	catalogs, err := i18n.LoadFrom(incomplete, []string{"en", "fr", "ko"})
	if err != nil {
		t.Fatal(err)
	}
	en, fr, ko := catalogs.Match("en", ""), catalogs.Match("fr", ""), catalogs.Match("ko", "")
	for _, test := range []struct{ name, got, want string }{
		{"translated", fr.T("play.you"), "vous"},
		{"left out", fr.T("play.what"), "What now?"}, // without French typography
		{"empty", fr.T("play.by", "Player", "Ana"), "by Ana"},
		{"empty form", fr.N("piece.hat", 1), "1 chapeaux"},
		{"form", fr.N("piece.hat", 2), "2 chapeaux"},
		{"left out, one", fr.N("piece.star", 1), "1 star"},
		{"left out, other", fr.N("piece.star", 0), "0 stars"},
		{"a language without a form for one", ko.N("piece.hat", 1), "모자 1개"},
		{"not without a number", ko.T("piece.hat"), "piece.hat"},
		{"plain", ko.T("play.you"), "나"},
		{"left out of Korean", ko.N("piece.star", 1), "1 star"},
		{"unknown", fr.T("play.unknown"), "play.unknown"},
		{"detail", fr.Detail("row %d", 3), "rangée 3"},
		{"empty detail", fr.Detail("no row"), "no row"},
		{"no details", ko.Detail("row %d", 3), "row 3"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %q, want %q", test.name, test.got, test.want)
		}
	}
	english := []i18n.Term{{ID: "hat", Games: []string{"tartan"}, Name: "hat", Means: "A piece."}, {ID: "star", Games: []string{}, Name: "star", Means: "Another piece!"}}
	half := []i18n.Term{{ID: "hat", Games: []string{"tartan"}, Name: "chapeau", Means: "Une pièce."}, {ID: "star", Games: []string{}, Name: "étoile", Means: "Another piece!"}}
	for _, test := range []struct {
		name      string
		got, want []i18n.Term
	}{{"en", en.Glossary(), english}, {"fr", fr.Glossary(), half}, {"ko", ko.Glossary(), english}} {
		if diff := cmp.Diff(test.want, test.got); diff != "" {
			t.Errorf("%s: terms (-want +got):\n%s", test.name, diff)
		}
	}
}
