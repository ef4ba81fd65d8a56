package handlers_test

import (
	"flag"
	"regexp"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/games"
	"hexclub/rules/rulestest"
)

// newStage creates the games and lists the scenes. Each new page, and each new state of a page,
// needs a line here.
func newStage(t *testing.T) *sitetest.Stage {
	t.Helper()
	site, post := sitetest.SiteWithMail(t, web.Config{Styleguide: true})
	s := &sitetest.Stage{Site: site, Stranger: site.Client(t), Guest: site.Client(t), Member: site.Client(t)}
	s.Member.SignUp("Amélie")

	s.Add("home", s.Stranger, "/")
	s.Add("games", s.Stranger, "/games/new")
	s.Add("rules", s.Stranger, "/rules")
	s.Add("privacy", s.Stranger, "/privacy")
	s.Add("signup", s.Stranger, "/signup")
	s.Add("signup-guest", s.Guest, "/signup")
	s.Post("signup-problem", s.Stranger, "/signup", "name", "Amélie", "password", "another")
	s.Add("login", s.Stranger, "/login")
	s.Post("login-problem", s.Stranger, "/login", "name", "Amélie", "password", "wrong")
	s.Add("settings", s.Stranger, "/settings")
	s.Add("settings-guest", s.Guest, "/settings")
	s.Add("settings-member", s.Member, "/settings")
	s.AddMail(t, post)
	s.Add("missing", s.Stranger, "/nowhere")
	s.Post("setup-problem", s.Stranger, "/games", "game", "six", "option.rules", "none")
	s.Add("setup-seats", s.Stranger, "/games/new?game=hexellation&option.seats=6")
	s.AddInvitation(t)
	s.AddMeeting(t)
	for _, game := range rulestest.Few(t, games.All(), 1) {
		key := game.Info().Key
		s.Add("rules-"+key, s.Stranger, "/rules/"+key)
		s.Add("setup-"+key, s.Stranger, "/games/new?game="+key)
		s.AddGame(t, game)
		s.AddSandbox(t, game)
		s.AddHint(t, game)
		s.AddLearning(t, game)
	}
	s.Add("learn", s.Stranger, "/learn")
	s.Add("glossary", s.Stranger, "/rules/glossary")
	s.AddOptions(t)
	s.AddBots(t)
	s.AddTogether(t)
	s.AddChat(t)
	s.AddPeople(t)
	s.AddPairings(t)
	s.AddTournaments(t)
	s.AddClub(t)
	s.AddLadders(t)
	s.Add("home-games", s.Guest, "/")
	s.Scenes = wantedScenes(t, s.Scenes)
	return s
}

var state = flag.String("state", "", "check only the page states whose name matches this regular expression")

// wantedScenes returns the scenes that -state names, all without it.
func wantedScenes(t *testing.T, scenes []sitetest.Scene) []sitetest.Scene {
	t.Helper()
	name, err := regexp.Compile("^(?:" + *state + ")$")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	var wanted []sitetest.Scene
	for _, scene := range scenes {
		names = append(names, scene.Name)
		if *state == "" || name.MatchString(scene.Name) {
			wanted = append(wanted, scene)
		}
	}
	if len(wanted) == 0 {
		t.Fatalf("no page state is called %q; the names are %q", *state, names)
	}
	return wanted
}
