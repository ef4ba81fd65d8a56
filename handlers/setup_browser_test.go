package handlers_test

import (
	"testing"

	"hexclub/handlers/sitetest"
)

// The form for a new game asks what applies to the other answers: seats of the game, fields of a chosen answer, and
// nothing that a game on one device does not need, except for earlier choices.
func TestSetupAsksWhatApplies(t *testing.T) {
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
	seats := func(when, want string) {
		t.Helper()
		got := p.Evaluate(`[...document.querySelectorAll("[name=starter], [name=seat]")].filter(e => e.offsetParent).map(e => e.value).join(" ")`)
		if got != want {
			t.Errorf("%s it offers the seats %q, want %q", when, got, want)
		}
	}
	open := func(path string) {
		t.Helper()
		p.Open(path)
		if fits := p.Evaluate(`String(document.querySelector("form.setup .primary").getBoundingClientRect().bottom <= innerHeight - document.querySelector(".bar").offsetHeight)`); fits != "true" {
			t.Errorf("on %s the button is below the screen", path)
		}
		p.Evaluate(`document.querySelector(".more").open = true`)
	}
	open("/games/new?game=hexone")
	want("against a bot", "level starter clock match explore")
	p.Click("[name=clock][value=live]")
	want("against a bot, with a clock of one's own", "level starter clock minutes increment match explore")
	open("/games/new?game=hexone&opponent=invite")
	want("by a link", "opponent clock counts starter match explore")
	p.Click("[value=named]")
	want("with a named player", "opponent player clock counts starter match explore")
	p.Click("[name=clock][value=days]")
	want("with days of one's own", "opponent player clock counts days starter match explore")
	p.Click("[name=opponent][value=device]")
	want("on one device, with a clock", "opponent clock days explore")
	p.Click("form.setup button.primary")
	p.Shows("#problem")
	p.Click("[name=clock][value=none]")
	want("on one device", "opponent explore")

	open("/games/new?game=hexellation&opponent=lobby")
	seats("at first", "random me other")
	p.Click(`[name="option.seats"][value="6"]`)
	p.Click("[name=seat][value='6']")
	seats("to six", "random 1 2 3 4 5 6")
	p.Click(`[name="option.seats"][value="3"]`)
	seats("to three, with the sixth chosen before,", "random 1 2 3 6")
	p.Click("form.setup button.primary")
	p.Shows("form.setup [role=alert]")
	seats("once refused", "random 1 2 3 6")
	p.Click("[name=seat][value='1']")
	p.Click("[name=bots][value=yes]")
	want("among bots", "option.seats clock seat bots bot-1 bot-2 bot-3 option.sky option.declare option.planet explore")
}
