package handlers_test

import (
	"slices"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
)

// The form asks for the host's seat, of two or of more, and only offers seats of the game.
func TestSetupAsksWhatApplies(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p := b.Person(s, sitetest.Phone)
	asked := func() string {
		return p.Evaluate(`[...document.querySelectorAll("[name=starter], [name=seat]")].filter(e => e.offsetParent).map(e => e.value).join(" ")`)
	}
	want := func(when, want string) {
		t.Helper()
		if got := asked(); got != want {
			t.Errorf("%s it offers %q, want %q", when, got, want)
		}
	}
	p.Open("/games/new?game=hexellation")
	want("at first", "random me other")
	p.Click(`[name="option.seats"][value="4"]`)
	want("to four", "random 1 2 3 4")
	p.Click(`[name="option.seats"][value="6"]`)
	p.Click("[name=seat][value='6']")
	want("to six", "random 1 2 3 4 5 6")
	p.Click(`[name="option.seats"][value="3"]`)
	want("to three, with the sixth chosen before,", "random 1 2 3 6")
	p.Click("form.card button")
	p.Shows("form.card [role=alert]")
	want("once refused", "random 1 2 3 6")
	p.Click("[value=device]")
	want("to one on a device", "")
	p.Click("form.card button")
	p.Shows(".status.mine")
}

// Fields appear with the answer that they belong to. Questions that a game on one device does not need are left
// out, except for earlier choices.
func TestSetupFieldsComeWithTheirAnswers(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p := b.Person(s, sitetest.Phone)
	want := func(when, want string) {
		t.Helper()
		got := p.Evaluate(`[...new Set([...document.querySelectorAll("form.setup [name]")].filter(e => e.offsetParent).map(e => e.name))].join(" ")`)
		if got != want {
			t.Errorf("%s it asks for %q, want %q", when, got, want)
		}
	}
	p.Open("/games/new?game=hexone")
	want("at first", "opponent starter match clock counts explore")
	p.Click("[value=named]")
	want("of a named player", "opponent player starter match clock counts explore")
	p.Click("[name=clock][value=live]")
	want("with a clock of one's own", "opponent player starter match clock minutes increment counts explore")
	p.Click("[name=clock][value=days]")
	want("with days of one's own", "opponent player starter match clock days counts explore")
	p.Click("[name=opponent][value=device]")
	want("on one device, with a clock", "opponent clock days explore")
	p.Click("form.setup button.primary")
	p.Shows("#problem")
	p.Click("[name=clock][value=none]")
	want("on one device", "opponent explore")
	p.Click("form.setup button.primary")
	p.Shows(".status.mine")
}

// The questions fit the players: no one waits for bots, a game with bots is not rated, and the number of bots
// fits the seats.
func TestSetupFitsThePlayers(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p := b.Person(s, sitetest.Phone)
	const (
		one, all   = "A bot", "Bots in all other seats"
		people     = "Drawn when both are there"
		drawn      = "Drawn at random"
		starts     = "The bot starts"
		days       = "Days for each turn"
		rated      = "Does it count?"
		account    = "Rated games are for accounts."
		seats      = "Do bots take seats?"
		otherLevel = "Are some bots of another level?"
	)
	texts := []string{one, all, people, drawn, starts, days, rated, account, seats, otherLevel}
	want := func(when string, want ...string) {
		t.Helper()
		lines := strings.Split(p.Evaluate(`document.querySelector("form.setup").innerText`), "\n")
		for _, text := range texts {
			shown := slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, text) })
			if shown != slices.Contains(want, text) {
				t.Errorf("%s the form shows %q: %v", when, text, shown)
			}
		}
	}
	p.Open("/games/new?game=hexellation")
	want("between two", one, people, days, rated, account)
	p.Click("[name=opponent][value=bot]")
	want("against a bot", one, drawn, starts)
	p.Click("[value=lobby]")
	p.Click("[name=clock][value='3d']")
	p.Click("[name=opponent][value=bot]")
	want("against a bot, with days chosen before,", one, drawn, starts, days)
	p.Click("[name=clock][value=none]")
	p.Click(`[name="option.seats"][value="4"]`)
	want("against bots", all, drawn, otherLevel)
	p.Click("[value=lobby]")
	want("of four", all, drawn, days, rated, account, seats)
	p.Click("[name=bots][value=yes]")
	want("among bots", all, drawn, days, seats)
	p.Click(`[name="option.seats"][value="2"]`)
	want("of two again", one, people, days, rated, account)
	p.Click("[value=device]")
	want("on one device", one)
}
