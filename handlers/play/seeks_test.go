package play_test

import (
	"net/http"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/record"
)

// The seeks of the lobby are read once for all readers, and again after a change or a second. Each reader sees
// those that are open to them.
func TestSeeksAreShared(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{})
	anna, host := s.NewAccount(t, "Anna")
	ben, other := s.NewAccount(t, "Ben")
	stranger := s.Client(t)
	store := func(host db.Person, key string) db.Game { // without publishing it
		return s.Made(t, db.NewGame{
			Key: key, Host: host.ID, Control: record.Control{Base: 300_000, Increment: 3000}, Terms: db.Terms{Listed: true, Rated: true},
		})
	}
	want := func(when string, c *sitetest.Client, seeks, own int) sitetest.WebPage {
		t.Helper()
		p := c.Htmx().Get("/lobby/list").WantStatus(t, http.StatusOK)
		all, mine := p.Find(".seeks li").Length(), p.Find(`.seeks form[action$="/abort"]`).Length()
		if all-mine != seeks || mine != own {
			t.Errorf("%s: %d seeks and %d own, want %d and %d", when, all-mine, mine, seeks, own)
		}
		return p
	}
	store(host, "hexone")
	want("a stranger", stranger, 1, 0).WantCount(t, `a[href="/signup?return=%2Flobby"]`, 1)
	want("an account", ben, 1, 0).WantCount(t, `form[action$="/seats"] input[name=reader]`, 1)
	want("the host", anna, 0, 1)

	store(other, "six")
	want("another seek is stored, a stranger", stranger, 1, 0)
	want("its host", ben, 1, 1)
	clock.Advance(time.Second)
	want("a second later", stranger, 2, 0)
	stranger.Htmx().Get("/lobby/list?game=six").WantCount(t, ".seeks li", 1)

	if err := s.DB.Block(t.Context(), host.ID, other.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	want("of whom one has blocked the other", ben, 0, 1)
	want("likewise", anna, 0, 1)

	cleo, _ := s.NewAccount(t, "Cleo")
	cleo.Post("/play-now", "game", "tartan", "clock", "5+3", "counts", "no").WantStatus(t, http.StatusOK)
	want("one is announced", stranger, 3, 0)
}
