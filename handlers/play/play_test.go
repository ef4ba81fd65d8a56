package play_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
)

func TestPlayTurn(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	t.Run("by a form", func(t *testing.T) {
		game, host, guest := s.TwoPlayers(t)
		p := host.NoRedirects().Turn(game, "c2", 0).WantStatus(t, http.StatusSeeOther)
		if to := p.Header.Get("Location"); to != game {
			t.Errorf("leads to %q", to)
		}
		host.Get(game).WantText(t, ".turns", "c2").WantText(t, ".status", "(Red) to play")
		guest.Get(game).WantText(t, ".turns", "c2").WantText(t, "title", "Your turn").WantCount(t, "#c-c2.last", 1)
	})
	t.Run("by htmx", func(t *testing.T) {
		game, host, _ := s.TwoPlayers(t)
		p := host.Htmx().Turn(game, "c2", 0).WantStatus(t, http.StatusOK)
		p.WantText(t, ".turns", "c2").WantText(t, ".status", "(Red) to play").WantCount(t, "header", 0)
		if to := p.Header.Get("HX-Replace-Url"); to != game {
			t.Errorf("HX-Replace-Url is %q", to)
		}
		if at := p.Header.Get("HX-Retarget"); at != "" {
			t.Errorf("HX-Retarget is %q", at)
		}
	})
	t.Run("spaces for commas", func(t *testing.T) {
		c := s.Client(t)
		game := c.DeviceGame(sitetest.Explosive...)
		c.Turn(game, " c2  c2xE ", 6).WantStatus(t, http.StatusOK).WantText(t, ".turns", "c2 c2xE")
	})
	t.Run("a chain", func(t *testing.T) {
		c := s.Client(t)
		game := c.DeviceGame(sitetest.Explosive...)
		p := c.Turn(game, "c2,c2xW,d3xW", 6).WantStatus(t, http.StatusOK)
		p.WantText(t, ".turns", "c2 c2xW d3xW").WantCount(t, ".turns li", 7)
		if events := c.EventCount(game); events != 9 {
			t.Errorf("the game has %d events, want 9", events)
		}
	})
}

// A turn that cannot be committed is answered with the current board, as a page and as a fragment, and changes
// nothing.
func TestPlayTurnRefused(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	players := []*sitetest.Client{host, guest}
	for moved, turn := range sitetest.Explosive {
		players[moved%2].NoRedirects().Turn(game, turn, moved).WantStatus(t, http.StatusSeeOther)
	}
	waiting := host.NewGame("invite", "me")
	over := host.DeviceGame(sitetest.Swift...)
	for _, tt := range []struct {
		name         string
		who          *sitetest.Client
		game         string
		draft, moved string
		status       int
		problem      string
		steps        int
	}{
		{"stale", host, game, "c2,c2xE", "4", 409, "The game has changed", 0},
		{"from the future", host, game, "c2,c2xE", "8", 409, "The game has changed", 0},
		{"negative number", host, game, "c2,c2xE", "-1", 409, "The game has changed", 0},
		{"not one's turn", guest, game, "d3,d3xE", "6", 409, "It’s not your turn", 0},
		{"illegal", host, game, "c3", "6", 422, "c3: you can’t place on the centre", 0},
		{"illegal further on", host, game, "c2,c2", "6", 422, "c2: a stack of three or more must explode first. Possible", 1},
		{"unfinished", host, game, "c2", "6", 422, "Your turn isn’t complete", 1},
		{"empty", host, game, "", "6", 422, "Your turn isn’t complete", 0},
		{"too long", host, game, "b2,b2", "6", 422, "Your turn is complete", 1},
		{"garbage", host, game, "rubbish", "6", 422, "This isn’t a turn", 0},
		{"nobody to play against", host, waiting, "c2", "0", 409, "A seat is still free", 0},
		{"over", host, over, "c2", "6", 409, "The game is over", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := s.Stored(t)
			for _, c := range []*sitetest.Client{tt.who, tt.who.Htmx()} {
				p := c.Post(tt.game+"/turns", "draft", tt.draft, "moved", tt.moved).WantStatus(t, tt.status)
				p.WantText(t, ".now [role=alert]", tt.problem).WantCount(t, "svg.board", 1).WantCount(t, ".steps li", tt.steps)
				if tt.game == game {
					p.WantCount(t, ".turns li", 6)
				}
				if tt.name == "illegal" {
					p.WantText(t, ".now [role=alert] a", "Rule 2")
				}
				fragment := c.Header.Get("HX-Request") != ""
				if got := p.Find("header").Length() == 0; got != fragment {
					t.Errorf("the answer is a fragment: %v, want %v", got, fragment)
				}
				if fragment && p.Header.Get("HX-Replace-Url") != tt.game {
					t.Errorf("HX-Replace-Url is %q", p.Header.Get("HX-Replace-Url"))
				}
			}
			s.WantStored(t, before)
		})
	}
	for _, tt := range []struct {
		name   string
		who    *sitetest.Client
		path   string
		moved  string
		status int
		words  string
	}{
		{"spectator", s.Client(t), game, "6", 403, "You have no seat in this game"},
		{"unknown game", host, "/games/nonsense", "0", 404, "There’s no game at this address"},
		{"number missing", host, game, "", 422, "The form had an unknown value"},
		{"no number", host, game, "six", 422, "The form had an unknown value"},
		{"number too large", host, game, "99999999999999999999", 422, "The form had an unknown value"},
		{"number with a fraction", host, game, "6.0", 422, "The form had an unknown value"},
		{"number in hexadecimal", host, game, "0x6", 422, "The form had an unknown value"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := s.Stored(t)
			p := tt.who.Post(tt.path+"/turns", "draft", "c2,c2xE", "moved", tt.moved).WantStatus(t, tt.status)
			p.WantText(t, "main", tt.words)
			p = tt.who.Htmx().Post(tt.path+"/turns", "draft", "c2,c2xE", "moved", tt.moved).WantStatus(t, tt.status)
			if p.Header.Get("HX-Retarget") != "#notice" || !strings.Contains(p.Text(".notice"), tt.words) {
				t.Errorf("htmx gets %q at %q", p.Text(".notice"), p.Header.Get("HX-Retarget"))
			}
			s.WantStored(t, before)
		})
	}
}

// A click that completes a turn plays it, except in games of a pace in which the player confirms turns. The game's
// page has a switch for its own pace. Without scripts a click is a link, and every turn is confirmed.
func TestConfirm(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	const cell = "svg.board a#c-c2" // completes a first turn
	invited := func(clock string) func(*sitetest.Client) string {
		return func(c *sitetest.Client) string {
			game := c.Post("/games", "game", "hexone", "opponent", "invite", "starter", "me", "clock", clock).WantStatus(t, http.StatusOK).Path
			s.Client(t).Post(c.Invitation(game)).WantStatus(t, http.StatusOK)
			return game
		}
	}
	for name, tt := range map[string]struct {
		begin    func(*sitetest.Client) string
		pace     string
		confirms bool // by default
	}{
		"live":          {invited("5+3"), "live games", false},
		"by days":       {invited("3d"), "games without a live clock", true},
		"without clock": {invited(""), "games without a live clock", true},
		"a bot":         {func(c *sitetest.Client) string { return c.BotGame("hexone") }, "against bots and on one device", false},
		"one device":    {func(c *sitetest.Client) string { return c.DeviceGame() }, "against bots and on one device", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := s.Client(t)
			game := tt.begin(c)
			want := func(p sitetest.WebPage, confirms bool) {
				t.Helper()
				before := c.EventCount(game)
				get, post := p.Attribute(cell, "data-hx-get"), p.Attribute(cell, "data-hx-post")
				if confirms != (get != "") || confirms == strings.HasPrefix(post, game+"/turns?") {
					t.Errorf("confirming is %v, and a click gets %q, posts %q", confirms, get, post)
				}
				if confirms {
					c.Htmx().Get(get).WantCount(t, "form.commit #confirm", 1)
				}
				c.Get(p.Attribute(cell, "href")).WantCount(t, "form.commit #confirm", 1)
				if after := c.EventCount(game); after != before {
					t.Errorf("links played: %d events, then %d", before, after)
				}
				p.WantText(t, "#confirm-switch", tt.pace).WantText(t, "#confirm-switch", map[bool]string{true: "Don’t confirm turns", false: "Confirm turns"}[confirms])
			}
			turn := func(p sitetest.WebPage) sitetest.WebPage {
				t.Helper()
				button := p.Find("#confirm-switch")
				return c.Post("/settings/confirm", button.AttrOr("name", ""), button.AttrOr("value", ""), "return", game).WantStatus(t, http.StatusOK)
			}
			p := c.Get(game)
			want(p, tt.confirms)
			p = turn(p)
			if p.Path != game {
				t.Errorf("the switch leads to %s", p.Path)
			}
			want(p, !tt.confirms)
			if boxes := c.Get("/settings").Find("form[action='/settings/confirm'] input[checked]"); boxes.Length() != map[bool]int{true: 0, false: 2}[tt.confirms] {
				t.Errorf("after the switch, turns are confirmed in games of %d paces", boxes.Length())
			}
			p = turn(p)
			want(p, tt.confirms)
			if tt.confirms {
				p = turn(p)
			}
			c.Htmx().Post(p.Attribute(cell, "data-hx-post")).WantStatus(t, http.StatusOK).WantCount(t, ".turns li", 1)
		})
	}
}

// Where turns are not confirmed, a click within a turn does not play it.
func TestNotConfirmedPart(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).Client(t)
	p := c.Get(c.DeviceGame(sitetest.Explosive...))
	// b2 completes the turn; c2 does not, because it has to explode.
	if p.Attribute("svg.board a#c-b2", "data-hx-post") == "" {
		t.Error("the click that completes the turn does not play it")
	}
	part := "svg.board a#c-c2"
	if p.Attribute(part, "data-hx-get") == "" || p.Attribute(part, "data-hx-post") != "" {
		t.Error("a click within the turn plays it")
	}
}

func TestSpectators(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	host.Turn(game, "c2", 0)
	host.Turn(game, "d3", 1)
	spectator := s.Client(t)
	for name, tt := range map[string]struct {
		who    *sitetest.Client
		resign int
	}{"spectator": {spectator, 0}, "waiting player": {host, 1}} {
		t.Run(name, func(t *testing.T) {
			for _, path := range []string{game, game + "?draft=d3", game + "/board?draft=d3&pick=d3"} {
				p := tt.who.Get(path).WantStatus(t, http.StatusOK)
				p.WantCount(t, "svg.board a.open", 0).WantCount(t, ".actions", 0).WantCount(t, "form.commit", 0).WantCount(t, ".steps", 0)
				p.WantCount(t, "a.choice", 0).WantCount(t, "#undo", 0)
				alerts := 0
				if strings.Contains(path, "draft=") {
					alerts = 1 // says why there is no turn to make
				}
				p.WantCount(t, ".now [role=alert]", alerts)
				p.WantText(t, ".status", "(Red) to play")
				if !strings.Contains(path, "/board") { // the fragment is next to it
					p.WantCount(t, "form[action$=resign]", tt.resign)
				}
				if strings.Contains(p.Text("title"), "Your turn") {
					t.Errorf("the title is %q", p.Text("title"))
				}
			}
		})
	}
	guest.Get(game).WantText(t, "title", "Your turn").WantCount(t, "svg.board a.open", 5).WantCount(t, ".status.mine", 1)
}

func TestResult(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	players := []*sitetest.Client{host, guest}
	moved := 0
	for i, turn := range sitetest.Swift {
		p := players[i%2].Htmx().Turn(game, turn, moved).WantStatus(t, http.StatusOK)
		moved += len(strings.Split(turn, ","))
		p.WantCount(t, ".status.over", i/(len(sitetest.Swift)-1))
	}
	stranger := s.Client(t)
	for _, c := range []*sitetest.Client{host, guest, stranger} {
		p := c.Get(game)
		p.WantText(t, ".status.over", "(Red) has no tokens left.")
		p.WantText(t, "title", "Game over").WantText(t, ".players li.won", "49 points").WantCount(t, ".players li.won", 1)
		p.WantText(t, ".players", "0 points").WantCount(t, "svg.board a", 0).WantCount(t, "form[action$=resign]", 0)
		chats := 1
		if c == stranger {
			chats = 0 // nothing more will happen
		}
		p.WantCount(t, "[data-sse-connect]", chats)
		c.Get(p.Attribute("a[href$='/turns/0']", "href")).WantStatus(t, http.StatusOK)
	}
}

func TestResign(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for name, who := range map[string]int{"host": 0, "guest": 1} {
		t.Run(name, func(t *testing.T) {
			game, host, guest := s.TwoPlayers(t)
			players := []*sitetest.Client{host, guest}
			host.Turn(game, "c2", 0)
			loser, winner := []string{"(Blue)", "(Red)"}[who], []string{"(Red)", "(Blue)"}[who]
			s.Client(t).Post(game+"/resign").WantStatus(t, http.StatusForbidden)
			p := players[who].NoRedirects().Post(game+"/resign").WantStatus(t, http.StatusSeeOther)
			if to := p.Header.Get("Location"); to != game {
				t.Errorf("leads to %q", to)
			}
			players[1-who].Get(game).WantText(t, ".status.over", winner+" wins with 49 points: ").WantText(t, ".status.over", loser+" resigned")
			for _, c := range []*sitetest.Client{players[who], players[1-who].Htmx()} {
				p := c.Post(game+"/resign").WantStatus(t, http.StatusConflict)
				p.WantText(t, ".now [role=alert]", "The game is over").WantText(t, ".status", winner)
			}
		})
	}
	t.Run("by htmx", func(t *testing.T) {
		game, host, _ := s.TwoPlayers(t)
		host.Htmx().Post(game+"/resign").WantStatus(t, http.StatusOK).WantText(t, ".status.over", "(Red) wins").WantCount(t, "header", 0)
	})
	t.Run("nobody to play against", func(t *testing.T) {
		host := s.Client(t)
		game := host.NewGame("invite", "me")
		host.Get(game).WantCount(t, "form[action$=resign]", 0)
		host.Post(game+"/resign").WantStatus(t, http.StatusConflict).WantText(t, ".now [role=alert]", "A seat is still free")
	})
	t.Run("unknown game", func(t *testing.T) {
		s.Client(t).Post("/games/nonsense/resign").WantStatus(t, http.StatusNotFound)
	})
}

func TestBoardSince(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	fetch := func(c *sitetest.Client, p sitetest.WebPage) sitetest.WebPage {
		t.Helper()
		return c.Htmx().Get(game + "/board?since=" + p.Attribute("#revision", "value"))
	}
	seen := guest.Get(game)
	if address := seen.Attribute("#news[data-hx-trigger='sse:changed']", "data-hx-get"); address != game+"/board" {
		t.Errorf("when the game changes the page fetches %q", address)
	}
	p := fetch(guest, seen).WantStatus(t, http.StatusNoContent)
	if p.Body != "" {
		t.Errorf("nothing has changed, but the body is %q", p.Body)
	}
	mine := host.Htmx().Turn(game, "c2", 0)
	fetch(host, mine).WantStatus(t, http.StatusNoContent) // the player has the news already
	seen = fetch(guest, seen).WantStatus(t, http.StatusOK).WantText(t, "title", "Your turn").WantCount(t, "#c-c2.last", 1)
	fetch(guest, seen).WantStatus(t, http.StatusNoContent)
	for _, since := range []string{"", "0", "-1", "x", "999999"} {
		guest.Htmx().Get(game+"/board?since="+since).WantStatus(t, http.StatusOK)
	}
	guest.Get("/games/nonsense/board").WantStatus(t, http.StatusNotFound)
}

// If both tabs of a player commit the same turn, one is stored.
func TestTwoCommitsAtOnce(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	game := c.NewGame("device", "me")
	r := sitetest.WholeGame(t)
	moved := 0
	for _, turn := range r.Turns() {
		form := sitetest.FormOf("draft", strings.Join(turn.Actions, ","), "moved", fmt.Sprint(moved))
		tabs := []*sitetest.Client{c.NoRedirects(), c.Htmx(), c.NoRedirects(), c.Htmx()}
		pages := make([]sitetest.WebPage, len(tabs))
		start, done := make(chan struct{}), make(chan error)
		for i, tab := range tabs {
			go func() {
				<-start
				p, err := tab.Try(http.MethodPost, game+"/turns", strings.NewReader(form), sitetest.FormType)
				pages[i] = p
				done <- err
			}()
		}
		close(start)
		for range tabs {
			if err := <-done; err != nil {
				t.Fatal(err)
			}
		}
		landed := 0
		for _, p := range pages {
			switch p.Status {
			case http.StatusOK, http.StatusSeeOther:
				landed++
			case http.StatusConflict:
				p.WantCount(t, sitetest.Listed(turn.Number), 1).WantCount(t, sitetest.Listed(turn.Number+1), 0).WantCount(t, ".now [role=alert]", 1)
			default:
				t.Errorf("turn %d: status %d", turn.Number, p.Status)
			}
		}
		if landed != 1 {
			t.Fatalf("turn %d landed %d times", turn.Number, landed)
		}
		moved += len(turn.Actions)
		if got := c.EventCount(game); got != moved {
			t.Fatalf("after turn %d the game has %d events, want %d", turn.Number, got, moved)
		}
	}
	c.Get(game).WantCount(t, ".status.over", 1)
}

// If one player takes a turn while the other resigns, the game can still be replayed.
func TestTurnAndResignationAtOnce(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for range 10 {
		game, host, guest := s.TwoPlayers(t)
		done := make(chan error)
		var turn, resignation sitetest.WebPage
		go func() {
			var err error
			turn, err = host.NoRedirects().Try(http.MethodPost, game+"/turns", strings.NewReader(sitetest.FormOf("draft", "c2", "moved", "0")), sitetest.FormType)
			done <- err
		}()
		go func() {
			var err error
			resignation, err = guest.NoRedirects().Try(http.MethodPost, game+"/resign", nil, sitetest.FormType)
			done <- err
		}()
		for range 2 {
			if err := <-done; err != nil {
				t.Fatal(err)
			}
		}
		resignation.WantStatus(t, http.StatusSeeOther)
		if turn.Status != http.StatusSeeOther && turn.Status != http.StatusConflict {
			t.Errorf("the turn is answered %d", turn.Status)
		}
		want := 1
		if turn.Status == http.StatusSeeOther {
			want = 2
		}
		if events := host.EventCount(game); events != want {
			t.Errorf("the turn is answered %d, the game has %d events", turn.Status, events)
		}
		host.Get(game).WantText(t, ".status.over", "(Blue) wins")
	}
}
