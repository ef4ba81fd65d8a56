package page

import (
	"testing"

	"hexclub/views/viewstest"
)

func TestNavigationMarksThePart(t *testing.T) {
	for path, want := range map[string][2]string{ // address of the marked link, and its mark
		"/":                      {"/", "page"},
		"/lobby":                 {"/lobby", "page"},
		"/games":                 {"/games", "page"},
		"/games/new":             {"/lobby", "true"},
		"/games/abc":             {"", ""},
		"/learn":                 {"/learn", "page"},
		"/learn/six/first":       {"/learn", "true"},
		"/rules/six":             {"/learn", "true"},
		"/learning":              {"", ""},
		"/club":                  {"/club", "page"},
		"/ladders/abc/challenge": {"/club", "true"},
		"/analysis/six":          {"/learn", "true"},
		"/people/Ben":            {"/club", "true"},
		"/settings":              {"", ""},
	} {
		f := Frame{T: viewstest.Catalog(t, "en"), Asked: path, Reader: Reader{Name: "Anna"}}
		var got [2]string
		for _, l := range f.mainLinks() {
			if l.here != "" {
				got = [2]string{l.href, l.here}
			}
		}
		if got != want {
			t.Errorf("on %s the marked link is %q, want %q", path, got, want)
		}
	}
}

func TestMenuHasTheReadersPages(t *testing.T) {
	guest := Frame{T: viewstest.Catalog(t, "en"), Path: "/rules", Return: "/rules"}
	if got := guest.menuLinks()[0].href; got != "/login?return=%2Frules" {
		t.Errorf("the first link of a guest's menu is %q, want the log-in form", got)
	}
	member := guest
	member.Reader.Name = "Anna"
	if got := member.menuLinks()[0].href; got != "/people/Anna" {
		t.Errorf("the first link of a member's menu is %q, want the profile", got)
	}
}
