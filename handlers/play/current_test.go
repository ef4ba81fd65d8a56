package play_test

import (
	"compress/gzip"
	"io"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// announced lists the topics that an act publishes to a watcher of the games and of the lobby.
func announced(t *testing.T, s *sitetest.Site, act func()) string {
	t.Helper()
	w := s.Live.Watch("", "games", "lobby")
	defer s.Live.Leave(w)
	act()
	return strings.Join(w.Take(), " ")
}

// Only games that a list can show are published to its streams.
func TestOnlyListedGamesAreAnnounced(t *testing.T) {
	t.Parallel()
	clock := sitetest.NewClock()
	s := sitetest.Serve(t, sitetest.OpenSite(t, web.Config{Now: clock.Now}))
	people := s.Accounts(t, 2)
	var device, together string
	for _, step := range []struct {
		name string
		act  func()
		want string
	}{
		{"a game on one device begins", func() { device = people[0].NewGame("device", "me") }, ""},
		{"a turn on one device", func() { people[0].Turn(device, "c2", 0) }, ""},
		{"a game on one device ends", func() { people[0].Post(device + "/resign") }, ""},
		{"a game waits for a player with its link", func() { together = people[0].NewGame("invite", "me") }, ""},
		{"that game begins", func() { people[1].Post(people[0].Invitation(together)) }, "games"},
		{"a turn between two people", func() { people[0].Turn(together, "c2", 0) }, "games"},
		{"that game ends", func() { people[0].Post(together + "/resign") }, "games"},
		{"a game is offered to everybody", func() { together = people[0].NewGame("lobby", "me") }, "lobby"},
		{"somebody takes the offer", func() { people[1].Post(together + "/seats") }, "games lobby"},
	} {
		clock.Advance(time.Minute)
		if got := announced(t, s, step.act); got != step.want {
			t.Errorf("%s: announced %q, want %q", step.name, got, step.want)
		}
	}
}

// The removal of guests is published if it deletes a listed game.
func TestRemovedGamesAreAnnounced(t *testing.T) {
	t.Parallel()
	clock := sitetest.NewClock()
	s := sitetest.Serve(t, sitetest.OpenSite(t, web.Config{Now: clock.Now, Guests: 24 * time.Hour}))
	device, bot, viewer := s.Client(t), s.Client(t), s.Client(t)
	device.DeviceGame("c2")
	s.WorkAll(t)
	clock.Advance(12 * time.Hour)
	bot.NewGame("bot", "me")
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
		clock.Advance(step.after)
		if got := announced(t, s, func() { s.WorkAll(t) }); got != step.want {
			t.Errorf("%s is removed: announced %q, want %q", step.removed, got, step.want)
		}
		viewer.Get("/games").WantCount(t, ".watch > li", step.games)
	}
}

// Two changes within a second are published at once and at the end of the second. The list that viewers then
// fetch has both.
func TestChangesWithinASecondAreShown(t *testing.T) {
	t.Parallel()
	clock := sitetest.NewClock()
	s := sitetest.Serve(t, sitetest.OpenSite(t, web.Config{Now: clock.Now}))
	people := s.Accounts(t, 2)
	game := s.Together(t, db.NewGame{Key: "hexone"}, people...)
	clock.Advance(time.Second) // the front page has read the list
	viewer := s.Client(t)
	viewer.Get("/games").WantText(t, ".watch .text", "turn 1").WantText(t, ".acts", "Anna to play")
	clock.Advance(time.Second)
	if got := announced(t, s, func() { people[0].Turn(game, "c2", 0) }); got != "games" {
		t.Errorf("the first change is announced as %q", got)
	}
	viewer.Get("/games").WantText(t, ".watch .text", "turn 2").WantText(t, ".acts", "Ben to play")
	if got := announced(t, s, func() { people[1].Turn(game, "d3", 1) }); got != "" {
		t.Errorf("the second change is announced as %q at once", got)
	}
	if got := announced(t, s, func() { clock.Advance(time.Second); s.Play.ReleaseGames() }); got != "games" {
		t.Errorf("the second change is announced as %q when the second is over", got)
	}
	viewer.Get("/games").WantText(t, ".watch .text", "turn 3").WantText(t, ".acts", "Anna to play")
}

// All requests within a second share one list. A game that can no longer be read stays on it until the list is
// built again.
func TestCurrentGamesAreShared(t *testing.T) {
	t.Parallel()
	clock := sitetest.NewClock()
	s := sitetest.Serve(t, sitetest.OpenSite(t, web.Config{Now: clock.Now}))
	people := s.Accounts(t, 2)
	s.Together(t, db.NewGame{Key: "hexone"}, people...)
	clock.Advance(time.Second) // the front page has read the list
	french := s.Client(t).With("Accept-Language", "fr")
	people[0].Get("/games").WantText(t, ".watch .text", "turn 1").WantText(t, ".acts", "Anna to play")
	if _, err := s.Raw(t).Exec("UPDATE games SET rules = 99, revision = revision + 1"); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		people[1].Htmx().Get("/games/boards").WantText(t, "#watching .acts", "Anna to play")
		french.Htmx().Get("/games/boards").WantText(t, "#watching .acts", "Anna à jouer")
	}
	plain := french.Htmx().With("Accept-Encoding", "identity").Get("/games/boards")
	zipped := french.Htmx().With("Accept-Encoding", "gzip").Get("/games/boards")
	reader, err := gzip.NewReader(strings.NewReader(zipped.Body))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(reader); err != nil || string(text) != plain.Body {
		t.Errorf("compressed it is %q, %v, else %q", text, err, plain.Body)
	}
	clock.Advance(time.Second)
	people[1].Get("/games").WantCount(t, ".watch > li", 0)
}
