package handlers_test

import (
	"testing"

	"hexclub/handlers/sitetest"
)

// After an address is copied, a message appears next to the button and is announced.
func TestCopyIsAnnounced(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	game := c.NewGame("invite", "me")
	p := sitetest.NewBrowser(t).Person(s, sitetest.Desktop)
	p.ComesAs(c)
	p.Open(game)
	p.Shows("#copy-invite")
	p.Evaluate("String(navigator.clipboard.writeText = async (text) => (window.copied = text))")
	if got := p.Text("#copy-invite + [role=status]"); got != "" {
		t.Errorf("it says %q before", got)
	}
	p.Click("#copy-invite")
	p.Has("#copy-invite + [role=status]:not(:empty)")
	if status := p.Text("#copy-invite + [role=status]"); status != "Copied" {
		t.Errorf("it says %q", status)
	}
	if got, want := p.Evaluate("window.copied"), s.Url+c.Invitation(game); got != want {
		t.Errorf("%q is copied, not %q", got, want)
	}
}
