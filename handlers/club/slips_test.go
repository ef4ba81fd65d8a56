package club_test

import (
	"net/http"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// A round has result slips for all of its boards but byes, with a column for the result and the points of each game.
func TestResultSlips(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	match := s.NewCup(t, 5, "rounds", "3", "within", "7", "unit", "match")
	match.Begin(t)
	slips := match.Path + "/rounds/1/slips"
	match.Organiser.Get(match.Path+"/rounds/1").WantStatus(t, http.StatusOK).WantCount(t, "#slips[href='"+slips+"']", 1)
	match.Players[0].Get(match.Path+"/rounds/1").WantCount(t, "#slips", 0)
	s.Client(t).Get(slips).WantStatus(t, http.StatusOK).WantCount(t, ".slip", 2).WantText(t, ".slip h2", "Winter cup · Round 1 of 3 · Board 1").
		WantText(t, ".slip small", "Until").WantText(t, ".slip thead", "Game 2").WantCount(t, ".slip:first-of-type tbody tr:first-child td", 5).
		WantCount(t, ".slip tbody small", 0)
	s.Client(t).Get(match.Path+"/rounds/2/slips").WantStatus(t, http.StatusNotFound)

	single := s.NewCup(t, 4, "game", "six", "rounds", "3", "name", "Six cup")
	single.Begin(t)
	single.Organiser.Get(single.Path+"/rounds/1/slips").WantCount(t, ".slip", 2).WantCount(t, ".slip:first-of-type tbody tr:first-child td", 2).
		WantText(t, ".slip tbody small", "Starts").WantCount(t, ".slip header small:contains('Until')", 0)
}

// On paper, pages have the club's name, and times in its time zone with the zone's name, whatever the reader's zone is. On the
// screen, the exact moment has the reader's time.
func TestPaperHasTheClubsZone(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	cup := s.NewCup(t, 4, "rounds", "3", "within", "7")
	cup.Begin(t)
	admin, _ := s.WithRole(t, "Anna", db.Admin)
	admin.Post("/club/settings", "name", "Hex of Seoul", "sign-up", "open", "guests", "on", "zone", "Asia/Seoul").WantStatus(t, http.StatusOK)
	admin.Post("/settings/zone", "zone", "America/New_York").WantStatus(t, http.StatusOK)
	admin.Get(cup.Path).WantText(t, ".paper-line", "Hex of Seoul").WantText(t, ".paper-line", "KST").WantText(t, "header .on-paper", "KST").
		WantText(t, "header .screen-only", "club time").WantText(t, "header .screen-only .exact", "your time")
}
