package handlers_test

import (
	"testing"

	"hexclub/handlers/sitetest"
)

// The opponent's turn plays step by step when it arrives, and again on request. A press ends it and does nothing
// else; after it, and for who wants no motion, a press plays.
func TestOpponentsTurnIsShown(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	game, host, guest := s.TwoPlayers(t)
	host.Turn(game, "c2", 0)
	p := b.Person(s, sitetest.Look{Width: 390, Height: 844, Motion: true})
	p.ComesAs(host)
	p.Open(game)
	p.Has("#board")
	const running = `String(document.querySelector(".whole")?.getAnimations().length)`
	hold := func() { // the animation, so that the test need not hurry
		t.Helper()
		p.Until(`document.querySelector(".whole").getAnimations().length === 1`) // its sheet has come
		p.Evaluate(`document.getAnimations().forEach((a) => a.pause()); ""`)
	}
	if got := p.Evaluate(running); got != "undefined" {
		t.Errorf("a page that was just opened has %s animations of the board", got)
	}
	guest.Turn(game, "d3", 1)
	p.Has(".film")
	hold()
	for cell, want := range map[string]string{"c-c2": "1", "c-d3": "1"} { // links to play on are there all the time
		if n := p.Evaluate(`String(document.querySelectorAll("#` + cell + `").length)`); n != want {
			t.Errorf("there are %s cells %s, want %s", n, cell, want)
		}
	}
	p.Click("#c-b2")
	p.Gone(".film")
	p.Has("#c-d3")
	if n := p.Count("#confirm, .htmx-request"); n != 0 {
		t.Error("the press that ended the animation played")
	}
	p.Click("#again")
	p.Has(".film")
	hold()
	p.Evaluate(`document.getAnimations().forEach((a) => a.finish()); ""`)
	p.Gone(".film")
	p.Click("#c-b2")
	p.Has("#confirm")

	p.Looks(sitetest.Phone)
	p.Open(game + "?again=1")
	p.Has("#c-d3")
	if n := p.Count(".film, .whole, .until"); n != 0 {
		t.Errorf("with reduced motion there are %d parts of an animation", n)
	}
	if n := p.Evaluate(`getComputedStyle(document.querySelector("#again")).display`); n != "none" {
		t.Error("with reduced motion the turn is offered again")
	}
	p.Click("#c-b2")
	p.Has("#confirm")
}
