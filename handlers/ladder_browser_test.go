package handlers_test

import (
	"strings"
	"testing"
	"time"

	"hexclub/db"
)

// A ladder of eight goes through a season with refusals, challenges that nobody answered or
// played, a correction and a withdrawal. Its members have no scripts; each act is one of the
// page's own links and buttons, and its places are read off the page.
func TestLadderInBrowser(t *testing.T) {
	t.Parallel()
	c := newSite(t).climb(t, func(l *db.LadderTerms) { l.Settings.Free = 0 }, "Anna", "Ben", "Carl", "Dora", "Emil", "Fay", "Gus")
	b := newBrowser(t)
	plain := phone
	plain.noScript = true
	tab := b.person(c.site, plain) // members come to it one after the other
	comes := func(name string) *person {
		t.Helper()
		tab.comesAs(c.clients[name])
		tab.open(c.ladder.Href())
		return tab
	}
	sees := func(want string) {
		t.Helper()
		tab.open(c.ladder.Href())
		tab.shows(".places")
		if got := tab.evaluate(`Array.from(document.querySelectorAll(".places th[scope=row] a"), (a) => a.textContent).join(" ")`); got != want {
			t.Errorf("the ladder is %s, want %s", got, want)
		}
	}
	challenge := func(from, to string) (page string) {
		t.Helper()
		comes(from).click(`.places a[aria-label="Challenge ` + to + `"]`)
		tab.click("#challenge")
		tab.shows("#withdraw")
		return tab.path()
	}
	answer := func(page, who, button string) {
		t.Helper()
		tab.comesAs(c.clients[who])
		tab.open("/")
		tab.click(`a[href="` + page + `"]`) // from the front page
		tab.click(button)
		tab.shows("#notice p")
	}

	c.member("Hal")
	comes("Hal").click("#join") // the eighth
	tab.shows("#own-place")
	sees("Anna Ben Carl Dora Emil Fay Gus Hal")

	// A challenge is refused once, and the next cannot be.
	answer(challenge("Dora", "Anna"), "Anna", "#refuse")
	tab.shows("#status.over")
	second := challenge("Carl", "Anna")
	tab.comesAs(c.clients["Anna"])
	tab.open(second)
	tab.shows("#may-not a")
	if n := tab.count("#refuse"); n != 0 {
		t.Error("a second challenge can be refused")
	}
	tab.click("#accept")
	tab.shows("#pairing")
	played := c.played(second)
	tab.enters(played, c.clients["Anna"], wonGame{"Carl", "20"})
	sees("Anna Ben Carl Dora Emil Fay Gus Hal") // as long as Carl has not confirmed it
	tab.confirms(played, c.clients["Carl"])
	sees("Carl Anna Ben Dora Emil Fay Gus Hal")

	// Why one may not challenge somebody is told with the rule, which is on its page.
	comes("Hal").click("#place-1 summary")
	tab.click("#place-1 details a")
	tab.shows("#rule-r4")
	if path := tab.path(); !strings.HasSuffix(path, "/rules#rule-r4") {
		t.Errorf("the rule is at %s", path)
	}

	// One challenge is withdrawn, one is not answered, one not played.
	withdrawn := challenge("Gus", "Emil")
	tab.click("#withdraw")
	tab.shows("#status.over")
	challenge("Hal", "Emil")
	unplayed := challenge("Fay", "Dora")
	answer(unplayed, "Dora", "#accept")
	sees("Carl Anna Ben Dora Emil Fay Gus Hal")
	c.passes(4 * 24 * time.Hour)
	sees("Carl Anna Ben Dora Hal Emil Fay Gus") // Emil has not answered
	c.passes(11 * 24 * time.Hour)
	tab.open(unplayed)
	if got := tab.text("#status"); !strings.Contains(got, "lapsed") {
		t.Errorf("the challenge that was not played: %s", got)
	}
	sees("Carl Anna Ben Dora Hal Emil Fay Gus")

	// The organiser corrects, with a reason, which stands in the log.
	comes("Olive").click(`.tabs a[href$="/correct"]`)
	tab.fills("input[name=player]", "Gus")
	tab.fills("input[name=place]", "3")
	tab.fills("input[name=why]", "Gus had won last year")
	tab.click("form.card button")
	tab.shows("#notice p")
	sees("Carl Anna Gus Ben Dora Hal Emil Fay")
	tab.open("/club/log")
	if got := tab.text(".log"); !strings.Contains(got, "Olive put Gus on another place") || !strings.Contains(got, "Gus had won last year") {
		t.Errorf("the log says %s", got)
	}

	// Somebody leaves, after which an open challenge is lost.
	left := challenge("Anna", "Carl")
	answer(left, "Carl", "#accept")
	comes("Carl").click("#leaving")
	tab.click("#leave")
	tab.shows("#join")
	sees("Anna Gus Ben Dora Hal Emil Fay")

	// A result is contested, and the organiser decides.
	contested := challenge("Dora", "Gus")
	answer(contested, "Gus", "#accept")
	played = c.played(contested)
	tab.enters(played, c.clients["Gus"], wonGame{"Gus", "20"})
	tab.contests(played, c.clients["Dora"], "I have won.")
	if got := tab.text("#entered"); !strings.Contains(got, "Dora contests it: “I have won.”") {
		t.Errorf("the contested result: %s", got)
	}
	sees("Anna Gus Ben Dora Hal Emil Fay")
	tab.decides(played, c.organiser, "Two saw Dora win", wonGame{"Dora", "20"})
	if got := tab.text("#how"); got != "Decided by Olive: Two saw Dora win" {
		t.Errorf("the decision: %s", got)
	}
	sees("Anna Dora Gus Ben Hal Emil Fay")

	// Who plays nothing falls.
	c.passes(29 * 24 * time.Hour)
	comes("Ben")
	if got := tab.text(".happened"); !strings.Contains(got, "no game for too long") {
		t.Errorf("nobody has fallen: %s", got)
	}
	tab.open(c.ladder.Href() + "/history")
	tab.shows(".graph .line")
	for _, page := range []string{withdrawn, left} {
		if open := c.made(page).Open(); open {
			t.Errorf("%s is open", page)
		}
	}
}

// Dates are not broken at the end of a line, even on the smallest phones.
func TestDatesAreUnbroken(t *testing.T) {
	t.Parallel()
	c := newSite(t).climb(t, nil, "Anna", "Ben of the long and winding", "Carl", "Dora", "Emil", "Fay")
	c.settles(c.accepts(c.challenges("Carl", "Ben of the long and winding")), "Carl")
	c.challenges("Carl", "Anna")
	c.settles(c.accepts(c.challenges("Fay", "Emil")), "Emil")
	c.passes(20 * 24 * time.Hour)
	p := newNarrowBrowser(t).person(c.site, look{width: 320, height: 640})
	p.comesAs(c.clients["Anna"])
	p.open(c.ladder.Href())
	p.shows(".places time")
	p.opensAll()
	if broken := p.evaluate(`Array.from(document.querySelectorAll("time")).filter((e) => e.getClientRects().length > 1).map((e) => e.textContent).join("; ")`); broken != "" {
		t.Errorf("broken are %s", broken)
	}
	p.fits("ladder")
}
