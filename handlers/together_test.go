package handlers_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
)

// plays is a whole recorded game by clicking, each seat in its own tab, while
// the others look on.
func plays(t *testing.T, r *record.Record, tabs []*person) {
	t.Helper()
	st, err := r.Game().New(r.Setup())
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range r.Turns() {
		h := mouse(tabs[turn.Seat-1])
		h.shows(".status.mine")
		for i, text := range turn.Actions {
			action, err := st.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			h.act(r.Game().Info(), r.Setup().Options, st, action)
			h.has(fmt.Sprintf(".steps li:nth-child(%d)", i+1))
			st.Play(action)
		}
		h.click("#confirm")
		for _, p := range tabs {
			p.has(listed(turn.Number))
		}
	}
}

// Four people play Six in teams, three Hexellation, each in a browser of their
// own, to the end.
func TestMoreThanTwoPlay(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	people := s.accounts(t, 4)
	for _, recipe := range rulestest.Few(t, []recipe{
		{setup: "hexellation seats=3", seed: 935, ends: "avoid"},
		{setup: "six seats=4", seed: 580, ends: "ring", kinds: "move"},
	}, 1) {
		t.Run(recipe.setup, func(t *testing.T) {
			r := recipe.cook(t)
			seats := r.State().Seats()
			path := s.together(t, db.NewGame{Key: r.Game().Info().Key, Setup: r.Setup()}, people[:seats]...)
			tabs := s.tabs(b, path, people[:seats])
			plays(t, r, tabs)
			for _, p := range tabs {
				p.shows(".status.over")
				p.seesCells(r.State(), r.Game().Info())
			}
			if game := s.gameAt(t, path); game.Status != db.Over || game.Record.State().Position() != r.State().Position() {
				t.Errorf("the game is %s at %s", game.Status, game.Record.State().Position())
			}
		})
	}
}

// A draw and a takeback are offered, declined, withdrawn and agreed to, and
// either player resigns, by clicking.
func TestOffersByClicking(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	people := s.accounts(t, 2)
	path := s.together(t, db.NewGame{Key: "hexone"}, people...)
	tabs := s.tabs(b, path, people)
	for i, p := range tabs {
		asker, answerer := p, tabs[1-i]
		asker.click(`#acts form[action$="/draw"] button`)
		asker.shows("#offer-decline") // withdraws
		answerer.shows("#offer-accept")
		answerer.click("#offer-decline")
		answerer.gone(".offer")
		asker.gone(".offer")
	}
	game := recorded(t, s.gameAt(t, path).Record.Game(), rules.Setup{}, []string{"c2", "d3"})
	plays(t, game, tabs)
	tabs[0].click(`#acts form[action$="/draw"] button`)
	tabs[1].shows("#offer-accept")
	tabs[0].click("#offer-decline") // withdraws it
	tabs[1].gone(".offer")

	// Ben replied; Anna takes her turn back all the same, and his with it.
	tabs[0].click(`#acts form[action$="/takeback"] button`)
	tabs[1].shows("#offer-accept")
	tabs[1].agrees()
	for _, p := range tabs {
		p.gone(listed(1))
	}
	tabs[0].shows(".status.mine")
	plays(t, game, tabs)
	tabs[1].click(`#acts form[action$="/takeback"] button`) // his own turn alone
	tabs[0].agrees()
	for _, p := range tabs {
		p.gone(listed(2))
	}

	// An offer that comes while a turn is being made leaves the turn alone.
	tabs[1].click("#c-d3")
	tabs[1].shows("#confirm")
	tabs[0].click(`#acts form[action$="/draw"] button`)
	tabs[1].shows("#offer-accept")
	if tabs[1].count(".steps li") != 1 {
		t.Error("the offer took the turn in the making away")
	}
	tabs[1].agrees()
	areDrawn(t, tabs)
	tabs = s.tabs(b, s.together(t, db.NewGame{Key: "hexone"}, people...), people)
	tabs[1].click(`#acts form[action$="/draw"] button`) // his offer is as good
	tabs[0].agrees()
	areDrawn(t, tabs)
	for i, winner := range []string{"Ben (Red)", "Anna (Blue)"} {
		path := s.together(t, db.NewGame{Key: "hexone"}, people...)
		tabs := s.tabs(b, path, people)
		tabs[i].resigns()
		for _, p := range tabs {
			p.shows(".status.over")
			if status := p.text(".status.over"); !strings.Contains(status, winner+" wins") || !strings.Contains(status, "resigned") {
				t.Errorf("the status is %q", status)
			}
		}
	}
}

// areDrawn waits until all see that the game was drawn.
func areDrawn(t *testing.T, tabs []*person) {
	t.Helper()
	for _, p := range tabs {
		p.shows(".status.over")
		if status := p.text(".status.over"); !strings.Contains(status, "both agreed") {
			t.Errorf("the status is %q", status)
		}
		p.gone("#acts")
	}
}

// Who sat second starts the rematch of a single game, and the other the rematch
// of that.
func TestRematchByClicking(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	people := s.accounts(t, 2)
	path := s.together(t, db.NewGame{Key: "hexone"}, people...)
	tabs := s.tabs(b, path, people)
	for _, starter := range []int{1, 0} {
		tabs[0].resigns()
		tabs[starter].asksAgain(tabs[1-starter])
		for _, p := range tabs {
			if first := p.text(".players li.act:first-child"); !strings.Contains(first, names[starter]) {
				t.Errorf("the first seat, which is to act, is %q, want it to be %s's", first, names[starter])
			}
		}
		tabs[starter].shows(".status.mine")
		rematch := s.gameAt(t, tabs[0].path())
		if tabs[1].path() != tabs[0].path() || "/games/"+rematch.RematchOf != path || rematch.Players[0].Name != names[starter] {
			t.Errorf("the rematch of %s is that of %s, by %+v", path, rematch.RematchOf, rematch.Players)
		}
		path = tabs[0].path()
	}
}

// A match of Hexone is two games: each starter wins theirs by as much, so the
// sums are equal, and who started the second game wins the match. Then comes
// the rematch, which the other starts.
func TestMatchAndRematch(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	people := s.accounts(t, 2)
	hexone, err := games.Find("hexone")
	if err != nil {
		t.Fatal(err)
	}
	path := s.together(t, db.NewGame{Key: "hexone", Match: true}, people...)
	tabs := s.tabs(b, path, people)
	r := recorded(t, hexone, rules.Setup{}, []string{"c2", "d3", "c2", "d3", "c2 c2xW"})
	plays(t, r, tabs)
	for _, p := range tabs {
		p.shows(".match-game + .do a")
		p.gone(`form[action$="/rematch"]`)
		p.click(".match-game + .do a")
		p.gone(".status.over")
	}
	if first := s.gameAt(t, path); tabs[0].path() == path || first.Players[0].Name != "Anna" {
		t.Errorf("the second game is at %s", tabs[0].path())
	}
	plays(t, r, []*person{tabs[1], tabs[0]}) // Ben starts
	for _, p := range tabs {
		p.shows(`form[action$="/rematch"]`)
		p.click(".match-game a")
		p.shows(".match table")
		if status := p.text(".status"); status != "Ben wins the match: 49 to 49, and at equal points who started the second game wins." {
			t.Errorf("the match: %q", status)
		}
	}
	tabs[1].open(strings.Replace(tabs[1].path(), "/matches/", "/games/", 1))
	tabs[1].click(".match-game + .do a")
	tabs[1].shows(`form[action$="/rematch"]`)
	tabs[0].asksAgain(tabs[1])
	rematch := s.gameAt(t, tabs[1].path())
	if tabs[0].path() != tabs[1].path() || rematch.Status != db.Running || rematch.Leg != 1 || rematch.Players[0].Name != "Ben" {
		t.Errorf("the rematch is %s in leg %d of %+v", rematch.Status, rematch.Leg, rematch.Players)
	}
	tabs[1].shows(".status.mine")
}

// A flag falls while nobody looks, and is seen by who then comes; a page that
// is open counts down and hears of it.
func TestFlagFalls(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.Limits{})
	people := s.accounts(t, 2)
	control := record.Control{Base: 60_000}
	unseen := s.together(t, db.NewGame{Key: "hexone", Control: control, Terms: db.Terms{Rated: true}}, people...)
	people[0].turn(unseen, "c2", 0).wantStatus(t, 200)

	b := newBrowser(t)
	seen := s.together(t, db.NewGame{Key: "hexone", Control: control}, people...)
	tabs := s.tabs(b, seen, people)
	tabs[1].has(`.clock[data-full="60000"]`)
	tabs[0].turn(s.gameAt(t, seen).Record.State().Clone(), []string{"c2"})
	tabs[1].has(".players li:nth-child(2) .clock[data-left]")
	tabs[1].until(`document.querySelector(".clock[data-left]").textContent === "0:58"`)

	changed := s.Live.Watch("", strings.TrimPrefix(unseen, "/games/"))
	defer s.Live.Leave(changed)
	clock.advance(time.Minute) // before the jobs, whose pulses are of this clock
	ctx, stop := context.WithCancel(context.Background())
	working := make(chan struct{})
	go func() { defer close(working); s.Work(ctx) }()
	defer func() { stop(); <-working }()
	select {
	case <-changed.Changes:
	case <-time.After(patience):
		t.Fatal("no flag fell")
	}
	game := s.gameAt(t, unseen)
	if result, over := game.Record.Result(); !over || result.Reason != rules.Timeout || result.Winners()[0] != 1 {
		t.Errorf("%+v, over %v", result, over)
	}
	p := people[1].get(unseen).wantText(t, ".status.over", "Anna (Blue) wins").wantText(t, ".status.over", "ran out of time")
	p.wantText(t, ".players li:nth-child(2) .clock", "0:00").wantText(t, ".side", "+").wantCount(t, "#acts", 0)
	for _, p := range tabs {
		p.shows(".status.over")
	}
	people[1].turn(unseen, "d3", 1).wantStatus(t, 409)
}

// Who watches sees a game go on, on its page and among the current games.
func TestSpectatorsFollow(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	people := s.accounts(t, 2)
	path := s.together(t, db.NewGame{Key: "hexone"}, people...)
	list, page := b.person(s, phone), b.person(s, desktop)
	list.open("/games")
	list.has(".watch .game")
	page.open(path)
	page.has("svg.board")
	card := "#watch-" + strings.TrimPrefix(path, "/games/")
	for i, turn := range []string{"c2", "d3"} {
		people[i].turn(path, turn, i).wantStatus(t, 200)
		page.has(listed(i + 1))
		list.until(fmt.Sprintf(`document.querySelector("%s").textContent.includes("Turn %d,")`, card, i+2))
	}
	people[0].post(path + "/resign")
	page.shows(".status.over")
	list.until(`document.querySelector("#watching").textContent.includes("Nobody plays at the moment")`)
}
