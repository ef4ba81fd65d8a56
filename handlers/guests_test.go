package handlers_test

import (
	"net/http"
	"testing"
	"time"

	"hexclub/handlers"
)

// A guest who does not come back is removed after 90 days, with games on one device and
// against bots. Guests who come back, and games with others, stay.
func TestGuestsAreRemoved(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.Limits{})
	anna := s.client(t)
	anna.signUp("Anna")
	stays, device, bot, other := s.client(t), s.client(t), s.client(t), s.client(t)
	kept := stays.deviceGame("c2", "d4")
	gone := []string{device.deviceGame("c2", "d4"), bot.newGame("bot", "me")}
	shared := anna.newGame("invite", "me")
	other.post(anna.invitation(shared)).wantStatus(t, http.StatusOK)
	anna.post(shared+"/resign").wantStatus(t, http.StatusOK)
	if n := s.guestsOf(t); n != 4 {
		t.Fatalf("%d guests before", n)
	}

	clock.advance(50 * 24 * time.Hour)
	stays.get(kept).wantStatus(t, http.StatusOK)
	anna.get("/").wantStatus(t, http.StatusOK)
	clock.advance(40*24*time.Hour - time.Minute)
	s.workAll(t)
	if n := s.guestsOf(t); n != 4 {
		t.Errorf("%d guests before 90 days are over", n)
	}
	clock.advance(2 * time.Minute)
	s.workAll(t)
	if n := s.guestsOf(t); n != 1 {
		t.Errorf("%d guests after 90 days, want the one that came back", n)
	}
	for _, path := range gone {
		anna.get(path).wantStatus(t, http.StatusNotFound)
	}
	stays.get(kept).wantStatus(t, http.StatusOK)
	anna.get(shared).wantStatus(t, http.StatusOK).wantText(t, "main", "deleted player")
}
