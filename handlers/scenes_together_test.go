package handlers_test

import (
	"net/http"
	"testing"

	"hexclub/db"
	"hexclub/rules/record"
)

// addTogether adds what people do in a game beside playing, what a clock and a
// rating add to its page, matches, and the games that can be watched.
func (s *stage) addTogether(t *testing.T) {
	t.Helper()
	people := s.accounts(t, 3)
	anna, ben := people[0], people[1]
	act := func(who *client, game, act string, form ...string) {
		t.Helper()
		who.still().post(game+"/"+act, form...).wantStatus(t, http.StatusSeeOther)
	}
	s.add("current-none", s.stranger, "/games")
	live := s.together(t, db.NewGame{Key: "hexone", Control: record.Control{Base: 300_000, Increment: 3_000}, Terms: db.Terms{Rated: true}}, people[:2]...)
	s.add("live", anna, live)
	s.add("live-watched", s.stranger, live)
	days := s.together(t, db.NewGame{Key: "tartan", Control: record.Control{PerTurn: 3 * 86_400_000}}, people[:2]...)
	anna.turn(days, "d4", 0)
	act(ben, days, "draw")
	s.add("draw-offered", ben, days)
	s.add("draw-answered", anna, days)
	s.add("draw-watched", s.stranger, days)

	taken := s.together(t, db.NewGame{Key: "hexone"}, people[:2]...)
	anna.turn(taken, "c2", 0)
	act(anna, taken, "takeback")
	s.add("takeback-asked", anna, taken)
	s.add("takeback-answered", ben, taken)
	s.add("takeback-drafted", ben, taken+"?draft=d3")

	rated := s.together(t, db.NewGame{Key: "hexellation", Control: record.Control{PerTurn: 86_400_000}, Terms: db.Terms{Rated: true}}, people[:2]...)
	act(ben, rated, "resign")
	s.add("rated-over", anna, rated)

	match := s.together(t, db.NewGame{Key: "hexone", Match: true}, people[:2]...)
	act(anna, match, "resign")
	s.add("match-first-over", ben, match)
	s.add("match-open", s.stranger, "/matches/"+match[len("/games/"):])
	second, err := s.DB.SecondLeg(t.Context(), match[len("/games/"):])
	if err != nil {
		t.Fatal(err)
	}
	s.add("match-second", anna, "/games/"+second)
	won := s.together(t, db.NewGame{Key: "hexone", Match: true}, people[:2]...)
	act(anna, won, "resign")
	if second, err = s.DB.SecondLeg(t.Context(), won[len("/games/"):]); err != nil {
		t.Fatal(err)
	}
	act(ben, "/games/"+second, "resign")
	s.add("match-over", anna, "/matches/"+second)
	act(anna, "/games/"+second, "rematch")
	s.add("rematch-proposed", ben, "/games/"+second)
	s.add("current", s.stranger, "/games")
}
