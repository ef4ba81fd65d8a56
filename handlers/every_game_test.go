package handlers_test

import (
	"fmt"
	"net/http"
	"strings"
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

// playSomething plays a turn by following links, one that depends on n.
func (c *client) playSomething(game string, n int) {
	c.t.Helper()
	const longest = 20 // actions
	address := game
	for range longest {
		p := c.get(address).wantStatus(c.t, http.StatusOK)
		if form := p.Find("form.commit"); form.Length() > 0 {
			draft, ply := p.attribute("form.commit [name=draft]", "value"), p.attribute("form.commit [name=ply]", "value")
			c.post(game+"/turns", "draft", draft, "ply", ply).wantStatus(c.t, http.StatusOK)
			return
		}
		choices := p.Find(".actions a")
		if choices.Length() == 0 {
			c.t.Fatalf("%s offers nothing: %s", address, p.text(".side"))
		}
		address, _ = choices.Eq(n * 5 % choices.Length()).Attr("href")
		if !strings.HasPrefix(address, game+"?draft=") {
			c.t.Fatalf("a choice leads to %s", address)
		}
	}
	c.t.Fatalf("turn %d of %s does not end", n, game)
}
