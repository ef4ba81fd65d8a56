package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
)

// Open pages show that their session was ended elsewhere, and reload only once.
func TestEndedSessionInBrowsers(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	host, _ := s.NewAccount(t, "Anna")
	game := host.NewGame("invite", "me")
	s.Client(t).Post(host.Invitation(game))
	for _, path := range []string{"/", game} {
		c := s.Client(t)
		c.LogIn("Anna")
		p := b.Person(s, sitetest.Desktop)
		p.ComesAs(c)
		p.Open(path)
		p.Has("body[data-hx-headers]")
		host.Post("/settings/sessions").WantStatus(t, http.StatusOK)
		p.Has("body:not([data-hx-headers])")
		if got := p.Text("#notice"); !strings.HasPrefix(got, "You’re logged out:") {
			t.Errorf("%s says %q", path, got)
		}
		if path == game {
			p.Evaluate("window.stays = true")
			host.Turn(game, "c2", 0).WantStatus(t, http.StatusOK)
			p.Has(".turns li")
			if got := p.Evaluate("String(window.stays)"); got != "true" {
				t.Error("the page came anew once more")
			}
		}
	}
}

// The same holds after a log-out in another tab of the browser. Pages in other browsers stay.
func TestLogOutInBrowsers(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	elsewhere, _ := s.NewAccount(t, "Anna")
	game := elsewhere.NewGame("invite", "me")
	s.Client(t).Post(elsewhere.Invitation(game))
	for _, path := range []string{"/", game} {
		c := s.Client(t)
		c.LogIn("Anna")
		here, there := b.Person(s, sitetest.Desktop), b.Person(s, sitetest.Desktop)
		here.ComesAs(c)
		there.ComesAs(elsewhere)
		for _, p := range []*sitetest.Person{here, there} {
			p.Open(path)
			p.Until(`document.querySelector("[data-sse-connect]")["htmx-internal-data"]?.sseEventSource?.readyState === EventSource.OPEN`)
		}
		there.Evaluate("window.stays = true")
		here.Evaluate(`(fetch("/logout", {method: "POST"}), "")`) // the page may be gone before the answer
		here.Has("body:not([data-hx-headers]) header a[href^='/login']")
		if there.Evaluate("String(window.stays)") != "true" || there.Count("body[data-hx-headers]") != 1 {
			t.Errorf("%s came anew elsewhere", path)
		}
	}
}
