package handlers_test

import (
	"compress/gzip"
	"io"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
)

// announced lists the topics that a watcher of the games and of the lobby has to take.
func announced(t *testing.T, s *site, act func()) string {
	t.Helper()
	w := s.Live.Watch("", "games", "lobby")
	defer s.Live.Leave(w)
	act()
	return strings.Join(w.Take(), " ")
}

// Streams of lists announce changes of games that the list can show, and of no others.
func TestOnlyListedGamesAreAnnounced(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := serve(t, openSite(t, handlers.Config{Now: clock.now}))
	people := s.accounts(t, 2)
	var device, together string
	for _, step := range []struct {
		name string
		act  func()
		want string
	}{
		{"a game on one device begins", func() { device = people[0].newGame("device", "me") }, ""},
		{"a turn on one device", func() { people[0].turn(device, "c2", 0) }, ""},
		{"a game on one device ends", func() { people[0].post(device + "/resign") }, ""},
		{"a game waits for a player with its link", func() { together = people[0].newGame("invite", "me") }, ""},
		{"that game begins", func() { people[1].post(people[0].invitation(together)) }, "games"},
		{"a turn between two people", func() { people[0].turn(together, "c2", 0) }, "games"},
		{"that game ends", func() { people[0].post(together + "/resign") }, "games"},
		{"a game is offered to everybody", func() { together = people[0].newGame("lobby", "me") }, "lobby"},
		{"somebody takes the offer", func() { people[1].post(together + "/seats") }, "games lobby"},
	} {
		clock.advance(time.Minute)
		if got := announced(t, s, step.act); got != step.want {
			t.Errorf("%s: announced %q, want %q", step.name, got, step.want)
		}
	}
}

// The removal of guests is announced when it deletes a game that the list shows.
func TestRemovedGamesAreAnnounced(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := serve(t, openSite(t, handlers.Config{Now: clock.now, Guests: 24 * time.Hour}))
	device, bot, viewer := s.client(t), s.client(t), s.client(t)
	device.deviceGame("c2")
	s.workAll(t)
	clock.advance(12 * time.Hour)
	bot.newGame("bot", "me")
	for _, step := range []struct {
		removed string
		after   time.Duration
		games   int
		want    string
	}{
		{"nobody", time.Hour, 1, ""},
		{"the guest with a game on one device", 11 * time.Hour, 1, ""},
		{"the guest with a game against a bot", 12 * time.Hour, 0, "games"},
	} {
		clock.advance(step.after)
		if got := announced(t, s, func() { s.workAll(t) }); got != step.want {
			t.Errorf("%s is removed: announced %q, want %q", step.removed, got, step.want)
		}
		viewer.get("/games").wantCount(t, ".watch li", step.games)
	}
}

// Two changes within a second are announced at once and when the second is over; what
// viewers then fetch has both.
func TestChangesWithinASecondAreShown(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := serve(t, openSite(t, handlers.Config{Now: clock.now}))
	people := s.accounts(t, 2)
	game := s.together(t, db.NewGame{Key: "hexone"}, people...)
	viewer := s.client(t)
	viewer.get("/games").wantText(t, ".watch", "Turn 1, Anna to play")
	clock.advance(time.Second)
	if got := announced(t, s, func() { people[0].turn(game, "c2", 0) }); got != "games" {
		t.Errorf("the first change is announced as %q", got)
	}
	viewer.get("/games").wantText(t, ".watch", "Turn 2, Ben to play")
	if got := announced(t, s, func() { people[1].turn(game, "d3", 1) }); got != "" {
		t.Errorf("the second change is announced as %q at once", got)
	}
	if got := announced(t, s, func() { clock.advance(time.Second); s.Play.ReleaseGames() }); got != "games" {
		t.Errorf("the second change is announced as %q when the second is over", got)
	}
	viewer.get("/games").wantText(t, ".watch", "Turn 3, Anna to play")
}

// All requests within a second share one list. A game that can no longer be read stays on it
// until the list is built again.
func TestCurrentGamesAreShared(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := serve(t, openSite(t, handlers.Config{Now: clock.now}))
	people := s.accounts(t, 2)
	s.together(t, db.NewGame{Key: "hexone"}, people...)
	french := s.client(t).with("Accept-Language", "fr")
	people[0].get("/games").wantText(t, ".watch", "Turn 1, Anna to play")
	if _, err := s.raw(t).Exec("UPDATE games SET rules = 99, revision = revision + 1"); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		people[1].htmx().get("/games/boards").wantText(t, "#watching", "Turn 1, Anna to play")
		french.htmx().get("/games/boards").wantText(t, "#watching", "Tour 1, à Anna de jouer")
	}
	plain := french.htmx().with("Accept-Encoding", "identity").get("/games/boards")
	zipped := french.htmx().with("Accept-Encoding", "gzip").get("/games/boards")
	reader, err := gzip.NewReader(strings.NewReader(zipped.body))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(reader); err != nil || string(text) != plain.body {
		t.Errorf("compressed it is %q, %v, else %q", text, err, plain.body)
	}
	clock.advance(time.Second)
	people[1].get("/games").wantCount(t, ".watch li", 0)
}
