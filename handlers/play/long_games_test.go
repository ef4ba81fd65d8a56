package play_test

import (
	"net/http"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/rules/bot"
	"hexclub/rules/record"
)

// The number of takebacks is limited, also if one person has all seats.
func TestTakebacksHaveAnEnd(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	path := c.DeviceGame()
	s.Store(t, path, sitetest.Undone(record.MaxTakebacks-1))
	takeBack := func(status int) sitetest.WebPage {
		t.Helper()
		c.NoRedirects().Turn(path, "c2", s.GameAt(t, path).Record.Moved()).WantStatus(t, http.StatusSeeOther)
		return c.NoRedirects().Post(path+"/takeback").WantStatus(t, status)
	}
	takeBack(http.StatusSeeOther)
	takeBack(http.StatusConflict).WantText(t, "body", "This game has used all 500 takebacks.")
	c.Turn(path, "d3", s.GameAt(t, path).Record.Moved()).WantStatus(t, http.StatusOK)
}

// A game of an older version with more events than today's limit opens, and can be finished.
func TestGameTooLongToPlay(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	path := c.DeviceGame()
	events := sitetest.Undone(3000)
	s.Store(t, path, events)
	c.Get(path).WantStatus(t, http.StatusOK).WantText(t, ".status", "place a token")
	c.Turn(path, "c2", len(events)).WantStatus(t, http.StatusConflict).WantText(t, "body", "This game is too long to continue.")
	c.Post(path+"/takeback").WantStatus(t, http.StatusConflict)
	c.Post(path+"/resign").WantStatus(t, http.StatusOK)
	if g := s.GameAt(t, path); g.Status != db.Over || g.Record.EventCount() != len(events)+1 {
		t.Errorf("%s with %d events", g.Status, g.Record.EventCount())
	}
}

// A bot resigns when the game has too many events for another turn.
func TestBotResignsWhereTheGameIsTooLong(t *testing.T) {
	t.Parallel()
	s, log := sitetest.LoggedSite(t)
	c := s.Client(t)
	path := c.AgainstBot("game", "hexone")
	s.Store(t, path, append(sitetest.Undone((record.MaxEvents-1)/3), "c2"))
	if _, err := s.Raw(t).Exec("UPDATE games SET awaits_bot = true"); err != nil {
		t.Fatal(err)
	}
	s.Play.Think(bot.Choose)
	bots := s.Play.NewBots()
	bots.Look(t.Context(), false)
	bots.End()
	if g := s.GameAt(t, path); g.Status != db.Over || log.String() != "" {
		t.Errorf("%s after %d events, logged %q", g.Status, g.Record.EventCount(), log)
	}
	c.Get(path).WantText(t, ".status.over", "resigned")
}
