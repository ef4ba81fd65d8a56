package club_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/ladder"
)

// An organiser records a game on one page, and the places follow.
func TestRecordGame(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, func(l *db.LadderTerms) { l.Settings = ladder.Default("six", "hexone") }, "Anna", "Ben", "Carl", "Dora", "Emil")
	path := web.Href(c.Ladder.Ref())
	if href := c.Organiser.Get(path).Attribute("#record", "href"); href != path+"/record" {
		t.Errorf("the button leads to %q", href)
	}
	p := c.Organiser.Get(path+"/record").WantStatus(t, http.StatusOK).WantCount(t, "select", 2)
	if got := p.List("select[name=first] option"); !slices.Equal(got, []string{"choose", "1. Anna", "2. Ben", "3. Carl", "4. Dora", "5. Emil"}) {
		t.Errorf("offered %q", got)
	}
	p = c.Organiser.Post(path+"/record", "first", "Emil", "second", "Anna", "game", "six", "outcome-1", "first").WantStatus(t, http.StatusOK).WantText(t, "#notice", "The game is recorded")
	if got := p.Order(); got != "Emil Anna Ben Carl Dora" {
		t.Errorf("the order is %s", got)
	}
	p.WantCount(t, ".happened li", 1+4).WantText(t, ".happened li:first-child", "Emil takes place 1 from Anna")
	c.Clients["Anna"].Get(p.Attribute(".happened li:first-child a", "href")).WantText(t, "#status", "Emil won against Anna").WantText(t, "#how", "Olive")
	// The winner follows from the points.
	p = c.Organiser.Post(path+"/record", "first", "Dora", "second", "Carl", "game", "hexone", "points-1-1", "20").WantStatus(t, http.StatusOK)
	if got := p.Order(); got != "Emil Anna Ben Dora Carl" {
		t.Errorf("the order is %s", got)
	}
	c.Organiser.Get("/club/log").WantText(t, "main", "Olive recorded a game of Dora and Carl on “Hexone ladder”: 1–0, points 20:0.")
	c.Clients["Carl"].Get("/").WantText(t, "main", "Olive recorded a game of Dora and Carl")
}

// What was typed is kept when it is refused.
func TestRecordGameRefused(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben", "Carl")
	path := web.Href(c.Ladder.Ref()) + "/record"
	for name, refused := range map[string]struct {
		sent []string
		text string
	}{
		"one player": {[]string{"first", "Anna", "second", "Anna", "game", "hexone", "outcome-1", "first", "points-1-1", "20"}, "Choose two different players."},
		"nobody":     {[]string{"first", "Anna", "second", "", "game", "hexone", "outcome-1", "first", "points-1-1", "20"}, "nobody of that name"},
		"no result":  {[]string{"first", "Anna", "second", "Ben", "game", "hexone", "points-1-1", "0"}, "Say of each game that was played how it ended."},
		"points":     {[]string{"first", "Anna", "second", "Ben", "game", "hexone", "outcome-1", "first", "points-1-1", "2"}, "The points do not fit"},
	} {
		t.Run(name, func(t *testing.T) {
			p := c.Organiser.Post(path, refused.sent...).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", refused.text)
			if got := p.Attribute("select[name=first] option[selected]", "value"); got != "Anna" {
				t.Errorf("the first player is %q", got)
			}
			if got := p.Attribute("[name=points-1-1]", "value"); got == "" {
				t.Error("the points are lost")
			}
		})
	}
	if n := c.Count(t, "challenges"); n != 0 {
		t.Errorf("%d challenges", n)
	}
	c.Client(t).Get(path).WantStatus(t, http.StatusForbidden)
	c.Member("Fay")
	c.Clients["Fay"].Get(path).WantStatus(t, http.StatusOK).WantCount(t, "form.record", 0).WantText(t, "main", "An organiser can record your game.")
}

// A player enters a game, and the opponent confirms or contests it.
func TestReportGame(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, func(l *db.LadderTerms) { l.Settings = ladder.Default("six"); l.Settings.Free = 0 }, "Anna", "Ben", "Carl", "Dora", "Emil")
	path := web.Href(c.Ladder.Ref())
	anna, ben := c.Clients["Anna"], c.Clients["Ben"]
	anna.Get(path).WantText(t, "#record", "Record a game")
	p := anna.Get(path+"/record").WantText(t, "form.record", "as soon as your opponent confirms")
	if got := p.List("select option"); !slices.Equal(got, []string{"choose", "2. Ben", "3. Carl", "4. Dora"}) {
		t.Errorf("offered %q", got)
	}
	anna.Post(path+"/record", "second", "Emil", "game", "six", "outcome-1", "first").WantStatus(t, http.StatusUnprocessableEntity).
		WantText(t, "#problem", "Emil may not challenge you at the moment").WantText(t, "#problem a", "Rule 4")
	p = anna.Post(path+"/record", "second", "Ben", "game", "six", "outcome-1", "second").WantStatus(t, http.StatusOK).
		WantText(t, "#notice", "as soon as your opponent confirms").WantText(t, "#status", "Ben")
	c.WantOrder("Anna", "Anna Ben Carl Dora Emil")
	for _, own := range []string{"/club", path} {
		ben.Get(own).WantText(t, "main", "Confirm the result against Anna")
		anna.Get(own).WantText(t, "main", "Your result against Ben awaits confirmation")
	}
	revision := ben.Get(p.Path).WantCount(t, "#confirm", 1).Attribute(".asks [name=revision]", "value")
	ben.Get("/").WantText(t, "main", "Anna")
	ben.Post(p.Path+"/confirm", "revision", revision).WantStatus(t, http.StatusOK)
	c.WantOrder("Anna", "Ben Anna Carl Dora Emil")
}

// On a ladder that is played on the site, only organisers record games.
func TestRecordGameOnTheSite(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, func(l *db.LadderTerms) { l.Venue = db.OnSite }, "Anna", "Ben")
	path := web.Href(c.Ladder.Ref())
	c.Clients["Anna"].Get(path).WantCount(t, "#record", 0)
	c.Clients["Anna"].Post(path+"/record", "second", "Ben", "game", "hexone", "points-1-1", "20").WantStatus(t, http.StatusUnprocessableEntity).
		WantText(t, "#problem", "aren’t played there")
	c.Organiser.Get(path).WantCount(t, "#record", 1)
	if page := c.Organiser.Post(path+"/record", "first", "Ben", "second", "Anna", "game", "hexone", "points-1-1", "20"); !strings.HasPrefix(page.Order(), "Ben") {
		t.Errorf("the order is %s", page.Order())
	}
}
