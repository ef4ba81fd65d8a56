package handlers_test

import (
	"net/http"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/rules/pairing"
)

// addPairings adds pairings of the club, as far as each can be.
func (s *stage) addPairings(t *testing.T) {
	t.Helper()
	paula, _ := s.newAccount(t, "Paula of the long and winding")
	piet, _ := s.newAccount(t, "Piet")
	olga := s.organiser(t, "Olga")
	pair := func(n db.NewPairing) string {
		t.Helper()
		return s.paired(t, n, "Paula of the long and winding", "Piet").Href()
	}
	match := []string{"outcome-1", "first", "points-1-1", "20", "outcome-2", "second", "points-2-2", "20"}
	soon := s.Now().Add(48 * time.Hour)

	open := pair(db.NewPairing{Key: "hexit", Decisive: true, Due: soon})
	s.add("pairing-open", paula, open)
	s.add("pairing-stranger", s.stranger, open)
	s.add("pairing-organiser", olga, open)
	s.post("pairing-problem", paula, open+"/enter", "outcome-1", "first", "points-1-1", "many")
	s.post("pairing-decide-problem", olga, open+"/decide", "what", "result", "revision", "1", "why", "")

	entered := pair(db.NewPairing{Unit: pairing.Match})
	paula.post(entered+"/enter", match...).wantStatus(t, http.StatusOK)
	s.add("pairing-entered", piet, entered)
	s.add("pairing-waits", paula, entered)

	contested := pair(db.NewPairing{Unit: pairing.Match})
	paula.post(contested+"/enter", match...).wantStatus(t, http.StatusOK)
	piet.post(contested+"/contest", "revision", "2", "why", "We stopped at 19.").wantStatus(t, http.StatusOK)
	s.add("pairing-contested", piet, contested)
	s.add("pairing-contested-organiser", olga, contested)

	tied := pair(db.NewPairing{Unit: pairing.Match})
	paula.post(tied+"/enter", match...).wantStatus(t, http.StatusOK)
	piet.post(tied+"/confirm", "revision", "2").wantStatus(t, http.StatusOK)
	s.add("pairing-tied", s.stranger, tied)
	s.add("pairing-correct", olga, tied)

	forfeit := pair(db.NewPairing{Key: "six", Unit: pairing.TwoGames, Site: true, Rated: true, Control: threeDays})
	s.add("pairing-site", paula, forfeit)
	live := pair(db.NewPairing{Site: true, Control: fiveMinutes, Due: soon})
	s.add("pairing-live", piet, live)
	given := pair(db.NewPairing{Unit: pairing.TwoGames})
	olga.post(given+"/decide", "what", "forfeit-second", "revision", "1", "why", "Piet was ill.").wantStatus(t, http.StatusOK)
	s.add("pairing-forfeit", piet, given)
	s.add("home-club", piet, "/")
	s.add("home-disputes", olga, "/")
}
