package sitetest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/record"
)

// AwaitsTurn waits until the page shows that it is the person's turn or that the game is over, and
// returns the game. Without scripts it follows the link that reloads the page.
func (p *Person) AwaitsTurn(s *Site, noScript bool) db.Game {
	p.T.Helper()
	g := s.Until(p.T, p.Path(), Answered)
	if noScript && p.Count(".status.thinking") > 0 {
		p.Click("noscript a")
	}
	if g.Status == db.Over {
		p.Has(".status.over")
	} else {
		p.Has(".status.mine")
	}
	return g
}

// ChatMessages evaluates to the messages on a page, one per line.
const ChatMessages = `Array.from(document.querySelectorAll("#chat-log p > b + span"), (span) => span.textContent).join("\n")`

// WantChat waits for the last message, then compares all messages.
func (p *Person) WantChat(want ...string) {
	p.T.Helper()
	p.Has(fmt.Sprintf("#chat-log p:nth-of-type(%d)", len(want)))
	if got := p.Evaluate(ChatMessages); got != strings.Join(want, "\n") {
		p.T.Errorf("the page says %q, want %q", got, want)
	}
}

func (p *Person) Resigns() {
	p.T.Helper()
	p.Click("#resign-summary")
	p.Click("#resign button")
}

// AsksRematch asks for a rematch of a finished game, which another player accepts on their page. The
// asking player's page then opens the new game by itself.
func (p *Person) AsksRematch(other *Person) {
	p.T.Helper()
	p.Click(`form[action$="/rematch"] button`)
	p.Shows(".waiting")
	other.Click("#rematch") // the page shows it without a reload
	other.Click("#join")
	for _, tab := range []*Person{p, other} {
		tab.Gone(".waiting")
		tab.Shows(".players .act")
	}
}

// Names are the names of people, by seat - 1.
var Names = []string{"Anna", "Ben", "Chloe", "Dan"}

// Together starts a game of people with accounts, each in the seat of their position in the list,
// and returns its path.
func (s *Site) Together(t testing.TB, n db.NewGame, people ...*Client) (path string) {
	t.Helper()
	ids := make([]string, len(people))
	for i := range people {
		ids[i] = s.IdOf(t, Names[i])
	}
	n.Host, n.HostSeat, n.Explore = ids[0], 1, true
	game, err := s.DB.CreateGame(t.Context(), n, s.Now())
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range ids[1:] {
		claim := db.Claim{Person: id, Invite: game.Invite, Seat: rules.Seat(i + 2)}
		if _, err := s.DB.TakeSeat(t.Context(), game.ID, claim, s.Now()); err != nil {
			t.Fatal(err)
		}
	}
	return "/games/" + game.ID
}

// Accounts signs up people with the first of Names.
func (s *Site) Accounts(t testing.TB, n int) []*Client {
	t.Helper()
	people := make([]*Client, n)
	for i := range people {
		people[i] = s.Client(t)
		people[i].SignUp(Names[i]).WantStatus(t, 200)
	}
	return people
}

// Tabs opens the page of a game for each player, by turns on a desktop and on a phone.
func (s *Site) Tabs(b *Browser, path string, people []*Client) []*Person {
	tabs := make([]*Person, len(people))
	for i, c := range people {
		tabs[i] = b.Person(s, []Look{Desktop, Phone}[i%2])
		tabs[i].ComesAs(c)
		tabs[i].Open(path)
		tabs[i].Shows("svg.board")
	}
	return tabs
}

// DeviceGameOf starts a game with all seats on one device, and returns its path.
func (s *Site) DeviceGameOf(t *testing.T, c *Client, key string, setup rules.Setup) string {
	t.Helper()
	some, err := s.DB.Game(t.Context(), strings.TrimPrefix(c.DeviceGame(), "/games/"))
	if err != nil {
		t.Fatal(err)
	}
	game, err := s.DB.CreateGame(t.Context(), db.NewGame{Key: key, Setup: setup, Host: some.Host, BothSeats: true}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return "/games/" + game.ID
}

// SendTurns plays turns by sending forms. Moved is the number of actions before the first.
func (c *Client) SendTurns(t *testing.T, path string, turns []record.Turn, moved int) {
	t.Helper()
	for _, turn := range turns {
		c.NoRedirects().Turn(path, strings.Join(turn.Actions, ","), moved).WantStatus(t, http.StatusSeeOther)
		moved += len(turn.Actions)
	}
}

// Confirming makes the person confirm turns in all games.
func (p *Person) Confirming() {
	p.T.Helper()
	p.Open("/settings")
	for _, pace := range record.Paces() {
		box := fmt.Sprintf("input[type=checkbox][name=%s]", pace)
		if p.Count(box+":checked") == 0 {
			p.Click(box)
		}
	}
	p.Click("form[action='/settings/confirm'] button")
	p.Has("#saved")
}

// DeviceGame starts a game of both seats on one device, and returns its path.
func (p *Person) DeviceGame() string {
	p.T.Helper()
	p.Open("/games/new?game=hexone&opponent=device")
	p.Click("form.card button")
	p.Shows("svg.board")
	return p.Path()
}
