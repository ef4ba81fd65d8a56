package play_test

import (
	"net/http"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// TestPagesReplayGamesOnce counts the games that pages of a match replay after a restart: each game once,
// whatever the page shows of it, and none to open a stream.
func TestPagesReplayGamesOnce(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 2)
	first := s.Together(t, db.NewGame{Key: "hexone", Match: true}, people...)
	people[1].Post(first + "/resign")
	leg, err := s.DB.SecondLeg(t.Context(), first[len("/games/"):])
	if err != nil {
		t.Fatal(err)
	}
	second := "/games/" + leg
	people[0].Post(second+"/resign").WantStatus(t, http.StatusOK)
	session := "hexclub=" + people[0].Session()

	for _, test := range []struct {
		path string
		want int64
	}{
		{second + "/events?since=0", 0},
		{first, 2}, // itself and the other game
		{second, 2},
		{second + "/board", 2},
		{second + "/turns/0", 2},
		{"/matches/" + leg, 2},
	} {
		again := sitetest.OpenFile(t, s.File, web.Config{})
		before := again.DB.Replays()
		again.Live.Close() // streams end at once
		who := &sitetest.Direct{Site: again, Cookies: []string{session}}
		w := who.Ask(http.MethodGet, test.path, "", false)
		if got := again.DB.Replays() - before; got != test.want {
			t.Errorf("%s: status %d, %d replays, want %d", test.path, w.Code, got, test.want)
		}
	}
}
