package handlers_test

import (
	"net/url"
	"testing"

	"hexclub/rules"
)

// addHint adds the sandbox with a turn suggested, in the position of addSandbox.
func (s *stage) addHint(t *testing.T, game rules.Game) {
	t.Helper()
	key := game.Info().Key
	path := "/analysis/" + key + "/hint?position=" + url.QueryEscape(randomState(t, game, nil, 5, 14).Position())
	s.board(t, key+"-hint", path)
	if key == "hexone" {
		s.board(t, key+"-hint-table", path, "table", "on")
		s.board(t, key+"-hint-slate", path, "style", "slate", "palette", "contrast", "theme", "light", "turn", "1")
		s.board(t, key+"-hint-game", s.guest.botGame(key)+"/hint")
	}
}
