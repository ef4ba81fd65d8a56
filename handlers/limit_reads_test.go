package handlers_test

import (
	"net/http"
	"testing"
	"time"

	"hexclub/handlers"
)

// A page over the limit of reads is answered 429 in the reader's language, with the time to wait.
// The answer to htmx leaves the board as it is and shows a notice above it. Expensive pages reach
// the limit sooner.
func TestReadsAreLimited(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.Limits{ReadsAt: handlers.Limit{Burst: 12, Every: time.Second}})
	c := s.client(t)
	game := c.deviceGame("c2", "d3") // reads its page, as does each of the following
	clock.advance(time.Minute)
	for range 12 {
		c.get(game+"/board").wantStatus(t, http.StatusOK)
	}
	p := c.get(game + "?draft=c2")
	if wait := p.wantTooMany(t); wait != time.Second {
		t.Errorf("it says to wait %v", wait)
	}
	p.wantText(t, "a[href='"+game+"?draft=c2']", "Try again")
	c.with("Accept-Language", "fr").get(game).wantStatus(t, http.StatusTooManyRequests).wantText(t, "main", "Cela fait beaucoup en peu de temps")
	p = c.htmx().with("Referer", s.url+game).get(game+"/board").wantStatus(t, http.StatusTooManyRequests)
	p.wantText(t, "p.notice.bad", "That was a lot in a short time").wantCount(t, "svg", 0).wantText(t, "p.notice.bad", "Try again in 1 second.")
	p.wantText(t, "p.notice.bad a[href='"+game+"']", "Try again")
	if p.header.Get("HX-Retarget") != "#notice" {
		t.Errorf("htmx puts it at %q", p.header.Get("HX-Retarget"))
	}
	s.client(t).get("/rules").wantTooMany(t) // another browser, at the same address
	c.turn(game, "e3", 2)                    // turns have other limits
	clock.advance(time.Second)
	c.get(game).wantStatus(t, http.StatusOK)

	clock.advance(time.Minute)
	replays := 0
	for c.get(game+"/turns/1").status == http.StatusOK {
		replays++
	}
	if replays < 3 || replays > 6 {
		t.Errorf("%d turns are replayed where 12 boards are read", replays)
	}
	if wait := c.get(game + "/turns/1").wantTooMany(t); wait < 2*time.Second {
		t.Errorf("after expensive pages it says to wait %v", wait)
	}
}

// A long game costs more than a short one: a game of an older version with 3,000 takebacks
// takes ten times as long to load.
func TestLongGamesCostMore(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.Limits{ReadsAt: handlers.Limit{Burst: 200, Every: time.Second}})
	c := s.client(t)
	short, long := c.deviceGame("c2", "d3"), c.deviceGame()
	s.store(t, long, undone(3000))
	for _, part := range []string{"", "/board", "/turns/0", "/record.json", "/record.txt"} {
		loads := func(path string) (n int) {
			clock.advance(time.Hour)
			for c.get(path+part).status == http.StatusOK {
				n++
			}
			return n
		}
		if few, many := loads(long), loads(short); few < 5 || many < 5*few {
			t.Errorf("a long game is read %d times at GET /games/:id%s where a short one is read %d times", few, part, many)
		}
	}
}
