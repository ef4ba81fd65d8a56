package handlers_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// What can't be undone is folded, and asks who and why; what was typed stays with the form
// that it was typed in.
func TestTakingSomebodyOut(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	m := s.newCup(t, 4)
	m.organiser.get(m.path+"/organise").wantCount(t, "details:not([open]) > #remove", 1).wantCount(t, "details:not([open]) > #off", 1).
		wantCount(t, "#remove select[required] option:first-child[value='']", 1)
	p := m.organiser.post(m.path+"/remove", "person", "", "reason", "ill").wantStatus(t, http.StatusUnprocessableEntity).
		wantText(t, "#problem", "Choose who is to be taken out").wantCount(t, "details[open] > #remove", 1).wantCount(t, "details:not([open]) > #off", 1)
	if got := p.attribute("#remove [name=reason]", "value"); got != "ill" || p.Find("#off [value=ill]").Length() > 0 {
		t.Errorf("the form keeps %q", got)
	}
	alma := m.idOf(t, "Alma")
	p = m.organiser.post(m.path+"/remove", "person", alma, "reason", "").wantStatus(t, http.StatusUnprocessableEntity)
	if got := p.attribute("#remove option[selected]", "value"); got != alma {
		t.Errorf("the form keeps %q, not who was chosen", got)
	}
	if n := len(m.full(t).Entrants); n != 4 {
		t.Errorf("%d are left", n)
	}
	m.organiser.sends(p, "#remove", "reason", "ill").wantStatus(t, http.StatusOK).wantText(t, "#notice", "taken out")
	m.organiser.post(m.path+"/off", "reason", "").wantStatus(t, http.StatusUnprocessableEntity).wantCount(t, "details[open] > #off", 1)
}

// A tournament that is full says so, and offers nobody to enter; one that organisers alone
// enter people into sends its maker there.
func TestFullTournament(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	m := s.newCup(t, 2, "most", "2")
	late, _ := s.newAccount(t, "Late")
	for _, c := range []*client{late, s.client(t)} {
		p := c.get(m.path).wantText(t, "#status", "2 of 2 players: full").wantCount(t, "#enter", 0)
		if text := p.Find("main").Text(); strings.Contains(text, "Log in to enter") {
			t.Errorf("%s is asked to enter a tournament that is full", c.name())
		}
	}
	m.organiser.get(m.path+"/organise").wantCount(t, "#full", 1).wantCount(t, "form[action$='/entrants']", 0)
	m.organiser.post(m.path+"/entrants", "player", "Late").wantStatus(t, http.StatusConflict).wantText(t, "#problem", "full")
	m.players[0].post(m.path + "/leave")
	late.get(m.path).wantText(t, "#status", "Entry is open: 1 player").wantCount(t, "#enter", 1)

	made := m.organiser.post("/tournaments", "season", m.full(t).Season, "game", "hexone", "name", "Closed", "enters", "organisers")
	made.wantText(t, "#notice", "Enter its players")
}

// Where all rounds are published at once the proposal says so, publishing leads to the
// first, and pages tell how much is open, not that the last round runs.
func TestAllRoundsAtOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	m := s.newCup(t, 4, "kind", "robin", "double", "yes", "at-once", "yes")
	m.organiser.post(m.path + "/begin")
	m.organiser.get(m.path+"/pair").wantText(t, "#publish", "Publish all 6 rounds").wantText(t, "main", "together with those of all rounds to come")
	p := m.publish(t).wantText(t, "#notice", "All rounds are published").wantText(t, "#round", "Round 1 of 6").
		wantText(t, "#status", "All 6 rounds are published, 12 pairings still open")
	if p.path != m.path+"/rounds/1" {
		t.Errorf("publishing leads to %s", p.path)
	}
	reader := s.client(t)
	reader.get(m.path).wantText(t, "#round", "Round 1 of 6")
	reader.get("/seasons/"+m.full(t).Season).wantText(t, "main", "All 6 rounds are published")
	for _, b := range m.full(t).RoundBoards(1) {
		m.decide(t, b, 0)
	}
	reader.get(m.path).wantText(t, "#round", "Round 2 of 6").wantText(t, "#status", "10 pairings still open").
		wantCount(t, "nav a[href='"+m.path+"/rounds/2']", 1)
}

// The page of organisers lists what is still to be played, by rounds, with the way there.
func TestOpenBoardsAreListed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	m := s.newCup(t, 5, "kind", "robin", "at-once", "yes")
	m.organiser.get(m.path+"/organise").wantCount(t, "#open", 0)
	m.begin(t)
	open := m.full(t).Waiting()
	p := m.organiser.get(m.path+"/organise").wantCount(t, "#open li", open).wantCount(t, "#open h3", 5)
	first := m.full(t).RoundBoards(1)[0]
	if first.Bye() {
		first = m.full(t).RoundBoards(1)[1]
	}
	p.wantText(t, "#open h3:first-of-type", "Round 1").wantCount(t, "#open li[value='"+strconv.Itoa(first.Board)+"'] a[href='/pairings/"+first.Pairing+"']", 1)
	m.organiser.get("/pairings/"+first.Pairing).wantStatus(t, http.StatusOK).wantCount(t, "#decide", 1)
	m.decide(t, first, 1)
	m.organiser.get(m.path+"/organise").wantCount(t, "#open li", open-1)
	m.settle(t)
	m.organiser.get(m.path+"/organise").wantCount(t, "#open", 0)
}

// A player who deletes the account after the end of a tournament stops nothing in it: it is
// reopened for another round, and corrected, on the pages of organisers.
func TestDeletedAccountsStopNoTournament(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	deletes := func(c *client, name string) {
		t.Helper()
		c.post("/settings/delete", "name", name, "password", password).wantStatus(t, http.StatusOK)
	}
	m := s.newCup(t, 4, "kind", "swiss", "rounds", "1")
	m.begin(t)
	m.settle(t)
	deletes(m.players[3], cupNames[3])
	m.organiser.post(m.path+"/reopen", "reason", "more", "more", "1").wantStatus(t, http.StatusOK)
	m.publish(t).wantText(t, "#round", "Round 2 of 2")
	if n := len(m.full(t).RoundBoards(2)); n != 2 {
		t.Errorf("round 2 has %d boards for three players", n)
	}

	k := s.newCup(t, 3, "kind", "knockout", "name", "Spring cup")
	k.begin(t)
	early := k.full(t).RoundBoards(1)[0]
	if early.Bye() {
		early = k.full(t).RoundBoards(1)[1]
	}
	k.settle(t)
	k.publish(t)
	deletes(k.players[2], cupNames[2]) // lost to number 2
	winner, points := "first", [2]string{"40", ""}
	if early.First == s.idOf(t, cupNames[1]) {
		winner, points = "second", [2]string{"", "40"}
	}
	page := k.organiser.get("/pairings/" + early.Pairing)
	k.organiser.sends(page, "#decide", "outcome-1", winner, "points-1-1", points[0], "points-1-2", points[1], "why", "Two saw it.").
		wantStatus(t, http.StatusOK).wantText(t, "#notice", "written in the log")
	k.organiser.get(k.path).wantStatus(t, http.StatusOK)
	if full := k.full(t); full.Status != "over" || full.RoundBoards(2)[0].Pairing != "" {
		t.Errorf("the tournament is %s, its final %+v", full.Status, full.RoundBoards(2))
	}
}
