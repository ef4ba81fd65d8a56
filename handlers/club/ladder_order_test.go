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
	wantOrder(c.Organiser.Post(path+"/order", form("x", "", "Carl", "Carl")...), "Carl Anna Ben") // what the form lacks follows
	if got := c.Organiser.Get(path).Order(); got != "Anna Ben Carl" {
		t.Errorf("the ladder is %s before the order is saved", got)
	}
	p = c.Organiser.Post(path+"/order", form("save", "yes", "Carl", "Anna")...).WantStatus(t, http.StatusConflict).WantText(t, "#problem", "The ladder has changed")
	wantOrder(p, "Carl Anna Ben")
	p = c.Organiser.Post(path+"/order", form("save", "yes", "Carl", "Anna", "Ben")...).WantStatus(t, http.StatusOK).WantText(t, "#notice", "Order saved")
	if got := p.Order(); got != "Carl Anna Ben" {
		t.Errorf("the ladder is %s", got)
	}
	log := c.Organiser.Get("/club/log").WantText(t, ".log", "Places changed: 3.")
	c.Organiser.Sends(log, ".log li:first-child form").WantText(t, "#notice", "Undone.")
	c.WantOrder("Anna", "Anna Ben Carl")

	// A game changes places in the meantime.
	seen = c.Organiser.Get(path+"/order").Attribute("[name=seen]", "value")
	p = c.Organiser.Post(path+"/record", "first", "Carl", "second", "Anna", "game", "hexone", "outcome-1", "first", "points-1-winner", "20")
	c.Organiser.Sends(p, "#notice form").WantText(t, "#notice", "Undone.")
	c.Organiser.Post(path+"/record", "first", "Carl", "second", "Anna", "game", "hexone", "outcome-1", "first", "points-1-winner", "20")
	c.Organiser.Get("/club/log").WantCount(t, ".log li:first-child form", 1)
	p = c.Organiser.Post(path+"/order", form("save", "yes", "Anna", "Carl", "Ben")...).WantStatus(t, http.StatusConflict).
		WantText(t, "#problem", "Check your order").WantText(t, "#now", "Carl").WantText(t, "textarea[name=why]", "as last year")
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

// Players are marked to be removed in the form that orders them, which keeps the order, and are removed when it is saved.
func TestRemovingWhileOrdering(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben", "Carl", "Dora")
	c.Challenges("Ben", "Anna")
	path := web.Href(c.Ladder.Ref())
	seen := c.Organiser.Get(path+"/order").Attribute("[name=seen]", "value")
	send := func(order, removed string, more ...string) sitetest.WebPage {
		for name := range strings.FieldsSeq(order) {
			more = append(more, "order", c.People[name].ID)
		}
		for name := range strings.FieldsSeq(removed) {
			more = append(more, "removed", c.People[name].ID)
		}
		return c.Organiser.Post(path+"/order", append(more, "seen", seen)...)
	}
	want := func(p sitetest.WebPage, order, removed string) {
		t.Helper()
		for _, list := range [][2]string{{"#order .main", order}, {"#removing .main", removed}} {
			var got []string
			for _, row := range p.List(list[0]) {
				got = append(got, strings.Fields(row)[0])
			}
			if is := strings.Join(got, " "); is != list[1] {
				t.Errorf("%s has %q, want %q", list[0], is, list[1])
			}
		}
	}
	p := send("Dora Carl Ben Anna", "", "remove", c.People["Ben"].ID).WantStatus(t, http.StatusOK)
	want(p, "Dora Carl Anna", "Ben")
	p.WantText(t, "#removed", "One player will be removed").WantText(t, "#removing", "challenge to Anna is withdrawn").WantText(t, "#removing", "Now at place 2.")
	p = send("Dora Carl Anna", "Ben", "remove", c.People["Dora"].ID, "why", "moved")
	want(p, "Carl Anna", "Ben Dora")
	p.WantText(t, "#removed", "2 players will be removed").WantText(t, "textarea[name=why]", "moved")
	want(send("Carl Anna", "Ben Dora", "keep", c.People["Ben"].ID), "Carl Ben Anna", "Dora")
	want(send("Carl Anna", "Ben Dora", "up", c.People["Anna"].ID), "Anna Carl", "Ben Dora")
	p = send("Carl Anna", "Ben Dora", "by", "draw")
	if order := p.List("#order .main"); len(order) != 2 {
		t.Errorf("the draw has %q", order)
	}
	p = send("Carl Anna", "Ben Dora", "save", "yes").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "Give a reason")
	want(p, "Carl Anna", "Ben Dora")
	c.WantOrder("Anna", "Anna Ben Carl Dora")
	p = send("Carl Anna", "Ben Dora", "save", "yes", "why", "moved").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Order saved. Undo")
	c.WantOrder("Anna", "Carl Anna")
	c.Clients["Dora"].Get("/").WantText(t, "main", "removed you from")
	c.Organiser.Sends(p, "#notice form").WantText(t, "#notice", "Ended challenges stay ended.")
	c.WantOrder("Anna", "Anna Ben Carl Dora")
}

// A result that a player has entered counts when a player leaves or is removed, and the pages say so before.
func TestRemovingWithAnEnteredResult(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben", "Carl")
	path := web.Href(c.Ladder.Ref())
	c.Clients["Ben"].Post(path+"/record", "second", "Anna", "game", "hexone", "outcome-1", "first", "points-1-winner", "20").WantStatus(t, http.StatusOK)
	c.Clients["Ben"].Get(path).WantText(t, ".leave", "Your result against Anna, not confirmed yet")
	c.Clients["Anna"].Get(path).WantText(t, ".leave", "The game against Ben counts as entered: a loss.").WantNoText(t, ".leave", "open challenges")
	seen := c.Organiser.Get(path+"/order").Attribute("[name=seen]", "value")
	order := []string{"order", c.People["Anna"].ID, "order", c.People["Carl"].ID, "seen", seen, "why", "left town"}
	p := c.Organiser.Post(path+"/order", append(order, "remove", c.People["Ben"].ID)...)
	p.WantText(t, "#removing", "The game against Anna counts as entered: a win.")
	p = c.Organiser.Post(path+"/order", append(order, "removed", c.People["Ben"].ID, "save", "yes")...).WantText(t, "#notice", "Order saved")
	p.WantText(t, ".happened", "Ben takes place 1 from Anna")
	c.WantOrder("Anna", "Anna Carl")
}
