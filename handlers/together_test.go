package handlers_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
)

// plays plays a whole recorded game by clicking, each seat in its own tab, while the others watch.
func plays(t *testing.T, r *record.Record, tabs []*sitetest.Person) {
	t.Helper()
	st, err := r.Game().New(r.Setup())
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range r.Turns() {
		h := mouse(tabs[turn.Seat-1])
		h.Shows(".status.mine")
		for i, text := range turn.Actions {
			action, err := st.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			h.act(r.Game().Info(), r.Setup().Options, st, action)
			h.Has(fmt.Sprintf(".steps li:nth-child(%d)", i+1))
			st.Play(action)
		}
		h.Click("#confirm")
		for _, p := range tabs {
			p.Has(sitetest.Listed(turn.Number))
		}
	}
}

// Three people play Hexellation to the end, each in their own browser, and four begin a game of Six in teams; in
// the check's full mode, they play it to the end too.
func TestMoreThanTwoPlay(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	people := s.Accounts(t, 4)
	for _, recipe := range rulestest.Few(t, []recipe{
		{setup: "hexellation seats=3", seed: 935, ends: "avoid"},
		{setup: "six seats=4", seed: 580, ends: "ring", kinds: "move"},
	}, 1) {
		t.Run(recipe.setup, func(t *testing.T) {
			r := recipe.cook(t)
			seats := r.State().Seats()
			if seats == 4 && !rulestest.Full() {
				r = must(r.At(t.Context(), 12))
			}
			path := s.Together(t, db.NewGame{Key: r.Game().Info().Key, Setup: r.Setup()}, people[:seats]...)
			tabs := s.Tabs(b, path, people[:seats])
			plays(t, r, tabs)
			_, over := r.Result()
			for _, p := range tabs {
				if over {
					p.Shows(".status.over")
				}
				p.SeesCells(r.State(), r.Game().Info())
			}
			if game := s.GameAt(t, path); (game.Status == db.Over) != over || game.Record.State().Position() != r.State().Position() {
				t.Errorf("the game is %s at %s", game.Status, game.Record.State().Position())
			}
		})
	}
}

// A draw and a takeback are offered, declined, withdrawn and accepted, and either player resigns, by clicking.
func TestOffersByClicking(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	people := s.Accounts(t, 2)
	path := s.Together(t, db.NewGame{Key: "hexone"}, people...)
	tabs := s.Tabs(b, path, people)
	for i, p := range tabs {
		asker, answerer := p, tabs[1-i]
		asker.Click(`#acts form[action$="/draw"] button`)
		asker.Shows("#offer-decline") // withdraws
		answerer.Shows("#offer-accept")
		answerer.Click("#offer-decline")
		answerer.Gone(".offer")
		asker.Gone(".offer")
	}
	game := recorded(t, s.GameAt(t, path).Record.Game(), rules.Setup{}, []string{"c2", "d3"})
	plays(t, game, tabs)
	tabs[0].Click(`#acts form[action$="/draw"] button`)
	tabs[1].Shows("#offer-accept")
	tabs[0].Click("#offer-decline") // withdraws it
	tabs[1].Gone(".offer")

	// Ben replied; Anna still takes her turn back, and his with it.
	tabs[0].Click(`#acts form[action$="/takeback"] button`)
	tabs[1].Shows("#offer-accept")
	tabs[1].Agrees()
	for _, p := range tabs {
		p.Gone(sitetest.Listed(1))
	}
	tabs[0].Shows(".status.mine")
	plays(t, game, tabs)
	tabs[1].Click(`#acts form[action$="/takeback"] button`) // only his own turn
	tabs[0].Agrees()
	for _, p := range tabs {
		p.Gone(sitetest.Listed(2))
	}

	// An offer during a turn does not affect the turn.
	tabs[1].Click("#c-d3")
	tabs[1].Shows("#confirm")
	tabs[0].Click(`#acts form[action$="/draw"] button`)
	tabs[1].Shows("#offer-accept")
	if tabs[1].Count(".steps li") != 1 {
		t.Error("the offer took the turn in the making away")
	}
	tabs[1].Agrees()
	areDrawn(t, tabs)
	tabs = s.Tabs(b, s.Together(t, db.NewGame{Key: "hexone"}, people...), people)
	tabs[1].Click(`#acts form[action$="/draw"] button`) // his offer accepts hers
	tabs[0].Agrees()
	areDrawn(t, tabs)
	for i, winner := range []string{"Ben (Red)", "Anna (Blue)"} {
		path := s.Together(t, db.NewGame{Key: "hexone"}, people...)
		tabs := s.Tabs(b, path, people)
		tabs[i].Resigns()
		for _, p := range tabs {
			p.Shows(".status.over")
			if status := p.Text(".status.over"); !strings.Contains(status, winner+" wins") || !strings.Contains(status, "resigned") {
				t.Errorf("the status is %q", status)
			}
		}
	}
}

// areDrawn waits until all see that the game was drawn.
func areDrawn(t *testing.T, tabs []*sitetest.Person) {
	t.Helper()
	for _, p := range tabs {
		p.Shows(".status.over")
		if status := p.Text(".status.over"); !strings.Contains(status, "both agreed") {
			t.Errorf("the status is %q", status)
		}
		p.Gone("#acts")
	}
}

// The second player starts the rematch of a single game, and the other the next rematch.
func TestRematchByClicking(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	people := s.Accounts(t, 2)
	path := s.Together(t, db.NewGame{Key: "hexone"}, people...)
	tabs := s.Tabs(b, path, people)
	for _, starter := range []int{1, 0} {
		tabs[0].Resigns()
		tabs[starter].AsksRematch(tabs[1-starter])
		for _, p := range tabs {
			if first := p.Text(".players li.act:first-child"); !strings.Contains(first, sitetest.Names[starter]) {
				t.Errorf("the first seat, which is to act, is %q, want it to be %s's", first, sitetest.Names[starter])
			}
		}
		tabs[starter].Shows(".status.mine")
		rematch := s.GameAt(t, tabs[0].Path())
		if tabs[1].Path() != tabs[0].Path() || "/games/"+rematch.RematchOf != path || rematch.Players[0].Name != sitetest.Names[starter] {
			t.Errorf("the rematch of %s is that of %s, by %+v", path, rematch.RematchOf, rematch.Players)
		}
		path = tabs[0].Path()
	}
}

// A match of Hexone is two games: each starter wins with the same points, so the sums are equal, and the starter
// of the second game wins the match. The other starts the rematch.
func TestMatchAndRematch(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	people := s.Accounts(t, 2)
	hexone, err := games.Find("hexone")
	if err != nil {
		t.Fatal(err)
	}
	path := s.Together(t, db.NewGame{Key: "hexone", Match: true}, people...)
	tabs := s.Tabs(b, path, people)
	r := recorded(t, hexone, rules.Setup{}, []string{"c2", "d3", "c2", "d3", "c2 c2xW"})
	plays(t, r, tabs)
	for _, p := range tabs {
		p.Shows(".now .do a.primary")
		p.Gone(`form[action$="/rematch"]`)
		p.Click(".now .do a.primary")
		p.Gone(".status.over")
	}
	if first := s.GameAt(t, path); tabs[0].Path() == path || first.Players[0].Name != "Anna" {
		t.Errorf("the second game is at %s", tabs[0].Path())
	}
	plays(t, r, []*sitetest.Person{tabs[1], tabs[0]}) // Ben starts
	for _, p := range tabs {
		p.Shows(`form[action$="/rematch"]`)
		p.Click(".match-game a")
		p.Shows(".match table")
		if status := p.Text(".status"); status != "Ben wins the match, 49 to 49: a tie goes to the player who started the second game." {
			t.Errorf("the match: %q", status)
		}
	}
	tabs[1].Open(strings.Replace(tabs[1].Path(), "/matches/", "/games/", 1))
	tabs[1].Click(".now .do a.primary")
	tabs[1].Shows(`form[action$="/rematch"]`)
	tabs[0].AsksRematch(tabs[1])
	rematch := s.GameAt(t, tabs[1].Path())
	if tabs[0].Path() != tabs[1].Path() || rematch.Status != db.Running || rematch.Leg != 1 || rematch.Players[0].Name != "Ben" {
		t.Errorf("the rematch is %s in leg %d of %+v", rematch.Status, rematch.Leg, rematch.Players)
	}
	tabs[1].Shows(".status.mine")
}

// A player's time ends while no page is open, and the next visitor sees it. An open page counts down and is
// notified.
func TestFlagFalls(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{})
	people := s.Accounts(t, 2)
	control := record.Control{Base: 60_000}
	unseen := s.Together(t, db.NewGame{Key: "hexone", Control: control, Terms: db.Terms{Rated: true}}, people...)
	for i, turn := range []string{"c2", "d3", "c2"} {
		people[i%2].Turn(unseen, turn, i).WantStatus(t, 200)
	}

	b := sitetest.NewBrowser(t)
	seen := s.Together(t, db.NewGame{Key: "hexone", Control: control}, people...)
	tabs := s.Tabs(b, seen, people)
	tabs[1].Has(`.clock[data-full="60000"]`)
	tabs[0].Click("#c-c2") // a live turn of one press is played at once
	tabs[1].Has(".seat[data-seat='2'] .clock[data-left]")
	tabs[1].Until(`document.querySelector(".clock[data-left]").textContent === "0:58"`)

	changed := s.Live.Watch("", strings.TrimPrefix(unseen, "/games/"))
	defer s.Live.Leave(changed)
	clock.Advance(time.Minute) // before the jobs, whose pulses are of this clock
	ctx, stop := context.WithCancel(context.Background())
	working := make(chan struct{})
	go func() { defer close(working); s.Work(ctx) }()
	defer func() { stop(); <-working }()
	select {
	case <-changed.Changes:
	case <-time.After(sitetest.StepTimeout):
		t.Fatal("no flag fell")
	}
	game := s.GameAt(t, unseen)
	if result, over := game.Record.Result(); !over || result.Reason != rules.Timeout || result.Winners()[0] != 1 {
		t.Errorf("%+v, over %v", result, over)
	}
	p := people[1].Get(unseen).WantText(t, ".status.over", "Anna (Blue) wins").WantText(t, ".status.over", "ran out of time")
	p.WantText(t, ".seat[data-seat='2'] .clock", "0:00").WantText(t, "#beside", "+").WantCount(t, "#acts", 0)
	for _, p := range tabs {
		p.Shows(".status.over")
		if words := p.Text(".status.over"); !strings.Contains(words, "Ben didn’t play a first turn in time") {
			t.Errorf("a game that Ben has not started ends with %q", words)
		}
	}
	people[1].Turn(unseen, "d2", 3).WantStatus(t, 409)
}

// Spectators follow a game, on its page and on the page of current games.
func TestSpectatorsFollow(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	people := s.Accounts(t, 2)
	path := s.Together(t, db.NewGame{Key: "hexone"}, people...)
	s.CurrentChanged() // the front pages of both have read the list
	list, page := b.Person(s, sitetest.Phone), b.Person(s, sitetest.Desktop)
	list.Open("/games")
	list.Has(".watch .text")
	page.Open(path)
	page.Has("svg.board")
	card := "#watch-" + strings.TrimPrefix(path, "/games/")
	for i, turn := range []string{"c2", "d3"} {
		people[i].Turn(path, turn, i).WantStatus(t, 200)
		page.Has(sitetest.Listed(i + 1))
		list.Until(fmt.Sprintf(`document.querySelector("%s").textContent.includes("turn %d")`, card, i+2))
	}
	people[0].Post(path + "/resign")
	page.Shows(".status.over")
	list.Until(`document.querySelector("#watching").textContent.includes("No games in progress")`)
}
