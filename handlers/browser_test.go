package handlers_test

import (
	"fmt"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
)

// playRecord lets two people play a recorded game to its end by clicking. Follow
// waits until the one who did not play sees the turn.
func playRecord(t *testing.T, r *record.Record, people [2]*person, follow func(watcher *person, turn int)) {
	t.Helper()
	st, err := hexone.Game{}.New(rules.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range r.Turns() {
		mover, watcher := people[turn.Seat-1], people[2-turn.Seat]
		mover.turn(st, turn.Actions)
		mover.has(listed(turn.Number))
		if watcher != mover {
			follow(watcher, turn.Number)
		}
	}
}

func TestTwoPeoplePlayLive(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	host, guest := b.person(s, desktop), b.person(s, phone)

	host.open("/games/new?game=hexone")
	host.click("input[name=starter][value=me]")
	host.click("form.card button")
	host.shows(".invite input")
	if title := host.title(); !strings.HasPrefix(title, "Waiting") {
		t.Errorf("the host's title is %q", title)
	}
	game := host.path()
	guest.open(hostInvitation(t, s, host, game))
	guest.click("form.card button")
	guest.shows("svg.board")
	host.shows(".status.mine") // without reloading
	if title := host.title(); !strings.Contains(title, "Your turn") {
		t.Errorf("the title of who is to play is %q", title)
	}

	r := wholeGame(t)
	for _, p := range []*person{host, guest} {
		p.evaluate("window.sameDocument = true")
	}
	playRecord(t, r, [2]*person{host, guest}, func(watcher *person, turn int) {
		watcher.has(listed(turn))
	})
	result, _ := r.Result()
	for _, p := range []*person{host, guest} {
		p.shows(".status.over")
		p.seesBoard(r.State())
		if same := p.evaluate("String(window.sameDocument)"); same != "true" {
			t.Error("a page was loaded anew in mid-game")
		}
		want := "wins with " + result.Points(result.Winners()[0]) + " points"
		if status := p.text(".status"); !strings.Contains(status, want) {
			t.Errorf("the status is %q, want it to say %q", status, want)
		}
		if title := p.title(); !strings.HasPrefix(title, "Game over") {
			t.Errorf("the title after the game is %q", title)
		}
	}
}

// hostInvitation is the path in the field that the host copies.
func hostInvitation(t *testing.T, s *site, host *person, game string) string {
	t.Helper()
	host.open(game)
	host.shows(".invite input")
	address := host.attribute(".invite input", "value")
	return strings.TrimPrefix(address, s.url)
}

func TestPlayWithoutJavaScript(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	look := desktop
	look.noScript = true
	host := b.person(s, look)
	look = phone
	look.noScript = true
	guest := b.person(s, look)

	host.open("/games/new?game=hexone")
	host.click("input[name=starter][value=me]")
	host.click("form.card button")
	host.shows(".invite input")
	game := host.path()
	guest.open(hostInvitation(t, s, host, game))
	guest.click("form.card button")
	guest.shows("svg.board")
	host.open(game)

	r := wholeGame(t)
	if rulestest.Short(t) {
		r = must(r.At(t.Context(), 4))
	}
	playRecord(t, r, [2]*person{host, guest}, func(watcher *person, _ int) { watcher.open(game) })
	_, over := r.Result()
	for _, p := range []*person{host, guest} {
		if over {
			p.shows(".status.over")
		}
		p.seesBoard(r.State())
	}
}

// A draft lives in the address and is swapped in without loading a page; it
// survives a reload and can be taken back; focus stays where it was.
func TestDraftInTheAddress(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	p := b.person(s, desktop)
	game := p.deviceGame()
	p.evaluate("window.sameDocument = true")
	p.click("#c-c2")
	p.has(".steps li")
	if got := p.path(); got != game+"?draft=c2" {
		t.Errorf("the address of the draft is %s", got)
	}
	if focus := p.focus(); focus != "c-c2" {
		t.Errorf("after the swap the focus is on %q", focus)
	}
	p.open(p.path())
	p.has("#confirm")
	p.evaluate("window.sameDocument = true")
	p.click("#undo")
	p.has(".open#c-c2")
	if got := p.path(); got != game {
		t.Errorf("stepping back leads to %s", got)
	}
	p.click("#c-d3")
	p.has("#confirm")
	p.click("#confirm")
	p.has(".turns li")
	if focus := p.focus(); focus != "c-d3" {
		t.Errorf("after the turn the focus is on %q, not back on the cell", focus)
	}
	if got := p.path(); got != game {
		t.Errorf("the address after the turn is %s", got)
	}
	if same := p.evaluate("String(window.sameDocument)"); same != "true" {
		t.Error("a page was loaded where a fragment would do")
	}
}

// Who does not want to confirm turns plays them by the click that completes
// them, and still steps through explosions before the last.
func TestTurnsCommitAtOnce(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	p := b.person(s, desktop)
	p.deviceGame()
	p.click("#beside button[name=confirm]")
	p.has("#beside button[value=on]")
	p.evaluate("window.sameDocument = true")
	for i, cell := range []string{"c2", "d3", "c2", "d2"} {
		p.click("#c-" + cell)
		p.has(fmt.Sprintf(".turns li:nth-child(%d)", i+1))
	}
	p.click("#c-c2")
	p.has("#c-c2.picked") // the explosion waits for its Y
	if n := p.count(".turns li"); n != 4 {
		t.Errorf("%d turns while an explosion is due, want 4", n)
	}
	p.click("a.choice.way-B")
	p.has(".turns li:nth-child(5)")
	if same := p.evaluate("String(window.sameDocument)"); same != "true" {
		t.Error("a page was loaded where a fragment would do")
	}
}
