package play

import (
	"testing"
	"time"

	"hexclub/handlers/live"
	"hexclub/handlers/web"
)

// Streams delay changes of a list more, the more of them follow it, but by a second at most. Streams that follow
// something else do not count.
func TestListDelay(t *testing.T) {
	t.Parallel()
	a, open := &Area{Site: &web.Site{Publisher: web.Publisher{Live: live.NewHub()}}}, 0
	for range 2000 {
		a.Live.Watch("", "a game")
	}
	for _, c := range []struct {
		streams int
		most    time.Duration
	}{{0, 0}, {1, 2 * time.Millisecond}, {50, 100 * time.Millisecond}, {2000, listPeriod}} {
		for ; open < c.streams; open++ {
			a.Live.Watch("", web.GamesTopic)
		}
		longest := time.Duration(0)
		for range 200 {
			longest = max(longest, a.listDelay(web.GamesTopic)([]string{web.GamesTopic}))
		}
		if longest > c.most || longest < c.most/2 {
			t.Errorf("%d streams wait up to %v, want up to %v", c.streams, longest, c.most)
		}
	}
}

// A change that concerns only the reader is sent at once, together with changes of the list.
func TestListDelayIsForListsAlone(t *testing.T) {
	t.Parallel()
	a := &Area{Site: &web.Site{Publisher: web.Publisher{Live: live.NewHub()}}}
	for range 2000 {
		a.Live.Watch("", web.LobbyTopic)
	}
	for range 200 {
		for _, changed := range [][]string{{web.PersonTopic("anna")}, {web.PersonTopic("anna"), web.LobbyTopic}, {web.LobbyTopic, web.PersonTopic("anna")}} {
			if wait := a.listDelay(web.LobbyTopic)(changed); wait != 0 {
				t.Fatalf("a change of %v waits %v", changed, wait)
			}
		}
	}
}
