package play

import (
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/live"
	"hexclub/handlers/peers"
	"hexclub/handlers/web"
)

// A change of a listed game expires the list of its own game and that of all games, and no other.
func TestSeeksOfOtherGamesStay(t *testing.T) {
	t.Parallel()
	a := New(&web.Site{Publisher: web.Publisher{Live: live.NewHub(), Peers: &peers.Peers{}}, Now: time.Now}, nil, web.Suggester{}, nil, 0, nil)
	game := db.Game{ID: "1", Key: "six"}
	game.Listed = true
	a.PublishMeeting(game)
	for key, list := range a.seeks {
		want := uint64(0)
		if key == "six" || key == "" {
			want = 1
		}
		if list.Revision != want {
			t.Errorf("the list of %q expired %d times, want %d", key, list.Revision, want)
		}
	}
}
