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

// The ways to share a replay follow the turn that is shown, although the page is not loaded again.
func TestSharedTurn(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	host.Turn(game, "c2", 0)
	guest.Turn(game, "d3", 1)
	p := sitetest.NewBrowser(t).Person(s, sitetest.Desktop)
	p.Open(game + "/turns/2")
	p.Click("#replay-previous")
	p.Until(`location.pathname.endsWith("/turns/1")`)
	p.Click("[href='#more']")
	p.Click("#sharing summary")
	p.Until(`document.querySelector("#share-link").value === "` + s.Url + game + `/turns/1"`)
	for selector, want := range map[string]string{".share a": game + "/turns/1/preview.png", ".share img": "/qr.svg?path=" + game + "/turns/1"} {
		if got := p.Attribute(selector, "href") + p.Attribute(selector, "src"); got != want {
			t.Errorf("%s leads to %q, want %q", selector, got, want)
		}
	}
	p.Until(`document.querySelector(".share img").naturalWidth > 0`)
}
