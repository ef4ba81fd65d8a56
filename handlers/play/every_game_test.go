package play_test

import (
	"fmt"
	"net/http"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules/games"
)

// Every game has rules, and can be set up, played with links and forms only, resigned and replayed.
func TestEveryGame(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for _, game := range games.All() {
		key := game.Info().Key
		t.Run(key, func(t *testing.T) {
			c := s.Client(t)
			c.Get("/rules/"+key).WantStatus(t, http.StatusOK).WantCount(t, ".rules > li", len(game.Info().Rules))
			c.Get("/games/new?game="+key).WantStatus(t, http.StatusOK)
			path := c.Post("/games", "game", key, "opponent", "device", "starter", "me").WantStatus(t, http.StatusOK).Path
			const turns = 6
			for n := range turns {
				c.PlaySomething(path, n)
			}
			c.Get(path+"?draft=nonsense").WantStatus(t, http.StatusOK).WantCount(t, ".now .notice.bad", 1)
			c.Post(path+"/resign").WantStatus(t, http.StatusOK).WantCount(t, ".status.over", 1)
			for n := range turns + 1 {
				c.Get(path+"/turns/"+fmt.Sprint(n)).WantStatus(t, http.StatusOK).WantCount(t, "svg.board", 1)
			}
			c.Get(path+"/record.txt").WantStatus(t, http.StatusOK)
		})
	}
}
