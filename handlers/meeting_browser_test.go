package handlers_test

import (
	"fmt"
	"testing"

	"hexclub/db"
)

// Strangers meet by a seek: it comes up in the lobby by itself, whoever joins
// it is at the board, and so is the host, without loading a page; then it is
// gone from the lobby.
func TestStrangersMeet(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	host, other, watcher := b.person(s, desktop), b.person(s, phone), b.person(s, desktop)
	for _, p := range []*person{other, watcher} {
		p.open("/lobby")
		p.shows("#lobby h2")
	}
	stays := watcher.unmoved()
	host.open("/games/new?game=hexone")
	host.click("[name=starter][value=me]")
	host.click("[name=clock][value='10+5']")
	host.click("form.setup button.primary")
	host.shows(".waiting #copy-invite")
	waits := host.unmoved()
	game := host.path()

	for _, p := range []*person{other, watcher} {
		p.shows(row(game)) // without looking again
		if text := p.text(row(game)); text == "" {
			t.Error("the seek says nothing")
		}
	}
	other.click(row(game) + " button")
	other.shows("svg.board")
	if path := other.path(); path != game {
		t.Errorf("joining leads to %s", path)
	}
	host.shows(".status.mine")
	host.gone(".waiting")
	host.shows("#confirm-switch") // what is for players comes with the game
	watcher.gone(fmt.Sprintf(".seeks a[href=%q]", game))
	waits()
	stays()
}

// Who asks for a game and waits in the lobby is told there that it has begun.
func TestHostInTheLobbyIsTold(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	host, other := b.person(s, desktop), b.person(s, phone)
	host.open("/lobby")
	host.click(".play-now button.primary")
	host.shows(".waiting")
	game := host.path()
	host.open("/lobby")
	host.shows(row(game))
	stays := host.unmoved()
	other.open(game)
	other.click("#join")
	host.shows(fmt.Sprintf(".begun a.primary[href=%q]", game))
	host.until("document.querySelector(\"#say\").textContent.includes(\"Your game has begun\")")
	stays()
	host.click(".begun a.primary")
	host.shows("svg.board")
}

// Four people fill a table of Six and choose their teams, the pages of all
// following.
func TestTeamsAreChosen(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	host := b.person(s, phone)
	host.open("/games/new?game=six&option.seats=4&seat=1")
	host.click("form.setup button.primary")
	host.shows(".waiting")
	game, stays := host.path(), host.unmoved()

	sit := func(p *person, seat int) {
		t.Helper()
		p.open(game)
		p.click(fmt.Sprintf("#seat-%d", seat))
		p.has(fmt.Sprintf(".waiting li:nth-child(%d).yours", seat))
	}
	second, third, fourth := b.person(s, desktop), b.person(s, desktop), b.person(s, phone)
	sit(second, 2)
	host.gone("#seat-2")
	sit(second, 3) // to the host's team
	host.gone("#seat-3")
	host.shows("#seat-2")
	sit(third, 4)
	fourth.open(game)
	fourth.click("#seat-2")
	fourth.shows(".players .team")
	for _, p := range []*person{host, second, third} {
		p.gone(".waiting")
	}
	host.shows(".status.mine")
	stays()
	stored := s.gameAt(t, game)
	if stored.Status != db.Running || stored.Players[0].ID != stored.Host {
		t.Errorf("the game is %s of %+v", stored.Status, stored.Players)
	}
}

// One challenge is accepted in the lobby, one declined; who challenged sees
// both happen.
func TestChallengesAreAnswered(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	people := s.accounts(t, 2)
	anna, ben := b.person(s, desktop), b.person(s, phone)
	anna.comesAs(people[0])
	ben.comesAs(people[1])
	ben.open("/lobby")
	challenge := func() (game string) {
		t.Helper()
		anna.open("/games/new?game=tartan&opponent=Ben")
		anna.click("form.setup button.primary")
		anna.shows(".waiting")
		return anna.path()
	}
	declined := challenge()
	stays := anna.unmoved()
	ben.shows(row(declined))
	ben.click("#no-" + declined[len("/games/"):])
	ben.shows("#notice p")
	anna.shows(".status.over")
	stays()

	accepted := challenge()
	stays = anna.unmoved()
	ben.shows(row(accepted))
	ben.click("#act-" + accepted[len("/games/"):])
	ben.shows("svg.board")
	anna.gone(".waiting")
	stays()
	for game, want := range map[string]db.Status{declined: db.Over, accepted: db.Running} {
		if got := s.gameAt(t, game).Status; got != want {
			t.Errorf("a game is %s, want %s", got, want)
		}
	}
}

// Two who press the button meet, with scripts or without.
func TestPlayNowInBrowsers(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	plain := phone
	plain.noScript = true
	first, second := b.person(s, desktop), b.person(s, plain)
	for _, p := range []*person{first, second} {
		p.open("/lobby")
		p.click("[name=game][value=tartan]")
		p.click("[name=clock][value='5+3']")
		p.click(".play-now button.primary")
		p.shows("svg.board")
	}
	if first.path() != second.path() {
		t.Errorf("they are at %s and %s", first.path(), second.path())
	}
	first.gone(".waiting")
	if game := s.gameAt(t, second.path()); game.Status != db.Running {
		t.Errorf("the game is %s", game.Status)
	}
}
