package handlers_test

import (
	"net/http"
	"testing"
)

// addMeeting adds the lobby, games that wait as different people see them, and
// the form that makes them as it is filled in.
func (s *stage) addMeeting(t *testing.T) {
	t.Helper()
	zoe := s.client(t)
	zoe.signUp("Zoe").wantStatus(t, http.StatusOK)
	s.add("lobby-none", s.stranger, "/lobby?game=hexit")
	rated := zoe.seek("game", "hexone", "clock", "5+3", "counts", "yes", "match", "two")
	table := s.guest.seek("game", "six", "option.seats", "4", "seat", "2", "clock", "3d", "explore", "no")
	zoe.post(table+"/seats", "seat", "3").wantStatus(t, http.StatusOK)
	asked := zoe.post("/games", "game", "tartan", "opponent", "named", "player", "Amélie").wantStatus(t, http.StatusOK).path

	s.add("lobby", s.stranger, "/lobby")
	s.add("lobby-guest", s.guest, "/lobby")
	s.add("lobby-asked", s.member, "/lobby")
	s.add("lobby-host", zoe, "/lobby?game=six")
	s.post("lobby-problem", s.guest, "/play-now", "game", "tartan", "clock", "5+3", "counts", "yes")

	waited := s.client(t)
	s.client(t).post(waited.seek("game", "hexone", "starter", "me", "clock", "10+5")+"/seats").wantStatus(t, http.StatusOK)
	s.add("lobby-begun", waited, "/lobby")

	s.add("table-host", s.guest, table)
	s.add("table-player", zoe, table)
	s.add("table-stranger", s.stranger, table)
	s.post("table-taken", s.stranger, table+"/seats", "seat", "3")
	s.add("table-invitation", s.stranger, zoe.invitation(table))
	s.add("rated-guest", s.guest, rated)
	s.add("rated-member", s.member, rated)
	s.add("rated-invitation", s.stranger, zoe.invitation(rated))
	s.add("asked-host", zoe, asked)
	s.add("asked", s.member, asked)
	s.add("asked-stranger", s.stranger, asked)

	s.add("setup-challenge", s.stranger, "/games/new?opponent=Zoe")
	s.add("setup-named", s.guest, "/games/new?game=hexone&opponent=Zoe&clock=live&minutes=7&increment=3&counts=yes")
	s.add("setup-days", s.member, "/games/new?game=tartan&clock=days&days=9")
	s.post("setup-unknown", s.member, "/games", "game", "hexone", "opponent", "named", "player", "Nobody", "clock", "live")
	s.post("setup-device", s.member, "/games", "game", "hexone", "opponent", "device", "clock", "5+3", "counts", "yes", "match", "two")
}
