package handlers_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/lesson"
	"hexclub/rules/record"
)

// withBots lets bots take their turns on a site until the test ends, or stop is
// called.
func (s *site) withBots(t testing.TB) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); s.Play.PlayBots(ctx) }()
	stop = func() { cancel(); <-done }
	t.Cleanup(stop)
	return stop
}

// until waits for a game to be as is says, as pages wait for it.
func (s *site) until(t testing.TB, path string, is func(db.Game) bool) db.Game {
	t.Helper()
	heard := s.Live.Watch("", strings.TrimPrefix(path, "/games/"))
	defer s.Live.Leave(heard)
	for {
		if g := s.gameAt(t, path); is(g) {
			return g
		}
		select {
		case <-heard.Changes:
			heard.Take()
		case <-t.Context().Done():
			t.Fatalf("%s: %v", path, t.Context().Err())
		}
	}
}

// answered tells whether no bot is to act.
func answered(g db.Game) bool { return g.BotToAct() == 0 }

// againstBot is a client's game against a bot, by one click.
func (c *client) againstBot(form ...string) string {
	c.t.Helper()
	return c.post("/play-bot", form...).wantStatus(c.t, http.StatusOK).path
}

// wholeGame is a short random game of Hexone with a chain of at least three
// explosions and a stack with two Ys to choose from.
func wholeGame(t testing.TB) *record.Record {
	t.Helper()
	for seed := range uint64(2000) {
		r := randomGame(t, seed)
		if len(r.Turns()) < 26 && longestChain(r) >= 3 {
			return r
		}
	}
	t.Fatal("no such game among the first 2000 seeds")
	return nil
}

// listed is where a turn stands in the list of turns.
func listed(turn int) string { return fmt.Sprintf(`.turns a[href$="/turns/%d"]`, turn) }

func randomGame(t testing.TB, seed uint64) *record.Record {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	r, err := record.New(hexone.Game{}, rules.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for r.Turn().Seat != 0 {
		if err := r.Play(r.Turn().Seat, aTurn(r, random)); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func longestChain(r *record.Record) int {
	longest := 0
	for _, turn := range r.Turns() {
		longest = max(longest, len(turn.Actions)-1)
	}
	return longest
}

// said is the messages that a page or its part has, without their writers.
func (p webPage) said() []string { return p.list("p > b + span") }

func (p webPage) wantSaid(t *testing.T, want ...string) webPage {
	t.Helper()
	if got := p.said(); !slices.Equal(got, want) {
		t.Errorf("%s says %q, want %q", p.path, got, want)
	}
	return p
}

// say sends a message as the form on a page without JavaScript does.
func (c *client) say(game, text string) webPage {
	c.t.Helper()
	return c.still().post(game+"/chat", "text", text)
}

// news is the part of a chat that a page fetches which has so many messages.
func (c *client) news(game string, after int) webPage {
	c.t.Helper()
	return c.htmx().get(fmt.Sprint(game, "/chat/news?after=", after)).wantStatus(c.t, http.StatusOK)
}

// addChat adds what people write to each other, and how they are left alone.
func (s *stage) addChat(t *testing.T) {
	t.Helper()
	game, host, guest := s.twoPlayers(t)
	host.signUp("Élodie")
	for i := range 4 {
		host.say(game, fmt.Sprint("Message ", i+1))
		guest.say(game, "<b>Réponse</b> "+strings.Repeat("très longue ", 10)+strings.Repeat("x", 100))
	}
	s.add("chat", guest, game+"/chat")
	s.post("chat-problem", host, game+"/chat", "text", " ")
	host.still().post(game+"/chat/block", "seat", "2", "blocked", "on").wantStatus(t, http.StatusSeeOther)
	guest.still().post("/settings/chat", "chat", "off").wantStatus(t, http.StatusSeeOther)
	s.add("chat-nobody", host, game)
	s.add("settings-blocked", host, "/settings")
	s.add("chat-off", guest, game+"/chat")

	organiser, organiserIs := s.withRole(t, "Oda", db.Organiser)
	if err := s.DB.RemoveMessage(t.Context(), strings.TrimPrefix(game, "/games/"), 3, organiserIs.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	s.add("chat-overseen", organiser, game+"/chat")
	s.add("chat-to-oversee", organiser, game)

	game, host, guest = s.twoPlayers(t)
	guest.say(game, "hello")
	s.add("chat-beside", host, game)
	guest.still().post(game+"/chat/mute", "muted", "on").wantStatus(t, http.StatusSeeOther)
	s.add("chat-muted", guest, game)
	s.add("chat-alone", host, host.newGame("device", "me")+"/chat")
}

// playSomething plays a turn by following links, one that depends on n.
func (c *client) playSomething(game string, n int) {
	c.t.Helper()
	const longest = 20 // actions
	address := game
	for range longest {
		p := c.get(address).wantStatus(c.t, http.StatusOK)
		if form := p.Find("form.commit"); form.Length() > 0 {
			draft, ply := p.attribute("form.commit [name=draft]", "value"), p.attribute("form.commit [name=ply]", "value")
			c.post(game+"/turns", "draft", draft, "ply", ply).wantStatus(c.t, http.StatusOK)
			return
		}
		choices := p.Find(".actions a")
		if choices.Length() == 0 {
			c.t.Fatalf("%s offers nothing: %s", address, p.text(".side"))
		}
		address, _ = choices.Eq(n * 5 % choices.Length()).Attr("href")
		if !strings.HasPrefix(address, game+"?draft=") {
			c.t.Fatalf("a choice leads to %s", address)
		}
	}
	c.t.Fatalf("turn %d of %s does not end", n, game)
}

// gameAt is the stored game that a page is about.
func (s *site) gameAt(t testing.TB, path string) db.Game {
	t.Helper()
	game, err := s.DB.Game(t.Context(), strings.TrimPrefix(path, "/games/"))
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// botGame begins a game against a bot that the client starts, and returns its
// path.
func (c *client) botGame(key string, form ...string) string {
	c.t.Helper()
	form = append([]string{"game", key, "opponent", "bot", "level", "1", "starter", "me"}, form...)
	return c.post("/games", form...).wantStatus(c.t, http.StatusOK).path
}

// hintTo is where the page leads for a suggestion, or for what was suggested.
func (p webPage) hintTo(t *testing.T) string {
	t.Helper()
	href := p.attribute("#hint", "href")
	if href == "" {
		t.Fatalf("%s leads to no suggestion", p.path)
	}
	return href
}

// made is where the page leads on which something is suggested.
func (p webPage) made(t *testing.T) string {
	t.Helper()
	p.wantCount(t, "section.suggestion", 1)
	return p.hintTo(t)
}

// solvedLine is the line of a lesson's first solution.
func solvedLine(l *lesson.Lesson) string { return strings.Join(l.Actions(l.Solutions[0]), ",") }

// seek is a game that somebody lists in the lobby, and its path.
func (c *client) seek(form ...string) (path string) {
	c.t.Helper()
	return c.post("/games", append(form, "opponent", "lobby")...).wantStatus(c.t, http.StatusOK).path
}

// row finds the game with the path in a list.
func row(game string) string { return fmt.Sprintf(".seeks li:has(a[href=%q])", game) }

// atOnce counts the answers to people who send the same form at the same time,
// each from a browser of their own.
func (s *site) atOnce(t *testing.T, people int, path string, form ...string) map[int]int {
	t.Helper()
	type answer struct {
		status int
		err    error
	}
	answers := make(chan answer)
	for range people {
		c := s.client(t).still()
		go func() {
			p, err := c.try(http.MethodPost, path, strings.NewReader(formOf(form...)), formType)
			answers <- answer{p.status, err}
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

// undone lists the events of a game of Hexone in which the first turn was taken
// back n times.
func undone(n int) []string {
	return slices.Repeat([]string{"c2", "takeback:1", "accept:2"}, n)
}

// store stores events of a game that has none.
func (s *site) store(t testing.TB, path string, events []string) {
	t.Helper()
	id := strings.TrimPrefix(path, "/games/")
	const insert = `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < json_array_length($2))
		INSERT INTO events (game, ply, event, at) SELECT $1, n, json_extract($2, '$[' || n || ']'), 0 FROM numbers`
	if _, err := s.raw(t).Exec(insert, id, `["`+strings.Join(events, `","`)+`"]`); err != nil {
		t.Fatal(err)
	}
	if _, err := s.raw(t).Exec("UPDATE games SET revision = revision + 1 WHERE id = $1", id); err != nil {
		t.Fatal(err)
	}
}

// explosive is an opening after which a third token on c2 explodes: to the
// west it makes a stack of three of d3, which explodes in its turn.
var explosive = []string{"c2", "d3", "c2", "d3", "b2", "d4"}

// swift is a whole game, won with all tiles white.
var swift = []string{"c2", "d3", "c2", "d3", "c2,c2xW"}

// lies is how the label of a cell of Hexone begins: "d3, Blue, 2 tokens,".
func lies(cell rules.BoardCell) string {
	switch n := len(cell.Stack); n {
	case 0:
		return cell.Name + ", empty,"
	case 1:
		return cell.Name + map[rules.Seat]string{1: ", Blue, 1 token,", 2: ", Red, 1 token,"}[cell.Stack[0].Seat]
	default:
		return fmt.Sprintf("%s, %s, %d tokens,", cell.Name, map[rules.Seat]string{1: "Blue", 2: "Red"}[cell.Stack[0].Seat], n)
	}
}

// replayed is a game of Hexone with a turn of three steps at its end.
func replayed(c *client) (game string, turns []string) {
	c.t.Helper()
	turns = append(slices.Clone(explosive), "c2,c2xW,d3xW")
	return c.deviceGame(turns...), turns
}

func wantFile(t *testing.T, p webPage, kind, name string) {
	t.Helper()
	if got := p.header.Get("Content-Type"); got != kind {
		t.Errorf("the type is %q, want %q", got, kind)
	}
	if got := p.header.Get("Content-Disposition"); got != `attachment; filename="`+name+`"` {
		t.Errorf("the disposition is %q", got)
	}
}

// challenge is a game of Tartan that Anna challenges Ben to.
func (s *site) challenge(t *testing.T) (game string, anna, ben *client) {
	t.Helper()
	people := s.accounts(t, 2)
	anna, ben = people[0], people[1]
	p := anna.post("/games", "game", "tartan", "clock", "3d", "opponent", "named", "player", "Ben", "starter", "me")
	return p.wantStatus(t, http.StatusOK).path, anna, ben
}

// chosen returns the values of the fields of a form, without the reader that the page is
// drawn for.
func (p webPage) chosen() map[string]string {
	sent := map[string]string{}
	p.Find("form.card").Find("input:not([type=radio], [name=reader]), input[type=radio][checked]").Each(func(_ int, input *goquery.Selection) {
		sent[input.AttrOr("name", "")] = input.AttrOr("value", "")
	})
	return sent
}
