package handlers_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
	"hexclub/rules/record"
)

// The site notes that it runs, and when it starts again no clock has run in the
// meantime, nor has a head start gone by.
func TestRestartCostsNobodyTime(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.Limits{})
	people := s.accounts(t, 2)
	begun := s.together(t, db.NewGame{Key: "hexone", Control: record.Control{Base: 300_000}}, people...)
	people[0].still().turn(begun, "c2", 0).wantStatus(t, http.StatusSeeOther)
	clock.advance(10 * time.Second)
	fresh := s.together(t, db.NewGame{Key: "hexone", Control: record.Control{Base: 300_000}}, people...)
	clock.advance(5 * time.Second)
	if err := s.WorkOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
	clock.advance(time.Hour)
	if _, err := handlers.New(handlers.Config{DB: s.DB, Log: s.Log, Now: clock.now}); err != nil {
		t.Fatal(err)
	}
	if left, _ := s.gameAt(t, begun).Left(2, clock.now()); left.Round(10*time.Millisecond) != 285*time.Second {
		t.Errorf("who had thought for 15 s has %v left of 5 minutes", left)
	}
	if wait := s.gameAt(t, fresh).Since.Sub(clock.now()).Round(10 * time.Millisecond); wait != 15*time.Second {
		t.Errorf("of the head start %v are left, want 15 s", wait)
	}
}

// Who waits in the lobby and leaves does not wait for ever.
func TestSeeksExpire(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.Limits{})
	host := s.client(t)
	game := host.post("/games", "game", "hexone", "opponent", "lobby", "clock", "5+3").wantStatus(t, http.StatusOK).path
	heard := s.Live.Watch(strings.TrimPrefix(game, "/games/"), "lobby")
	defer s.Live.Leave(heard)
	clock.advance(29 * time.Minute)
	if err := s.WorkOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.client(t).get("/lobby").wantCount(t, ".seeks li", 1)
	clock.advance(time.Minute)
	if err := s.WorkOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.client(t).get("/lobby").wantCount(t, ".seeks li", 0)
	host.get(game).wantText(t, ".status.over", "nobody came in time")
	if topics := heard.Take(); len(topics) != 2 {
		t.Errorf("told are %q, want the game and the lobby", topics)
	}
}

// What fails again and again for the same reason is logged once a minute; another
// reason at once.
func TestDutiesComplainOnce(t *testing.T) {
	t.Parallel()
	one, other := errors.New("one"), errors.New("other")
	if told := handlers.Complaints(20*time.Second, one, one, one, one, one, other, other, one); !slices.Equal(told, []int{0, 3, 5, 7}) {
		t.Errorf("told are %v", told)
	}
}
