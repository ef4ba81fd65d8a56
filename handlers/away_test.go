package handlers_test

import (
	"net/http"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// A live game does not begin while its host is away. A joining player reads why, and can join once the host is
// back.
func TestLiveGamesWaitForTheirHost(t *testing.T) {
	t.Parallel()
	const words = "The host is away"
	for name, test := range map[string]struct {
		form     []string // that makes the game
		link     bool     // the player joins by the link
		lead     string   // shown next to the reason
		stranger int      // status for a visitor without a session
	}{
		"a challenge": {[]string{"opponent", "named", "player", "Ben"}, false, ".waiting #join", http.StatusForbidden},
		"a seek":      {[]string{"opponent", "lobby"}, false, ".waiting #join", http.StatusConflict},
		"a link":      {[]string{"opponent", "invite"}, true, "form.join button", http.StatusConflict},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, clock := sitetest.LimitedSite(t, web.Limits{})
			people := s.Accounts(t, 2)
			anna, ben, stranger := people[0], people[1], s.Client(t)
			game := anna.Post("/games", append(test.form, "game", "tartan", "clock", "5+3", "starter", "me")...).WantStatus(t, http.StatusOK).Path
			action := game + "/seats"
			if test.link {
				action = anna.Invitation(game)
			}
			clock.Advance(time.Hour)
			before := s.Count(t, "people")
			p := ben.Post(action).WantStatus(t, http.StatusConflict).WantText(t, "[role=alert], [role=status]", words).WantCount(t, test.lead, 1)
			if got := p.Attribute("form:has(button.primary)", "action"); got != action {
				t.Errorf("one tries again at %q, want %s", got, action)
			}
			ben.Htmx().Post(action).WantStatus(t, http.StatusConflict).WantText(t, "*", words)
			stranger.Post(action).WantStatus(t, test.stranger)
			if after := s.Count(t, "people"); after != before {
				t.Errorf("%d people, before %d", after, before)
			}
			if stored := s.GameAt(t, game); stored.Status != db.Waiting || stored.Revision != 1 {
				t.Errorf("the game is %s at revision %d", stored.Status, stored.Revision)
			}
			anna.Get("/rules")
			if p := ben.Post(action).WantStatus(t, http.StatusOK); p.Path != game || s.GameAt(t, game).Status != db.Running {
				t.Errorf("it leads to %s, which is %s", p.Path, s.GameAt(t, game).Status)
			}
		})
	}
	t.Run("a rematch", func(t *testing.T) {
		t.Parallel()
		s, clock := sitetest.LimitedSite(t, web.Limits{})
		anna, ben := s.Client(t), s.Client(t)
		game := anna.Post("/games", "game", "tartan", "clock", "5+3", "opponent", "invite").WantStatus(t, http.StatusOK).Path
		ben.Post(anna.Invitation(game)).WantStatus(t, http.StatusOK)
		ben.Post(game+"/resign").WantStatus(t, http.StatusOK)
		asked := anna.Post(game+"/rematch").WantStatus(t, http.StatusOK).Path
		clock.Advance(time.Hour)
		p := ben.Post(game+"/rematch").WantStatus(t, http.StatusConflict).WantText(t, "[role=alert]", words)
		if to := p.Attribute(".waiting form:has(#join)", "action"); to != asked+"/seats" {
			t.Errorf("one tries again at %q", to)
		}
		anna.Get("/rules")
		if p := ben.Post(game+"/rematch").WantStatus(t, http.StatusOK); p.Path != asked || s.GameAt(t, asked).Status != db.Running {
			t.Errorf("it leads to %s", p.Path)
		}
	})
	t.Run("a game now", func(t *testing.T) {
		t.Parallel()
		s, clock := sitetest.LimitedSite(t, web.Limits{})
		form := []string{"game", "tartan", "clock", "5+3"}
		left := s.Client(t).Post("/play-now", form...).WantStatus(t, http.StatusOK).Path
		clock.Advance(time.Hour)
		if p := s.Client(t).Post("/play-now", form...).WantStatus(t, http.StatusOK); p.Path == left {
			t.Error("it leads to who has left")
		}
	})
}
