package handlers_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestCreateGame(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, tt := range []struct {
		name, opponent, starter string
		colour                  string // of the host, empty: any
	}{
		{"a friend, I start", "invite", "me", "Blue"},
		{"a friend starts", "invite", "other", "Red"},
		{"a friend, drawn", "invite", "random", ""},
		{"a friend, nothing said", "invite", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			host := s.client(t)
			game := host.newGame(tt.opponent, tt.starter)
			p := host.get(game).wantStatus(t, http.StatusOK)
			p.wantText(t, ".status", "Waiting for an opponent").wantText(t, "title", "Waiting for an opponent")
			p.wantCount(t, "svg.board a", 0).wantCount(t, ".invite input", 1)
			p.wantCount(t, ".players li small", 1) // "you", once
			seat := p.Find(".players li").FilterFunction(hasYou).Text()
			if !strings.Contains(seat, tt.colour) {
				t.Errorf("the host's seat is %q, want %s", seat, tt.colour)
			}
			s.client(t).get(game).wantCount(t, ".invite", 0) // the address is the host's to give
		})
	}
	t.Run("one device", func(t *testing.T) {
		host := s.client(t)
		p := host.get(host.newGame("device", "random"))
		p.wantCount(t, ".invite", 0).wantCount(t, ".players li small", 2).wantCount(t, "svg.board a", 6)
		p.wantText(t, "title", "Your turn")
	})
}

// Each starter comes up in 60 draws but for one in 2^59.
func TestCreateGameDrawsTheStarter(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host := s.client(t)
	seen := map[bool]bool{}
	for range 60 {
		p := host.get(host.newGame("invite", "random"))
		seen[strings.Contains(p.Find(".players li").FilterFunction(hasYou).Text(), "Blue")] = true
		if len(seen) == 2 {
			return
		}
	}
	t.Errorf("the host is blue: %v, always", seen)
}

func TestCreateGameBadForm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, form := range map[string][]string{
		"nothing":          nil,
		"no opponent":      {"game", "hexone"},
		"unknown opponent": {"game", "hexone", "opponent", "robot"},
		"unknown starter":  {"game", "hexone", "opponent", "invite", "starter", "nobody"},
		"capitals":         {"game", "hexone", "opponent", "Invite"},
		"unknown game":     {"game", "chess", "opponent", "invite"},
	} {
		t.Run(name, func(t *testing.T) {
			for language, want := range map[string]string{
				"en": "The form held something this site does not know", "fr": "Le formulaire contenait",
			} {
				p := s.client(t).with("Accept-Language", language).post("/games", form...)
				p.wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "main", want)
				if got := p.attribute("html", "lang"); got != language {
					t.Errorf("the page is in %q, want %s", got, language)
				}
			}
		})
	}
	if stored := s.stored(t); stored != "" {
		t.Errorf("bad forms left\n%s", stored)
	}
}

func TestSetupPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	p := c.get("/games/new").wantStatus(t, http.StatusOK)
	// What the form is filled with makes a game.
	form := []string{}
	for _, name := range []string{"game", "opponent", "starter"} {
		value := p.attribute("input[name="+name+"][checked], input[type=hidden][name="+name+"]", "value")
		form = append(form, name, value)
	}
	c.post(p.attribute("form.card", "action"), form...).wantStatus(t, http.StatusOK).wantText(t, "title", "Waiting")
	c.get("/games/new?game=hexone").wantStatus(t, http.StatusOK)
	c.get("/games/new?game=chess").wantStatus(t, http.StatusNotFound)
}

func TestInvitation(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest, third := s.client(t), s.client(t), s.client(t)
	game := host.newGame("invite", "me")
	invitation := host.invitation(game)

	t.Run("looking changes nothing", func(t *testing.T) {
		before := s.stored(t)
		p := guest.get(invitation).wantStatus(t, http.StatusOK)
		p.wantText(t, "h1", "invites you to a game of Hexone").wantText(t, ".seat", "You play Red; the other player starts.")
		if got := p.attribute("form.card", "action"); got != invitation {
			t.Errorf("the form goes to %q, not to %s", got, invitation)
		}
		if got := p.header["Set-Cookie"]; got != nil {
			t.Errorf("looking sets cookies: %q", got)
		}
		if after := s.stored(t); after != before {
			t.Errorf("before:\n%s\nafter:\n%s", before, after)
		}
	})
	t.Run("one's own leads to the game", func(t *testing.T) {
		if p := host.get(invitation); p.path != game {
			t.Errorf("leads to %s", p.path)
		}
		before := s.stored(t)
		if p := host.post(invitation).wantStatus(t, http.StatusOK); p.path != game {
			t.Errorf("taking the seat leads to %s", p.path)
		}
		if after := s.stored(t); after != before {
			t.Errorf("before:\n%s\nafter:\n%s", before, after)
		}
	})
	t.Run("unknown", func(t *testing.T) {
		before := s.stored(t)
		third.get("/join/nonsense").wantStatus(t, http.StatusNotFound)
		third.post("/join/nonsense").wantStatus(t, http.StatusNotFound)
		if after := s.stored(t); after != before {
			t.Errorf("before:\n%s\nafter:\n%s", before, after)
		}
	})
	t.Run("joining", func(t *testing.T) {
		p := guest.post(invitation).wantStatus(t, http.StatusOK)
		if p.path != game {
			t.Fatalf("leads to %s", p.path)
		}
		p.wantText(t, ".status", "is to play").wantCount(t, "svg.board a", 0)
		host.get(game).wantCount(t, ".invite", 0).wantText(t, "title", "Your turn").wantCount(t, "svg.board a", 6)
	})
	t.Run("full", func(t *testing.T) {
		for language, want := range map[string]string{"en": "The seat is taken: you are watching", "fr": "La place est prise"} {
			p := third.with("Accept-Language", language).get(invitation).wantStatus(t, http.StatusOK).wantText(t, "#notice", want)
			p.wantCount(t, ".players li", 2).wantCount(t, ".players small", 0).wantCount(t, "svg.board a", 0)
			if p.header["Set-Cookie"] != nil {
				t.Errorf("looking sets cookies: %q", p.header["Set-Cookie"])
			}
		}
		third.get(game).wantCount(t, "#notice p", 0)
		known := s.client(t)
		known.deviceGame("c2")
		known.get(invitation).wantText(t, "#notice", "The seat is taken")
		third.post(invitation).wantStatus(t, http.StatusConflict).wantText(t, "main", "Somebody else has taken the seat already")
		third.htmx().post(invitation).wantStatus(t, http.StatusConflict)
		if third.session() != "" {
			t.Error("who did not get the seat became a guest")
		}
	})
	t.Run("twice", func(t *testing.T) {
		for _, p := range []page{guest.post(invitation), guest.get(invitation), host.get(invitation)} {
			if p.wantStatus(t, http.StatusOK); p.path != game {
				t.Errorf("leads to %s", p.path)
			}
			p.wantCount(t, "#notice p", 0)
		}
	})
	t.Run("over", func(t *testing.T) {
		guest.post(game+"/resign").wantStatus(t, http.StatusOK)
		p := third.get(invitation).wantCount(t, "#notice p", 0)
		if p.path != game {
			t.Errorf("leads to %s", p.path)
		}
	})
}

// The seat goes to one of those who take it at the same time.
func TestJoinAtOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host := s.client(t)
	game := host.newGame("invite", "me")
	invitation := host.invitation(game)
	var statuses [8]int
	done := make(chan error)
	for i := range statuses {
		c := s.client(t).still()
		go func() {
			p, err := c.try(http.MethodPost, invitation, nil, formType)
			statuses[i] = p.status
			done <- err
		}()
	}
	for range statuses {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	count := map[int]int{}
	for _, status := range statuses {
		count[status]++
	}
	if count[http.StatusSeeOther] != 1 || count[http.StatusConflict] != len(statuses)-1 {
		t.Errorf("the answers are %v, want one 303 and else 409", count)
	}
}

func TestGuestOnFirstAction(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host := s.client(t)
	invitation := host.invitation(host.newGame("invite", "me"))
	for _, tt := range []struct {
		name, path string
		form       []string
		guest      bool
	}{
		{"create", "/games", []string{"game", "hexone", "opponent", "device"}, true},
		{"join", invitation, nil, true},
		{"setting", "/settings/confirm", []string{"confirm", "off"}, true},
		{"bad setting", "/settings/confirm", []string{"confirm", "perhaps"}, false},
		{"language", "/language", []string{"lang", "fr"}, false},
		{"log out", "/logout", nil, false},
		{"sessions", "/settings/sessions", nil, false},
		{"wrong password", "/login", []string{"name", "Nobody", "password", "some password"}, false},
		{"bad sign-up", "/signup", []string{"name", "N", "password", "some password"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := s.count(t, "people")
			p := s.client(t).still().post(tt.path, tt.form...)
			want := before
			if tt.guest {
				want++
			}
			if got := s.count(t, "people"); got != want {
				t.Errorf("there are %d people, want %d", got, want)
			}
			if got := sessionCookie(p); (got != nil && got.Value != "") != tt.guest {
				t.Errorf("the session's cookie is %v", got)
			}
		})
	}
}

func TestHomeListsGames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	guest.newGame("invite", "me")
	host.get("/").wantCount(t, ".games li", 1).wantCount(t, ".games li.mine", 1).wantText(t, ".standing", "your turn")
	p := guest.get("/").wantCount(t, ".games li", 2).wantCount(t, ".games li.mine", 0)
	p.wantText(t, ".games", "waiting for an opponent").wantText(t, ".games", "free seat")
	host.still().turn(game, "c2", 0).wantStatus(t, http.StatusSeeOther)
	guest.get("/").wantCount(t, ".games li.mine", 1)
	guest.post(game + "/resign")
	host.get("/").wantText(t, ".standing", "(Blue) won").wantCount(t, ".games li.mine", 0)
	s.client(t).get("/").wantCount(t, ".games", 0)
}
