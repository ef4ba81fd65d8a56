package club_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// An organiser orders the players of a ladder by buttons, which store nothing before the order is saved.
func TestOrderingALadder(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben", "Carl")
	path := web.Href(c.Ladder.Ref())
	c.Clients["Anna"].Post(path+"/order", "by", "draw").WantStatus(t, http.StatusForbidden)
	p := c.Organiser.Get(c.Organiser.Get(path).Attribute("#manage a[href$='/order']", "href")).WantStatus(t, http.StatusOK)
	p.WantCount(t, "#ordering button[disabled]", 2)
	form := func(pressed string, value string, names ...string) []string {
		pairs := []string{pressed, value, "why", "as last year"}
		for _, name := range names {
			pairs = append(pairs, "order", c.People[name].ID)
		}
		return pairs
	}
	wantOrder := func(p sitetest.WebPage, want string) {
		t.Helper()
		var got []string
		for _, row := range p.List("#ordering .main") {
			got = append(got, strings.Fields(row)[0])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("the form has %q, want %s", got, want)
		}
	}
	p = c.Organiser.Post(path+"/order", form("up", c.People["Carl"].ID, "Anna", "Ben", "Carl")...).WantStatus(t, http.StatusOK)
	wantOrder(p, "Anna Carl Ben")
	p.WantText(t, "textarea[name=why]", "as last year").WantText(t, ".rose", "▲1").WantText(t, ".fell", "▼1")
	wantOrder(c.Organiser.Post(path+"/order", form("down", c.People["Anna"].ID, "Anna", "Carl", "Ben")...), "Carl Anna Ben")
	drawn := c.Organiser.Post(path+"/order", form("by", "draw", "Anna", "Carl", "Ben")...).List("#ordering .main")
	if len(drawn) != 3 || slices.Contains(drawn, "") {
		t.Errorf("drawn %q", drawn)
	}
	wantOrder(c.Organiser.Post(path+"/order", form("x", "", "Carl", "Carl")...), "Carl Anna Ben") // what the form lacks follows
	if got := c.Organiser.Get(path).Order(); got != "Anna Ben Carl" {
		t.Errorf("the ladder is %s before the order is saved", got)
	}
	p = c.Organiser.Post(path+"/order", form("save", "yes", "Carl", "Anna")...).WantStatus(t, http.StatusConflict).WantText(t, "#problem", "changed in the meantime")
	wantOrder(p, "Carl Anna Ben")
	p = c.Organiser.Post(path+"/order", form("save", "yes", "Carl", "Anna", "Ben")...).WantStatus(t, http.StatusOK).WantText(t, "#notice", "The order is saved")
	if got := p.Order(); got != "Carl Anna Ben" {
		t.Errorf("the ladder is %s", got)
	}
	c.Organiser.Get("/club/log").WantText(t, ".log", "in a new order. Changed places: 3.")
}
