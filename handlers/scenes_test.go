package handlers_test

import (
	"testing"

	"hexclub/handlers"
	"hexclub/rules/games"
	"hexclub/rules/rulestest"
)

// newStage makes the games and lists the scenes. Who adds a page, or a state of
// one, adds a line here.
func newStage(t *testing.T) *stage {
	t.Helper()
	site, post := siteWithMail(t, handlers.Config{})
	s := &stage{site: site, stranger: site.client(t), guest: site.client(t), member: site.client(t)}
	s.member.signUp("Amélie")

	s.add("home", s.stranger, "/")
	s.add("games", s.stranger, "/games/new")
	s.add("rules", s.stranger, "/rules")
	s.add("privacy", s.stranger, "/privacy")
	s.add("signup", s.stranger, "/signup")
	s.add("signup-guest", s.guest, "/signup")
	s.post("signup-problem", s.stranger, "/signup", "name", "Amélie", "password", "another")
	s.add("login", s.stranger, "/login")
	s.post("login-problem", s.stranger, "/login", "name", "Amélie", "password", "wrong")
	s.add("settings", s.stranger, "/settings")
	s.add("settings-guest", s.guest, "/settings")
	s.add("settings-member", s.member, "/settings")
	s.addMail(t, post)
	s.add("missing", s.stranger, "/nowhere")
	s.post("setup-problem", s.stranger, "/games", "game", "six", "option.rules", "none")
	s.add("setup-seats", s.stranger, "/games/new?game=hexellation&option.seats=6")
	s.addInvitation(t)
	s.addMeeting(t)
	for _, game := range rulestest.Few(t, games.All(), 1) {
		key := game.Info().Key
		s.add("rules-"+key, s.stranger, "/rules/"+key)
		s.add("setup-"+key, s.stranger, "/games/new?game="+key)
		s.addGame(t, game)
		s.addSandbox(t, game)
		s.addHint(t, game)
		s.addLearning(t, game)
	}
	s.add("learn", s.stranger, "/learn")
	s.add("glossary", s.stranger, "/rules/glossary")
	s.addOptions(t)
	s.addBots(t)
	s.addTogether(t)
	s.addChat(t)
	s.addPeople(t)
	s.addPairings(t)
	s.addTournaments(t)
	s.addClub(t)
	s.addLadders(t)
	s.add("home-games", s.guest, "/")
	return s
}
