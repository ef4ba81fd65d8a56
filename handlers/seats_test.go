package handlers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/rules"
)

func TestChallenge(t *testing.T) {
	t.Parallel()
	t.Run("accepted", func(t *testing.T) {
		s := newSite(t)
		game, anna, ben := s.challenge(t)
		p := ben.get(game).wantText(t, ".waiting", "kept for you").wantText(t, ".waiting #join", "Accept and play")
		p = ben.post(p.attribute(".waiting form:has(#join)", "action")).wantStatus(t, http.StatusOK)
		if p.path != game || s.gameAt(t, game).Status != db.Running {
			t.Errorf("it leads to %s, which is %s", p.path, s.gameAt(t, game).Status)
		}
		anna.get(game).wantCount(t, ".waiting", 0).wantText(t, "title", "Your turn")
	})
	t.Run("declined", func(t *testing.T) {
		s := newSite(t)
		game, anna, ben := s.challenge(t)
		p := ben.get(game).wantText(t, ".waiting #leave", "Decline")
		p = ben.post(p.attribute(".waiting form:has(#leave)", "action")).wantStatus(t, http.StatusOK)
		if p.wantText(t, "#notice", "The game is called off"); p.path != "/lobby" {
			t.Errorf("it leads to %s", p.path)
		}
		if result, over := s.gameAt(t, game).Record.Result(); !over || !result.Void() {
			t.Errorf("the result is %v, %v", result, over)
		}
		anna.get(game).wantStatus(t, http.StatusOK).wantCount(t, ".waiting", 0).wantCount(t, ".status.over", 1)
		ben.post(game+"/seats").wantStatus(t, http.StatusConflict)
		ben.post(game+"/abort").wantStatus(t, http.StatusForbidden) // there is no seat for Ben any more
	})
	t.Run("withdrawn", func(t *testing.T) {
		s := newSite(t)
		game, anna, ben := s.challenge(t)
		p := anna.get(game).wantText(t, ".waiting", "kept for Ben").wantText(t, ".waiting #leave", "Withdraw")
		anna.post(p.attribute(".waiting form:has(#leave)", "action")).wantStatus(t, http.StatusOK)
		ben.post(game+"/seats").wantStatus(t, http.StatusConflict)
		ben.get("/lobby").wantCount(t, ".seeks", 0)
	})
	t.Run("for nobody else", func(t *testing.T) {
		s := newSite(t)
		game, _, _ := s.challenge(t)
		before, carl := s.stored(t), s.client(t)
		for _, p := range []webPage{carl.post(game + "/seats"), carl.post(game+"/seats", "seat", "2")} {
			if p.status != http.StatusConflict && p.status != http.StatusForbidden {
				t.Errorf("taking the seat answers %d", p.status)
			}
		}
		for _, act := range []string{"/abort", "/leave"} {
			carl.post(game+act).wantStatus(t, http.StatusForbidden)
		}
		s.wantStored(t, before)
		carl.get(game).wantText(t, ".waiting", "The game waits for others").wantCount(t, ".waiting button, .waiting input", 0)
		invitation := "/join/" + s.gameAt(t, game).Invite
		carl.get(invitation).wantStatus(t, http.StatusOK).wantText(t, "#notice", "The seat is taken")
		carl.post(invitation).wantStatus(t, http.StatusConflict)
	})
}

// Who sees what on the page of a game that waits, and what its buttons do.
func TestWaitingRoom(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, player, stranger := s.client(t), s.client(t), s.client(t)
	listed := host.seek("game", "six", "option.seats", "4", "seat", "2", "clock", "10+5")
	private := host.post("/games", "game", "six", "option.seats", "4", "seat", "2", "opponent", "invite").path
	for _, game := range []string{listed, private} {
		player.post(host.invitation(game), "seat", "4").wantStatus(t, http.StatusOK)
	}
	for _, tt := range []struct {
		name, game string
		who        *client
		seats      int    // that can be chosen
		leave      string // button that goes
		knows      bool   // the address to send
	}{
		{"the host", listed, host, 2, "Call the game off", true},
		{"a player", listed, player, 2, "Leave the game", true},
		{"a stranger", listed, stranger, 2, "", false},
		{"the host, not listed", private, host, 2, "Call the game off", true},
		{"a player, not listed", private, player, 2, "Leave the game", true},
		{"a stranger, not listed", private, stranger, 0, "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := tt.who.get(tt.game).wantStatus(t, http.StatusOK).wantCount(t, ".waiting .seats li", 4)
			p.wantCount(t, ".waiting button[name=seat]", tt.seats).wantCount(t, ".waiting #join", 0)
			p.wantText(t, ".waiting .seats", "Seat 1: Black, with seat 3 (free seat)").wantText(t, ".waiting .terms", "4 players in two teams")
			if got := p.text("#leave"); got != tt.leave {
				t.Errorf("it goes by %q, want %q", got, tt.leave)
			}
			if got := p.Find(".invite input").Length() == 1; got != tt.knows {
				t.Errorf("the address to send is there: %v", got)
			}
			for _, button := range p.Find("button[name=seat]").EachIter() {
				if name := button.AttrOr("aria-label", ""); name != "Sit here: seat "+button.AttrOr("value", "") {
					t.Errorf("a button is called %q", name)
				}
			}
		})
	}
	t.Run("with a clock", func(t *testing.T) {
		host.get(listed).wantText(t, ".waiting", "10 minutes + 5 seconds a turn").wantText(t, ".waiting", "be on this page then").wantText(t, ".waiting noscript", "Look again every two minutes")
		host.get(private).wantText(t, ".waiting", "The game begins when the last seat is taken")
	})
	t.Run("of two, drawn", func(t *testing.T) {
		game := host.seek("game", "tartan")
		p := stranger.get(game).wantText(t, ".waiting #join", "Take the seat").wantCount(t, ".waiting .chip", 0)
		p.wantText(t, ".waiting", "Who starts is drawn when all are there")
		stranger.post(p.attribute(".waiting form:has(#join)", "action")).wantStatus(t, http.StatusOK).wantCount(t, ".waiting", 0)
	})
	t.Run("of two, not drawn", func(t *testing.T) {
		game := host.seek("game", "hexone", "starter", "other")
		s.client(t).get(game).wantText(t, ".waiting .seats", "Blue, starts (free seat)").wantCount(t, ".waiting .chip", 2)
	})
}

// Teams are chosen: who sits there moves until the last seat is taken.
func TestSeatsAreChosen(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, second, third, fourth := s.client(t), s.client(t), s.client(t), s.client(t)
	game := host.seek("game", "six", "option.seats", "4", "seat", "1")
	sits := func(c *client, want string) {
		t.Helper()
		got := c.get(game).list(".waiting .yours, .players li:has(small)")
		if len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("the seat is %q, want %s", got, want)
		}
	}
	second.post(game+"/seats", "seat", "2").wantStatus(t, http.StatusOK)
	sits(second, "Seat 2")
	second.post(game+"/seats", "seat", "3").wantStatus(t, http.StatusOK)
	sits(second, "Seat 3")
	host.post(game+"/seats", "seat", "2").wantStatus(t, http.StatusOK)
	sits(host, "Seat 2")
	revision := s.gameAt(t, game).Revision
	for seat, status := range map[string]int{"2": http.StatusConflict, "5": http.StatusUnprocessableEntity, "-1": http.StatusUnprocessableEntity, "one": http.StatusUnprocessableEntity} {
		third.post(game+"/seats", "seat", seat).wantStatus(t, status)
	}
	third.post(game+"/seats", "seat", "3").wantText(t, "[role=alert]", "Somebody else has taken the seat already").wantCount(t, ".waiting button[name=seat]", 2)
	if p := second.post(game+"/seats", "seat", "3"); p.status != http.StatusOK || p.path != game {
		t.Errorf("one's own seat again answers %d at %s", p.status, p.path)
	}
	if third.session() != "" || s.gameAt(t, game).Revision != revision {
		t.Error("seats that were not to be had left something behind")
	}
	third.post(game+"/seats").wantStatus(t, http.StatusOK)
	sits(third, "Seat 1")
	fourth.post(game+"/seats").wantStatus(t, http.StatusOK)
	stored := s.gameAt(t, game)
	if stored.Status != db.Running || !slices.Equal(stored.SeatsOf(stored.Host), []rules.Seat{2}) {
		t.Errorf("the game is %s, its host at %v", stored.Status, stored.SeatsOf(stored.Host))
	}
	second.post(game+"/seats", "seat", "1").wantStatus(t, http.StatusOK) // leads to the game
	second.post(game+"/leave").wantStatus(t, http.StatusConflict)
}

func TestLeaveSeat(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, player := s.client(t), s.client(t)
	game := host.seek("game", "hexellation", "option.seats", "3", "seat", "1")
	player.post(game+"/seats", "seat", "3").wantStatus(t, http.StatusOK)
	p := player.post(game+"/leave").wantStatus(t, http.StatusOK).wantText(t, "#notice", "You have left the game").wantCount(t, row(game), 1)
	if stored := s.gameAt(t, game); p.path != "/lobby" || len(stored.SeatsOf("")) != 2 || stored.Status != db.Waiting {
		t.Errorf("at %s; the game is %s with %v free", p.path, stored.Status, stored.SeatsOf(""))
	}
	player.post(game+"/leave").wantStatus(t, http.StatusForbidden)
	player.post(game+"/abort").wantStatus(t, http.StatusForbidden)
	player.post(game+"/seats").wantStatus(t, http.StatusOK)
	host.post(game+"/leave").wantStatus(t, http.StatusOK).wantText(t, "#notice", "The game is called off").wantCount(t, row(game), 0)
	player.get(game).wantStatus(t, http.StatusOK).wantCount(t, ".waiting", 0).wantCount(t, ".status.over", 1)
	player.post(game+"/leave").wantStatus(t, http.StatusConflict)
}

// Games that are not listed are for those who have their secret.
func TestUnlistedSeats(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, known := s.client(t), s.client(t)
	known.deviceGame("c2")
	game := host.newGame("invite", "me")
	invite := strings.TrimPrefix(host.invitation(game), "/join/")
	for _, form := range [][]string{nil, {"invite", ""}, {"invite", "wrong"}, {"seat", "2"}, {"invite", strings.ToUpper(invite)}} {
		known.post(game+"/seats", form...).wantStatus(t, http.StatusForbidden).wantText(t, "[role=alert]", "The free seats of this game are for others")
		s.client(t).post(game+"/seats", form...).wantStatus(t, http.StatusForbidden)
	}
	known.post(game+"/seats", "invite", invite).wantStatus(t, http.StatusOK)
	if stored := s.gameAt(t, game); stored.Status != db.Running {
		t.Errorf("the game is %s", stored.Status)
	}
}

// A guest is led from a rated game to an account and back, and gets the seat
// then.
func TestRatedSeats(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	anna := s.accounts(t, 1)[0]
	game := anna.seek("game", "tartan", "clock", "3d", "counts", "yes")
	invitation := anna.invitation(game)
	stranger, guest := s.client(t), s.client(t)
	guest.deviceGame("c2")
	before := s.count(t, "people")
	for _, c := range []*client{stranger, guest} {
		for _, path := range []string{game + "/seats", invitation} {
			c.post(path).wantStatus(t, http.StatusForbidden).wantText(t, "[role=alert]", "Rated games are for accounts")
		}
		for _, path := range []string{game, invitation} {
			p := c.get(path).wantStatus(t, http.StatusOK).wantText(t, ".account-first", "Rated games are for accounts")
			p.wantCount(t, ".waiting button, form.card button", 0)
			if back := strings.ReplaceAll(path, "/", "%2F"); p.attribute(".account-first a", "href") != "/signup?return="+back {
				t.Errorf("it leads to %q", p.attribute(".account-first a", "href"))
			}
		}
	}
	if after := s.count(t, "people"); after != before || s.gameAt(t, game).Revision != 1 {
		t.Errorf("%d people, before %d", after, before)
	}
	p := stranger.post(stranger.get(game).attribute(".account-first a", "href"), "name", "Zoe", "password", password)
	if p.wantCount(t, ".waiting #join", 1); p.path != game {
		t.Errorf("signing up leads to %s", p.path)
	}
	stranger.post(game+"/seats").wantStatus(t, http.StatusOK)
	if stored := s.gameAt(t, game); stored.Status != db.Running || !stored.Rated {
		t.Errorf("the game is %s, rated %v", stored.Status, stored.Rated)
	}
}

// Both ask for a rematch and meet in it, each in the other's seat; until then
// the one who asked first can take it back, and the other decline.
func TestRematch(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	guest.post(game+"/rematch").wantStatus(t, http.StatusConflict)
	guest.post(game+"/resign").wantStatus(t, http.StatusOK)
	s.client(t).post(game+"/rematch").wantStatus(t, http.StatusForbidden)
	stream := host.listen("/lobby/events", "")
	stream.want("retry: 1000\n\n")
	first := guest.post(game+"/rematch").wantStatus(t, http.StatusOK).path
	stream.want("event: changed\ndata: 1\n\n")
	host.get("/lobby").wantCount(t, row(first), 1).wantText(t, "#lobby h2", "Challenges to you")
	host.post(first+"/abort").wantStatus(t, http.StatusOK)
	second := host.post(game+"/rematch").wantStatus(t, http.StatusOK).path
	if again := host.post(game + "/rematch").path; second == first || again != second {
		t.Errorf("declined %s, then %s and %s", first, second, again)
	}
	if met := guest.post(game + "/rematch").path; met != second {
		t.Errorf("they do not meet: %s and %s", second, met)
	}
	old, next := s.gameAt(t, game), s.gameAt(t, second)
	if next.Status != db.Running || next.Players[0].ID != old.Players[1].ID || next.Players[1].ID != old.Players[0].ID {
		t.Errorf("the rematch is %s of %+v", next.Status, next.Players)
	}
	device := host.deviceGame("c2")
	host.post(device + "/resign")
	host.post(device+"/rematch").wantStatus(t, http.StatusConflict)
	s.client(t).post("/games/nothing/rematch").wantStatus(t, http.StatusNotFound)
}
