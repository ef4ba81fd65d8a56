package handlers_test

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/record"
)

// Clocks and the head start of a game do not run while the site is down.
func TestRestartStopsClocks(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{})
	people := s.Accounts(t, 2)
	begun := s.Together(t, db.NewGame{Key: "hexone", Control: record.Control{Base: 300_000}}, people...)
	people[0].NoRedirects().Turn(begun, "c2", 0).WantStatus(t, http.StatusSeeOther)
	clock.Advance(10 * time.Second)
	fresh := s.Together(t, db.NewGame{Key: "hexone", Control: record.Control{Base: 300_000}}, people...)
	clock.Advance(5 * time.Second)
	if err := s.WorkOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
	clock.Stall(time.Hour)
	sitetest.NewApp(t, web.Config{DB: s.DB, Now: clock.Now})
	if left, _ := s.GameAt(t, begun).Left(2, clock.Now()); left.Round(10*time.Millisecond) != 285*time.Second {
		t.Errorf("who had thought for 15 s has %v left of 5 minutes", left)
	}
	if wait := s.GameAt(t, fresh).Since.Sub(clock.Now()).Round(10 * time.Millisecond); wait != 15*time.Second {
		t.Errorf("of the head start %v are left, want 15 s", wait)
	}
}

// TestSuspensionStopsClocks checks that a site whose machine was suspended moves clocks before it
// applies timeouts, and notifies open pages.
func TestSuspensionStopsClocks(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{})
	people := s.Accounts(t, 2)
	game := s.Together(t, db.NewGame{Key: "hexone", Control: record.Control{Base: 60_000}}, people...)
	people[0].NoRedirects().Turn(game, "c2", 0).WantStatus(t, http.StatusSeeOther)
	clock.Advance(10 * time.Second)
	watcher := s.Live.Watch("", strings.TrimPrefix(game, "/games/"))
	defer s.Live.Leave(watcher)
	clock.Stall(5 * time.Minute)
	s.WorkAll(t)
	if left, _ := s.GameAt(t, game).Left(2, clock.Now()); left.Round(time.Second) != 50*time.Second {
		t.Errorf("after 10 s and a stall there are %v left of a minute", left)
	}
	if topics := watcher.Take(); len(topics) != 1 {
		t.Errorf("announced are %q, want the game", topics)
	}
	clock.Advance(time.Minute)
	s.WorkAll(t)
	if status := s.GameAt(t, game).Status; status != db.Over {
		t.Errorf("when the time is up the game is %s", status)
	}
}

// An open game expires some time after its host has left the lobby's page.
func TestSeeksExpire(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{})
	host := s.Client(t)
	game := host.Seek("game", "hexone", "clock", "5+3")
	watcher := s.Live.Watch("", strings.TrimPrefix(game, "/games/"), "lobby")
	defer s.Live.Leave(watcher)
	stream := host.Connect(host.Get(game))
	stream.Want(sitetest.Opening)
	for _, step := range []struct {
		passes time.Duration
		seeks  int
	}{{29 * time.Minute, 1}, {time.Minute, 0}} {
		clock.Advance(step.passes)
		s.WorkAll(t)
		s.Client(t).Get("/lobby").WantCount(t, ".seeks li", step.seeks)
	}
	host.Get(game).WantText(t, ".status.over", "nobody joined in time")
	if topics := watcher.Take(); len(topics) != 2 {
		t.Errorf("announced are %q, want the game and the lobby", topics)
	}
}

// A live game stays in the lobby only while its host is present: with any page open, or with
// regular visits.
func TestSeeksOfAbsentHosts(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{})
	reader, comer, leaver := s.Client(t), s.Client(t), s.Client(t)
	games := map[*sitetest.Client]string{}
	for _, host := range []*sitetest.Client{reader, comer, leaver} {
		games[host] = host.Seek("game", "hexone", "clock", "5+3")
	}
	days := leaver.Seek("game", "hexone", "clock", "3d")
	link := leaver.Post("/games", "game", "hexone", "clock", "5+3", "opponent", "invite").WantStatus(t, http.StatusOK).Path
	stream := reader.Connect(reader.Get("/lobby"))
	stream.Want(sitetest.Opening)
	want := func(status map[string]db.Status) {
		t.Helper()
		s.WorkAll(t)
		for game, want := range status {
			if got := s.GameAt(t, game).Status; got != want {
				t.Errorf("the game is %s, want %s", got, want)
			}
		}
	}
	clock.Advance(2 * time.Minute)
	comer.Get("/rules")
	want(map[string]db.Status{games[reader]: db.Waiting, games[comer]: db.Waiting, games[leaver]: db.Waiting})
	clock.Advance(time.Minute)
	want(map[string]db.Status{
		games[reader]: db.Waiting, games[comer]: db.Waiting, games[leaver]: db.Over, days: db.Waiting, link: db.Waiting,
	})
	leaver.Get(games[leaver]).WantText(t, ".status.over", "the host left")

	stream.Leave()
	sitetest.Await(t, sitetest.EventTimeout, "does the stream end", func() bool { return s.Streams() == 0 })
	clock.Advance(3 * time.Minute)
	want(map[string]db.Status{games[reader]: db.Over, games[comer]: db.Over})
}

// A restart removes no open game whose host returns soon.
func TestSeeksSurviveARestart(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{})
	game := s.Client(t).Seek("game", "hexone", "clock", "5+3")
	clock.Advance(20 * time.Minute)
	again := sitetest.NewApp(t, web.Config{DB: s.DB, Now: clock.Now})
	for _, step := range []struct {
		passes time.Duration
		want   db.Status
	}{{2 * time.Minute, db.Waiting}, {time.Minute, db.Over}} {
		clock.Advance(step.passes)
		if err := again.WorkOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := s.GameAt(t, game).Status; got != step.want {
			t.Errorf("after %v more the game is %s, want %s", step.passes, got, step.want)
		}
	}
}

// A panic in a background job ends neither the program nor the job.
func TestJobPanics(t *testing.T) {
	t.Parallel()
	s, log := sitetest.LoggedSite(t)
	ctx, cancel := context.WithCancel(t.Context())
	rounds := 0
	s.Repeat(ctx, "tidying", time.Millisecond, func(context.Context) error {
		if rounds++; rounds == 1 {
			panic("nobody has thought of that")
		}
		cancel()
		return nil
	})
	if text := log.String(); rounds < 2 || strings.Count(text, "\n") != 1 || !strings.Contains(text, "job=tidying") || !strings.Contains(text, "panic: nobody has thought of that") {
		t.Errorf("it was done %d times, and the log tells\n%s", rounds, text)
	}
}

// A minute later, the deleted text is in no file of the database, even if the site is idle.
func TestDeletedTextIsErased(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	person, err := s.DB.SignUp(t.Context(), "", "Xanthippe", "none", s.Now())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.DB.DeletePerson(t.Context(), person.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	if err := s.WorkOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{s.File, s.File + "-wal"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(bytes.ToLower(text), []byte("anthippe")) {
			t.Errorf("%s still has the name", filepath.Base(file))
		}
	}
	if every := s.JobEvery("erasing"); every <= 0 || every > 30*time.Second {
		t.Errorf("the site does that every %v", every)
	}
}
