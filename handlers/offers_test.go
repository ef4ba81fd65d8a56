package handlers_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/rules/six"
)

// Offers and their answers without JavaScript: a form each, and back to the
// game. What cannot be done is answered with the reason, on the board.
func TestOffers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 2)
	anna, ben, stranger := people[0], people[1], s.client(t)
	start := func(t *testing.T, n db.NewGame, turns ...string) (path string) {
		t.Helper()
		path = s.together(t, n, people...)
		for i, turn := range turns {
			people[i%2].still().turn(path, turn, i).wantStatus(t, http.StatusSeeOther)
		}
		return path
	}
	done := func(t *testing.T, who *client, path, act string, form ...string) {
		t.Helper()
		p := who.still().post(path+"/"+act, form...).wantStatus(t, http.StatusSeeOther)
		if to := p.header.Get("Location"); to != path {
			t.Errorf("%s leads to %s", act, to)
		}
	}
	refused := func(t *testing.T, who *client, status int, why, path, act string, form ...string) {
		t.Helper()
		for _, who := range []*client{who, who.htmx()} {
			who.post(path+"/"+act, form...).wantStatus(t, status).wantText(t, "body", why)
		}
	}
	ply := func(path string) string { return fmt.Sprint(s.gameAt(t, path).Record.Ply()) }

	t.Run("a draw", func(t *testing.T) {
		game := start(t, db.NewGame{Key: "hexone"}, "c2")
		refused(t, anna, http.StatusConflict, "There is no offer", game, "accept", "ply", ply(game))
		done(t, anna, game, "draw")
		anna.get(game).wantText(t, ".offer", "You have offered a draw.").wantCount(t, "#offer-accept", 0).wantText(t, "#offer-decline", "Withdraw")
		ben.get(game).wantText(t, ".offer", "Anna (Blue) offers a draw.").wantCount(t, ".offer details:not([open]) #offer-accept", 1).wantCount(t, "#offer-decline", 1).wantCount(t, ".offer .primary", 0)
		stranger.get(game).wantText(t, ".offer", "Anna (Blue) offers a draw.").wantCount(t, ".offer button", 0).wantCount(t, "#acts", 0)
		refused(t, anna, http.StatusConflict, "You have offered", game, "draw")
		refused(t, stranger, http.StatusForbidden, "You have no seat", game, "accept", "ply", ply(game))
		refused(t, ben, http.StatusConflict, "has gone on since", game, "accept", "ply", "1")
		refused(t, ben, http.StatusUnprocessableEntity, "does not know", game, "accept")
		done(t, ben, game, "accept", "ply", ply(game))
		anna.get(game).wantText(t, ".status.over", "The game is drawn: both agreed").wantCount(t, ".offer", 0).wantCount(t, "#acts", 0)
		refused(t, ben, http.StatusConflict, "over", game, "draw")
	})
	t.Run("what can be proposed follows the news", func(t *testing.T) {
		game := start(t, db.NewGame{Key: "hexone"}, "c2", "d3")
		proposals := func(who *client, want int) {
			t.Helper()
			who.htmx().get(game+"/board?since=1").wantCount(t, "#beside #resign", 1).wantCount(t, "#beside #offer-draw, #beside #ask-takeback", want)
		}
		proposals(ben, 2)
		done(t, anna, game, "draw")
		proposals(anna, 0)
		proposals(ben, 0)
		done(t, ben, game, "decline", "ply", ply(game))
		proposals(anna, 1)
		proposals(ben, 2)
		anna.still().turn(game, "c2", 2).wantStatus(t, http.StatusSeeOther)
		proposals(anna, 2)
	})
	t.Run("an answer by playing", func(t *testing.T) {
		game := start(t, db.NewGame{Key: "hexone"}, "c2")
		done(t, anna, game, "draw")
		ben.still().turn(game, "d3", 1).wantStatus(t, http.StatusSeeOther) // the offer does not make it stale
		anna.get(game).wantCount(t, ".offer", 0).wantText(t, ".closed", "Ben played on")
	})
	t.Run("a takeback", func(t *testing.T) {
		game := start(t, db.NewGame{Key: "hexone"})
		refused(t, anna, http.StatusConflict, "You have played no turn", game, "takeback")
		game = start(t, db.NewGame{Key: "hexone"}, "c2", "d3")
		done(t, anna, game, "takeback")
		ben.get(game).wantText(t, ".offer", "asks to take back turn 1 and all that followed")
		done(t, ben, game, "decline", "ply", ply(game))
		done(t, ben, game, "takeback")
		done(t, anna, game, "accept", "ply", ply(game))
		if r := s.gameAt(t, game).Record; len(r.Turns()) != 1 || r.Turn().Seat != 2 {
			t.Errorf("%d turns are left, seat %d is to act", len(r.Turns()), r.Turn().Seat)
		}
		// What was made before is of another position, though as many turns lie behind it.
		ben.turn(game, "d3", 1).wantStatus(t, http.StatusConflict)
	})
	t.Run("what has become of an offer is told to the others until something happens", func(t *testing.T) {
		for _, tt := range []struct {
			act                string
			decliner, told     *client
			want, wantInFrench string
		}{
			{"draw", ben, anna, "Ben declined the draw.", "Ben a refusé la nulle."},
			{"draw", anna, ben, "Anna has withdrawn the offer of a draw.", "Anna a retiré sa proposition de nulle."},
			{"takeback", ben, anna, "Ben declined the takeback.", "Ben a refusé la reprise du tour."},
			{"takeback", anna, ben, "Anna no longer asks to take a turn back.", "Anna ne demande plus à reprendre un tour."},
		} {
			game := start(t, db.NewGame{Key: "hexone"}, "c2")
			done(t, anna, game, tt.act)
			done(t, tt.decliner, game, "decline", "ply", ply(game))
			tt.told.get(game).wantText(t, ".now .closed", tt.want)
			tt.told.with("Accept-Language", "fr").get(game).wantText(t, ".closed", tt.wantInFrench)
			tt.told.htmx().get(game+"/board?since=1").wantText(t, ".closed", tt.want).wantText(t, "#say", tt.want)
			tt.told.htmx().get(game+"/board?draft=d3").wantText(t, ".closed", tt.want).wantCount(t, "#say:contains('"+tt.want+"')", 0)
			tt.decliner.get(game).wantCount(t, ".closed", 0)
			stranger.get(game).wantCount(t, ".closed", 0)
			ben.still().turn(game, "d3", 1).wantStatus(t, http.StatusSeeOther)
			tt.told.get(game).wantCount(t, ".closed", 0)
		}
	})
	t.Run("on one device nobody has to agree", func(t *testing.T) {
		game := anna.deviceGame("c2", "d3")
		anna.get(game).wantCount(t, `form[action$="/draw"]`, 0).wantText(t, "#acts", "Take back the last turn")
		done(t, anna, game, "takeback")
		if n := len(s.gameAt(t, game).Record.Turns()); n != 1 {
			t.Errorf("%d turns are left", n)
		}
		for tag, want := range map[string]string{
			"en": "Turn 2 and all that followed are taken back.", "fr": "Le tour 2 et tout ce qui a suivi sont repris.",
			"es": "Se han deshecho el turno 2 y todo lo que vino después.", "ko": "2번째 차례부터 그 뒤를 모두 물렀어요.",
		} {
			if got := anna.with("Accept-Language", tag).get(game).text(".closed"); got != want {
				t.Errorf("%s: the page says %q, want %q", tag, got, want)
			}
		}
		anna.get(game+"?draft=d3").wantCount(t, ".closed", 0)
		anna.turn(game, "d3", s.gameAt(t, game).Record.Moved()).wantCount(t, ".closed", 0)
	})
	t.Run("no draws in Hexellation", func(t *testing.T) {
		game := start(t, db.NewGame{Key: "hexellation"})
		anna.get(game).wantCount(t, `#acts form[action$="/draw"]`, 0).wantCount(t, `#acts form[action$="/takeback"]`, 0) // nobody has played
		refused(t, anna, http.StatusUnprocessableEntity, "draw", game, "draw")
	})
	t.Run("a team resigns together", func(t *testing.T) {
		team := anna.playedGame(t, six.Game{}, rules.Setup{Options: map[string]string{"seats": "4"}}, nil)
		anna.get(team).wantText(t, "#resign", "for the whole team")
		anna.get(start(t, db.NewGame{Key: "six"})).wantText(t, "#resign", "You give the game up at once")
	})
	t.Run("called off", func(t *testing.T) {
		game := start(t, db.NewGame{Key: "hexone"}, "c2")
		ben.get(game).wantCount(t, `#abort form[action$="/abort"]`, 1)
		ben.post(game+"/abort").wantStatus(t, http.StatusOK)
		anna.get(game).wantText(t, ".status.over", "Ben called the game off.").wantCount(t, ".players .won", 0).wantCount(t, "#acts", 0)
		anna.turn(game, "d3", 1).wantStatus(t, http.StatusConflict).wantText(t, "[role=alert]", "over")
		game = start(t, db.NewGame{Key: "hexone"}, "c2", "d3")
		ben.get(game).wantCount(t, "#abort", 0)
		ben.post(game+"/abort").wantStatus(t, http.StatusConflict).wantText(t, "[role=alert]", "All players have played once")
	})
}

// A turn in the making outlives news and acts of the same position, and no
// other.
func TestDraftOutlivesOffers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 2)
	game := s.together(t, db.NewGame{Key: "hexone"}, people...)
	ben := people[1].htmx()
	people[0].turn(game, "c2", 0)
	p := ben.get(game+"/board?draft=d3").wantCount(t, ".steps li", 1)
	at := p.attribute(".kept[name=at]", "value")
	people[0].post(game + "/draw")
	news := game + "/board?since=" + p.attribute("#revision", "value") + "&draft=d3&at="
	ben.get(news+at).wantCount(t, ".steps li", 1).wantCount(t, "#offer-accept", 1)
	ben.get(news+"0").wantCount(t, ".steps li", 0)
	offered := s.gameAt(t, game).Record.Ply()
	ben.post(game+"/decline", "ply", fmt.Sprint(offered), "draft", "d3", "at", at).wantCount(t, ".steps li", 1).wantCount(t, ".offer", 0)
	ben.post(game+"/draw", "draft", "d3", "at", "0").wantCount(t, ".steps li", 0)
	ben.turn(game, "d3", 1).wantStatus(t, http.StatusOK).wantCount(t, ".steps li", 0)
}

// Each seat's clock is on the page, that of who is to act with the time until
// it has run out.
func TestClocksOnThePage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 2)
	game := s.together(t, db.NewGame{Key: "hexone", Control: record.Control{Base: 600_000, Increment: 5_000}}, people...)
	p := people[0].get(game)
	p.wantText(t, ".seat:nth-child(1) .clock", "10:00").wantText(t, ".seat:nth-child(2) .clock", "10:00").wantCount(t, ".clock[data-left]", 1)
	if full := p.attribute(".seat:nth-child(1) .clock", "data-full"); full != "600000" {
		t.Errorf("the clock that is yet to begin shows %q at most", full)
	}
	p.wantText(t, "#begins", "Your clock starts in a moment.")
	people[1].get(game).wantText(t, "#begins", "The clock starts in a moment.")
	p.wantText(t, "#terms", "casual").wantText(t, "#terms", "10 minutes")
	p = people[0].turn(game, "c2", 0)
	p.wantCount(t, "#begins", 0).wantText(t, ".seat:nth-child(1) .clock", "10:05").wantCount(t, ".seat:nth-child(2) .clock[data-left]:not([data-full])", 1)
	days := s.together(t, db.NewGame{Key: "hexone", Control: record.Control{PerTurn: 3 * 86_400_000}}, people...)
	people[0].get(days).wantText(t, ".seat:nth-child(2) .clock", "3 d 0 h").wantText(t, ".seat:nth-child(1) .clock", "2 d 23 h")
	day := s.together(t, db.NewGame{Key: "hexone", Control: record.Control{PerTurn: 86_400_000}}, people...)
	people[0].get(day).wantText(t, ".seat:nth-child(2) .clock", "1 d 0 h").wantText(t, ".seat:nth-child(1) .clock", "23 h 59 min")
	people[0].get(s.together(t, db.NewGame{Key: "hexone"}, people...)).wantCount(t, ".clock, #begins", 0)
}

// The match names its games, and adds up what they gave.
func TestMatchPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 2)
	first := s.together(t, db.NewGame{Key: "hexone", Match: true}, people...)
	match := "/matches/" + first[len("/games/"):]
	people[0].get(match).wantText(t, ".status", "being played").wantCount(t, ".match ol a", 1).wantCount(t, "form", 1)
	people[1].post(first + "/resign")
	p := people[0].get(match).wantCount(t, ".match ol a", 2).wantText(t, ".match ol", "Anna won")
	wantCells(t, p, "tbody tr:first-child", "Anna", "49", "", "49")
	second := p.attribute(".match ol li:last-child a", "href")
	people[0].get(second).wantText(t, ".match-game", "Game 2 of 2").wantText(t, ".match-game", "49 to 0 for Anna")
	people[0].post(second + "/resign")
	p = people[1].get("/matches/" + second[len("/games/"):]) // by either game
	p.wantText(t, ".status.over", "Ben wins the match: 49 to 49")
	wantCells(t, p, "tr.won", "Ben", "0", "49", "49")
	if action := p.attribute(`form[action$="/rematch"]`, "action"); action != second+"/rematch" {
		t.Errorf("the rematch is asked for at %q", action)
	}
	s.client(t).get(match).wantCount(t, `form[action$="/rematch"]`, 0)
	for _, path := range []string{"/matches/nonsense", "/matches/" + s.together(t, db.NewGame{Key: "hexone"}, people...)[len("/games/"):]} {
		people[0].get(path).wantStatus(t, http.StatusNotFound)
	}

	void := s.together(t, db.NewGame{Key: "hexone", Match: true}, people...)
	if _, err := s.DB.Abort(t.Context(), void[len("/games/"):], s.gameAt(t, void).Players[0].ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	people[0].get("/matches/"+void[len("/games/"):]).wantText(t, ".status", "called off").wantCount(t, ".match ol a", 1)
}

// wantCells fails the test unless a row of a table holds these cells.
func wantCells(t *testing.T, p webPage, row string, want ...string) {
	t.Helper()
	if got := p.list(row + " > *"); !slices.Equal(got, want) {
		t.Errorf("the cells of %s are %q, want %q", row, got, want)
	}
}

// The page of current games shows those between people, and is told what
// changed of what it has.
func TestCurrentGames(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := serve(t, openSite(t, handlers.Config{Now: clock.now}))
	people := s.accounts(t, 2)
	watcher := s.client(t)
	none := watcher.get("/games").wantText(t, "main", "Nobody plays at the moment.").wantCount(t, ".watch li", 0)
	if include := none.attribute("#watching", "data-hx-include"); include != "this" { // htmx warns of what is not there
		t.Errorf("the list includes %q", include)
	}
	people[0].deviceGame("c2")
	hexone := s.together(t, db.NewGame{Key: "hexone"}, people...)
	s.together(t, db.NewGame{Key: "six", Setup: rules.Setup{}}, people...)
	clock.advance(time.Second)
	p := watcher.get("/games").wantCount(t, ".watch li", 2).wantCount(t, ".watch svg.board", 2).wantText(t, ".watch", "Turn 1, Anna to play")
	query := "/games/boards?" + formOf("seen", p.attribute(".watch li:nth-child(1) [name=seen]", "value"), "seen", p.attribute(".watch li:nth-child(2) [name=seen]", "value"))
	watcher.htmx().get(query).wantStatus(t, http.StatusNoContent)
	people[0].turn(hexone, "c2", 0)
	p = watcher.htmx().get(query).wantStatus(t, http.StatusOK).wantCount(t, "li", 1)
	if id := p.attribute("li", "id"); id != "watch-"+hexone[len("/games/"):] || p.attribute("li", "data-hx-swap-oob") != "true" {
		t.Errorf("what changed is %s", p.body)
	}
	clock.advance(time.Second)
	people[0].post(hexone + "/resign")
	watcher.htmx().get(query).wantCount(t, "#watching li", 1).wantText(t, "#watching", "Six")
}
