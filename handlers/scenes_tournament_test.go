package handlers_test

import (
	"net/http"
	"testing"

	"hexclub/db"
	"hexclub/rules/pairing"
)

// addTournaments adds tournaments of every kind, as far as each can be.
func (s *stage) addTournaments(t *testing.T) {
	t.Helper()
	m := s.newCup(t, 7, "unit", "match", "rounds", "3", "about", "Bring *cake*.\n\n- and tea", "within", "14", "late", "2")
	s.add("tournament-entry", m.players[0], m.path)
	s.add("tournament-entry-stranger", s.stranger, m.path)
	s.add("tournament-organise-entry", m.organiser, m.path+"/organise")
	s.post("tournament-numbers-problem", m.organiser, m.path+"/numbers", "number."+m.full(t).Entrants[0].ID, "2", "number."+m.full(t).Entrants[1].ID, "2")
	season := m.full(t).Season
	s.add("tournament-games", m.organiser, "/tournaments/new?season="+season)
	s.add("tournament-form", m.organiser, "/tournaments/new?season="+season+"&game=hexone")
	s.post("tournament-form-problem", m.organiser, "/tournaments", "season", season, "game", "hexone", "name", "", "rounds", "99", "late", "21", "pace", "date",
		"opens", "", "every", "0", "where", "site", "clock", "days", "days", "99", "most", "1", "break-1", "wins", "break-2", "wins")
	swiss := s.swissCup(t)
	s.add("tournament-swiss", swiss.players[0], swiss.path)
	s.add("tournament-swiss-organiser", swiss.organiser, swiss.path)
	s.add("tournament-organise-running", swiss.organiser, swiss.path+"/organise")
	s.post("tournament-remove-problem", swiss.organiser, swiss.path+"/remove", "person", "", "reason", "ill")
	s.add("tournament-round", s.stranger, swiss.path+"/rounds/1")
	s.add("tournament-table", s.stranger, swiss.path+"/table")
	s.add("tournament-ties", s.stranger, swiss.path+"/tiebreaks")
	s.add("tournament-off", s.stranger, m.path)

	knockout := s.newCup(t, 6, "kind", "knockout", "third", "yes", "name", "Knockout of the long and winding road to the very end")
	knockout.begin(t)
	knockout.settle(t)
	knockout.publish(t)
	s.add("tournament-bracket", knockout.players[0], knockout.path+"/bracket")
	next := knockout.boardOf(t, 2, "Alma")
	early := knockout.boardOf(t, 1, "Dora")
	s.add("pairing-follows", knockout.organiser, early)
	page := knockout.organiser.get(early)
	knockout.organiser.sends(page, "#decide", "what", "result", "outcome-1", "forfeit-"+page.Find("#decide [name=outcome-1] [selected]").AttrOr("value", ""),
		"points-1-1", "", "points-1-2", "", "why", "Who had won was not there.").wantStatus(t, http.StatusOK)
	s.add("pairing-replaced", knockout.players[0], next)
	proposal := s.newCup(t, 5, "rounds", "3", "name", "Proposed")
	proposal.begin(t)
	proposal.settle(t)
	s.add("tournament-proposal", proposal.organiser, proposal.path+"/pair")
	s.post("tournament-proposal-stale", proposal.organiser, proposal.path+"/pair", "mark", "x")
	over := s.newCup(t, 4, "kind", "robin", "double", "yes", "at-once", "yes", "name", "League")
	over.begin(t)
	over.players[3].post(over.path + "/leave")
	over.settle(t)
	s.add("tournament-over", over.players[0], over.path)
	s.add("tournament-over-table", s.stranger, over.path+"/table")
	s.add("tournament-organise-over", over.organiser, over.path+"/organise")
	s.add("home-organiser", proposal.organiser, "/")
}

// swissCup is a Swiss in its second round, with a match of equal sums, a bye, somebody
// who has withdrawn and a floater.
func (s *stage) swissCup(t *testing.T) *cup {
	t.Helper()
	m := s.newCup(t, 7, "unit", "match", "rounds", "3", "name", "Swiss", "within", "14")
	m.begin(t)
	for _, b := range m.full(t).Boards {
		if !b.Open() {
			continue
		}
		p, err := s.DB.Pairing(t.Context(), b.Pairing)
		if err != nil {
			t.Fatal(err)
		}
		games := []pairing.Game{{Halves: [2]int{2, 0}, Points: [2]int{40, 0}}, {Halves: [2]int{0, 2}, Points: [2]int{0, 40}}}
		decision := db.Decision{Games: games, Why: "seen", Revision: p.Revision}
		if _, err := s.DB.DecidePairing(t.Context(), p.ID, s.idOf(t, "Otto"), decision, s.Now()); err != nil {
			t.Fatal(err)
		}
		break
	}
	m.players[5].post(m.path + "/leave")
	m.settle(t)
	m.publish(t)
	return m
}
