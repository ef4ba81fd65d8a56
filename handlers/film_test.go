package handlers_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/animation"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/hexone"
)

// flown returns how many flights are visible, and the progress of the first, up to 1.
const flown = `(() => {
	const fly = Array.from(document.querySelectorAll(".fly")).filter((e) => getComputedStyle(e.closest(".until")).opacity == 1 && getComputedStyle(e.closest(".from")).opacity == 1);
	const far = fly.length ? new DOMMatrix(getComputedStyle(fly[0]).transform).e : 0;
	return fly.length + " " + (far <= 0 ? "there" : far < 1 ? "on its way" : "here");
})()`

// An animated turn shows the position before it, each step, flying pieces, and at the end the usual board, with
// arrows and numbers.
func TestFilm(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, turns := sitetest.Replayed(s.Client(t))
	p := sitetest.NewBrowser(t).Person(s, sitetest.Look{Width: 1280, Height: 900, Motion: true})
	film := game + "/turns/" + strconv.Itoa(len(turns)) + "?play=1"
	rate := func(r float64) { // of all animations, also of pages opened later
		p.Do("set the playback rate", sitetest.Command(animation.SetPlaybackRate, animation.SetPlaybackRateParams{PlaybackRate: r}))
	}
	rate(0)
	defer rate(1) // other tests use the tab
	p.Open(film)
	p.Has("svg.film")
	st := playedTurns(t, turns[:len(turns)-1])
	actions := strings.Split(turns[len(turns)-1], ",")

	p.Seek(.5)
	p.Sees("before the turn", st)
	const opacityOf = `getComputedStyle(document.querySelector("#board .step").closest(".from")).opacity`
	if opacity := p.Evaluate(opacityOf); opacity != "0" {
		t.Errorf("steps are numbered at the beginning: %q", opacity)
	}
	for i, beat := range []float64{1.5, 3.5, 5.5} { // a token is placed; three fly, twice
		playTexts(t, st, actions[i])
		if i > 0 {
			for at, want := range map[float64]string{beat - .99: "3 on its way", beat - .51: "3 here", beat: "0 there"} {
				p.Seek(at)
				if got := p.Evaluate(flown); got != want {
					t.Errorf("at beat %g flights are %q, want %q", at, got, want)
				}
			}
		}
		p.Seek(beat)
		p.Sees("after "+actions[i], st)
	}

	rate(30)
	p.Open(film)
	p.Has("svg.film")
	p.Evaluate(`Promise.all(document.getAnimations().map((a) => a.finished)).then(() => { document.body.id = "ended"; }); ""`)
	p.Has("#ended")
	p.Sees("in the end", st)
	if opacity := p.Evaluate(opacityOf); opacity != "1" {
		t.Errorf("in the end steps are not numbered: %q", opacity)
	}
}

// With reduced motion, the whole turn is visible at once.
func TestFilmWithoutMotion(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, turns := sitetest.Replayed(s.Client(t))
	p := sitetest.NewBrowser(t).Person(s, sitetest.Phone)
	p.Open(game + "/turns/" + strconv.Itoa(len(turns)) + "?play=1")
	p.Has("svg.film")
	if n := p.Evaluate(`String(document.getAnimations().length)`); n != "0" {
		t.Errorf("%s things move", n)
	}
	p.Sees("without motion", playedTurns(t, turns))
	p.Shows("#board .step")
	p.Shows(".flight")
	p.Shows(".turn-steps a")
}

// With JavaScript a replay changes in place: no page is loaded, the focus stays, and the board and the buttons
// below it do not move.
func TestReplayInPlace(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, turns := sitetest.Replayed(s.Client(t))
	p := sitetest.NewBrowser(t).Person(s, sitetest.Look{Width: 390, Height: 844, Motion: true})
	p.Open(game + "/turns/0")
	p.Evaluate(`window.sameDocument = true; document.getElementById("replay-next").scrollIntoView({block: "end"})`)
	const places = `["board", "replay-next"].map((id) => Math.round(document.getElementById(id).getBoundingClientRect().top)).join()`
	before := p.Evaluate(places)
	for n := range turns[1:] {
		p.Click("#replay-next")
		p.Has(fmt.Sprintf("#replay-next[href='%s/turns/%d']", game, n+2))
		if path := p.Path(); path != fmt.Sprintf("%s/turns/%d", game, n+1) {
			t.Errorf("after %d clicks the address is %s", n+1, path)
		}
		if focus := p.Evaluate("document.activeElement.id"); focus != "replay-next" {
			t.Errorf("after %d clicks the focus is on %q", n+1, focus)
		}
		if now := p.Evaluate(places); now != before {
			t.Errorf("after %d clicks the board and the button are at %s, before at %s", n+1, now, before)
		}
		if said := p.Text("#say"); !strings.Contains(said, fmt.Sprintf("Turn %d of", n+1)) {
			t.Errorf("said is %q", said)
		}
	}
	p.Evaluate(`document.getElementById("replay-step-next").click()`) // a key does the same
	p.Has(".turn-steps [aria-current=step]")
	p.Click(".turn-steps li:nth-child(2) a")
	p.Has(".turn-steps li:nth-child(2) [aria-current]")
	if same := p.Evaluate("String(window.sameDocument)"); same != "true" {
		t.Error("a page was loaded where a fragment would do")
	}
	p.Click("#replay-live")
	p.Has("#news, .status.over")
	if path := p.Path(); path != game {
		t.Errorf("back at the game the address is %s", path)
	}
}

// With scripts a replay plays turn after turn until its end, unless it is paused. The focus stays on the button.
func TestReplayGoesOn(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	game := c.DeviceGame("c2", "d3", "c2")
	for name, look := range map[string]sitetest.Look{"with motion": {Width: 1280, Height: 800, Motion: true}, "without": {Width: 390, Height: 844}} {
		t.Run(name, func(t *testing.T) {
			p := sitetest.NewBrowser(t).Person(s, look)
			p.Open(game + "/turns/0?speed=2")
			p.Evaluate("window.sameDocument = true")
			p.FocusOn("replay-next")
			p.Press("Shift+Tab")
			p.WantFocus("replay-play", "before it is pressed")
			p.Press("Enter")
			p.Has("#replay-play[aria-label=Pause]")
			p.Has(".turns [aria-current][href$='/turns/2']")
			p.WantFocus("replay-play", "while turns are played")
			p.Press("Enter")
			p.Has("#replay-play[aria-label='Play turns'], #replay-play[aria-label='Play from start']")
			p.Open(game + "/turns/1?play=2")
			p.Has("#replay-play[aria-label='Play from start']")
			if path := p.Path(); path != game+"/turns/3?play=2" {
				t.Errorf("in the end the address is %s", path)
			}
			p.Press("Space")
			p.Has("#replay-play[aria-label=Pause]")
			p.Press("Space")
			p.Has("#replay-play[aria-label='Play turns'], #replay-play[aria-label='Play from start']")
		})
	}
}

// The turn in the list that has the pointer or the focus marks its cells on the board.
func TestListedTurnsMarkCells(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	c := s.Client(t)
	p := b.Person(s, sitetest.Desktop)
	p.ComesAs(c)
	const named = `[...document.querySelectorAll("#board .named")].map((cell) => cell.id).join(" ")`
	for _, tt := range []struct {
		game string
		turn string
		want string
	}{{"hexone", "c2", "c-c2"}, {"six", "-1,1", "c--1_1"}, {"tartan", "b5", "c-b5"}} {
		path := s.DeviceGameOf(t, c, tt.game, rules.Setup{})
		c.Turn(path, tt.turn, 0).WantStatus(t, 200)
		for _, page := range []string{path, path + "/turns/0"} {
			p.Open(page)
			sitetest.Await(t, sitetest.EventTimeout, page+": under the pointer the turn "+tt.turn+" marks "+tt.want, func() bool { // once its script runs
				p.Evaluate(`document.querySelector(".turns li a").dispatchEvent(new PointerEvent("pointerover", { bubbles: true })); ""`)
				return p.Evaluate(named) == tt.want
			})
			p.Evaluate(`document.body.dispatchEvent(new PointerEvent("pointerover", { bubbles: true })); ""`)
			if got := p.Evaluate(named); got != "" {
				t.Errorf("%s: without the pointer %q stays marked", page, got)
			}
			p.Evaluate(`document.querySelector(".turns li a").focus(); ""`)
			if got := p.Evaluate(named); got != tt.want {
				t.Errorf("%s: with the focus the turn %s marks %q, want %q", page, tt.turn, got, tt.want)
			}
		}
	}
}

// playedTurns returns the position of Hexone after some turns.
func playedTurns(t *testing.T, turns []string) rules.State {
	t.Helper()
	st, err := hexone.Game{}.New(rules.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range turns {
		playTexts(t, st, strings.Split(turn, ",")...)
	}
	return st
}

func playTexts(t testing.TB, st rules.State, texts ...string) {
	t.Helper()
	for _, text := range texts {
		action, err := st.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		st.Play(action)
	}
}

// A spectator's page of a finished game and its replay fit a wide window. The buttons of a replay are in one row, and
// large enough for fingers.
func TestReplayFits(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	game := s.Client(t).DeviceGame(sitetest.Swift...)
	const row = `(() => {
		const buttons = [...document.querySelectorAll(".replay .button")].map((button) => button.getBoundingClientRect()).filter(({ width }) => width > 0);
		return [new Set(buttons.map(({ y }) => y)).size, buttons.every(({ width, height }) => width >= 40 && height >= 44), buttons.length > 5].join(" ");
	})()`
	for _, look := range []sitetest.Look{{Width: 390, Height: 844}, {Width: 360, Height: 640}, {Width: 844, Height: 390}, {Width: 1280, Height: 800}, {Width: 1920, Height: 1080}} {
		p := b.Person(s, look)
		for _, page := range []string{game, game + "/turns/3", game + "/turns/5"} {
			p.Open(page)
			if wide := p.Evaluate("String(document.documentElement.scrollWidth <= innerWidth)"); wide != "true" {
				t.Errorf("%s is wider than %d px", page, look.Width)
			}
			if high := p.Evaluate("String(document.documentElement.scrollHeight <= innerHeight)"); look.Width > look.Height && high != "true" {
				t.Errorf("%s is higher than the window of %d × %d", page, look.Width, look.Height)
			}
			if got := p.Evaluate(row); page != game && got != "1 true true" {
				t.Errorf("%s, %d px wide: the row of buttons is %s", page, look.Width, got)
			}
		}
	}
}
