package sitetest

import (
	"net/http"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/rules/pairing"
)

func (s *Stage) AddTournaments(t *testing.T) {
	t.Helper()
	m := s.NewCup(t, 7, "unit", "match", "rounds", "3", "about", "Bring *cake*.\n\n- and tea", "within", "14", "late", "2")
	s.Add("tournament-entry", m.Players[0], m.Path)
	s.Add("tournament-entry-stranger", s.Stranger, m.Path)
	s.Add("tournament-organise-entry", m.Organiser, m.Path+"/organise")
	s.Add("tournament-edit", m.Organiser, m.Path+"/edit")
	s.Post("tournament-enter-unknown", m.Organiser, m.Path+"/entrants", "names", "Amelie\nWanda of the long and winding road\nx", "unknown", "x", "as.0", "walk-in")
	s.Post("tournament-numbers-problem", m.Organiser, m.Path+"/numbers", "number."+m.Full(t).Entrants[0].ID, "2", "number."+m.Full(t).Entrants[1].ID, "2")
	season := m.Full(t).Season
	s.Add("tournament-games", m.Organiser, "/tournaments/new?season="+season)
	s.Add("tournament-form-same", m.Organiser, "/tournaments/new?season="+season+"&from="+m.id())
	s.Add("tournament-form", m.Organiser, "/tournaments/new?season="+season+"&game=hexone")
	s.Post("tournament-form-problem", m.Organiser, "/tournaments", "season", season, "game", "hexone", "name", "", "rounds", "99", "late", "21", "pace", "date",
		"opens", "", "every", "0", "where", "site", "clock", "days", "days", "99", "most", "1", "break-1", "wins", "break-2", "wins")
	swiss := s.swissCup(t)
	s.Add("tournament-swiss", swiss.Players[0], swiss.Path)
	s.Add("tournament-swiss-organiser", swiss.Organiser, swiss.Path)
	s.Add("tournament-organise-running", swiss.Organiser, swiss.Path+"/organise")
	s.Add("tournament-describe", swiss.Organiser, swiss.Path+"/edit")
	s.Post("tournament-describe-problem", swiss.Organiser, swiss.Path+"/describe", "name", "", "about", "Bring *cake*.")
	s.Post("tournament-remove-problem", swiss.Organiser, swiss.Path+"/remove", "person", "", "reason", "ill")
	s.Add("tournament-round", s.Stranger, swiss.Path+"/rounds/1")
	s.Add("tournament-round-organiser", swiss.Organiser, swiss.Path+"/rounds/1")
	s.Post("tournament-deadline-problem", swiss.Organiser, swiss.Path+"/rounds/2/deadline", "day", "2020-01-01", "time", "20:00", "seen", "1")
	s.Add("tournament-slips", swiss.Organiser, swiss.Path+"/rounds/1/slips")
	s.Add("tournament-present", s.Stranger, "/projector"+swiss.Path)
	s.Add("tournament-present-round", s.Stranger, "/projector"+swiss.Path+"/rounds/1")
	s.Add("tournament-table", s.Stranger, swiss.Path+"/table")
	s.Add("tournament-ties", s.Stranger, swiss.Path+"/tiebreaks")
	s.Add("tournament-off", s.Stranger, m.Path)
	s.addResults(t, swiss)

	knockout := s.NewCup(t, 6, "kind", "knockout", "third", "yes", "name", "Knockout of the long and winding road to the very end")
	knockout.Begin(t)
	knockout.Settle(t)
	knockout.Publish(t)
	s.Add("tournament-bracket", knockout.Players[0], knockout.Path+"/bracket")
	next := knockout.BoardOf(t, 2, "Alma")
	early := knockout.BoardOf(t, 1, "Dora")
	s.Add("pairing-follows", knockout.Organiser, early)
	page := knockout.Organiser.Get(early)
	knockout.Organiser.Sends(page, "#decide", "what", "result", "outcome-1", "forfeit-"+page.Find("#decide [name=outcome-1][checked]").AttrOr("value", ""),
		"points-1-1", "", "points-1-2", "", "why", "Who had won was not there.").WantStatus(t, http.StatusOK)
	s.Add("pairing-replaced", knockout.Players[0], next)
	proposal := s.NewCup(t, 5, "rounds", "3", "byes", "1", "name", "Proposed")
	proposal.Begin(t)
	proposal.Settle(t)
	proposal.Players[1].Post(proposal.Path+"/pause", "round", "2").WantStatus(t, http.StatusOK)
	s.Add("tournament-pause", proposal.Players[1], proposal.Path)
	s.Add("tournament-organise-pause", proposal.Organiser, proposal.Path+"/organise")
	s.Add("tournament-proposal", proposal.Organiser, proposal.Path+"/pair")
	s.Post("tournament-proposal-stale", proposal.Organiser, proposal.Path+"/pair", "mark", "x")
	over := s.NewCup(t, 4, "kind", "robin", "double", "yes", "at-once", "yes", "name", "League")
	over.Begin(t)
	over.Players[3].Post(over.Path + "/leave")
	over.Settle(t)
	s.Add("tournament-over", over.Players[0], over.Path)
	s.Add("tournament-over-table", s.Stranger, over.Path+"/table")
	s.Add("tournament-organise-over", over.Organiser, over.Path+"/organise")
	s.Add("home-organiser", proposal.Organiser, "/")
	s.Add("tournament-next", proposal.Organiser, proposal.Path)
	s.Add("tournament-new-same", proposal.Organiser, "/tournaments/new?season="+over.Full(t).Season+"&from="+over.id())
	few := s.NewCup(t, 0, "name", "Nobody yet")
	s.Add("tournament-few", few.Organiser, few.Path)
	s.Add("tournament-left-out", few.Organiser, few.Path+"/organise?players-of="+over.id())
}

func (s *Stage) addResults(t *testing.T, swiss *cup) {
	t.Helper()
	s.Add("tournament-results", swiss.Organiser, swiss.Path+"/rounds/2/results")
	m := s.NewCup(t, 5, "game", "hexit", "name", "Evening")
	m.Begin(t)
	s.Promote(t, s.IdOf(t, "Bea"), db.Organiser)
	own := strings.TrimPrefix(m.BoardOf(t, 1, "Bea"), "/pairings/")
	path := m.Path + "/rounds/1/results"
	m.Players[1].Sends(m.Players[1].Get(path), "#results", "outcome-"+own+"-1", "first", "note", "Table 3 started late, by a quarter of an hour.").WantStatus(t, http.StatusOK)
	s.Add("tournament-results-own", m.Organiser, path)
	s.Add("tournament-results-undo", m.Players[1], path)
	s.Add("tournament-round-note", m.Organiser, m.Path+"/rounds/1")
	s.Add("pairing-own", m.Organiser, "/pairings/"+own)
	s.Post("tournament-results-changed", m.Organiser, path, "revision-"+own, "1", "was-"+own, "||", "outcome-"+own+"-1", "second", "note", "Snow", "note-seen", "")
	s.Post("tournament-results-reason", m.Organiser, path, "revision-"+own, "2", "was-"+own, "||", "absent-"+own, "forfeit-both")
	knockout := s.NewCup(t, 4, "kind", "knockout", "game", "six", "name", "Level")
	knockout.Begin(t)
	level := strings.TrimPrefix(knockout.BoardOf(t, 1, "Alma"), "/pairings/")
	s.Post("tournament-results-level", knockout.Organiser, knockout.Path+"/rounds/1/results", "revision-"+level, "1", "was-"+level, "||", "outcome-"+level+"-1", "draw")
}

func (s *Stage) swissCup(t *testing.T) *cup {
	t.Helper()
	m := s.NewCup(t, 7, "unit", "match", "rounds", "3", "name", "Swiss", "within", "14")
	m.Begin(t)
	for _, b := range m.Full(t).Boards {
		if !b.Open() {
			continue
		}
		p, err := s.DB.Pairing(t.Context(), b.Pairing)
		if err != nil {
			t.Fatal(err)
		}
		games := []pairing.Game{{Halves: [2]int{2, 0}, Points: [2]int{40, 0}}, {Halves: [2]int{0, 2}, Points: [2]int{0, 40}}}
		decision := db.Decision{Games: games, Why: "seen", Revision: p.Revision}
		if _, err := s.DB.DecidePairing(t.Context(), p.ID, s.IdOf(t, "Otto"), decision, s.Now()); err != nil {
			t.Fatal(err)
		}
		break
	}
	m.Players[5].Post(m.Path + "/leave")
	m.Settle(t)
	m.Publish(t)
	return m
}
