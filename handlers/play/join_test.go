package play_test

import (
	"net/http"
	"slices"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/rules"
)

func TestInvitation(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	host, guest, third := s.Client(t), s.Client(t), s.Client(t)
	game := host.NewGame("invite", "me")
	invitation := host.Invitation(game)

	t.Run("looking changes nothing", func(t *testing.T) {
		before := s.Stored(t)
		p := guest.Get(invitation).WantStatus(t, http.StatusOK)
		p.WantText(t, "h1", "invites you to a game of Hexone").WantText(t, ".seat", "You play Red. Your opponent starts.")
		if got := p.Attribute("form.join", "action"); got != invitation {
			t.Errorf("the form goes to %q, not to %s", got, invitation)
		}
		if got := p.Header["Set-Cookie"]; got != nil {
			t.Errorf("looking sets cookies: %q", got)
		}
		s.WantStored(t, before)
	})
	t.Run("one's own leads to the game", func(t *testing.T) {
		if p := host.Get(invitation); p.Path != game {
			t.Errorf("leads to %s", p.Path)
		}
		before := s.Stored(t)
		if p := host.Post(invitation).WantStatus(t, http.StatusOK); p.Path != game {
			t.Errorf("taking the seat leads to %s", p.Path)
		}
		s.WantStored(t, before)
	})
	t.Run("unknown", func(t *testing.T) {
		before := s.Stored(t)
		third.Get("/join/nonsense").WantStatus(t, http.StatusNotFound)
		third.Post("/join/nonsense").WantStatus(t, http.StatusNotFound)
		s.WantStored(t, before)
	})
	t.Run("joining", func(t *testing.T) {
		p := guest.Post(invitation).WantStatus(t, http.StatusOK)
		if p.Path != game {
			t.Fatalf("leads to %s", p.Path)
		}
		p.WantText(t, ".status", "to play").WantCount(t, "svg.board .open", 0)
		host.Get(game).WantCount(t, ".invite", 0).WantText(t, "title", "Your turn").WantCount(t, "svg.board .open", 6)
	})
	t.Run("full", func(t *testing.T) {
		for language, want := range map[string]string{"en": "The seat is taken, so you’re watching", "fr": "La place est prise"} {
			p := third.With("Accept-Language", language).Get(invitation).WantStatus(t, http.StatusOK).WantText(t, "#notice", want)
			p.WantCount(t, ".players li", 2).WantCount(t, ".players small", 0).WantCount(t, "svg.board .open", 0)
			if p.Header["Set-Cookie"] != nil {
				t.Errorf("looking sets cookies: %q", p.Header["Set-Cookie"])
			}
		}
		third.Get(game).WantCount(t, "#notice p", 0)
		known := s.Client(t)
		known.DeviceGame("c2")
		known.Get(invitation).WantText(t, "#notice", "The seat is taken")
		third.Post(invitation).WantStatus(t, http.StatusConflict).WantText(t, "main", "Someone else has taken this seat")
		third.Htmx().Post(invitation).WantStatus(t, http.StatusConflict)
		if third.Session() != "" {
			t.Error("who did not get the seat became a guest")
		}
	})
	t.Run("twice", func(t *testing.T) {
		for _, p := range []sitetest.WebPage{guest.Post(invitation), guest.Get(invitation), host.Get(invitation)} {
			if p.WantStatus(t, http.StatusOK); p.Path != game {
				t.Errorf("leads to %s", p.Path)
			}
			p.WantCount(t, "#notice p", 0)
		}
	})
	t.Run("over", func(t *testing.T) {
		guest.Post(game+"/resign").WantStatus(t, http.StatusOK)
		p := third.Get(invitation).WantCount(t, "#notice p", 0)
		if p.Path != game {
			t.Errorf("leads to %s", p.Path)
		}
	})
}

// If several people take a seat at once, one of them gets it.
func TestJoinAtOnce(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	host := s.Client(t)
	game := host.NewGame("invite", "me")
	invitation := host.Invitation(game)
	var statuses [8]int
	done := make(chan error)
	for i := range statuses {
		c := s.Client(t).NoRedirects()
		go func() {
			p, err := c.Try(http.MethodPost, invitation, nil, sitetest.FormType)
			statuses[i] = p.Status
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

// Each person who follows an invitation gets the first free seat, and reads the terms of the game before.
func TestInvitationFillsTheTable(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for _, tt := range []struct {
		name  string
		form  []string
		seats []rules.Seat // in the order in which they are taken
		words []string     // for each of these
		terms []string     // on the page of the invitation
	}{
		{
			"two teams",
			[]string{"game", "six", "option.seats", "4", "seat", "2", "option.rules", "advanced", "explore", "no"},
			[]rules.Seat{1, 3, 4},
			[]string{"Seat 1: Black, with seat 3 (free seat)", "Seat 3: Black, with seat 1 (free seat)", "Seat 4: Red, with seat 2 (free seat)"},
			[]string{"no clock", "Casual", "Advanced rules: a move may split the group", "4 players in two teams", "No exploring"},
		},
		{
			"six players",
			[]string{"game", "hexellation", "option.seats", "6", "seat", "1", "option.planet", "yes"},
			[]rules.Seat{2, 3, 4, 5, 6},
			[]string{
				"Seat 2: Red (free seat)", "Seat 3: Green (free seat)", "Seat 4: Yellow (free seat)", "Seat 5: Purple (free seat)",
				"Seat 6: Orange (free seat)",
			},
			[]string{"no clock", "Casual", "6 players", "With planet"},
		},
		{"two players", []string{"game", "hexit", "starter", "me"}, []rules.Seat{2}, []string{"You play Black. Your opponent starts."}, []string{"no clock", "Casual"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			host := s.Client(t)
			game := host.Post("/games", tt.form...).WantStatus(t, http.StatusOK).Path
			invitation := host.Invitation(game)
			inviter := s.Client(t).Get(invitation).Text("h1")
			for i, seat := range tt.seats {
				guest := s.Client(t)
				p := guest.Get(invitation).WantStatus(t, http.StatusOK).WantText(t, "p.seat, li:has([checked])", tt.words[i])
				if got := p.List(".terms li"); !slices.Equal(got, tt.terms) {
					t.Errorf("the terms are %q, want %q", got, tt.terms)
				}
				if got := p.Text("h1"); got != inviter {
					t.Errorf("invited by %q, at first by %q", got, inviter)
				}
				if len(tt.seats) > 1 {
					p.WantCount(t, ".seats li", len(tt.seats)+1).WantCount(t, ".seats input[name=seat]", len(tt.seats)-i)
				}
				guest.Post(invitation).WantStatus(t, http.StatusOK)
				stored := s.GameAt(t, game)
				if free := slices.Contains(stored.SeatsOf(""), seat); free || len(stored.SeatsOf("")) != len(tt.seats)-i-1 {
					t.Errorf("free are %v after seat %d was taken", stored.SeatsOf(""), seat)
				}
				if (stored.Status == db.Waiting) != (i < len(tt.seats)-1) {
					t.Errorf("the game is %s with %v free", stored.Status, stored.SeatsOf(""))
				}
				if p := guest.Get(invitation); p.Path != game {
					t.Errorf("followed again it leads to %s", p.Path)
				}
			}
			late := s.Client(t)
			late.Get(invitation).WantText(t, "#notice", "The seat is taken")
			late.Post(invitation).WantStatus(t, http.StatusConflict)
		})
	}
}
