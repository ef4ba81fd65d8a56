package club_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

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
	p = c.Organiser.Post(path+"/record", "first", "Emil", "second", "Anna", "game", "six", "outcome-1", "first").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Game recorded")
	if got := p.Order(); got != "Emil Anna Ben Carl Dora" {
		t.Errorf("the order is %s", got)
	}
	p.WantCount(t, ".happened li", 1+4).WantText(t, ".happened li:first-child", "Emil takes place 1 from Anna")
	c.Clients["Anna"].Get(p.Attribute(".happened li:first-child a", "href")).WantText(t, "#status", "Emil beat Anna").WantText(t, "#how", "Olive")
	// The winner follows from the points.
	p = c.Organiser.Post(path+"/record", "first", "Dora", "second", "Carl", "game", "hexone", "points-1-1", "20").WantStatus(t, http.StatusOK)
	if got := p.Order(); got != "Emil Anna Ben Dora Carl" {
		t.Errorf("the order is %s", got)
	}
	c.Organiser.Get("/club/log").WantText(t, "main", "Olive recorded the game Dora – Carl on “Hexone ladder”: 1–0, points 20:0.")
	c.Clients["Carl"].Get("/").WantText(t, "main", "Olive recorded your game against Dora on “Hexone ladder”. Dora – Carl: 1–0, points 20:0.")
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
		"one player": {[]string{"first", "Anna", "second", "Anna", "game", "hexone", "outcome-1", "first", "points-1-winner", "20"}, "Choose two different players."},
		"nobody":     {[]string{"first", "Anna", "second", "", "game", "hexone", "outcome-1", "first", "points-1-winner", "20"}, "No player on the ladder has that name"},
		"no result":  {[]string{"first", "Anna", "second", "Ben", "game", "hexone", "points-1-winner", "20"}, "Enter the result of each game that was played."},
		"points":     {[]string{"first", "Anna", "second", "Ben", "game", "hexone", "outcome-1", "first", "points-1-winner", "2"}, "7 to 49 for the winner"},
		"no points":  {[]string{"first", "Anna", "second", "Ben", "game", "hexone", "outcome-1", "second", "points-1-winner", ""}, "Enter the points of Ben, the winner: 7 to 49."},
	} {
		t.Run(name, func(t *testing.T) {
			p := c.Organiser.Post(path, refused.sent...).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", refused.text)
			if got := p.Attribute("select[name=first] option[selected]", "value"); got != "Anna" {
				t.Errorf("the first player is %q", got)
			}
			if got := p.Attribute("[name=points-1-winner]", "value"); got != refused.sent[len(refused.sent)-1] {
				t.Errorf("the points are %q", got)
			}
		})
	}
	if n := c.Count(t, "challenges"); n != 0 {
		t.Errorf("%d challenges", n)
	}
	c.Client(t).Get(path).WantStatus(t, http.StatusForbidden)
	c.Member("Fay")
	c.Clients["Fay"].Get(path).WantStatus(t, http.StatusOK).WantCount(t, "form.record", 0).WantText(t, "main", "An organiser can record your game.").WantCount(t, "#missing", 0)
}

// A player enters a game, and the opponent confirms or contests it.
func TestReportGame(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, func(l *db.LadderTerms) { l.Settings = ladder.Default("six"); l.Settings.Free = 0 }, "Anna", "Ben", "Carl", "Dora", "Emil")
	path := web.Href(c.Ladder.Ref())
	anna, ben := c.Clients["Anna"], c.Clients["Ben"]
	anna.Get(path).WantText(t, "#record", "Record a game")
	p := anna.Get(path+"/record").WantText(t, "form.record", "once your opponent or an organiser confirms")
	if got := p.List("select option"); !slices.Equal(got, []string{"choose", "2. Ben", "3. Carl", "4. Dora"}) {
		t.Errorf("offered %q", got)
	}
	anna.Post(path+"/record", "second", "Emil", "game", "six", "outcome-1", "first").WantStatus(t, http.StatusUnprocessableEntity).
		WantText(t, "#problem", "Emil can’t challenge you now").WantText(t, "#problem a", "Rule 4")
	p = anna.Post(path+"/record", "second", "Ben", "game", "six", "outcome-1", "second").WantStatus(t, http.StatusOK).
		WantText(t, "#notice", "Result entered").WantText(t, "#status", "Ben")
	c.WantOrder("Anna", "Anna Ben Carl Dora Emil")
	for _, own := range []string{"/club", path} {
		ben.Get(own).WantText(t, "main", "Confirm the result against Anna")
		anna.Get(own).WantText(t, "main", "Waiting for Ben to confirm your result")
	}
	// Others read that it waits, and nothing of a challenge.
	for _, who := range []*sitetest.Client{c.Clients["Carl"], c.Client(t)} {
		who.Get(path).WantText(t, "#place-1 .state", "result against Ben awaits confirmation").WantText(t, ".happened", "Ben – Anna: result entered, awaiting confirmation.").
			WantNoText(t, ".happened", "challenge").WantNoText(t, ".places", "plays")
		who.Get(path+"/events").WantNoText(t, "main", "accepts the challenge").WantNoText(t, "main", "Ben challenges Anna")
	}
	made := c.Clients["Carl"].Get(path).Attribute(".happened a[href^='/challenges/']", "href")
	c.Clients["Carl"].Get(made).WantText(t, "#status", "Waiting for Ben to confirm it").WantNoText(t, "#status", "To be played")
	revision := ben.Get(p.Path).WantCount(t, "#confirm", 1).Attribute(".asks [name=revision]", "value")
	ben.Get("/").WantText(t, "main", "Anna")
	ben.Post(p.Path+"/confirm", "revision", revision).WantStatus(t, http.StatusOK)
	c.WantOrder("Anna", "Ben Anna Carl Dora Emil")

	// An opponent who has not joined cannot confirm it.
	c.Try(c.DB.ImportMembers(t.Context(), []db.NewMember{{Name: "Pia", Hash: "pia"}}, c.IdOf(t, "Olive"), c.Now().Add(time.Hour), c.Now()))
	_, _, err := c.DB.AddAllToLadder(t.Context(), c.Ladder.ID, []string{c.IdOf(t, "Pia")}, c.IdOf(t, "Olive"), c.Now())
	c.Try(err)
	emil := c.Clients["Emil"]
	p = emil.Post(path+"/record", "second", "Pia", "game", "six", "outcome-1", "first").WantStatus(t, http.StatusOK).
		WantText(t, "#notice", "Result entered.").WantText(t, "#status", "Waiting for an organiser")
	emil.Get(path).WantText(t, "#own-challenges", "An organiser confirms your result against Pia")
	c.Organiser.Get("/").WantText(t, "title", "(1)").WantText(t, "main", "Pia").WantText(t, "main", "a result to accept")
	c.Organiser.Sends(c.Organiser.Get(p.Path), "form:has(#accept)").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Emil is at place 5, Pia at place 6.")
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

// The form names the players as soon as they are chosen, and has the points of the chosen game.
func TestRecordNamesPlayers(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, func(l *db.LadderTerms) { l.Settings = ladder.Default("six", "hexone", "hexit") }, "Anna", "Ben", "Carl")
	path := web.Href(c.Ladder.Ref()) + "/record"
	answers := func(p sitetest.WebPage, want ...string) {
		t.Helper()
		if got := p.List("#record-result .radio"); !slices.Equal(got, want) {
			t.Errorf("the answers are %q, want %q", got, want)
		}
	}
	answers(c.Organiser.Get(path).WantCount(t, "#record-result input[inputmode]", 2), "First player won", "Draw", "Second player won")
	p := c.Organiser.Get(path + "?first=Carl&second=Anna&game=hexone&outcome-1=first&points-1-winner=20")
	answers(p.WantText(t, "#record-result", "Winner’s points (7 to 49)").WantCount(t, "#record-result input[inputmode]", 1), "Carl won", "Draw", "Anna won")
	if got := p.Attribute("[name=points-1-winner]", "value") + p.Attribute("[name=outcome-1][checked]", "value"); got != "20first" {
		t.Errorf("what was typed is %q", got)
	}
	c.Organiser.Get(path+"?game=six").WantCount(t, "#record-result input[inputmode]", 0)
	answers(c.Organiser.Get(path+"?second=Ben&game=hexit").WantText(t, "#record-result", "Points of Ben"), "First player won", "Draw", "Ben won")
	answers(c.Clients["Anna"].Get(path), "Anna won", "Draw", "Your opponent won")
	answers(c.Clients["Anna"].Get(path+"?second=Ben"), "Anna won", "Draw", "Ben won")
}

// Players who cannot be chosen are listed with the rule, and after the confirmation both read the places.
func TestRecordMissingOpponents(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, func(l *db.LadderTerms) { l.Settings = ladder.Default("six"); l.Settings.Free = 0 }, "Anna", "Ben", "Carl", "Dora", "Emil")
	path := web.Href(c.Ladder.Ref())
	anna, ben := c.Clients["Anna"], c.Clients["Ben"]
	p := anna.Post(path+"/record", "second", "Ben", "game", "six", "outcome-1", "second").
		WantText(t, "h1", "Anna").WantText(t, "#of", "Game on “Hexone ladder”")
	ben.Get(p.Attribute("#of", "href")).WantText(t, "h1", "Ben – Anna, recorded").WantText(t, "title", "Ben – Anna, recorded").WantText(t, ".facts", "Entered")
	revision := ben.Get(p.Path).Attribute(".asks [name=revision]", "value")
	told := ben.Post(p.Path+"/confirm", "revision", revision).WantStatus(t, http.StatusOK).
		WantText(t, "#notice", "Result saved. Ben is at place 1, Anna at place 2.")
	if href := told.Attribute("#notice a", "href"); href != path {
		t.Errorf("the message links to %q", href)
	}
	if got := anna.Get(path + "/record").List("#missing li"); len(got) != 1 || !strings.HasPrefix(got[0], "You can challenge Ben again from") {
		t.Errorf("missing are %q", got)
	}
	if got := ben.Get(path + "/record").List("#missing li"); len(got) != 2 || !strings.HasPrefix(got[0], "You can challenge Anna again from") ||
		!strings.HasPrefix(got[1], "Players more than 3 places apart") {
		t.Errorf("missing are %q", got)
	}
	c.Organiser.Post(path+"/close", "closed", "on")
	for _, person := range []*sitetest.Client{anna, c.Organiser} {
		person.Get(path).WantCount(t, "#record", 0)
		person.Get(path+"/record").WantCount(t, "form.record", 0).WantText(t, "main", "This ladder is closed")
	}
}

// A game that an organiser plays in is marked until another organiser confirms it.
func TestRecordOwnGame(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.NewLadder(t, func(l *db.LadderTerms) { l.Settings = ladder.Default("six") }, "Anna", "Ben")
	path := web.Href(c.Ladder.Ref())
	s.Promote(t, c.People["Ben"].ID, db.Organiser)
	ben := c.Clients["Ben"]
	p := ben.Post(path+"/record", "first", "Ben", "second", "Anna", "game", "six", "outcome-1", "first").
		WantText(t, "#notice", "marked until another organiser confirms it").WantText(t, ".happened li:first-child", "who played. It counts. Another organiser can confirm it.")
	played := p.Attribute(".happened li:first-child a", "href")
	c.Clients["Anna"].Get(played).WantText(t, "h1", "Ben – Anna, recorded").WantText(t, "#how", "Entered by Ben, who played. It counts. Another organiser can confirm it.")
	paired := web.Href(c.Played(played).Ref())
	ben.Get(paired).WantCount(t, "#confirm-own", 0)
	c.Organiser.Sends(c.Organiser.Get(paired), "form:has(#confirm-own)").WantText(t, "#notice", "Result confirmed.")
	s.Client(t).Get(path).WantCount(t, ".happened li:first-child:contains('confirmed')", 0)
	s.Client(t).Get(played).WantText(t, "#how", "Entered by Olive.")
}
