package handlers_test

import "testing"

// That an address was copied is said behind the button, and read out.
func TestCopyIsTold(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	game := c.newGame("invite", "me")
	p := newBrowser(t).person(s, desktop)
	p.comesAs(c)
	p.open(game)
	p.shows("#copy-invite")
	p.evaluate("String(navigator.clipboard.writeText = async (text) => (window.copied = text))")
	if got := p.text("#copy-invite + [role=status]"); got != "" {
		t.Errorf("it says %q before", got)
	}
	p.click("#copy-invite")
	p.has("#copy-invite + [role=status]:not(:empty)")
	if told := p.text("#copy-invite + [role=status]"); told != "Copied" {
		t.Errorf("it says %q", told)
	}
	if got, want := p.evaluate("window.copied"), s.url+c.invitation(game); got != want {
		t.Errorf("%q is copied, not %q", got, want)
	}
}
