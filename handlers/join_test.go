package handlers_test

import (
	"net/http"
	"slices"
	"testing"

	"hexclub/db"
	"hexclub/rules"
)

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
		s.wantStored(t, before)
	})
	t.Run("one's own leads to the game", func(t *testing.T) {
		if p := host.get(invitation); p.path != game {
			t.Errorf("leads to %s", p.path)
		}
		before := s.stored(t)
		if p := host.post(invitation).wantStatus(t, http.StatusOK); p.path != game {
			t.Errorf("taking the seat leads to %s", p.path)
		}
		s.wantStored(t, before)
	})
	t.Run("unknown", func(t *testing.T) {
		before := s.stored(t)
		third.get("/join/nonsense").wantStatus(t, http.StatusNotFound)
		third.post("/join/nonsense").wantStatus(t, http.StatusNotFound)
		s.wantStored(t, before)
	})
	t.Run("joining", func(t *testing.T) {
		p := guest.post(invitation).wantStatus(t, http.StatusOK)
		if p.path != game {
			t.Fatalf("leads to %s", p.path)
		}
		p.wantText(t, ".status", "is to play").wantCount(t, "svg.board .open", 0)
		host.get(game).wantCount(t, ".invite", 0).wantText(t, "title", "Your turn").wantCount(t, "svg.board .open", 6)
	})
	t.Run("full", func(t *testing.T) {
		for language, want := range map[string]string{"en": "The seat is taken: you are watching", "fr": "La place est prise"} {
			p := third.with("Accept-Language", language).get(invitation).wantStatus(t, http.StatusOK).wantText(t, "#notice", want)
			p.wantCount(t, ".players li", 2).wantCount(t, ".players small", 0).wantCount(t, "svg.board .open", 0)
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
		for _, p := range []webPage{guest.post(invitation), guest.get(invitation), host.get(invitation)} {
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

// Each who follows the invitation gets the first seat that is free, and knows
// before what game it is.
func TestInvitationFillsTheTable(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, tt := range []struct {
		name  string
		form  []string
		seats []rules.Seat // in the order in which they are taken
		words []string     // for each of these
		told  []string     // of what was chosen
	}{
		{
			"two teams",
			[]string{"game", "six", "option.seats", "4", "seat", "2", "option.rules", "advanced", "explore", "no"},
			[]rules.Seat{1, 3, 4},
			[]string{"Seat 1: Black, with seat 3 (free seat)", "Seat 3: Black, with seat 1 (free seat)", "Seat 4: Red, with seat 2 (free seat)"},
			[]string{"no clock", "Casual", "Advanced rules: a move may break the group", "4 players in two teams", "Players may not explore until the game is over"},
		},
		{
			"six players",
			[]string{"game", "hexellation", "option.seats", "6", "seat", "1", "option.planet", "yes"},
			[]rules.Seat{2, 3, 4, 5, 6},
			[]string{
				"Seat 2: Red (free seat)", "Seat 3: Green (free seat)", "Seat 4: Yellow (free seat)", "Seat 5: Purple (free seat)",
				"Seat 6: Orange (free seat)",
			},
			[]string{"no clock", "Casual", "6 players", "With the planet"},
		},
		{"two players", []string{"game", "hexit", "starter", "me"}, []rules.Seat{2}, []string{"You play Black; the other player starts."}, []string{"no clock", "Casual"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			host := s.client(t)
			game := host.post("/games", tt.form...).wantStatus(t, http.StatusOK).path
			invitation := host.invitation(game)
			inviter := s.client(t).get(invitation).text("h1")
			for i, seat := range tt.seats {
				guest := s.client(t)
				p := guest.get(invitation).wantStatus(t, http.StatusOK).wantText(t, "p.seat, li:has([checked])", tt.words[i])
				if got := p.list(".terms li"); !slices.Equal(got, tt.told) {
					t.Errorf("told is %q, want %q", got, tt.told)
				}
				if got := p.text("h1"); got != inviter {
					t.Errorf("invited by %q, at first by %q", got, inviter)
				}
				if len(tt.seats) > 1 {
					p.wantCount(t, ".seats li", len(tt.seats)+1).wantCount(t, ".seats input[name=seat]", len(tt.seats)-i)
				}
				guest.post(invitation).wantStatus(t, http.StatusOK)
				stored := s.gameAt(t, game)
				if free := slices.Contains(stored.SeatsOf(""), seat); free || len(stored.SeatsOf("")) != len(tt.seats)-i-1 {
					t.Errorf("free are %v after seat %d was taken", stored.SeatsOf(""), seat)
				}
				if (stored.Status == db.Waiting) != (i < len(tt.seats)-1) {
					t.Errorf("the game is %s with %v free", stored.Status, stored.SeatsOf(""))
				}
				if p := guest.get(invitation); p.path != game {
					t.Errorf("followed again it leads to %s", p.path)
				}
			}
			late := s.client(t)
			late.get(invitation).wantText(t, "#notice", "The seat is taken")
			late.post(invitation).wantStatus(t, http.StatusConflict)
		})
	}
}
