package handlers_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestPlayTurn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	t.Run("by a form", func(t *testing.T) {
		game, host, guest := s.twoPlayers(t)
		p := host.still().turn(game, "c2", 0).wantStatus(t, http.StatusSeeOther)
		if to := p.header.Get("Location"); to != game {
			t.Errorf("leads to %q", to)
		}
		host.get(game).wantText(t, ".turns", "c2").wantText(t, ".status", "(Red) is to play")
		guest.get(game).wantText(t, ".turns", "c2").wantText(t, "title", "Your turn").wantCount(t, "#c-c2.last", 1)
	})
	t.Run("by htmx", func(t *testing.T) {
		game, host, _ := s.twoPlayers(t)
		p := host.htmx().turn(game, "c2", 0).wantStatus(t, http.StatusOK)
		p.wantText(t, ".turns", "c2").wantText(t, ".status", "(Red) is to play").wantCount(t, "header", 0)
		if to := p.header.Get("HX-Replace-Url"); to != game {
			t.Errorf("HX-Replace-Url is %q", to)
		}
		if at := p.header.Get("HX-Retarget"); at != "" {
			t.Errorf("HX-Retarget is %q", at)
		}
	})
	t.Run("spaces for commas", func(t *testing.T) {
		c := s.client(t)
		game := c.deviceGame(explosive...)
		c.turn(game, " c2  c2xE ", 6).wantStatus(t, http.StatusOK).wantText(t, ".turns", "c2 c2xE")
	})
	t.Run("a chain", func(t *testing.T) {
		c := s.client(t)
		game := c.deviceGame(explosive...)
		p := c.turn(game, "c2,c2xW,d3xW", 6).wantStatus(t, http.StatusOK)
		p.wantText(t, ".turns", "c2 c2xW d3xW").wantCount(t, ".turns li", 7)
		if ply := c.ply(game); ply != 9 {
			t.Errorf("the game is at ply %d, want 9", ply)
		}
	})
}

// What cannot be committed is answered with the board as it is, as a page and
// as a fragment, and changes nothing.
func TestPlayTurnRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	players := []*client{host, guest}
	for ply, turn := range explosive {
		players[ply%2].still().turn(game, turn, ply).wantStatus(t, http.StatusSeeOther)
	}
	waiting := host.newGame("invite", "me")
	over := host.deviceGame(swift...)
	for _, tt := range []struct {
		name       string
		who        *client
		game       string
		draft, ply string
		status     int
		problem    string
		steps      int
	}{
		{"stale", host, game, "c2,c2xE", "4", 409, "The game has gone on", 0},
		{"from the future", host, game, "c2,c2xE", "8", 409, "The game has gone on", 0},
		{"negative ply", host, game, "c2,c2xE", "-1", 409, "The game has gone on", 0},
		{"not one's turn", guest, game, "d3,d3xE", "6", 409, "It is not your turn", 0},
		{"illegal", host, game, "c3", "6", 422, "c3: nothing is placed on the centre", 0},
		{"illegal further on", host, game, "c2,c2", "6", 422, "c2: a stack of three or more has to explode first", 1},
		{"unfinished", host, game, "c2", "6", 422, "The turn is not complete yet", 1},
		{"empty", host, game, "", "6", 422, "The turn is not complete yet", 0},
		{"too long", host, game, "b2,b2", "6", 422, "The turn is complete already", 1},
		{"garbage", host, game, "rubbish", "6", 422, "That is not the notation of an action", 0},
		{"nobody to play against", host, waiting, "c2", "0", 409, "Nobody has taken the other seat yet", 0},
		{"over", host, over, "c2", "6", 409, "The game is over", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := s.stored(t)
			for _, c := range []*client{tt.who, tt.who.htmx()} {
				p := c.post(tt.game+"/turns", "draft", tt.draft, "ply", tt.ply).wantStatus(t, tt.status)
				p.wantText(t, ".side [role=alert]", tt.problem).wantCount(t, "svg.board", 1).wantCount(t, ".steps li", tt.steps)
				if tt.game == game {
					p.wantCount(t, ".turns li", 6)
				}
				if tt.name == "illegal" {
					p.wantText(t, ".side [role=alert] a", "Rule 2")
				}
				fragment := c.header.Get("HX-Request") != ""
				if got := p.Find("header").Length() == 0; got != fragment {
					t.Errorf("the answer is a fragment: %v, want %v", got, fragment)
				}
				if fragment && p.header.Get("HX-Replace-Url") != tt.game {
					t.Errorf("HX-Replace-Url is %q", p.header.Get("HX-Replace-Url"))
				}
			}
			s.wantStored(t, before)
		})
	}
	for _, tt := range []struct {
		name   string
		who    *client
		path   string
		ply    string
		status int
		words  string
	}{
		{"spectator", s.client(t), game, "6", 403, "You have no seat in this game"},
		{"unknown game", host, "/games/nonsense", "0", 404, "No game has this address"},
		{"ply missing", host, game, "", 422, "The form held something"},
		{"ply no number", host, game, "six", 422, "The form held something"},
		{"ply too large", host, game, "99999999999999999999", 422, "The form held something"},
		{"ply with a fraction", host, game, "6.0", 422, "The form held something"},
		{"ply in hexadecimal", host, game, "0x6", 422, "The form held something"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := s.stored(t)
			p := tt.who.post(tt.path+"/turns", "draft", "c2,c2xE", "ply", tt.ply).wantStatus(t, tt.status)
			p.wantText(t, "main", tt.words)
			p = tt.who.htmx().post(tt.path+"/turns", "draft", "c2,c2xE", "ply", tt.ply).wantStatus(t, tt.status)
			if p.header.Get("HX-Retarget") != "#notice" || !strings.Contains(p.text(".notice"), tt.words) {
				t.Errorf("htmx is told %q at %q", p.text(".notice"), p.header.Get("HX-Retarget"))
			}
			s.wantStored(t, before)
		})
	}
}

func TestConfirm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	game := c.deviceGame(explosive...)
	// b2 makes the turn whole, c2 does not: it has to explode.
	whole, part := "svg.board a#c-b2", "svg.board a#c-c2"

	t.Run("on", func(t *testing.T) {
		p := c.get(game)
		for _, cell := range []string{whole, part} {
			if p.attribute(cell, "data-hx-get") == "" || p.attribute(cell, "data-hx-post") != "" {
				t.Errorf("%s commits at once", cell)
			}
		}
		c.get(p.attribute(whole, "href")).wantCount(t, "form.commit #confirm", 1)
		c.htmx().get(p.attribute(whole, "data-hx-get")).wantCount(t, "form.commit #confirm", 1)
		p.wantText(t, "#confirm-switch", "Play without confirming")
	})
	p := c.post("/settings/confirm", "confirm", "off", "return", game).wantStatus(t, http.StatusOK)
	t.Run("off", func(t *testing.T) {
		if p.path != game {
			t.Errorf("the setting leads to %s", p.path)
		}
		p.wantText(t, "#confirm-switch", "Confirm my turns")
		if p.attribute(part, "data-hx-get") == "" || p.attribute(part, "data-hx-post") != "" {
			t.Error("a click within the turn commits")
		}
		if p.attribute(whole, "data-hx-get") != "" || !strings.HasPrefix(p.attribute(whole, "data-hx-post"), game+"/turns?") {
			t.Error("the click that completes the turn does not commit")
		}
		// Without JavaScript the link leads to the form all the same.
		c.get(p.attribute(whole, "href")).wantCount(t, "form.commit #confirm", 1)

		c.htmx().post(p.attribute(whole, "data-hx-post")).
			wantStatus(t, http.StatusOK).wantCount(t, ".turns li", 7)
	})
	t.Run("on again", func(t *testing.T) {
		c.post("/settings/confirm", "confirm", "on", "return", game).wantCount(t, "svg.board a[data-hx-post]", 0)
	})
}

func TestSpectators(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	host.turn(game, "c2", 0)
	host.turn(game, "d3", 1)
	spectator := s.client(t)
	for name, tt := range map[string]struct {
		who    *client
		resign int
	}{"spectator": {spectator, 0}, "waiting player": {host, 1}} {
		t.Run(name, func(t *testing.T) {
			for _, path := range []string{game, game + "?draft=d3", game + "/board?draft=d3&pick=d3"} {
				p := tt.who.get(path).wantStatus(t, http.StatusOK)
				p.wantCount(t, "svg.board a.open", 0).wantCount(t, ".actions", 0).wantCount(t, "form.commit", 0).wantCount(t, ".steps", 0)
				p.wantCount(t, "a.choice", 0).wantCount(t, "#undo", 0)
				alerts := 0
				if strings.Contains(path, "draft=") {
					alerts = 1 // says why there is no turn to make
				}
				p.wantCount(t, ".side [role=alert]", alerts)
				p.wantText(t, ".status", "(Red) is to play")
				if !strings.Contains(path, "/board") { // beside which it stands
					p.wantCount(t, "form[action$=resign]", tt.resign)
				}
				if strings.Contains(p.text("title"), "Your turn") {
					t.Errorf("the title is %q", p.text("title"))
				}
			}
		})
	}
	guest.get(game).wantText(t, "title", "Your turn").wantCount(t, "svg.board a.open", 5).wantCount(t, ".status.mine", 1)
}

func TestResult(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	players := []*client{host, guest}
	ply := 0
	for i, turn := range swift {
		p := players[i%2].htmx().turn(game, turn, ply).wantStatus(t, http.StatusOK)
		ply += len(strings.Split(turn, ","))
		p.wantCount(t, ".status.over", i/(len(swift)-1))
	}
	stranger := s.client(t)
	for _, c := range []*client{host, guest, stranger} {
		p := c.get(game)
		p.wantText(t, ".status.over", "(Blue) wins with 49 points: the opponent has no token left.")
		p.wantText(t, "title", "Game over").wantText(t, ".players li.won", "49 points").wantCount(t, ".players li.won", 1)
		p.wantText(t, ".players", "0 points").wantCount(t, "svg.board a", 0).wantCount(t, "form[action$=resign]", 0)
		chats := 1
		if c == stranger {
			chats = 0 // nothing more will happen
		}
		p.wantCount(t, "[data-sse-connect]", chats)
		c.get(p.attribute("a[href$='/turns/0']", "href")).wantStatus(t, http.StatusOK)
	}
}

func TestResign(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, who := range map[string]int{"host": 0, "guest": 1} {
		t.Run(name, func(t *testing.T) {
			game, host, guest := s.twoPlayers(t)
			players := []*client{host, guest}
			host.turn(game, "c2", 0)
			loser, winner := []string{"(Blue)", "(Red)"}[who], []string{"(Red)", "(Blue)"}[who]
			s.client(t).post(game+"/resign").wantStatus(t, http.StatusForbidden)
			p := players[who].still().post(game+"/resign").wantStatus(t, http.StatusSeeOther)
			if to := p.header.Get("Location"); to != game {
				t.Errorf("leads to %q", to)
			}
			players[1-who].get(game).wantText(t, ".status.over", winner+" wins with 49 points: ").wantText(t, ".status.over", loser+" resigned")
			for _, c := range []*client{players[who], players[1-who].htmx()} {
				p := c.post(game+"/resign").wantStatus(t, http.StatusConflict)
				p.wantText(t, ".side [role=alert]", "The game is over").wantText(t, ".status", winner)
			}
		})
	}
	t.Run("by htmx", func(t *testing.T) {
		game, host, _ := s.twoPlayers(t)
		host.htmx().post(game+"/resign").wantStatus(t, http.StatusOK).wantText(t, ".status.over", "(Red) wins").wantCount(t, "header", 0)
	})
	t.Run("nobody to play against", func(t *testing.T) {
		host := s.client(t)
		game := host.newGame("invite", "me")
		host.get(game).wantCount(t, "form[action$=resign]", 0)
		host.post(game+"/resign").wantStatus(t, http.StatusConflict).wantText(t, ".side [role=alert]", "Nobody has taken the other seat")
	})
	t.Run("unknown game", func(t *testing.T) {
		s.client(t).post("/games/nonsense/resign").wantStatus(t, http.StatusNotFound)
	})
}

func TestBoardSince(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	fetch := func(c *client, p webPage) webPage {
		t.Helper()
		return c.htmx().get(game + "/board?since=" + p.attribute("#revision", "value"))
	}
	seen := guest.get(game)
	if address := seen.attribute("#news[data-hx-trigger='sse:changed']", "data-hx-get"); address != game+"/board" {
		t.Errorf("when the game changes the page fetches %q", address)
	}
	p := fetch(guest, seen).wantStatus(t, http.StatusNoContent)
	if p.body != "" {
		t.Errorf("nothing has changed, but the body is %q", p.body)
	}
	mine := host.htmx().turn(game, "c2", 0)
	fetch(host, mine).wantStatus(t, http.StatusNoContent) // who played has the news already
	seen = fetch(guest, seen).wantStatus(t, http.StatusOK).wantText(t, "title", "Your turn").wantCount(t, "#c-c2.last", 1)
	fetch(guest, seen).wantStatus(t, http.StatusNoContent)
	for _, since := range []string{"", "0", "-1", "x", "999999"} {
		guest.htmx().get(game+"/board?since="+since).wantStatus(t, http.StatusOK)
	}
	guest.get("/games/nonsense/board").wantStatus(t, http.StatusNotFound)
}

// Both tabs of a player commit the same turn: one lands.
func TestTwoCommitsAtOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	game := c.newGame("device", "me")
	r := wholeGame(t)
	ply := 0
	for _, turn := range r.Turns() {
		form := formOf("draft", strings.Join(turn.Actions, ","), "ply", fmt.Sprint(ply))
		tabs := []*client{c.still(), c.htmx(), c.still(), c.htmx()}
		pages := make([]webPage, len(tabs))
		start, done := make(chan struct{}), make(chan error)
		for i, tab := range tabs {
			go func() {
				<-start
				p, err := tab.try(http.MethodPost, game+"/turns", strings.NewReader(form), formType)
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
			switch p.status {
			case http.StatusOK, http.StatusSeeOther:
				landed++
			case http.StatusConflict:
				p.wantCount(t, listed(turn.Number), 1).wantCount(t, listed(turn.Number+1), 0).wantCount(t, ".side [role=alert]", 1)
			default:
				t.Errorf("turn %d: status %d", turn.Number, p.status)
			}
		}
		if landed != 1 {
			t.Fatalf("turn %d landed %d times", turn.Number, landed)
		}
		ply += len(turn.Actions)
		if got := c.ply(game); got != ply {
			t.Fatalf("after turn %d the game is at ply %d, want %d", turn.Number, got, ply)
		}
	}
	c.get(game).wantCount(t, ".status.over", 1)
}

// Two people act at once, one with a turn and the other by resigning: the
// game stays one that can be replayed.
func TestTurnAndResignationAtOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for range 10 {
		game, host, guest := s.twoPlayers(t)
		done := make(chan error)
		var turn, resignation webPage
		go func() {
			var err error
			turn, err = host.still().try(http.MethodPost, game+"/turns", strings.NewReader(formOf("draft", "c2", "ply", "0")), formType)
			done <- err
		}()
		go func() {
			var err error
			resignation, err = guest.still().try(http.MethodPost, game+"/resign", nil, formType)
			done <- err
		}()
		for range 2 {
			if err := <-done; err != nil {
				t.Fatal(err)
			}
		}
		resignation.wantStatus(t, http.StatusSeeOther)
		if turn.status != http.StatusSeeOther && turn.status != http.StatusConflict {
			t.Errorf("the turn is answered %d", turn.status)
		}
		want := 1
		if turn.status == http.StatusSeeOther {
			want = 2
		}
		if ply := host.ply(game); ply != want {
			t.Errorf("the turn is answered %d, the game is at ply %d", turn.status, ply)
		}
		host.get(game).wantText(t, ".status.over", "(Blue) wins")
	}
}
