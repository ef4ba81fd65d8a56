package web_test

import (
	"net/http"
	"testing"
	"time"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// An absent guest is removed after 90 days, with games on one device and against bots. Guests who return, and
// games with others, stay.
func TestGuestsAreRemoved(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{})
	anna := s.Client(t)
	anna.SignUp("Anna")
	stays, device, bot, other := s.Client(t), s.Client(t), s.Client(t), s.Client(t)
	kept := stays.DeviceGame("c2", "d4")
	gone := []string{device.DeviceGame("c2", "d4"), bot.NewGame("bot", "me")}
	shared := anna.NewGame("invite", "me")
	other.Post(anna.Invitation(shared)).WantStatus(t, http.StatusOK)
	anna.Post(shared+"/resign").WantStatus(t, http.StatusOK)
	if n := s.GuestsOf(t); n != 4 {
		t.Fatalf("%d guests before", n)
	}

	clock.Advance(50 * 24 * time.Hour)
	stays.Get(kept).WantStatus(t, http.StatusOK)
	anna.Get("/").WantStatus(t, http.StatusOK)
	clock.Advance(40*24*time.Hour - time.Minute)
	s.WorkAll(t)
	if n := s.GuestsOf(t); n != 4 {
		t.Errorf("%d guests before 90 days are over", n)
	}
	clock.Advance(2 * time.Minute)
	s.WorkAll(t)
	if n := s.GuestsOf(t); n != 1 {
		t.Errorf("%d guests after 90 days, want the one that came back", n)
	}
	for _, path := range gone {
		anna.Get(path).WantStatus(t, http.StatusNotFound)
	}
	stays.Get(kept).WantStatus(t, http.StatusOK)
	anna.Get(shared).WantStatus(t, http.StatusOK).WantText(t, "main", "deleted player")
}
