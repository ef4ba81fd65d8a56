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
