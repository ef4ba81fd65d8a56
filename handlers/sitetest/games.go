package sitetest

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/lesson"
	"hexclub/rules/record"
	"hexclub/views/i18n"
	"hexclub/views/table"

	"github.com/PuerkitoBio/goquery"
)

// WithBots starts the bots of a site. They play until stop is called or the test ends.
func (s *Site) WithBots(t testing.TB) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); s.Play.PlayBots(ctx) }()
	stop = func() { cancel(); <-done }
	t.Cleanup(stop)
	return stop
}

// Until waits until a game satisfies a condition. Like pages, it is notified of changes.
func (s *Site) Until(t testing.TB, path string, is func(db.Game) bool) db.Game {
	t.Helper()
	watcher := s.Live.Watch("", strings.TrimPrefix(path, "/games/"))
	defer s.Live.Leave(watcher)
	for {
		if g := s.GameAt(t, path); is(g) {
			return g
		}
		select {
		case <-watcher.Changes:
			watcher.Take()
		case <-t.Context().Done():
			t.Fatalf("%s: %v", path, t.Context().Err())
		}
	}
}

// Answered reports whether no bot is to act.
func Answered(g db.Game) bool { return g.BotToAct() == 0 }

// AgainstBot starts a game against a bot with one click, and returns its path.
func (c *Client) AgainstBot(form ...string) string {
	c.t.Helper()
	return c.Post("/play-bot", form...).WantStatus(c.t, http.StatusOK).Path
}

// Listed returns the selector of a turn in the list of turns.
func Listed(turn int) string { return fmt.Sprintf(`.turns a[href$="/turns/%d"]`, turn) }

// Said returns the messages of a chat, without their writers.
func (p WebPage) Said() []string { return p.List("p > b + span") }

func (p WebPage) WantSaid(t *testing.T, want ...string) WebPage {
	t.Helper()
	if got := p.Said(); !slices.Equal(got, want) {
		t.Errorf("%s says %q, want %q", p.Path, got, want)
	}
	return p
}

// Say sends a message as the form does without JavaScript.
func (c *Client) Say(game, text string) WebPage {
	c.t.Helper()
	return c.NoRedirects().Post(game+"/chat", "text", text)
}

// News returns the part of a chat that a page with a number of messages fetches.
func (c *Client) News(game string, after int) WebPage {
	c.t.Helper()
	return c.Htmx().Get(fmt.Sprint(game, "/chat/news?after=", after)).WantStatus(c.t, http.StatusOK)
}

// PlaySomething plays a turn by following links. Which links it follows depends on n.
func (c *Client) PlaySomething(game string, n int) {
	c.t.Helper()
	const longest = 20 // actions
	address := game
	for range longest {
		p := c.Get(address).WantStatus(c.t, http.StatusOK)
		if form := p.Find("form.commit"); form.Length() > 0 {
			draft, moved := p.Attribute("form.commit [name=draft]", "value"), p.Attribute("form.commit [name=moved]", "value")
			c.Post(game+"/turns", "draft", draft, "moved", moved).WantStatus(c.t, http.StatusOK)
			return
		}
		choices := p.Find(".actions a")
		if choices.Length() == 0 {
			c.t.Fatalf("%s offers nothing: %s", address, p.Text(".side"))
		}
		address, _ = choices.Eq(n * 5 % choices.Length()).Attr("href")
		if !strings.HasPrefix(address, game+"?draft=") {
			c.t.Fatalf("a choice leads to %s", address)
		}
	}
	c.t.Fatalf("turn %d of %s does not end", n, game)
}

// GameAt returns the stored game of a page.
func (s *Site) GameAt(t testing.TB, path string) db.Game {
	t.Helper()
	game, err := s.DB.Game(t.Context(), strings.TrimPrefix(path, "/games/"))
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// BotGame starts a game against a bot, in which the client has the first turn, and returns its
// path.
func (c *Client) BotGame(key string, form ...string) string {
	c.t.Helper()
	form = append([]string{"game", key, "opponent", "bot", "level", "1", "starter", "me"}, form...)
	return c.Post("/games", form...).WantStatus(c.t, http.StatusOK).Path
}

// Confirming makes the client confirm turns in all games.
func (c *Client) Confirming() *Client {
	c.t.Helper()
	c.Post("/settings/confirm", "live", "on", "slow", "on", "alone", "on", "return", "/").WantStatus(c.t, http.StatusOK)
	return c
}

// HintTo returns the target of the link to a suggestion.
func (p WebPage) HintTo(t *testing.T) string {
	t.Helper()
	href := p.Attribute("#hint", "href")
	if href == "" {
		t.Fatalf("%s leads to no suggestion", p.Path)
	}
	return href
}

// Made checks that the page has a suggestion, and returns the target of its link.
func (p WebPage) Made(t *testing.T) string {
	t.Helper()
	p.WantCount(t, "section.suggestion", 1)
	return p.HintTo(t)
}

// SolvedLine returns the actions of a lesson's first solution, as in an address.
func SolvedLine(l *lesson.Lesson) string { return strings.Join(l.Actions(l.Solutions[0]), ",") }

// Seek lists a new game in the lobby, and returns its path.
func (c *Client) Seek(form ...string) (path string) {
	c.t.Helper()
	return c.Post("/games", append(form, "opponent", "lobby")...).WantStatus(c.t, http.StatusOK).Path
}

// Row returns the selector of a game in a list of seeks.
func Row(game string) string { return fmt.Sprintf(".seeks li:has(a[href=%q])", game) }

// AtOnce sends the same form from several browsers at the same time, and counts the answers by
// status.
func (s *Site) AtOnce(t *testing.T, people int, path string, form ...string) map[int]int {
	t.Helper()
	type answer struct {
		status int
		err    error
	}
	answers := make(chan answer)
	for range people {
		c := s.Client(t).NoRedirects()
		go func() {
			p, err := c.Try(http.MethodPost, path, strings.NewReader(FormOf(form...)), FormType)
			answers <- answer{p.Status, err}
		}()
	}
	count := map[int]int{}
	for range people {
		a := <-answers
		if a.err != nil {
			t.Error(a.err)
		}
		count[a.status]++
	}
	return count
}

// Undone returns the events of a game of Hexone in which the first turn was taken back n times.
func Undone(n int) []string {
	return slices.Repeat([]string{"c2", "takeback:1", "accept:2"}, n)
}

// Store stores events of a game that has none.
func (s *Site) Store(t testing.TB, path string, events []string) {
	t.Helper()
	id := strings.TrimPrefix(path, "/games/")
	raw := s.Raw(t)
	for ply := 0; ply < len(events); ply += 1000 { // a statement has few enough values
		var values []string
		for i, event := range events[ply:min(ply+1000, len(events))] {
			values = append(values, fmt.Sprintf("('%s', %d, '%s', 0)", id, ply+i, event))
		}
		if _, err := raw.Exec("INSERT INTO events (game, ply, event, at) VALUES " + strings.Join(values, ", ")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := raw.Exec("UPDATE games SET revision = revision + 1 WHERE id = $1", id); err != nil {
		t.Fatal(err)
	}
}

// Explosive is an opening of Hexone after which a third token on c2 explodes. If it explodes to the
// west, it makes a stack of three on d3, which explodes too.
var Explosive = []string{"c2", "d3", "c2", "d3", "b2", "d4"}

// Swift is a whole game of Hexone, which ends because all tiles are white.
var Swift = []string{"c2", "d3", "c2", "d3", "c2,c2xW"}

// LabelStart returns the beginning of the label of a cell of Hexone, such as "d3, Blue, 2 tokens,".
func LabelStart(cell rules.BoardCell) string {
	switch n := len(cell.Stack); n {
	case 0:
		return cell.Name + ", empty,"
	case 1:
		return cell.Name + map[rules.Seat]string{1: ", Blue, 1 token,", 2: ", Red, 1 token,"}[cell.Stack[0].Seat]
	default:
		return fmt.Sprintf("%s, %s, %d tokens,", cell.Name, map[rules.Seat]string{1: "Blue", 2: "Red"}[cell.Stack[0].Seat], n)
	}
}

// Replayed plays a game of Hexone whose last turn has three steps.
func Replayed(c *Client) (game string, turns []string) {
	c.t.Helper()
	turns = append(slices.Clone(Explosive), "c2,c2xW,d3xW")
	return c.DeviceGame(turns...), turns
}

func WantFile(t *testing.T, p WebPage, kind, name string) {
	t.Helper()
	if got := p.Header.Get("Content-Type"); got != kind {
		t.Errorf("the type is %q, want %q", got, kind)
	}
	if got := p.Header.Get("Content-Disposition"); got != `attachment; filename="`+name+`"` {
		t.Errorf("the disposition is %q", got)
	}
}

// Challenge creates a game of Tartan to which Anna challenges Ben.
func (s *Site) Challenge(t *testing.T) (game string, anna, ben *Client) {
	t.Helper()
	people := s.Accounts(t, 2)
	anna, ben = people[0], people[1]
	p := anna.Post("/games", "game", "tartan", "clock", "3d", "opponent", "named", "player", "Ben", "starter", "me")
	return p.WantStatus(t, http.StatusOK).Path, anna, ben
}

// Chosen returns the values of the fields of a form, except the field "reader".
func (p WebPage) Chosen() map[string]string {
	sent := map[string]string{}
	p.Find("form.card").Find("input:not([type=radio], [name=reader]), input[type=radio][checked]").Each(func(_ int, input *goquery.Selection) {
		sent[input.AttrOr("name", "")] = input.AttrOr("value", "")
	})
	return sent
}

// Offer returns the path of the link for the first admin.
func (s *Site) Offer(t testing.TB) string {
	t.Helper()
	path, err := s.Account.OfferAdmin(t.Context())
	if err != nil || !strings.HasPrefix(path, "/first-admin/") {
		t.Fatalf("the link is %q, %v", path, err)
	}
	return path
}

// GuestsOf returns the number of stored guests, without bots.
func (s *Site) GuestsOf(t *testing.T) (n int) {
	t.Helper()
	err := s.Raw(t).QueryRowContext(t.Context(), "SELECT count(*) FROM people WHERE name IS NULL AND NOT deleted AND id NOT LIKE 'bot-%'").Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Made creates a game that others join, in order. By default it is a game of Hexone whose host has
// seat 1.
func (s *Site) Made(t testing.TB, n db.NewGame, others ...db.Person) db.Game {
	t.Helper()
	if n.Key == "" {
		n.Key = "hexone"
	}
	if n.HostSeat == 0 {
		n.HostSeat = 1
	}
	g, err := s.DB.CreateGame(t.Context(), n, s.Now())
	for _, other := range others {
		if err == nil {
			g, err = s.DB.TakeSeat(t.Context(), g.ID, db.Claim{Person: other.ID, Invite: g.Invite}, s.Now())
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Resigned resigns a game for a person.
func (s *Site) Resigned(t testing.TB, g db.Game, person db.Person) db.Game {
	t.Helper()
	g, err := s.DB.Resign(t.Context(), g.ID, person.ID, s.Now())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

var (
	FiveMinutes = record.Control{Base: 300_000, Increment: 3000}
	ThreeDays   = record.Control{PerTurn: 3 * 24 * 3600 * 1000}
)

// TableOf returns the table of a running game, as seen by the player to act.
func TableOf(t testing.TB, texts *i18n.Catalogs, r *record.Record, turns int) table.Input {
	t.Helper()
	r, err := r.At(t.Context(), min(turns, len(r.Turns())-1))
	if err != nil {
		t.Fatal(err)
	}
	return table.Input{
		T:      texts.Match("en", ""),
		Game:   table.Game{ID: "x4k8q2m7t0zv", Record: r, Players: []string{"Anna Schmidt", "Ben Oduya"}, Revision: r.EventCount()},
		Viewer: table.Viewer{Seats: []rules.Seat{r.State().Turn().Seat}, Confirm: true},
	}
}

// TwoPlayers creates a running game of two people. The host has the first turn.
func (s *Site) TwoPlayers(t testing.TB) (game string, host, guest *Client) {
	t.Helper()
	host, guest = s.Client(t), s.Client(t)
	game = host.NewGame("invite", "me")
	if p := guest.Post(host.Invitation(game)); p.Path != game {
		t.Fatalf("joining leads to %s, not to %s", p.Path, game)
	}
	return game, host, guest
}

// courses are read once for all tests.
var courses = lesson.NewCourses(nil)

// CourseOf returns the course of a game.
func CourseOf(t testing.TB, game string) *lesson.Course {
	t.Helper()
	course, err := courses.Of(game)
	if err != nil {
		t.Fatal(err)
	}
	return course
}
