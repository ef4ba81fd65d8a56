package play_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/rules/six"
)

// Offers and their answers work without JavaScript: each is a form that returns to the game. A refused act is
// answered with the reason, on the board.
func TestOffers(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 2)
	anna, ben, stranger := people[0], people[1], s.Client(t)
	start := func(t *testing.T, n db.NewGame, turns ...string) (path string) {
		t.Helper()
		path = s.Together(t, n, people...)
		for i, turn := range turns {
			people[i%2].NoRedirects().Turn(path, turn, i).WantStatus(t, http.StatusSeeOther)
		}
		return path
	}
	done := func(t *testing.T, who *sitetest.Client, path, act string, form ...string) {
		t.Helper()
		p := who.NoRedirects().Post(path+"/"+act, form...).WantStatus(t, http.StatusSeeOther)
		if to := p.Header.Get("Location"); to != path {
			t.Errorf("%s leads to %s", act, to)
		}
	}
	refused := func(t *testing.T, who *sitetest.Client, status int, why, path, act string, form ...string) {
		t.Helper()
		for _, who := range []*sitetest.Client{who, who.Htmx()} {
			who.Post(path+"/"+act, form...).WantStatus(t, status).WantText(t, "body", why)
		}
	}
	events := func(path string) string { return fmt.Sprint(s.GameAt(t, path).Record.EventCount()) }

	t.Run("a draw", func(t *testing.T) {
		game := start(t, db.NewGame{Key: "hexone"}, "c2")
		refused(t, anna, http.StatusConflict, "There’s no offer", game, "accept", "events", events(game))
		done(t, anna, game, "draw")
		anna.Get(game).WantText(t, ".offer", "You offered a draw.").WantCount(t, "#offer-accept", 0).WantText(t, "#offer-decline", "Withdraw")
		ben.Get(game).WantText(t, ".offer", "Anna (Blue) offers a draw.").WantCount(t, ".offer #offer-accept", 1).WantCount(t, "#offer-decline", 1).WantCount(t, ".offer .primary", 0)
		stranger.Get(game).WantText(t, ".offer", "Anna (Blue) offers a draw.").WantCount(t, ".offer button", 0).WantCount(t, "#acts", 0)
		refused(t, anna, http.StatusConflict, "You’ve already offered", game, "draw")
		refused(t, stranger, http.StatusForbidden, "You have no seat", game, "accept", "events", events(game))
		refused(t, ben, http.StatusConflict, "The game has changed", game, "accept", "events", "1")
		refused(t, ben, http.StatusUnprocessableEntity, "an unknown value", game, "accept")
		done(t, ben, game, "accept", "events", events(game))
		anna.Get(game).WantText(t, ".status.over", "The game is drawn: both agreed").WantCount(t, ".offer", 0).WantCount(t, "#acts", 0)
		refused(t, ben, http.StatusConflict, "over", game, "draw")
	})
	t.Run("a page from before an upgrade", func(t *testing.T) {
		game := start(t, db.NewGame{Key: "hexone"})
		done(t, anna, game, "turns", "draft", "c2", "ply", "0")
		done(t, anna, game, "draw")
		refused(t, ben, http.StatusConflict, "The game has changed", game, "decline", "ply", "1")
		done(t, ben, game, "decline", "ply", "2")
		done(t, ben, game, "turns", "draft", "d3", "ply", "1")
		refused(t, anna, http.StatusConflict, "The game has changed", game, "turns", "draft", "d4", "ply", "1")
	})
	t.Run("what can be proposed follows the news", func(t *testing.T) {
		game := start(t, db.NewGame{Key: "hexone"}, "c2", "d3")
		proposals := func(who *sitetest.Client, want int) {
			t.Helper()
			who.Htmx().Get(game+"/board?since=1").WantCount(t, "#beside #resign", 1).WantCount(t, "#beside #offer-draw, #beside #ask-takeback", want)
		}
		proposals(ben, 2)
		done(t, anna, game, "draw")
		proposals(anna, 0)
		proposals(ben, 0)
		done(t, ben, game, "decline", "events", events(game))
		proposals(anna, 1)
		proposals(ben, 2)
		anna.NoRedirects().Turn(game, "c2", 2).WantStatus(t, http.StatusSeeOther)
		proposals(anna, 2)
	})
	t.Run("an answer by playing", func(t *testing.T) {
		game := start(t, db.NewGame{Key: "hexone"}, "c2")
		done(t, anna, game, "draw")
		ben.NoRedirects().Turn(game, "d3", 1).WantStatus(t, http.StatusSeeOther) // the offer does not make it stale
		anna.Get(game).WantCount(t, ".offer", 0).WantText(t, ".closed", "Ben played on")
	})
	t.Run("a takeback", func(t *testing.T) {
		game := start(t, db.NewGame{Key: "hexone"})
		refused(t, anna, http.StatusConflict, "No takeback: you haven’t played a turn", game, "takeback")
		game = start(t, db.NewGame{Key: "hexone"}, "c2", "d3")
		done(t, anna, game, "takeback")
		ben.Get(game).WantText(t, ".offer", "asks to take back turn 1 and all later turns")
		done(t, ben, game, "decline", "events", events(game))
		done(t, ben, game, "takeback")
		done(t, anna, game, "accept", "events", events(game))
		if r := s.GameAt(t, game).Record; len(r.Turns()) != 1 || r.Turn().Seat != 2 {
			t.Errorf("%d turns are left, seat %d is to act", len(r.Turns()), r.Turn().Seat)
		}
		// An earlier draft is for another position, although the number of turns is the same.
		ben.Turn(game, "d3", 1).WantStatus(t, http.StatusConflict)
	})
	t.Run("what has become of an offer is shown to the others until something happens", func(t *testing.T) {
		for _, tt := range []struct {
			act                string
			decliner, other    *sitetest.Client
			want, wantInFrench string
		}{
			{"draw", ben, anna, "Ben declined the draw.", "Ben a refusé la nulle."},
			{"draw", anna, ben, "Anna withdrew the draw offer.", "Anna a retiré sa proposition de nulle."},
			{"takeback", ben, anna, "Ben declined the takeback.", "Ben a refusé la reprise."},
			{"takeback", anna, ben, "Anna withdrew the takeback request.", "Anna a retiré sa demande de reprise."},
		} {
			game := start(t, db.NewGame{Key: "hexone"}, "c2")
			done(t, anna, game, tt.act)
			done(t, tt.decliner, game, "decline", "events", events(game))
			tt.other.Get(game).WantText(t, ".now .closed", tt.want)
			tt.other.With("Accept-Language", "fr").Get(game).WantText(t, ".closed", tt.wantInFrench)
			tt.other.Htmx().Get(game+"/board?since=1").WantText(t, ".closed", tt.want).WantText(t, "#say", tt.want)
			tt.other.Htmx().Get(game+"/board?draft=d3").WantText(t, ".closed", tt.want).WantCount(t, "#say:contains('"+tt.want+"')", 0)
			tt.decliner.Get(game).WantCount(t, ".closed", 0)
			stranger.Get(game).WantCount(t, ".closed", 0)
			ben.NoRedirects().Turn(game, "d3", 1).WantStatus(t, http.StatusSeeOther)
			tt.other.Get(game).WantCount(t, ".closed", 0)
		}
	})
	t.Run("on one device nobody has to agree", func(t *testing.T) {
		game := anna.DeviceGame("c2", "d3")
		anna.Get(game).WantCount(t, `form[action$="/draw"]`, 0).WantCount(t, "#undo-turn[aria-label='Undo last turn']", 1)
		done(t, anna, game, "takeback")
		if n := len(s.GameAt(t, game).Record.Turns()); n != 1 {
			t.Errorf("%d turns are left", n)
		}
		for tag, want := range map[string]string{
			"en": "Turn 2 and all later turns are taken back.", "fr": "Le tour 2 et la suite sont repris.",
			"es": "Se han deshecho el turno 2 y los siguientes.", "ko": "2수부터 모두 물렀어요.",
		} {
			if got := anna.With("Accept-Language", tag).Get(game).Text(".closed"); got != want {
				t.Errorf("%s: the page says %q, want %q", tag, got, want)
			}
		}
		anna.Get(game+"?draft=d3").WantCount(t, ".closed", 0)
		anna.Turn(game, "d3", s.GameAt(t, game).Record.Moved()).WantCount(t, ".closed", 0)
	})
	t.Run("no draws in Hexellation", func(t *testing.T) {
		game := start(t, db.NewGame{Key: "hexellation"})
		anna.Get(game).WantCount(t, `#acts form[action$="/draw"]`, 0).WantCount(t, `#acts form[action$="/takeback"]`, 0) // before the first turn
		refused(t, anna, http.StatusUnprocessableEntity, "draw", game, "draw")
	})
	t.Run("a team resigns together", func(t *testing.T) {
		team := anna.PlayedGame(t, six.Game{}, rules.Setup{Options: map[string]string{"seats": "4"}}, nil)
		anna.Get(team).WantText(t, "#resign", "Your whole team loses")
		anna.Get(start(t, db.NewGame{Key: "six"})).WantText(t, "#resign", "You can’t undo this")
	})
	t.Run("called off", func(t *testing.T) {
		game := start(t, db.NewGame{Key: "hexone"}, "c2")
		ben.Get(game).WantCount(t, `#abort form[action$="/abort"]`, 1)
		ben.Post(game+"/abort").WantStatus(t, http.StatusOK)
		anna.Get(game).WantText(t, ".status.over", "Ben cancelled the game.").WantCount(t, ".players .won", 0).WantCount(t, "#acts", 0)
		anna.Turn(game, "d3", 1).WantStatus(t, http.StatusConflict).WantText(t, "[role=alert]", "over")
		game = start(t, db.NewGame{Key: "hexone"}, "c2", "d3")
		ben.Get(game).WantCount(t, "#abort", 0)
		ben.Post(game+"/abort").WantStatus(t, http.StatusConflict).WantText(t, "[role=alert]", "everyone has played a turn")
	})
}

// A draft survives news and acts in the same position, and in no other.
func TestDraftOutlivesOffers(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 2)
	game := s.Together(t, db.NewGame{Key: "hexone"}, people...)
	ben := people[1].Htmx()
	people[0].Turn(game, "c2", 0)
	p := ben.Get(game+"/board?draft=d3").WantCount(t, ".steps li", 1)
	at := p.Attribute(".kept[name=at]", "value")
	people[0].Post(game + "/draw")
	news := game + "/board?since=" + p.Attribute("#revision", "value") + "&draft=d3&at="
	ben.Get(news+at).WantCount(t, ".steps li", 1).WantCount(t, "#offer-accept", 1)
	ben.Get(news+"0").WantCount(t, ".steps li", 0)
	offered := s.GameAt(t, game).Record.EventCount()
	ben.Post(game+"/decline", "events", fmt.Sprint(offered), "draft", "d3", "at", at).WantCount(t, ".steps li", 1).WantCount(t, ".offer", 0)
	ben.Post(game+"/draw", "draft", "d3", "at", "0").WantCount(t, ".steps li", 0)
	ben.Turn(game, "d3", 1).WantStatus(t, http.StatusOK).WantCount(t, ".steps li", 0)
}

// Each seat's clock is on the page; that of the seat to act has the remaining time.
func TestClocksOnThePage(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 2)
	game := s.Together(t, db.NewGame{Key: "hexone", Control: record.Control{Base: 600_000, Increment: 5_000}}, people...)
	p := people[0].Get(game)
	p.WantText(t, ".seat[data-seat='1'] .clock", "10:00").WantText(t, ".seat[data-seat='2'] .clock", "10:00").WantCount(t, ".clock[data-left]", 1)
	if full := p.Attribute(".seat[data-seat='1'] .clock", "data-full"); full != "600000" {
		t.Errorf("the clock that is yet to begin shows %q at most", full)
	}
	p.WantText(t, "#begins", "Your clock starts soon.")
	people[1].Get(game).WantText(t, "#begins", "The clock starts soon.")
	p.WantText(t, "#terms", "casual").WantText(t, "#terms", "10 minutes")
	p = people[0].Turn(game, "c2", 0)
	p.WantCount(t, "#begins", 0).WantText(t, ".seat[data-seat='1'] .clock", "10:05").WantCount(t, ".seat[data-seat='2'] .clock[data-left]:not([data-full])", 1)
	days := s.Together(t, db.NewGame{Key: "hexone", Control: record.Control{PerTurn: 3 * 86_400_000}}, people...)
	people[0].Get(days).WantText(t, ".seat[data-seat='2'] .clock", "3 d").WantText(t, ".seat[data-seat='1'] .clock", "2 d 23 h")
	day := s.Together(t, db.NewGame{Key: "hexone", Control: record.Control{PerTurn: 86_400_000}}, people...)
	people[0].Get(day).WantText(t, ".seat[data-seat='2'] .clock", "1 d").WantText(t, ".seat[data-seat='1'] .clock", "23 h 59 min")
	people[0].Get(s.Together(t, db.NewGame{Key: "hexone"}, people...)).WantCount(t, ".clock, #begins", 0)
}

// The match lists its games, and adds up their results.
func TestMatchPage(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 2)
	first := s.Together(t, db.NewGame{Key: "hexone", Match: true}, people...)
	match := "/matches/" + first[len("/games/"):]
	people[0].Get(match).WantText(t, ".status", "in progress").WantCount(t, ".match ol a", 1).WantCount(t, "main form", 0)
	people[1].Post(first + "/resign")
	p := people[0].Get(match).WantCount(t, ".match ol a", 2).WantText(t, ".match ol", "Anna won")
	wantCells(t, p, "tbody tr:first-child", "Anna", "49", "", "49")
	second := p.Attribute(".match ol li:last-child a", "href")
	people[0].Get(second).WantText(t, ".match-game", "Game 2 of 2").WantText(t, ".match-game", "Anna won, 49 to 0")
	people[0].Post(second + "/resign")
	p = people[1].Get("/matches/" + second[len("/games/"):]) // by either game
	p.WantText(t, ".status.over", "Ben wins the match, 49 to 49")
	wantCells(t, p, "tr.won", "Ben", "0", "49", "49")
	if action := p.Attribute(`form[action$="/rematch"]`, "action"); action != second+"/rematch" {
		t.Errorf("the rematch is asked for at %q", action)
	}
	s.Client(t).Get(match).WantCount(t, `form[action$="/rematch"]`, 0)
	for _, path := range []string{"/matches/nonsense", "/matches/" + s.Together(t, db.NewGame{Key: "hexone"}, people...)[len("/games/"):]} {
		people[0].Get(path).WantStatus(t, http.StatusNotFound)
	}

	void := s.Together(t, db.NewGame{Key: "hexone", Match: true}, people...)
	if _, err := s.DB.Abort(t.Context(), void[len("/games/"):], s.GameAt(t, void).Players[0].ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	people[0].Get("/matches/"+void[len("/games/"):]).WantText(t, ".status", "cancelled").WantCount(t, ".match ol a", 1)
}

// wantCells fails the test unless a row of a table has these cells.
func wantCells(t *testing.T, p sitetest.WebPage, row string, want ...string) {
	t.Helper()
	if got := p.List(row + " > *"); !slices.Equal(got, want) {
		t.Errorf("the cells of %s are %q, want %q", row, got, want)
	}
}

// The page of current games lists those between people, and gets changes of those that it shows.
func TestCurrentGames(t *testing.T) {
	t.Parallel()
	clock := sitetest.NewClock()
	s := sitetest.Serve(t, sitetest.OpenSite(t, web.Config{Now: clock.Now}))
	people := s.Accounts(t, 2)
	watcher := s.Client(t)
	none := watcher.Get("/games").WantText(t, "main", "No games in progress.").WantCount(t, ".watch > li", 0)
	if include := none.Attribute("#watching", "data-hx-include"); include != "this" { // htmx warns of missing elements
		t.Errorf("the list includes %q", include)
	}
	people[0].DeviceGame("c2")
	hexone := s.Together(t, db.NewGame{Key: "hexone"}, people...)
	s.Together(t, db.NewGame{Key: "six", Setup: rules.Setup{}}, people...)
	clock.Advance(time.Second)
	p := watcher.Get("/games").WantCount(t, ".watch > li", 2).WantCount(t, ".watch svg.board", 2).WantText(t, ".watch .acts", "Anna to play")
	query := "/games/boards?" + sitetest.FormOf("seen", p.Attribute(".watch li:nth-child(1) [name=seen]", "value"), "seen", p.Attribute(".watch li:nth-child(2) [name=seen]", "value"))
	watcher.Htmx().Get(query).WantStatus(t, http.StatusNoContent)
	people[0].Turn(hexone, "c2", 0)
	p = watcher.Htmx().Get(query).WantStatus(t, http.StatusOK).WantCount(t, "[data-hx-swap-oob]", 1)
	if id := p.Attribute("li", "id"); id != "watch-"+hexone[len("/games/"):] || p.Attribute("li", "data-hx-swap-oob") != "true" {
		t.Errorf("what changed is %s", p.Body)
	}
	clock.Advance(time.Second)
	people[0].Post(hexone + "/resign")
	watcher.Htmx().Get(query).WantCount(t, ".watch > li", 1).WantText(t, "#watching", "Six")
}
