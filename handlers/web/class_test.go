package web

import (
	"testing"
	"time"

	"hexclub/handlers/limit"
)

// Thirty browsers behind one address are never rejected: each opens its pages at the same time, then plays a
// live game, watches, and clicks through replays for five minutes. They are heavy users for less than ten
// seconds, while all open their pages. A program at one address can read some 143 cheap pages a second, and a
// tenth of that of the most expensive.
func TestReadsLeaveRoomForAClass(t *testing.T) {
	t.Parallel()
	now, start := time.UnixMilli(0), time.UnixMilli(0)
	l := limit.NewLimiter("", DefaultLimits().ReadsAt, func() time.Time { return now }, "")
	read := func(what, route string, times int) {
		t.Helper()
		for range times {
			if wait, ok := l.TakeMany("school", ReadCost(route)); !ok {
				t.Fatalf("after %v %s has to wait for %v", now.Sub(start), what, wait)
			}
			if used := l.Used("school"); used > veryHeavyUse || used > heavyUse && now.Sub(start) > 10*time.Second {
				t.Fatalf("after %v the class has used %.2f of its reads", now.Sub(start), used)
			}
		}
	}
	const class = 30
	for _, route := range []string{"/", "/lobby", "/rules/:game", "/club", "/tournaments/:tournament", "/tournaments/:tournament/tiebreaks", "/games/:id"} {
		read("a page that all open", route, class)
	}
	for second := range 300 {
		switch {
		case second < 150: // live games, each next to a page of current games
			read("a board", "/games/:id/board", class*4/5)
			read("the current games", "/games/boards", class)
			read("the lobby", "/lobby/list", class/3)
		default:
			read("a replay", "/games/:id/turns/:turn", 2*class)
		}
		now = now.Add(time.Second)
	}

	taken := 0
	for range 60 {
		for ok := true; ok; taken++ {
			_, ok = l.TakeMany("program", 10)
		}
		now = now.Add(time.Second)
	}
	if most := 1500; taken > most {
		t.Errorf("a program reads %d dear pages a minute, want at most %d", taken, most)
	}
}
