package handlers_test

import (
	"net/http"
	"testing"

	"hexclub/db"
	"hexclub/rules/bot"
	"hexclub/rules/record"
)

// A game has an end to its takebacks, also when one person holds all seats.
func TestTakebacksHaveAnEnd(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	path := c.deviceGame()
	s.store(t, path, undone(record.MaxTakebacks-1))
	takeBack := func(status int) webPage {
		t.Helper()
		c.still().turn(path, "c2", s.gameAt(t, path).Record.Moved()).wantStatus(t, http.StatusSeeOther)
		return c.still().post(path+"/takeback").wantStatus(t, status)
	}
	takeBack(http.StatusSeeOther)
	takeBack(http.StatusConflict).wantText(t, "body", "A game allows 500 takebacks, and this one has had them all.")
	c.turn(path, "d3", s.gameAt(t, path).Record.Moved()).wantStatus(t, http.StatusOK)
}

// A game of an older version with more events than a game may have today opens, and
// can be finished.
func TestGameTooLongToPlay(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	path := c.deviceGame()
	events := undone(3000)
	s.store(t, path, events)
	c.get(path).wantStatus(t, http.StatusOK).wantText(t, ".status", "place a token")
	c.turn(path, "c2", len(events)).wantStatus(t, http.StatusConflict).wantText(t, "body", "This game is too long to play on.")
	c.post(path+"/takeback").wantStatus(t, http.StatusConflict)
	c.post(path+"/resign").wantStatus(t, http.StatusOK)
	if g := s.gameAt(t, path); g.Status != db.Over || g.Record.Ply() != len(events)+1 {
		t.Errorf("%s with %d events", g.Status, g.Record.Ply())
	}
}

// A bot that can play no turn any more resigns.
func TestBotResignsWhereTheGameIsTooLong(t *testing.T) {
	t.Parallel()
	s, log := loggedSite(t)
	c := s.client(t)
	path := c.againstBot("game", "hexone")
	s.store(t, path, append(undone((record.MaxEvents-1)/3), "c2"))
	if _, err := s.raw(t).Exec("UPDATE games SET awaits_bot = true"); err != nil {
		t.Fatal(err)
	}
	s.Play.Think(bot.Choose)
	bots := s.Play.NewBots()
	bots.Look(t.Context(), false)
	bots.End()
	if g := s.gameAt(t, path); g.Status != db.Over || log.String() != "" {
		t.Errorf("%s after %d events, logged %q", g.Status, g.Record.Ply(), log)
	}
	c.get(path).wantText(t, ".status.over", "resigned")
}
