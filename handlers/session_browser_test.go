package handlers_test

import (
	"net/http"
	"strings"
	"testing"
)

// Pages that are open in a browser tell by themselves that its session was ended elsewhere,
// and come anew only once.
func TestEndedSessionInBrowsers(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	host, _ := s.newAccount(t, "Anna")
	game := host.newGame("invite", "me")
	s.client(t).post(host.invitation(game))
	for _, path := range []string{"/", game} {
		c := s.client(t)
		c.logIn("Anna")
		p := b.person(s, desktop)
		p.comesAs(c)
		p.open(path)
		p.has("body[data-hx-headers]")
		host.post("/settings/sessions").wantStatus(t, http.StatusOK)
		p.has("body:not([data-hx-headers])")
		if got := p.text("#notice"); !strings.HasPrefix(got, "You are logged out in this browser.") {
			t.Errorf("%s says %q", path, got)
		}
		if path == game {
			p.evaluate("window.stays = true")
			host.turn(game, "c2", 0).wantStatus(t, http.StatusOK)
			p.has(".turns li")
			if got := p.evaluate("String(window.stays)"); got != "true" {
				t.Error("the page came anew once more")
			}
		}
	}
}

// So do pages in whose browser somebody logs out in another tab; those in another browser
// stay.
func TestLogOutInBrowsers(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	elsewhere, _ := s.newAccount(t, "Anna")
	game := elsewhere.newGame("invite", "me")
	s.client(t).post(elsewhere.invitation(game))
	for _, path := range []string{"/", game} {
		c := s.client(t)
		c.logIn("Anna")
		here, there := b.person(s, desktop), b.person(s, desktop)
		here.comesAs(c)
		there.comesAs(elsewhere)
		for _, p := range []*person{here, there} {
			p.open(path)
			p.until(`document.querySelector("[data-sse-connect]")["htmx-internal-data"]?.sseEventSource?.readyState === EventSource.OPEN`)
		}
		there.evaluate("window.stays = true")
		here.evaluate(`(fetch("/logout", {method: "POST"}), "")`) // the page may be gone before it is answered
		here.has("body:not([data-hx-headers]) header a[href^='/login']")
		if there.evaluate("String(window.stays)") != "true" || there.count("body[data-hx-headers]") != 1 {
			t.Errorf("%s came anew elsewhere", path)
		}
	}
}
