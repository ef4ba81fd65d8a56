package handlers_test

import (
	"net/http"
	"testing"

	"hexclub/db"
	"hexclub/handlers"
)

// TestPagesReplayGamesOnce counts the games that pages of a match replay after a restart:
// each game once, whatever the page shows of it, and none to open a stream.
func TestPagesReplayGamesOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 2)
	first := s.together(t, db.NewGame{Key: "hexone", Match: true}, people...)
	people[1].post(first + "/resign")
	leg, err := s.DB.SecondLeg(t.Context(), first[len("/games/"):])
	if err != nil {
		t.Fatal(err)
	}
	second := "/games/" + leg
	people[0].post(second+"/resign").wantStatus(t, http.StatusOK)
	session := "hexclub=" + people[0].session()

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
		again := openFile(t, s.file, handlers.Config{})
		before := again.DB.Replays()
		again.Live.Close() // streams end at once
		who := &direct{site: again, cookies: []string{session}}
		w := who.ask(http.MethodGet, test.path, "", false)
		if got := again.DB.Replays() - before; got != test.want {
			t.Errorf("%s: status %d, %d replays, want %d", test.path, w.Code, got, test.want)
		}
	}
}
