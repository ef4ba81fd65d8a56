package handlers_test

import "testing"

// The form asks for the seat of one of two or of more, and only for those that
// the game has.
func TestSetupAsksWhatApplies(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	p := b.person(s, phone)
	asked := func() string {
		return p.evaluate(`[...document.querySelectorAll("[name=starter], [name=seat]")].filter(e => e.offsetParent).map(e => e.value).join(" ")`)
	}
	want := func(when, want string) {
		t.Helper()
		if got := asked(); got != want {
			t.Errorf("%s it offers %q, want %q", when, got, want)
		}
	}
	p.open("/games/new?game=hexellation")
	want("at first", "random me other")
	p.click(`[name="option.seats"][value="4"]`)
	want("to four", "random 1 2 3 4")
	p.click(`[name="option.seats"][value="6"]`)
	p.click("[name=seat][value='6']")
	want("to six", "random 1 2 3 4 5 6")
	p.click(`[name="option.seats"][value="3"]`)
	want("to three, with the sixth chosen before,", "random 1 2 3 6")
	p.click("form.card button")
	p.shows("form.card [role=alert]")
	want("once refused", "random 1 2 3 6")
	p.click("[value=device]")
	want("to one on a device", "")
	p.click("form.card button")
	p.shows(".status.mine")
}

// Fields are there with the answer that they belong to; what a game on one
// device has not is left out, but for what was chosen.
func TestSetupFieldsComeWithTheirAnswers(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	p := b.person(s, phone)
	want := func(when, want string) {
		t.Helper()
		got := p.evaluate(`[...new Set([...document.querySelectorAll("form.setup [name]")].filter(e => e.offsetParent).map(e => e.name))].join(" ")`)
		if got != want {
			t.Errorf("%s it asks for %q, want %q", when, got, want)
		}
	}
	p.open("/games/new?game=hexone")
	want("at first", "opponent starter match clock counts explore")
	p.click("[value=named]")
	want("of a named player", "opponent player starter match clock counts explore")
	p.click("[name=clock][value=live]")
	want("with a clock of one's own", "opponent player starter match clock minutes increment counts explore")
	p.click("[name=clock][value=days]")
	want("with days of one's own", "opponent player starter match clock days counts explore")
	p.click("[name=opponent][value=device]")
	want("on one device, with a clock", "opponent clock days explore")
	p.click("form.setup button.primary")
	p.shows("#problem")
	p.click("[name=clock][value=none]")
	want("on one device", "opponent explore")
	p.click("form.setup button.primary")
	p.shows(".status.mine")
}
