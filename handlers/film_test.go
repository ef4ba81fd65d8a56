package handlers_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"hexclub/rules"
	"hexclub/rules/hexone"
)

// flown is how many flights are seen, and how far the first has got, of 1.
const flown = `(() => {
	const fly = Array.from(document.querySelectorAll(".fly")).filter((e) => getComputedStyle(e.closest(".until")).opacity == 1 && getComputedStyle(e.closest(".from")).opacity == 1);
	const far = fly.length ? new DOMMatrix(getComputedStyle(fly[0]).transform).e : 0;
	return fly.length + " " + (far <= 0 ? "there" : far < 1 ? "on its way" : "here");
})()`

// A turn played as an animation shows the position before it, each step, what
// flies, and in the end the board as it stays, with arrows and numbers.
func TestFilm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, turns := replayed(s.client(t))
	p := newBrowser(t).person(s, desktop)
	film := game + "/turns/" + strconv.Itoa(len(turns)) + "?play=1"
	p.open(film)
	p.has("svg.film")
	st := playedTurns(t, turns[:len(turns)-1])
	actions := strings.Split(turns[len(turns)-1], ",")

	p.seek(.5)
	p.sees("before the turn", st)
	const told = `getComputedStyle(document.querySelector("#board .badge").closest(".from")).opacity`
	if opacity := p.evaluate(told); opacity != "0" {
		t.Errorf("steps are numbered at the beginning: %q", opacity)
	}
	for i, beat := range []float64{1.5, 3.5, 5.5} { // a token comes; three fly, twice
		playTexts(t, st, actions[i])
		if i > 0 {
			for at, want := range map[float64]string{beat - .99: "3 on its way", beat - .51: "3 here", beat: "0 there"} {
				p.seek(at)
				if got := p.evaluate(flown); got != want {
					t.Errorf("at beat %g flights are %q, want %q", at, got, want)
				}
			}
		}
		p.seek(beat)
		p.sees("after "+actions[i], st)
	}

	p.open(film)
	p.has("svg.film")
	p.evaluate(`(() => {
		const all = document.getAnimations();
		all.forEach((a) => { a.playbackRate = 30; });
		Promise.all(all.map((a) => a.finished)).then(() => { document.body.id = "ended"; });
	})()`)
	p.has("#ended")
	p.sees("in the end", st)
	if opacity := p.evaluate(told); opacity != "1" {
		t.Errorf("in the end steps are not numbered: %q", opacity)
	}
}

// Who wants no motion sees all of the turn at once.
func TestFilmWithoutMotion(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, turns := replayed(s.client(t))
	p := newBrowser(t).person(s, phone)
	p.do("want no motion", command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
	}))
	p.open(game + "/turns/" + strconv.Itoa(len(turns)) + "?play=1")
	p.has("svg.film")
	if n := p.evaluate(`String(document.getAnimations().length)`); n != "0" {
		t.Errorf("%s things move", n)
	}
	p.sees("without motion", playedTurns(t, turns))
	p.shows(".badge")
	p.shows(".flight")
	p.shows(".turn-steps a")
	if display := p.evaluate(`getComputedStyle(document.getElementById("replay-play")).display`); display != "none" {
		t.Error("the animation is offered")
	}
}

// With JavaScript a replay changes in place: no page is loaded, the focus stays,
// and the board with the buttons below it does not move.
func TestReplayInPlace(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, turns := replayed(s.client(t))
	p := newBrowser(t).person(s, phone)
	p.open(game + "/turns/0")
	p.evaluate(`window.sameDocument = true; document.getElementById("replay-next").scrollIntoView({block: "end"})`)
	const places = `["board", "replay-next"].map((id) => Math.round(document.getElementById(id).getBoundingClientRect().top)).join()`
	before := p.evaluate(places)
	for n := range turns[1:] {
		p.click("#replay-next")
		p.has(fmt.Sprintf("#replay-next[href='%s/turns/%d']", game, n+2))
		if path := p.path(); path != fmt.Sprintf("%s/turns/%d", game, n+1) {
			t.Errorf("after %d clicks the address is %s", n+1, path)
		}
		if focus := p.evaluate("document.activeElement.id"); focus != "replay-next" {
			t.Errorf("after %d clicks the focus is on %q", n+1, focus)
		}
		if now := p.evaluate(places); now != before {
			t.Errorf("after %d clicks the board and the button are at %s, before at %s", n+1, now, before)
		}
		if said := p.text("#say"); !strings.Contains(said, fmt.Sprintf("Turn %d of", n+1)) {
			t.Errorf("said is %q", said)
		}
	}
	p.click("#replay-step-next")
	p.has(".turn-steps [aria-current=step]")
	p.click(".turn-steps li:nth-child(2) a")
	p.has(".turn-steps li:nth-child(2) [aria-current]")
	p.click("#replay-play")
	p.has("svg.film")
	if path, want := p.path(), fmt.Sprintf("%s/turns/%d?play=1", game, len(turns)); path != want {
		t.Errorf("the turn is played at %s, want %s", path, want)
	}
	if same := p.evaluate("String(window.sameDocument)"); same != "true" {
		t.Error("a page was loaded where a fragment would do")
	}
	p.click("#replay-live")
	p.has("#news, .status.over")
	if path := p.path(); path != game {
		t.Errorf("back at the game the address is %s", path)
	}
}

// playedTurns is the position of Hexone after some turns.
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

func playTexts(t *testing.T, st rules.State, texts ...string) {
	t.Helper()
	for _, text := range texts {
		action, err := st.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		st.Play(action)
	}
}
