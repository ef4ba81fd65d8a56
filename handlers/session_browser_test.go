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
	host, _ := s.account(t, "Anna")
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
