package club_test

import (
	"net/http"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/ladder"
)

// An organiser orders the players of a ladder by buttons, which store nothing before the order is saved.
func TestOrderingALadder(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben", "Carl")
	path := web.Href(c.Ladder.Ref())
	c.Clients["Anna"].Post(path+"/order", "by", "draw").WantStatus(t, http.StatusForbidden)
	p := c.Organiser.Get(c.Organiser.Get(path).Attribute("#manage a[href$='/order']", "href")).WantStatus(t, http.StatusOK)
	p.WantCount(t, "#ordering button[disabled]", 2)
	seen := p.Attribute("[name=seen]", "value")
	form := func(pressed string, value string, names ...string) []string {
		pairs := []string{pressed, value, "why", "as last year", "seen", seen}
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
	p = c.Organiser.Post(path+"/order", form("by", "draw", "Anna", "Carl", "Ben")...)
	seed := p.Attribute("[name=seed]", "value")
	var drawn []string
	for _, id := range ladder.Draw(seed, map[string]string{"a": "Anna", "b": "Ben", "c": "Carl"}) {
		drawn = append(drawn, map[string]string{"a": "Anna", "b": "Ben", "c": "Carl"}[id])
	}
	wantOrder(p.WantText(t, "#seed", seed), strings.Join(drawn, " "))
	c.Organiser.Post(path+"/order", append(form("up", c.People[drawn[2]].ID, drawn...), "seed", seed)...).WantCount(t, "[name=seed]", 0)
	c.Organiser.Post(path+"/order", append(form("x", "", drawn...), "seed", seed)...).WantCount(t, "[name=seed]", 1)
	if remove := c.Organiser.Get(p.Attribute("#ordering li:first-child .end a", "href")); remove.Attribute("[value=remove][checked]", "name") != "what" ||
		remove.Attribute("[name=player]", "value") != drawn[0] {
		t.Errorf("the button to remove opens %s", remove.Path)
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
	log := c.Organiser.Get("/club/log").WantText(t, ".log", "in a new order. Changed places: 3.")
	c.Organiser.Sends(log, ".log li:first-child form").WantText(t, "#notice", "Undone.")
	c.WantOrder("Anna", "Anna Ben Carl")

	// A game changes places in the meantime.
	seen = c.Organiser.Get(path+"/order").Attribute("[name=seen]", "value")
	p = c.Organiser.Post(path+"/record", "first", "Carl", "second", "Anna", "game", "hexone", "outcome-1", "first", "points-1-winner", "20")
	c.Organiser.Sends(p, "#notice form").WantText(t, "#notice", "Undone.")
	c.Organiser.Post(path+"/record", "first", "Carl", "second", "Anna", "game", "hexone", "outcome-1", "first", "points-1-winner", "20")
	c.Organiser.Get("/club/log").WantCount(t, ".log li:first-child form", 1)
	p = c.Organiser.Post(path+"/order", form("save", "yes", "Anna", "Carl", "Ben")...).WantStatus(t, http.StatusConflict).
		WantText(t, "#problem", "Your order is kept").WantText(t, "#now", "Carl").WantText(t, "textarea[name=why]", "as last year")
	if got := strings.Join(p.List("#now li"), " "); got != "Carl Anna Ben" {
		t.Errorf("the places are said to be %s", got)
	}
	wantOrder(p, "Anna Carl Ben")
	c.WantOrder("Anna", "Carl Anna Ben")
	if p.Attribute("[name=seen]", "value") == seen {
		t.Error("the form would fail again")
	}
	seen = p.Attribute("[name=seen]", "value")
	c.Organiser.Post(path+"/order", form("save", "yes", "Anna", "Carl", "Ben")...).WantStatus(t, http.StatusOK)
	c.WantOrder("Anna", "Anna Carl Ben")
	c.Organiser.Get("/club/log").WantCount(t, ".log li:has(a[href^='/pairings/']) form", 0) // places have changed since
}
