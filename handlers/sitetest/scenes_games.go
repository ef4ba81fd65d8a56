package sitetest

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/hexellation"
	"hexclub/rules/record"
	"hexclub/rules/six"
	"hexclub/views/learn"
)

// AddSandbox adds the sandbox of a game: the initial position, a line, an edited board, and invalid
// parameters.
func (s *Stage) AddSandbox(t *testing.T, game rules.Game) {
	t.Helper()
	key := game.Info().Key
	path := "/analysis/" + key
	position := url.QueryEscape(RandomState(t, game, nil, 5, 14).Position())
	s.board(t, key+"-sandbox", path)
	s.board(t, key+"-sandbox-line", path+"?position="+position+"&more="+url.QueryEscape(lineFrom(t, game)))
	s.board(t, key+"-sandbox-edit", path+"?edit=on&position="+position)
	s.board(t, key+"-sandbox-edit-table", path+"?edit=on&position="+position, "table", "on")
	cell := RandomState(t, game, nil, 5, 0).Board().Cells[0].Name
	s.board(t, key+"-sandbox-edit-refused", path+"?edit=on&edits="+url.QueryEscape(strings.Repeat(cell+"- ", 2)+cell+"+9none"))
	s.board(t, key+"-sandbox-bad", path+"?position=x&line=y")
}

// AddBots adds games with bots. The bots of a stage do not run, so their turns stay pending.
func (s *Stage) AddBots(t *testing.T) {
	t.Helper()
	c := s.Client(t)
	path := c.AgainstBot("game", "hexone", "level", "5")
	s.Add("bot-yours", c, path)
	thinking := c.AgainstBot("game", "hexone", "level", "1")
	c.NoRedirects().Turn(thinking, "c2", 0).WantStatus(t, http.StatusSeeOther)
	s.Add("bot-thinking", c, thinking)
	s.Add("bot-thinking-watched", s.Stranger, thinking)
	over := c.AgainstBot("game", "tartan")
	c.NoRedirects().Post(over+"/resign").WantStatus(t, http.StatusSeeOther)
	s.Add("bot-over", c, over)
	room := c.Post("/games", strings.Fields("game six option.seats 4 opponent lobby seat 1 bots yes bot-2 1")...).Path
	s.Add("bots-waiting", c, room)
	crowd := c.Post("/games", strings.Fields("game hexellation option.seats 6 opponent bot level 6 seat 6")...).Path
	s.Add("bots-crowd", c, crowd)
	s.Add("home-bots", c, "/")
	s.Post("setup-bots-problem", c, "/games", strings.Fields("game hexellation option.seats 4 opponent bot level 3 counts yes bots yes bot-2 4")...)
	s.Post("setup-no-bots", c, "/games", strings.Fields("game hexellation option.seats 4 opponent lobby seat 1 bots yes bot-1 4")...)
}

// AddHint adds the sandbox with a suggested turn, in the position of AddSandbox.
func (s *Stage) AddHint(t *testing.T, game rules.Game) {
	t.Helper()
	key := game.Info().Key
	path := "/analysis/" + key + "/hint?position=" + url.QueryEscape(RandomState(t, game, nil, 5, 14).Position())
	s.board(t, key+"-hint", path)
	if key == "hexone" {
		s.board(t, key+"-hint-table", path, "table", "on")
		s.board(t, key+"-hint-slate", path, "style", "slate", "palette", "contrast", "theme", "light", "turn", "1")
		s.board(t, key+"-hint-game", s.Guest.BotGame(key)+"/hint")
	}
}

// AddLearning adds the course of a game, and a lesson at its start, solved, and after a wrong turn.
func (s *Stage) AddLearning(t *testing.T, game rules.Game) {
	t.Helper()
	key := game.Info().Key
	course := CourseOf(t, key)
	first, other := course.Lessons[0], course.Lessons[len(course.Lessons)/2]
	s.Add("course-"+key, s.Stranger, "/learn/"+key)
	if key == "hexone" {
		begun, whole := s.Client(t), s.Client(t)
		for i, l := range course.Lessons {
			if i < 3 {
				begun.Post(learn.LessonHref(l), "line", SolvedLine(l), "tried", strconv.Itoa(i)).WantStatus(t, http.StatusOK)
			}
			whole.Post(learn.LessonHref(l), "line", SolvedLine(l)).WantStatus(t, http.StatusOK)
		}
		s.Add("learn-begun", begun, "/learn")
		s.Add("course-begun", begun, "/learn/hexone")
		s.Add("learn-whole", whole, "/learn")
		s.Add("course-whole", whole, "/learn/hexone")
	}
	s.board(t, key+"-lesson", learn.LessonHref(other)+"?hints=1&tried=1")
	s.board(t, key+"-lesson-solved", learn.LessonHref(first)+"?line="+url.QueryEscape(SolvedLine(first)))
	s.board(t, key+"-lesson-wrong", learn.LessonHref(first)+"?line="+url.QueryEscape(first.Wrongs[0].Try[0]))
	if key == "hexellation" {
		for _, tag := range []string{"es", "ko"} {
			who := s.Client(t)
			who.Post("/language", "lang", tag, "return", "/")
			for name, path := range map[string]string{
				"home": "/", "learn": "/learn", "rules": "/rules/" + key, "setup": "/games/new?game=" + key, "lesson": learn.LessonHref(other) + "?hints=1",
				"settings": "/settings",
			} {
				s.Add(tag+"-"+name, who, path)
			}
		}
	}
	if key == "six" {
		s.board(t, key+"-lesson-framed", "/embed"+learn.LessonHref(other))
		s.board(t, key+"-lesson-large", "/projector"+learn.LessonHref(other))
		s.board(t, key+"-lesson-answer", "/projector"+learn.LessonHref(other)+"?shown=1&line="+url.QueryEscape(SolvedLine(other)))
		s.Add("rules-"+key+"-sheet", s.Stranger, "/rules/"+key+"/sheet")
		s.board(t, key+"-framed", "/embed/analysis/six?line=1,-1")
		s.board(t, key+"-large", "/projector/analysis/six?line=1,-1")
		s.board(t, key+"-lesson-table", learn.LessonHref(other), "table", "on")
		s.Add("rules-"+key+"-played", s.Stranger, "/rules/six?figure=1&line=1,-1&pick=9,9")
	}
}

// AddInvitation adds an open game, and a running one as seen by visitors and by the opponent.
func (s *Stage) AddInvitation(t *testing.T) {
	t.Helper()
	waiting := s.Guest.NewGame("invite", "me")
	s.Add("waiting", s.Guest, waiting)
	s.Add("invitation", s.Stranger, s.Guest.Invitation(waiting))
	teams := s.Guest.Post("/games", "game", "six", "option.seats", "4", "seat", "2", "explore", "no").Path
	s.Add("invitation-teams", s.Stranger, s.Guest.Invitation(teams))

	running := s.Member.NewGame("invite", "me")
	invitation := s.Member.Invitation(running)
	s.Guest.Post(invitation).WantStatus(t, http.StatusOK)
	s.Add("taken", s.Stranger, invitation)
	s.Add("watching", s.Stranger, running)
	s.board(t, "theirs", running)
}

// AddGame adds a game from its start to its end.
func (s *Stage) AddGame(t *testing.T, game rules.Game) {
	t.Helper()
	key := game.Info().Key
	setup := rules.Setup{}
	s.board(t, key+"-start", s.Guest.PlayedGame(t, game, setup, nil))

	r := finishedGame(t, game, setup)
	half := len(r.Turns()) / 2
	middle := s.Guest.PlayedGame(t, game, setup, r.Turns()[:half])
	s.board(t, key+"-middle", middle)
	s.board(t, key+"-table", middle, "table", "on")
	s.board(t, key+"-paper", middle, "style", "paper", "palette", "safe", "theme", "dark", "names", "off")
	s.board(t, key+"-slate", middle, "style", "slate", "palette", "contrast", "theme", "light", "turn", "1")
	s.board(t, key+"-nonsense", middle+"?draft=nonsense")
	s.board(t, key+"-illegal", middle+"?draft="+illegal(t, r, half))
	s.board(t, key+"-whole", middle+"?draft="+strings.Join(r.Turns()[half].Actions, ","))

	opening := 4 // turns
	if key == "hexellation" {
		opening = 1 // a turn is then one action, chosen by one click
	} else {
		at := FindSpot(t, game, opening, func(st rules.State) bool { return StartsAction(st) != "" })
		path := s.Guest.PlayedGame(t, game, setup, at.Played)
		s.board(t, key+"-pick", path+"?draft="+strings.Join(at.Draft, ",")+"&pick="+StartsAction(at.State))
	}
	if key != "six" { // whose turns have one action
		at := FindSpot(t, game, opening, func(st rules.State) bool { return st.Turn().Action > 0 })
		path := s.Guest.PlayedGame(t, game, setup, at.Played)
		s.board(t, key+"-draft", path+"?draft="+strings.Join(at.Draft, ","))
	}

	over := s.Guest.PlayedGame(t, game, setup, r.Turns())
	s.board(t, key+"-over", over)
	s.addReplay(t, key, over, r.Turns())
}

// addReplay adds pages of earlier positions of a finished game.
func (s *Stage) addReplay(t *testing.T, key, over string, turns []record.Turn) {
	t.Helper()
	half := fmt.Sprint(over, "/turns/", len(turns)/2)
	s.board(t, key+"-replay", half)
	s.board(t, key+"-replay-play", half+"?play=1")
	s.board(t, key+"-replay-table", half, "table", "on")
	s.board(t, key+"-replay-first", over+"/turns/0")
	s.board(t, key+"-replay-last", fmt.Sprint(over, "/turns/", len(turns)))
	steps := slices.IndexFunc(turns, func(turn record.Turn) bool { return len(turn.Actions) > 1 })
	if steps >= 0 {
		s.board(t, key+"-replay-step", fmt.Sprint(over, "/turns/", turns[steps].Number, "/1"))
	}
}

// AddOptions adds games with many seats and with claims.
func (s *Stage) AddOptions(t *testing.T) {
	t.Helper()
	for _, o := range []struct {
		name string
		game rules.Game
		set  map[string]string
	}{
		{"teams", six.Game{}, map[string]string{"rules": "advanced", "seats": "4", "declare": "yes"}},
		{"crowd", hexellation.Game{}, map[string]string{"sky": "advanced", "seats": "6", "declare": "yes", "planet": "yes"}},
		{"out", hexellation.Game{}, map[string]string{"seats": "3"}},
	} {
		setup := rules.Setup{Options: o.set}
		r := finishedGame(t, o.game, setup)
		middle := s.Guest.PlayedGame(t, o.game, setup, r.Turns()[:len(r.Turns())-1])
		s.board(t, o.name+"-middle", middle)
		s.board(t, o.name+"-over", s.Guest.PlayedGame(t, o.game, setup, r.Turns()))
		if o.set["declare"] == "yes" {
			claim := s.Guest.Get(middle).Attribute(".declaring a", "href")
			s.board(t, o.name+"-claim", claim)
		}
	}
}

// AddTogether adds games with offers, clocks, ratings and matches, and the list of games to watch.
func (s *Stage) AddTogether(t *testing.T) {
	t.Helper()
	people := s.Accounts(t, 3)
	anna, ben := people[0], people[1]
	act := func(who *Client, game, act string, form ...string) {
		t.Helper()
		who.NoRedirects().Post(game+"/"+act, form...).WantStatus(t, http.StatusSeeOther)
	}
	s.Add("current-none", s.Stranger, "/games")
	live := s.Together(t, db.NewGame{Key: "hexone", Control: record.Control{Base: 300_000, Increment: 3_000}, Terms: db.Terms{Rated: true}}, people[:2]...)
	s.Add("live", anna, live)
	s.Add("live-watched", s.Stranger, live)
	days := s.Together(t, db.NewGame{Key: "tartan", Control: record.Control{PerTurn: 3 * 86_400_000}}, people[:2]...)
	anna.Turn(days, "d4", 0)
	act(ben, days, "draw")
	s.Add("draw-offered", ben, days)
	s.Add("draw-answered", anna, days)
	s.Add("draw-watched", s.Stranger, days)

	taken := s.Together(t, db.NewGame{Key: "hexone"}, people[:2]...)
	anna.Turn(taken, "c2", 0)
	act(anna, taken, "takeback")
	s.Add("takeback-asked", anna, taken)
	s.Add("takeback-answered", ben, taken)
	s.Add("takeback-drafted", ben, taken+"?draft=d3")

	rated := s.Together(t, db.NewGame{Key: "hexellation", Control: record.Control{PerTurn: 86_400_000}, Terms: db.Terms{Rated: true}}, people[:2]...)
	act(ben, rated, "resign")
	s.Add("rated-over", anna, rated)

	match := s.Together(t, db.NewGame{Key: "hexone", Match: true}, people[:2]...)
	act(anna, match, "resign")
	s.Add("match-first-over", ben, match)
	s.Add("match-open", s.Stranger, "/matches/"+match[len("/games/"):])
	second, err := s.DB.SecondLeg(t.Context(), match[len("/games/"):])
	if err != nil {
		t.Fatal(err)
	}
	s.Add("match-second", anna, "/games/"+second)
	won := s.Together(t, db.NewGame{Key: "hexone", Match: true}, people[:2]...)
	act(anna, won, "resign")
	if second, err = s.DB.SecondLeg(t.Context(), won[len("/games/"):]); err != nil {
		t.Fatal(err)
	}
	act(ben, "/games/"+second, "resign")
	s.Add("match-over", anna, "/matches/"+second)
	act(anna, "/games/"+second, "rematch")
	s.Add("rematch-proposed", ben, "/games/"+second)
	s.Add("current", s.Stranger, "/games")
}

// illegal returns an action of the game that is not legal after the given number of turns.
func illegal(t *testing.T, r *record.Record, turns int) string {
	t.Helper()
	at, err := r.At(t.Context(), turns)
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range r.Turns() {
		action, err := at.State().Parse(turn.Actions[0])
		if err != nil {
			t.Fatal(err)
		}
		if at.State().Refuse(action) != nil {
			return turn.Actions[0]
		}
	}
	t.Fatal("all actions are legal")
	return ""
}

// AddChat adds pages with chats, with and without restrictions.
func (s *Stage) AddChat(t *testing.T) {
	t.Helper()
	game, host, guest := s.TwoPlayers(t)
	host.SignUp("Élodie")
	for i := range 4 {
		host.Say(game, fmt.Sprint("Message ", i+1))
		guest.Say(game, "<b>Réponse</b> "+strings.Repeat("très longue ", 10)+strings.Repeat("x", 100))
	}
	s.Add("chat", guest, game+"/chat")
	s.Post("chat-problem", host, game+"/chat", "text", " ")
	host.NoRedirects().Post(game+"/chat/block", "seat", "2", "blocked", "on").WantStatus(t, http.StatusSeeOther)
	guest.NoRedirects().Post("/settings/chat", "chat", "off").WantStatus(t, http.StatusSeeOther)
	s.Add("chat-nobody", host, game)
	s.Add("settings-blocked", host, "/settings")
	s.Add("chat-off", guest, game+"/chat")

	organiser, organiserIs := s.WithRole(t, "Oda", db.Organiser)
	if err := s.DB.RemoveMessage(t.Context(), strings.TrimPrefix(game, "/games/"), 3, organiserIs.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	s.Add("chat-overseen", organiser, game+"/chat")
	s.Add("chat-to-oversee", organiser, game)

	game, host, guest = s.TwoPlayers(t)
	guest.Say(game, "hello")
	s.Add("chat-beside", host, game)
	guest.NoRedirects().Post(game+"/chat/mute", "muted", "on").WantStatus(t, http.StatusSeeOther)
	s.Add("chat-muted", guest, game)
	s.Add("chat-alone", host, host.NewGame("device", "me")+"/chat")
}
