package page

import (
	"testing"

	"hexclub/views/viewstest"
)

func TestNavigationMarksThePart(t *testing.T) {
	for path, want := range map[string][2]string{ // address of the marked link, and its mark
		"/":                      {"", ""},
		"/lobby":                 {"/lobby", "page"},
		"/games/new?game=six":    {"/games/new", "page"},
		"/games/abc":             {"", ""},
		"/learn":                 {"/learn", "page"},
		"/learn/six/first":       {"/learn", "true"},
		"/rules/six":             {"/learn", "true"},
		"/learning":              {"", ""},
		"/club":                  {"/club", "page"},
		"/ladders/abc/challenge": {"/club", "true"},
		"/analysis/hexone":       {"/analysis/hexone", "page"},
		"/analysis/six?line=0,0": {"/analysis/hexone", "true"},
		"/people/Anna":           {"/people/Anna", "page"},
		"/people/Ben":            {"", ""},
	} {
		f := Frame{T: viewstest.Catalog(t, "en"), Path: path, Reader: Reader{Name: "Anna"}}
		var got [2]string
		for _, l := range f.navigation() {
			if l.here != "" {
				got = [2]string{l.href, l.here}
			}
		}
		if got != want {
			t.Errorf("on %s the marked link is %q, want %q", path, got, want)
		}
	}
}
