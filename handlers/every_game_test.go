package handlers_test

import (
	"fmt"
	"net/http"
	"testing"

	"hexclub/rules/games"
)

// Every game there is has its rules, can be set up, played by links and forms
// alone, given up and looked at again.
func TestEveryGame(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, game := range games.All() {
		key := game.Info().Key
		t.Run(key, func(t *testing.T) {
			c := s.client(t)
			c.get("/rules/"+key).wantStatus(t, http.StatusOK).wantCount(t, ".rules > li", len(game.Info().Rules))
			c.get("/games/new?game="+key).wantStatus(t, http.StatusOK)
			path := c.post("/games", "game", key, "opponent", "device", "starter", "me").wantStatus(t, http.StatusOK).path
			const turns = 6
			for n := range turns {
				c.playSomething(path, n)
			}
			c.get(path+"?draft=nonsense").wantStatus(t, http.StatusOK).wantCount(t, ".side .notice.bad", 1)
			c.post(path+"/resign").wantStatus(t, http.StatusOK).wantCount(t, ".status.over", 1)
			for n := range turns + 1 {
				c.get(path+"/turns/"+fmt.Sprint(n)).wantStatus(t, http.StatusOK).wantCount(t, "svg.board", 1)
			}
			c.get(path+"/record.txt").wantStatus(t, http.StatusOK)
		})
	}
}
