package handlers_test

import (
	"fmt"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// Strangers meet by a seek. It appears in the lobby, and both players get to the board without loading a page;
// then it disappears from the lobby.
func TestStrangersMeet(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	host, other, watcher := b.Person(s, sitetest.Desktop), b.Person(s, sitetest.Phone), b.Person(s, sitetest.Desktop)
	for _, p := range []*sitetest.Person{other, watcher} {
		p.Open("/lobby")
		p.Shows("#lobby h2")
	}
	stays := watcher.Unmoved()
	host.Open("/games/new?game=hexone&opponent=lobby")
	host.Click(".more summary")
	host.Click("[name=starter][value=me]")
	host.Click("[name=clock][value='10+5']")
	host.Click("form.setup button.primary")
	host.Shows(".waiting #copy-invite")
	waits := host.Unmoved()
	game := host.Path()

	for _, p := range []*sitetest.Person{other, watcher} {
		p.Shows(sitetest.Row(game)) // without reloading
		if text := p.Text(sitetest.Row(game)); text == "" {
			t.Error("the seek says nothing")
		}
	}
	other.Click(sitetest.Row(game) + " button")
	other.Shows("svg.board")
	if path := other.Path(); path != game {
		t.Errorf("joining leads to %s", path)
	}
	host.Shows(".status.mine")
	host.Gone(".waiting")
	host.Shows("#confirm-switch") // the controls of players appear with the game
	watcher.Gone(fmt.Sprintf(".seeks a[href=%q]", game))
	waits()
	stays()
}

// The lobby shows its host that the game has begun.
func TestHostInTheLobbySeesTheGame(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	host, other := b.Person(s, sitetest.Desktop), b.Person(s, sitetest.Phone)
	host.Open("/lobby")
	host.Click(".play-now [name=clock][value='5+3']")
	host.Shows(".waiting")
	game := host.Path()
	host.Open("/lobby")
	host.Shows(sitetest.Row(game))
	stays := host.Unmoved()
	other.Open(game)
	other.Click("#join")
	host.Shows(fmt.Sprintf(".begun a.primary[href=%q]", game))
	host.Until("document.querySelector(\"#say\").textContent.includes(\"Your game has started\")")
	stays()
	host.Click(".begun a.primary")
	host.Shows("svg.board")
}

// Four people fill a table of Six and choose their teams, and all pages update.
func TestTeamsAreChosen(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	host := b.Person(s, sitetest.Phone)
	host.Open("/games/new?game=six&opponent=lobby&option.seats=4&seat=1")
	host.Click("form.setup button.primary")
	host.Shows(".waiting")
	game, stays := host.Path(), host.Unmoved()

	sit := func(p *sitetest.Person, seat int) {
		t.Helper()
		p.Open(game)
		p.Click(fmt.Sprintf("#seat-%d", seat))
		p.Has(fmt.Sprintf(".waiting li:nth-child(%d).yours", seat))
	}
	second, third, fourth := b.Person(s, sitetest.Desktop), b.Person(s, sitetest.Desktop), b.Person(s, sitetest.Phone)
	sit(second, 2)
	host.Gone("#seat-2")
	sit(second, 3) // to the host's team
	host.Gone("#seat-3")
	host.Shows("#seat-2")
	sit(third, 4)
	fourth.Open(game)
	fourth.Click("#seat-2")
	fourth.Shows(".players .team")
	for _, p := range []*sitetest.Person{host, second, third} {
		p.Gone(".waiting")
	}
	host.Shows(".status.mine")
	stays()
	stored := s.GameAt(t, game)
	if stored.Status != db.Running || stored.Players[0].ID != stored.Host {
		t.Errorf("the game is %s of %+v", stored.Status, stored.Players)
	}
}

// One challenge is accepted in the lobby, one declined; the challenger sees both.
func TestChallengesAreAnswered(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	people := s.Accounts(t, 2)
	anna, ben := b.Person(s, sitetest.Desktop), b.Person(s, sitetest.Phone)
	anna.ComesAs(people[0])
	ben.ComesAs(people[1])
	ben.Open("/lobby")
	challenge := func() (game string) {
		t.Helper()
		anna.Open("/games/new?game=tartan&opponent=Ben")
		anna.Click("form.setup button.primary")
		anna.Shows(".waiting")
		return anna.Path()
	}
	declined := challenge()
	stays := anna.Unmoved()
	ben.Shows(sitetest.Row(declined))
	ben.Click("#no-" + declined[len("/games/"):])
	ben.Shows("#notice .notice")
	anna.Shows(".status.over")
	stays()

	accepted := challenge()
	stays = anna.Unmoved()
	ben.Shows(sitetest.Row(accepted))
	ben.Click("#act-" + accepted[len("/games/"):])
	ben.Shows("svg.board")
	anna.Gone(".waiting")
	stays()
	for game, want := range map[string]db.Status{declined: db.Over, accepted: db.Running} {
		if got := s.GameAt(t, game).Status; got != want {
			t.Errorf("a game is %s, want %s", got, want)
		}
	}
}

// Two people who press the button meet, with scripts or without.
func TestPlayNowInBrowsers(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	plain := sitetest.Phone
	plain.NoScript = true
	first, second := b.Person(s, sitetest.Desktop), b.Person(s, plain)
	for _, p := range []*sitetest.Person{first, second} {
		p.Open("/lobby")
		p.Click(".pills a[href$='game=tartan']")
		p.Shows("[name=game][value=tartan] ~ button")
		p.Click(".play-now [name=clock][value='5+3']")
		p.Shows("svg.board")
	}
	if first.Path() != second.Path() {
		t.Errorf("they are at %s and %s", first.Path(), second.Path())
	}
	first.Gone(".waiting")
	if game := s.GameAt(t, second.Path()); game.Status != db.Running {
		t.Errorf("the game is %s", game.Status)
	}
}
