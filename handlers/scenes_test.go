package handlers_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"hexclub/handlers"
	"hexclub/handlers/mail/mailtest"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/hexellation"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
	"hexclub/rules/six"
	"hexclub/views/page"
)

// A scene is a page in one of its states, as somebody sees it. Whatever is
// asked of every page is asked of all scenes.
type scene struct {
	name string
	who  *client // whose cookies are sent
	path string
	form []string // pairs of name and value: posted to the path, if there are any
	game bool     // the page has a board to play on
}

// A stage is a site with people and games in every state, to be looked at.
type stage struct {
	*site
	stranger, guest, member *client
	scenes                  []scene
}

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

// addMail adds pages about mails, among them those that mails lead to.
func (s *stage) addMail(t *testing.T, post *mailtest.Server) {
	t.Helper()
	paths := s.writesTo(t, s.member, "Amélie", post)
	s.post("settings-mail-problem", s.member, "/settings/mail", "address", "amelie")
	s.add("mail-confirm", s.stranger, paths.confirm)
	s.post("mail-confirmed", s.stranger, paths.confirm, "said", "yes")
	s.add("mail-stop", s.stranger, paths.stop)
	s.post("mail-stopped", s.stranger, paths.stop, "notices", "off")
	s.post("mail-resumed", s.stranger, paths.stop, "notices", "on")
}

func (s *stage) add(name string, who *client, path string) {
	s.scenes = append(s.scenes, scene{name: name, who: who, path: path})
}

// post adds the answer to a form, of which something must be sent.
func (s *stage) post(name string, who *client, path string, form ...string) {
	s.scenes = append(s.scenes, scene{name: name, who: who, path: path, form: form})
}

// board adds a scene with a board to play on, seen by the guest, who has
// chosen a look if one is named: pairs of its parts and their values.
func (s *stage) board(t *testing.T, name, path string, look ...string) {
	t.Helper()
	who := s.guest
	if len(look) > 0 {
		who = s.client(t).holding(s.guest.cookies()...)
		who.still().post("/settings/look", look...).wantStatus(t, http.StatusSeeOther)
	}
	s.scenes = append(s.scenes, scene{name: name, who: who, path: path, game: true})
}

// addInvitation adds a game that waits, and what others than who is to act see
// of one that runs.
func (s *stage) addInvitation(t *testing.T) {
	t.Helper()
	waiting := s.guest.newGame("invite", "me")
	s.add("waiting", s.guest, waiting)
	s.add("invitation", s.stranger, s.guest.invitation(waiting))
	teams := s.guest.post("/games", "game", "six", "option.seats", "4", "seat", "2", "explore", "no").path
	s.add("invitation-teams", s.stranger, s.guest.invitation(teams))

	running := s.member.newGame("invite", "me")
	invitation := s.member.invitation(running)
	s.guest.post(invitation).wantStatus(t, http.StatusOK)
	s.add("taken", s.stranger, invitation)
	s.add("watching", s.stranger, running)
	s.board(t, "theirs", running)
}

// addGame adds a game from its start to its end.
func (s *stage) addGame(t *testing.T, game rules.Game) {
	t.Helper()
	key := game.Info().Key
	setup := rules.Setup{}
	s.board(t, key+"-start", s.guest.playedGame(t, game, setup, nil))

	r := finishedGame(t, game, setup)
	half := len(r.Turns()) / 2
	middle := s.guest.playedGame(t, game, setup, r.Turns()[:half])
	s.board(t, key+"-middle", middle)
	s.board(t, key+"-table", middle, "table", "on")
	s.board(t, key+"-paper", middle, "style", "paper", "palette", "safe", "theme", "dark", "names", "off")
	s.board(t, key+"-slate", middle, "style", "slate", "palette", "contrast", "theme", "light", "turn", "1")
	s.board(t, key+"-nonsense", middle+"?draft=nonsense")
	s.board(t, key+"-illegal", middle+"?draft="+illegal(t, r, half))
	s.board(t, key+"-whole", middle+"?draft="+strings.Join(r.Turns()[half].Actions, ","))

	opening := 4 // turns
	if key == "hexellation" {
		opening = 1 // after it a turn is one action, chosen by one click
	} else {
		at := findSpot(t, game, opening, func(st rules.State) bool { return startsAction(st) != "" })
		path := s.guest.playedGame(t, game, setup, at.played)
		s.board(t, key+"-pick", path+"?draft="+strings.Join(at.draft, ",")+"&pick="+startsAction(at.state))
	}
	if key != "six" { // where each turn is one action
		at := findSpot(t, game, opening, func(st rules.State) bool { return st.Turn().Action > 0 })
		path := s.guest.playedGame(t, game, setup, at.played)
		s.board(t, key+"-draft", path+"?draft="+strings.Join(at.draft, ","))
	}

	over := s.guest.playedGame(t, game, setup, r.Turns())
	s.board(t, key+"-over", over)
	s.addReplay(t, key, over, r.Turns())
}

// addReplay adds pages of a game that is over as it stood before.
func (s *stage) addReplay(t *testing.T, key, over string, turns []record.Turn) {
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

// addOptions adds games with many at the table and with claims.
func (s *stage) addOptions(t *testing.T) {
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
		middle := s.guest.playedGame(t, o.game, setup, r.Turns()[:len(r.Turns())-1])
		s.board(t, o.name+"-middle", middle)
		s.board(t, o.name+"-over", s.guest.playedGame(t, o.game, setup, r.Turns()))
		if o.set["declare"] == "yes" {
			claim := s.guest.get(middle).attribute(".declaring a", "href")
			s.board(t, o.name+"-claim", claim)
		}
	}
}

// playedGame is a game of any kind that one person plays for all seats, the
// turns played.
func (c *client) playedGame(t *testing.T, game rules.Game, setup rules.Setup, turns []record.Turn) (path string) {
	t.Helper()
	form := []string{"game", game.Info().Key, "opponent", "device"}
	for option, value := range setup.Options {
		form = append(form, page.OptionName(option), value)
	}
	path = c.post("/games", form...).wantStatus(t, http.StatusOK).path
	c.sendTurns(t, path, turns, 0)
	return path
}

// longest is how many turns a game on a stage has at most.
const longest = 120

// finishedGame is a game played at random, but for wins within reach.
func finishedGame(t *testing.T, game rules.Game, setup rules.Setup) *record.Record {
	t.Helper()
	const shortest = 8 // turns
	for seed := range uint64(1000) {
		r := playAtRandom(t, game, setup, seed, nil)
		if _, over := r.Result(); over && len(r.Turns()) >= shortest {
			return r
		}
	}
	t.Fatalf("no game of %s ends within %d turns", game.Info().Key, longest)
	return nil
}

// A spot is a position within a random game, maybe within a turn.
type spot struct {
	played []record.Turn
	draft  []string // of the turn in the making
	state  rules.State
}

// findSpot looks for a position that suits, after so many turns or more.
func findSpot(t *testing.T, game rules.Game, opening int, suits func(rules.State) bool) spot {
	t.Helper()
	for seed := range uint64(1000) {
		var found *spot
		playAtRandom(t, game, rules.Setup{}, seed, func(played []record.Turn, d record.Draft) bool {
			if len(played) < opening || !suits(d.State) {
				return true
			}
			found = &spot{played: played, draft: d.Texts, state: d.State}
			return false
		})
		if found != nil {
			return *found
		}
	}
	t.Fatalf("no such position in %s", game.Info().Key)
	return spot{}
}

// playAtRandom plays a game until it ends, is too long, or watch, which sees
// every position, wants no more of it.
func playAtRandom(t *testing.T, game rules.Game, setup rules.Setup, seed uint64, watch func(played []record.Turn, d record.Draft) (goOn bool)) *record.Record {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	r, err := record.New(game, setup)
	if err != nil {
		t.Fatal(err)
	}
	for r.State().Turn().Seat != 0 && len(r.Turns()) < longest {
		draft := r.Draft("")
		for !draft.Done {
			if watch != nil && !watch(r.Turns(), draft) {
				return r
			}
			draft = r.Draft(strings.Join(append(draft.Texts, anAction(draft.State, random)), " "))
		}
		if err := r.Play(r.State().Turn().Seat, strings.Join(draft.Texts, " ")); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// anAction is an action that wins at once, or else any.
func anAction(st rules.State, random *rand.Rand) string {
	actions := st.Actions(nil)
	next := st.Clone()
	for _, action := range actions {
		next.Set(st)
		next.Play(action)
		if result, over := next.Result(); over && !result.Drawn {
			return st.Text(action)
		}
	}
	return st.Text(actions[random.IntN(len(actions))])
}

// startsAction is the cell to begin with where an action takes two clicks,
// empty when there is no such action.
func startsAction(st rules.State) string {
	for _, action := range st.Actions(nil) {
		if picks := st.Picks(action); len(picks) > 1 {
			for _, c := range st.Board().Cells {
				if c.Cell == picks[0][0] {
					return c.Name
				}
			}
		}
	}
	return ""
}

// illegal is an action of a game that is not legal after some of its turns.
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
