package handlers_test

import (
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// A ladder of eight plays a season with refusals, challenges without an answer or a game, a correction and a
// withdrawal. Its members have no scripts. Each act uses the page's own links and buttons, and the places are
// read from the page.
func TestLadderInBrowser(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, func(l *db.LadderTerms) { l.Settings.Free = 0 }, "Anna", "Ben", "Carl", "Dora", "Emil", "Fay", "Gus")
	b := sitetest.NewBrowser(t)
	plain := sitetest.Phone
	plain.NoScript = true
	tab := b.Person(c.Site, plain) // members use it one after the other
	comes := func(name string) *sitetest.Person {
		t.Helper()
		tab.ComesAs(c.Clients[name])
		tab.Open(web.Href(c.Ladder.Ref()))
		return tab
	}
	sees := func(want string) {
		t.Helper()
		tab.Open(web.Href(c.Ladder.Ref()))
		tab.Shows(".places")
		if got := tab.Evaluate(`Array.from(document.querySelectorAll(".places .main a"), (a) => a.textContent).join(" ")`); got != want {
			t.Errorf("the ladder is %s, want %s", got, want)
		}
	}
	challenge := func(from, to string) (page string) {
		t.Helper()
		comes(from).Click(`.places a[aria-label="Challenge ` + to + `"]`)
		tab.Click("#challenge")
		tab.Shows("#withdraw")
		return tab.Path()
	}
	answer := func(page, who, button string) {
		t.Helper()
		tab.ComesAs(c.Clients[who])
		tab.Open("/")
		tab.Click(`a[href="` + page + `"]`) // from the front page
		tab.Click(button)
		tab.Shows("#notice .notice")
	}

	c.Member("Hal")
	comes("Hal").Click("#join") // the eighth
	tab.Shows("#own-place")
	sees("Anna Ben Carl Dora Emil Fay Gus Hal")

	// The first challenge can be refused, the next cannot.
	answer(challenge("Dora", "Anna"), "Anna", "#refuse")
	tab.Shows("#status.over")
	second := challenge("Carl", "Anna")
	tab.ComesAs(c.Clients["Anna"])
	tab.Open(second)
	tab.Shows("#may-not a")
	if n := tab.Count("#refuse"); n != 0 {
		t.Error("a second challenge can be refused")
	}
	tab.Click("#accept")
	tab.Shows("#pairing")
	played := c.Played(second)
	tab.Enters(played, c.Clients["Anna"], sitetest.WonGame{Winner: "Carl", Points: "20"})
	sees("Anna Ben Carl Dora Emil Fay Gus Hal") // until Carl confirms the result
	tab.Confirms(played, c.Clients["Carl"])
	sees("Carl Anna Ben Dora Emil Fay Gus Hal")

	// A forbidden challenge shows its rule, with a link to it.
	comes("Anna").Click("#place-1 summary")
	tab.Click("#place-1 details a")
	tab.Shows("#rule-r7")
	if path := tab.Path(); !strings.HasSuffix(path, "/rules#rule-r7") {
		t.Errorf("the rule is at %s", path)
	}

	// One challenge is withdrawn, one has no answer, one is not played.
	withdrawn := challenge("Gus", "Emil")
	tab.Click("#withdraw")
	tab.Shows("#status.over")
	challenge("Hal", "Emil")
	unplayed := challenge("Fay", "Dora")
	answer(unplayed, "Dora", "#accept")
	sees("Carl Anna Ben Dora Emil Fay Gus Hal")
	c.Passes(4 * 24 * time.Hour)
	sees("Carl Anna Ben Dora Hal Emil Fay Gus") // Emil has not answered
	c.Passes(11 * 24 * time.Hour)
	tab.Open(unplayed)
	if got := tab.Text("#status"); !strings.Contains(got, "without a result") {
		t.Errorf("the challenge that was not played: %s", got)
	}
	sees("Carl Anna Ben Dora Hal Emil Fay Gus")

	// The organiser corrects places, with a reason, which is in the audit log.
	comes("Olive").Click("#manage summary")
	tab.Click(`#manage a[href$="/correct"]`)
	tab.Fills("input[name=player]", "Gus")
	tab.Fills("input[name=place]", "3")
	tab.Fills("input[name=why]", "Gus had won last year")
	tab.Click("form.correct button")
	tab.Shows("#notice .notice")
	sees("Carl Anna Gus Ben Dora Hal Emil Fay")
	tab.Open("/club/log")
	if got := tab.Text(".log"); !strings.Contains(got, "Olive moved Gus on") || !strings.Contains(got, "Gus had won last year") {
		t.Errorf("the log says %s", got)
	}

	// A player leaves and loses an open challenge.
	left := challenge("Anna", "Carl")
	answer(left, "Carl", "#accept")
	comes("Carl").Click("#leaving")
	tab.Click("#leave")
	tab.Shows("#join")
	sees("Anna Gus Ben Dora Hal Emil Fay")

	// A result is contested, and the organiser decides.
	contested := challenge("Dora", "Gus")
	answer(contested, "Gus", "#accept")
	played = c.Played(contested)
	tab.Enters(played, c.Clients["Gus"], sitetest.WonGame{Winner: "Gus", Points: "20"})
	tab.Contests(played, c.Clients["Dora"], "I have won.")
	if got := tab.Text("#entered"); !strings.Contains(got, "Dora contests it: “I have won.”") {
		t.Errorf("the contested result: %s", got)
	}
	sees("Anna Gus Ben Dora Hal Emil Fay")
	tab.Decides(played, c.Organiser, "Two saw Dora win", sitetest.WonGame{Winner: "Dora", Points: "20"})
	if got := tab.Text("#how"); got != "Decided by Olive: Two saw Dora win" {
		t.Errorf("the decision: %s", got)
	}
	sees("Anna Dora Gus Ben Hal Emil Fay")

	// A player without games drops.
	c.Passes(29 * 24 * time.Hour)
	comes("Ben")
	if got := tab.Text(".happened"); !strings.Contains(got, "for inactivity") {
		t.Errorf("nobody has fallen: %s", got)
	}
	tab.Open(web.Href(c.Ladder.Ref()) + "/history")
	tab.Shows(".graph .line")
	for _, page := range []string{withdrawn, left} {
		if open := c.Made(page).Open(); open {
			t.Errorf("%s is open", page)
		}
	}
}

// Dates do not wrap, even on the smallest phones.
func TestDatesDoNotWrap(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben of the long and winding", "Carl", "Dora", "Emil", "Fay")
	c.Settles(c.Accepts(c.Challenges("Carl", "Ben of the long and winding")), "Carl")
	c.Challenges("Carl", "Anna")
	c.Settles(c.Accepts(c.Challenges("Fay", "Emil")), "Emil")
	c.Passes(20 * 24 * time.Hour)
	p := sitetest.NewNarrowBrowser(t).Person(c.Site, sitetest.Look{Width: 320, Height: 640})
	p.ComesAs(c.Clients["Anna"])
	p.Open(web.Href(c.Ladder.Ref()))
	p.Shows(".happened time")
	p.OpensAll()
	if broken := p.Evaluate(`Array.from(document.querySelectorAll("time")).filter((e) => e.getClientRects().length > 1).map((e) => e.textContent).join("; ")`); broken != "" {
		t.Errorf("broken are %s", broken)
	}
	p.Fits("ladder")
}
