package gate_test

import (
	"net/http"
	"testing"
	"time"

	"hexclub/handlers/limit"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// A page over the limit of reads is answered 429 in the reader's language, with the time to wait.
// The answer to htmx leaves the board as it is and shows a notice above it. Expensive pages reach
// the limit sooner.
func TestReadsAreLimited(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{ReadsAt: limit.Limit{Burst: 12, Every: time.Second}})
	c := s.Client(t)
	game := c.DeviceGame("c2", "d3") // reads its page, as do the following lines
	clock.Advance(time.Minute)
	for range 12 {
		c.Get(game+"/board").WantStatus(t, http.StatusOK)
	}
	p := c.Get(game + "?draft=c2")
	if wait := p.WantTooMany(t); wait != time.Second {
		t.Errorf("it says to wait %v", wait)
	}
	p.WantText(t, "a[href='"+game+"?draft=c2']", "Try again")
	c.With("Accept-Language", "fr").Get(game).WantStatus(t, http.StatusTooManyRequests).WantText(t, "main", "Trop de requêtes en peu de temps")
	p = c.Htmx().With("Referer", s.Url+game).Get(game+"/board").WantStatus(t, http.StatusTooManyRequests)
	p.WantText(t, "p.notice.bad", "Too many requests in a short time").WantCount(t, "svg", 0).WantText(t, "p.notice.bad", "Try again in 1 second.")
	p.WantText(t, "p.notice.bad a[href='"+game+"']", "Try again")
	if p.Header.Get("HX-Retarget") != "#notice" {
		t.Errorf("htmx puts it at %q", p.Header.Get("HX-Retarget"))
	}
	s.Client(t).Get("/rules").WantTooMany(t) // another browser, at the same address
	c.Turn(game, "e3", 2)                    // turns have other limits
	clock.Advance(time.Second)
	c.Get(game).WantStatus(t, http.StatusOK)

	clock.Advance(time.Minute)
	replays := 0
	for c.Get(game+"/turns/1").Status == http.StatusOK {
		replays++
	}
	if replays < 3 || replays > 6 {
		t.Errorf("%d turns are replayed where 12 boards are read", replays)
	}
	if wait := c.Get(game + "/turns/1").WantTooMany(t); wait < 2*time.Second {
		t.Errorf("after expensive pages it says to wait %v", wait)
	}
}

// A long game costs more than a short one: a game of an older version with 3,000 takebacks
// takes ten times as long to load.
func TestLongGamesCostMore(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{ReadsAt: limit.Limit{Burst: 200, Every: time.Second}})
	c := s.Client(t)
	short, long := c.DeviceGame("c2", "d3"), c.DeviceGame()
	s.Store(t, long, sitetest.Undone(3000))
	for _, part := range []string{"", "/board", "/turns/0", "/record.json", "/record.txt"} {
		loads := func(path string) (n int) {
			clock.Advance(time.Hour)
			for c.Get(path+part).Status == http.StatusOK {
				n++
			}
			return n
		}
		if few, many := loads(long), loads(short); few < 5 || many < 5*few {
			t.Errorf("a long game is read %d times at GET /games/:id%s where a short one is read %d times", few, part, many)
		}
	}
}
