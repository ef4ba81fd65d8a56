package handlers_test

import (
	"net/http"
	"strings"
	"testing"
)

// addBots adds games with bots. None takes a turn on a stage: they think for
// ever.
func (s *stage) addBots(t *testing.T) {
	t.Helper()
	c := s.client(t)
	path := c.againstBot("game", "hexone", "level", "5")
	s.add("bot-yours", c, path)
	thinking := c.againstBot("game", "hexone", "level", "1")
	c.still().turn(thinking, "c2", 0).wantStatus(t, http.StatusSeeOther)
	s.add("bot-thinking", c, thinking)
	s.add("bot-thinking-watched", s.stranger, thinking)
	over := c.againstBot("game", "tartan")
	c.still().post(over+"/resign").wantStatus(t, http.StatusSeeOther)
	s.add("bot-over", c, over)
	room := c.post("/games", strings.Fields("game six option.seats 4 opponent lobby seat 1 bots yes bot-2 1")...).path
	s.add("bots-waiting", c, room)
	crowd := c.post("/games", strings.Fields("game hexellation option.seats 6 opponent bot level 6 seat 6")...).path
	s.add("bots-crowd", c, crowd)
	s.add("home-bots", c, "/")
	s.post("setup-bots-problem", c, "/games", strings.Fields("game hexellation option.seats 4 opponent bot level 3 counts yes bots yes bot-2 4")...)
	s.post("setup-no-bots", c, "/games", strings.Fields("game hexellation option.seats 4 opponent lobby seat 1 bots yes bot-1 4")...)
}
