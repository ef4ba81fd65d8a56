package club_test

import (
	"net/http"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// TestPauseForARound checks that a player says on the tournament's page that one cannot come, that the proposal, the round,
// the table and the files say so, and that it can be undone until the round is published.
func TestPauseForARound(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 5, "rounds", "3", "byes", "1")
	alma := m.Players[0]
	alma.Get(m.Path).WantCount(t, "#pause", 0).WantText(t, ".tournament-facts", "Once, this gives half a point, except in the last round")
	m.Organiser.Post(m.Path + "/begin")
	p := alma.Get(m.Path).WantText(t, "#pause", "half a point")
	alma.Sends(p, "#pause form", "round", "1").WantText(t, "#notice", "Absence saved").
		WantText(t, "#mine", "absent in round 1").WantText(t, "#pause", "Round 1: half a point")
	alma.Post(m.Path+"/resume", "round", "1").WantText(t, "#notice", "Absence removed").WantCount(t, "#pause form", 1)
	alma.Post(m.Path+"/pause", "round", "1")
	bea := s.IdOf(t, "Bea")
	m.Organiser.Post(m.Path+"/pause", "person", bea, "round", "3").WantText(t, "#pause", "Bea").WantText(t, "#pause", "Round 3: no points")
	m.Organiser.Get("/club/log").WantText(t, "main", "absent in round 3")
	m.Organiser.Get(m.Path+"/pair").WantText(t, "#notes", "Absent, half a point: Alma.").WantNoText(t, "#proposal", "Alma")
	m.Publish(t).WantText(t, ".boards-of", "Alma").WantText(t, ".boards-of", "absent")
	alma.Post(m.Path+"/resume", "round", "1").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "isn’t published yet")
	alma.Post(m.Path+"/pause", "person", bea, "round", "2").WantStatus(t, http.StatusForbidden)
	m.Organiser.Post(m.Path+"/pause", "person", "", "round", "2").WantStatus(t, http.StatusConflict).WantCount(t, "details[open] > #pause", 1)
	m.Settle(t)
	alma.Get(m.Path+"/table").WantText(t, "main", "½").WantText(t, ".tournament-facts", "absent or entered later: half a point").WantText(t, "table.cross", "absent").WantNoText(t, "table.cross", "bye")
	file := alma.Get(m.Path + "/pairings.csv?round=1").Body
	if want := "1,,Alma,,0.5,0,,,,,,,,requested"; !strings.Contains(file, want) {
		t.Errorf("the file lacks %q:\n%s", want, file)
	}
	m.Publish(t).WantText(t, ".boards-of", "Alma")

	robin := s.NewCup(t, 3, "kind", "robin", "name", "League")
	robin.Begin(t)
	robin.Players[0].Get(robin.Path).WantText(t, "#pause", "Players can’t miss a round").WantCount(t, "#pause form", 0)
	robin.Organiser.Get(robin.Path+"/organise").WantText(t, "#begun", "No more players can enter").WantCount(t, "#entering", 0)
}

// TestLateEntry checks that people enter a Swiss until half of its rounds are over, unless it says otherwise, and that organisers
// enter them later too and choose what missed rounds give.
func TestLateEntry(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4, "rounds", "3", "missed", "yes")
	late, _ := s.NewAccount(t, "Late")
	s.NewAccount(t, "Later")
	s.NewAccount(t, "Last")
	late.Get(m.Path).WantText(t, ".tournament-facts", "Up to round 2. Missed rounds give half a point each.")
	m.Begin(t)
	m.Settle(t)
	late.Get(m.Path).WantText(t, "#late-help", "you start in round 2. Missed rounds give half a point each.")
	late.Post(m.Path+"/enter").WantStatus(t, http.StatusOK)
	m.Publish(t)
	m.Settle(t)
	m.Organiser.Get(m.Path).WantCount(t, "#enter", 0)
	m.Organiser.Get(m.Path+"/organise").WantCount(t, "#entering [name=missed][value=yes][checked]", 1)
	m.Organiser.Post(m.Path+"/entrants", "names", "Later", "missed", "yes").WantText(t, "#notice", "1 player added")
	m.Organiser.Post(m.Path+"/entrants", "names", "Last", "missed", "no").WantText(t, "#notice", "1 player added")
	full := m.Full(t)
	for name, halves := range map[string]int{"Late": 1, "Later": 2, "Last": 0} {
		sum, id := 0, s.IdOf(t, name)
		for _, a := range full.Absences {
			if a.Person == id {
				sum += a.Halves
			}
		}
		if sum != halves {
			t.Errorf("%s has %d halves for missed rounds, want %d", name, sum, halves)
		}
	}
	p := m.Organiser.Get("/tournaments/new?season=" + full.Season + "&game=hexone")
	p.WantCount(t, "[name=late] option[value='0']", 1).WantText(t, "[name=late] option:first-child", "First half")
	if full.Late != db.LateHalf {
		t.Errorf("late entry is %d by default", full.Late)
	}
	closed := s.NewCup(t, 2, "name", "Closed", "late", "0")
	closed.Organiser.Get(closed.Path+"/edit").WantCount(t, "[name=late] option[value='0'][selected]", 1)
	closed.Organiser.Post(closed.Path + "/begin")
	late.Post(closed.Path+"/enter").WantStatus(t, http.StatusConflict)
}
