package handlers_test

import (
	"fmt"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
)

// playRecord lets two people play a recorded game to its end by clicking. The function follow waits until the
// opponent's page shows the turn.
func playRecord(t *testing.T, r *record.Record, people [2]*sitetest.Person, follow func(watcher *sitetest.Person, turn int)) {
	t.Helper()
	st, err := hexone.Game{}.New(rules.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range r.Turns() {
		mover, watcher := people[turn.Seat-1], people[2-turn.Seat]
		mover.Turn(st, turn.Actions)
		mover.Has(sitetest.Listed(turn.Number))
		if watcher != mover {
			follow(watcher, turn.Number)
		}
	}
}

func TestTwoPeoplePlayLive(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	host, guest := b.Person(s, sitetest.Desktop), b.Person(s, sitetest.Phone)

	host.Open("/games/new?game=hexone&opponent=invite&starter=me")
	host.Click("form.card button")
	host.Shows(".invite input")
	if title := host.Title(); !strings.HasPrefix(title, "Waiting") {
		t.Errorf("the host's title is %q", title)
	}
	game := host.Path()
	guest.Open(hostInvitation(t, s, host, game))
	guest.Click("form.join button")
	guest.Shows(".status")     // the invitation has a board too
	host.Shows(".status.mine") // without reloading
	if title := host.Title(); !strings.Contains(title, "Your turn") {
		t.Errorf("the title of who is to play is %q", title)
	}

	r := sitetest.WholeGame(t)
	for _, p := range []*sitetest.Person{host, guest} {
		p.Evaluate("window.sameDocument = true")
	}
	playRecord(t, r, [2]*sitetest.Person{host, guest}, func(watcher *sitetest.Person, turn int) {
		watcher.Has(sitetest.Listed(turn))
	})
	result, _ := r.Result()
	for _, p := range []*sitetest.Person{host, guest} {
		p.Shows(".status.over")
		p.SeesBoard(r.State())
		if same := p.Evaluate("String(window.sameDocument)"); same != "true" {
			t.Error("a page was loaded anew in mid-game")
		}
		want := "wins with " + result.Points(result.Winners()[0]) + " points"
		if status := p.Text(".status"); !strings.Contains(status, want) {
			t.Errorf("the status is %q, want it to say %q", status, want)
		}
		if title := p.Title(); !strings.HasPrefix(title, "Game over") {
			t.Errorf("the title after the game is %q", title)
		}
	}
}

// hostInvitation returns the path in the field that the host copies.
func hostInvitation(t *testing.T, s *sitetest.Site, host *sitetest.Person, game string) string {
	t.Helper()
	host.Open(game)
	host.Shows(".invite input")
	address := host.Attribute(".invite input", "value")
	return strings.TrimPrefix(address, s.Url)
}

func TestPlayWithoutJavaScript(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	look := sitetest.Desktop
	look.NoScript = true
	host := b.Person(s, look)
	look = sitetest.Phone
	look.NoScript = true
	guest := b.Person(s, look)

	host.Open("/games/new?game=hexone&opponent=invite&starter=me")
	host.Click("form.card button")
	host.Shows(".invite input")
	game := host.Path()
	guest.Open(hostInvitation(t, s, host, game))
	guest.Click("form.join button")
	guest.Shows(".status") // the invitation has a board too
	host.Open(game)

	r := sitetest.WholeGame(t)
	if !rulestest.Full() { // TestWholeGames plays to the end without JavaScript
		r = must(r.At(t.Context(), 8))
	}
	playRecord(t, r, [2]*sitetest.Person{host, guest}, func(watcher *sitetest.Person, _ int) { watcher.Open(game) })
	_, over := r.Result()
	for _, p := range []*sitetest.Person{host, guest} {
		if over {
			p.Shows(".status.over")
		}
		p.SeesBoard(r.State())
	}
}

// A draft is in the address and is swapped in without loading a page. It survives a reload and can be undone.
// The focus stays in place.
func TestDraftInTheAddress(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p := b.Person(s, sitetest.Desktop)
	p.Confirming()
	game := p.DeviceGame()
	p.Evaluate("window.sameDocument = true")
	p.Click("#c-c2")
	p.Has(".steps li")
	if got := p.Path(); got != game+"?draft=c2" {
		t.Errorf("the address of the draft is %s", got)
	}
	if focus := p.Focus(); focus != "c-c2" {
		t.Errorf("after the swap the focus is on %q", focus)
	}
	p.Open(p.Path())
	p.Has("#confirm")
	p.Evaluate("window.sameDocument = true")
	p.Click("#undo")
	p.Has(".open#c-c2")
	if got := p.Path(); got != game {
		t.Errorf("stepping back leads to %s", got)
	}
	p.Click("#c-d3")
	p.Has("#confirm")
	p.Click("#confirm")
	p.Has(".turns li")
	if focus := p.Focus(); focus != "c-d3" {
		t.Errorf("after the turn the focus is on %q, not back on the cell", focus)
	}
	if got := p.Path(); got != game {
		t.Errorf("the address after the turn is %s", got)
	}
	if same := p.Evaluate("String(window.sameDocument)"); same != "true" {
		t.Error("a page was loaded where a fragment would do")
	}
}

// On one device turns are not confirmed: the click that completes a turn plays it. Explosions before the last one
// still need clicks. A turn is taken back with one click.
func TestTurnsCommitAtOnce(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p := b.Person(s, sitetest.Desktop)
	p.DeviceGame()
	p.Evaluate("window.sameDocument = true")
	for i, cell := range []string{"c2", "d3", "c2", "d2"} {
		p.Click("#c-" + cell)
		p.Has(fmt.Sprintf(".turns li:nth-child(%d)", i+1))
	}
	p.Click("#undo-turn")
	p.Gone(".turns li:nth-child(4)")
	p.Click("#c-d2")
	p.Has(".turns li:nth-child(4)")
	p.Click("#c-c2")
	p.Has("#c-c2.picked") // the explosion waits for its Y
	if n := p.Count(".turns li"); n != 4 {
		t.Errorf("%d turns while an explosion is due, want 4", n)
	}
	p.Click("a.choice.way-B")
	p.Has(".turns li:nth-child(5)")
	if same := p.Evaluate("String(window.sameDocument)"); same != "true" {
		t.Error("a page was loaded where a fragment would do")
	}
}

// Without scripts a click is a link: it plays nothing, and every turn is confirmed, also where turns would be
// played at once.
func TestTurnsAreConfirmedWithoutScripts(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	look := sitetest.Phone
	look.NoScript = true
	p := b.Person(s, look)
	game := p.DeviceGame()
	for turn, cell := range []string{"c2", "d3"} {
		p.Click("#c-" + cell)
		p.Has("#confirm")
		if got := len(s.GameAt(t, game).Record.Turns()); got != turn {
			t.Errorf("after a click on %s the game has %d turns, want %d", cell, got, turn)
		}
		p.Click("#confirm")
		p.Has(sitetest.Listed(turn + 1))
	}
}
