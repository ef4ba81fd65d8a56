package handlers_test

import (
	"net/http"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
)

// A live game does not begin while its host is away: who comes is told so, and
// gets it once the host is back.
func TestLiveGamesWaitForTheirHost(t *testing.T) {
	t.Parallel()
	const words = "Whoever asked for this game is not here now"
	for name, test := range map[string]struct {
		form     []string // that makes the game
		link     bool     // by which it is joined
		lead     string   // what is shown beside the reason
		stranger int      // what somebody unknown is answered
	}{
		"a challenge": {[]string{"opponent", "named", "player", "Ben"}, false, ".waiting #join", http.StatusForbidden},
		"a seek":      {[]string{"opponent", "lobby"}, false, ".waiting #join", http.StatusConflict},
		"a link":      {[]string{"opponent", "invite"}, true, "form.card button", http.StatusConflict},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, clock := limitedSite(t, handlers.Limits{})
			people := s.accounts(t, 2)
			anna, ben, stranger := people[0], people[1], s.client(t)
			game := anna.post("/games", append(test.form, "game", "tartan", "clock", "5+3", "starter", "me")...).wantStatus(t, http.StatusOK).path
			action := game + "/seats"
			if test.link {
				action = anna.invitation(game)
			}
			clock.advance(time.Hour)
			before := s.count(t, "people")
			p := ben.post(action).wantStatus(t, http.StatusConflict).wantText(t, "[role=alert], [role=status]", words).wantCount(t, test.lead, 1)
			if got := p.attribute("form:has(button.primary)", "action"); got != action {
				t.Errorf("one tries again at %q, want %s", got, action)
			}
			ben.htmx().post(action).wantStatus(t, http.StatusConflict).wantText(t, "*", words)
			stranger.post(action).wantStatus(t, test.stranger)
			if after := s.count(t, "people"); after != before {
				t.Errorf("%d people, before %d", after, before)
			}
			if stored := s.gameAt(t, game); stored.Status != db.Waiting || stored.Revision != 1 {
				t.Errorf("the game is %s at revision %d", stored.Status, stored.Revision)
			}
			anna.get("/rules")
			if p := ben.post(action).wantStatus(t, http.StatusOK); p.path != game || s.gameAt(t, game).Status != db.Running {
				t.Errorf("it leads to %s, which is %s", p.path, s.gameAt(t, game).Status)
			}
		})
	}
	t.Run("a rematch", func(t *testing.T) {
		t.Parallel()
		s, clock := limitedSite(t, handlers.Limits{})
		anna, ben := s.client(t), s.client(t)
		game := anna.post("/games", "game", "tartan", "clock", "5+3", "opponent", "invite").wantStatus(t, http.StatusOK).path
		ben.post(anna.invitation(game)).wantStatus(t, http.StatusOK)
		ben.post(game+"/resign").wantStatus(t, http.StatusOK)
		asked := anna.post(game+"/rematch").wantStatus(t, http.StatusOK).path
		clock.advance(time.Hour)
		p := ben.post(game+"/rematch").wantStatus(t, http.StatusConflict).wantText(t, "[role=alert]", words)
		if to := p.attribute(".waiting form:has(#join)", "action"); to != asked+"/seats" {
			t.Errorf("one tries again at %q", to)
		}
		anna.get("/rules")
		if p := ben.post(game+"/rematch").wantStatus(t, http.StatusOK); p.path != asked || s.gameAt(t, asked).Status != db.Running {
			t.Errorf("it leads to %s", p.path)
		}
	})
	t.Run("a game now", func(t *testing.T) {
		t.Parallel()
		s, clock := limitedSite(t, handlers.Limits{})
		form := []string{"game", "tartan", "clock", "5+3"}
		left := s.client(t).post("/play-now", form...).wantStatus(t, http.StatusOK).path
		clock.advance(time.Hour)
		if p := s.client(t).post("/play-now", form...).wantStatus(t, http.StatusOK); p.path == left {
			t.Error("it leads to who has left")
		}
	})
}
