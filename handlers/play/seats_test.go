package play_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/rules"
)

func TestChallenge(t *testing.T) {
	t.Parallel()
	t.Run("accepted", func(t *testing.T) {
		s := sitetest.New(t)
		game, anna, ben := s.Challenge(t)
		p := ben.Get(game).WantText(t, ".waiting", "reserved for you").WantText(t, ".waiting #join", "Accept and play")
		p = ben.Post(p.Attribute(".waiting form:has(#join)", "action")).WantStatus(t, http.StatusOK)
		if p.Path != game || s.GameAt(t, game).Status != db.Running {
			t.Errorf("it leads to %s, which is %s", p.Path, s.GameAt(t, game).Status)
		}
		anna.Get(game).WantCount(t, ".waiting", 0).WantText(t, "title", "Your turn")
	})
	t.Run("declined", func(t *testing.T) {
		s := sitetest.New(t)
		game, anna, ben := s.Challenge(t)
		p := ben.Get(game).WantText(t, ".waiting #leave", "Decline")
		p = ben.Post(p.Attribute(".waiting form:has(#leave)", "action")).WantStatus(t, http.StatusOK)
		if p.WantText(t, "#notice", "Game cancelled"); p.Path != "/lobby" {
			t.Errorf("it leads to %s", p.Path)
		}
		if result, over := s.GameAt(t, game).Record.Result(); !over || !result.Void() {
			t.Errorf("the result is %v, %v", result, over)
		}
		anna.Get(game).WantStatus(t, http.StatusOK).WantCount(t, ".waiting", 0).WantCount(t, ".status.over", 1)
		ben.Post(game+"/seats").WantStatus(t, http.StatusConflict)
		ben.Post(game+"/abort").WantStatus(t, http.StatusForbidden) // Ben has no seat any more
	})
	t.Run("withdrawn", func(t *testing.T) {
		s := sitetest.New(t)
		game, anna, ben := s.Challenge(t)
		p := anna.Get(game).WantText(t, ".waiting", "reserved for Ben").WantText(t, ".waiting #leave", "Withdraw")
		anna.Post(p.Attribute(".waiting form:has(#leave)", "action")).WantStatus(t, http.StatusOK)
		ben.Post(game+"/seats").WantStatus(t, http.StatusConflict)
		ben.Get("/lobby").WantCount(t, ".seeks", 0)
	})
	t.Run("for nobody else", func(t *testing.T) {
		s := sitetest.New(t)
		game, _, _ := s.Challenge(t)
		before, carl := s.Stored(t), s.Client(t)
		for _, p := range []sitetest.WebPage{carl.Post(game + "/seats"), carl.Post(game+"/seats", "seat", "2")} {
			if p.Status != http.StatusConflict && p.Status != http.StatusForbidden {
				t.Errorf("taking the seat answers %d", p.Status)
			}
		}
		for _, act := range []string{"/abort", "/leave"} {
			carl.Post(game+act).WantStatus(t, http.StatusForbidden)
		}
		s.WantStored(t, before)
		carl.Get(game).WantText(t, ".waiting", "Waiting for invited players").WantCount(t, ".waiting button, .waiting input", 0)
		invitation := "/join/" + s.GameAt(t, game).Invite
		carl.Get(invitation).WantStatus(t, http.StatusOK).WantText(t, "#notice", "The seat is taken")
		carl.Post(invitation).WantStatus(t, http.StatusConflict)
	})
}

// Each visitor sees the right content and buttons on the page of a waiting game.
func TestWaitingRoom(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	host, player, stranger := s.Client(t), s.Client(t), s.Client(t)
	listed := host.Seek("game", "six", "option.seats", "4", "seat", "2", "clock", "10+5")
	private := host.Post("/games", "game", "six", "option.seats", "4", "seat", "2", "opponent", "invite").Path
	for _, game := range []string{listed, private} {
		player.Post(host.Invitation(game), "seat", "4").WantStatus(t, http.StatusOK)
	}
	for _, tt := range []struct {
		name, game string
		who        *sitetest.Client
		seats      int    // free to choose
		leave      string // button that leaves
		knows      bool   // sees the address to send
	}{
		{"the host", listed, host, 2, "Cancel game", true},
		{"a player", listed, player, 2, "Leave game", true},
		{"a stranger", listed, stranger, 2, "", false},
		{"the host, not listed", private, host, 2, "Cancel game", true},
		{"a player, not listed", private, player, 2, "Leave game", true},
		{"a stranger, not listed", private, stranger, 0, "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := tt.who.Get(tt.game).WantStatus(t, http.StatusOK).WantCount(t, ".waiting .seats li", 4)
			p.WantCount(t, ".waiting button[name=seat]", tt.seats).WantCount(t, ".waiting #join", 0)
			p.WantText(t, ".waiting .seats", "Seat 1: Black, with seat 3 (free seat)").WantText(t, ".waiting .terms", "4 players in two teams")
			if got := p.Text("#leave"); got != tt.leave {
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
		host.Get(listed).WantText(t, ".waiting", "10 minutes + 5 seconds per turn").WantText(t, ".waiting", "while you’re on this site").WantText(t, ".waiting noscript", "Refresh every two minutes")
		host.Get(private).WantText(t, ".waiting", "The game starts when everyone has joined")
	})
	t.Run("of two, drawn", func(t *testing.T) {
		game := host.Seek("game", "tartan")
		p := stranger.Get(game).WantText(t, ".waiting #join", "Play").WantCount(t, ".waiting .chip", 0)
		p.WantText(t, ".waiting", "Starter drawn at random")
		stranger.Post(p.Attribute(".waiting form:has(#join)", "action")).WantStatus(t, http.StatusOK).WantCount(t, ".waiting", 0)
	})
	t.Run("of two, not drawn", func(t *testing.T) {
		game := host.Seek("game", "hexone", "starter", "other")
		s.Client(t).Get(game).WantText(t, ".waiting .seats", "Blue, starts (free seat)").WantCount(t, ".waiting .chip", 2)
	})
}

// Players choose their teams, and can move until the last seat is taken.
func TestSeatsAreChosen(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	host, second, third, fourth := s.Client(t), s.Client(t), s.Client(t), s.Client(t)
	game := host.Seek("game", "six", "option.seats", "4", "seat", "1")
	sits := func(c *sitetest.Client, want string) {
		t.Helper()
		got := c.Get(game).List(".waiting .yours, .players li:has(small)")
		if len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("the seat is %q, want %s", got, want)
		}
	}
	second.Post(game+"/seats", "seat", "2").WantStatus(t, http.StatusOK)
	sits(second, "Seat 2")
	second.Post(game+"/seats", "seat", "3").WantStatus(t, http.StatusOK)
	sits(second, "Seat 3")
	host.Post(game+"/seats", "seat", "2").WantStatus(t, http.StatusOK)
	sits(host, "Seat 2")
	revision := s.GameAt(t, game).Revision
	for seat, status := range map[string]int{"2": http.StatusConflict, "5": http.StatusUnprocessableEntity, "-1": http.StatusUnprocessableEntity, "one": http.StatusUnprocessableEntity} {
		third.Post(game+"/seats", "seat", seat).WantStatus(t, status)
	}
	third.Post(game+"/seats", "seat", "3").WantText(t, "[role=alert]", "Someone else has taken this seat").WantCount(t, ".waiting button[name=seat]", 2)
	if p := second.Post(game+"/seats", "seat", "3"); p.Status != http.StatusOK || p.Path != game {
		t.Errorf("one's own seat again answers %d at %s", p.Status, p.Path)
	}
	if third.Session() != "" || s.GameAt(t, game).Revision != revision {
		t.Error("seats that were not to be had left something behind")
	}
	third.Post(game+"/seats").WantStatus(t, http.StatusOK)
	sits(third, "Seat 1")
	fourth.Post(game+"/seats").WantStatus(t, http.StatusOK)
	stored := s.GameAt(t, game)
	if stored.Status != db.Running || !slices.Equal(stored.SeatsOf(stored.Host), []rules.Seat{2}) {
		t.Errorf("the game is %s, its host at %v", stored.Status, stored.SeatsOf(stored.Host))
	}
	second.Post(game+"/seats", "seat", "1").WantStatus(t, http.StatusOK) // redirects to the game
	second.Post(game+"/leave").WantStatus(t, http.StatusConflict)
}

func TestLeaveSeat(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	host, player := s.Client(t), s.Client(t)
	game := host.Seek("game", "hexellation", "option.seats", "3", "seat", "1")
	player.Post(game+"/seats", "seat", "3").WantStatus(t, http.StatusOK)
	p := player.Post(game+"/leave").WantStatus(t, http.StatusOK).WantText(t, "#notice", "You’ve left the game").WantCount(t, sitetest.Row(game), 1)
	if stored := s.GameAt(t, game); p.Path != "/lobby" || len(stored.SeatsOf("")) != 2 || stored.Status != db.Waiting {
		t.Errorf("at %s; the game is %s with %v free", p.Path, stored.Status, stored.SeatsOf(""))
	}
	player.Post(game+"/leave").WantStatus(t, http.StatusForbidden)
	player.Post(game+"/abort").WantStatus(t, http.StatusForbidden)
	player.Post(game+"/seats").WantStatus(t, http.StatusOK)
	host.Post(game+"/leave").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Game cancelled").WantCount(t, sitetest.Row(game), 0)
	player.Get(game).WantStatus(t, http.StatusOK).WantCount(t, ".waiting", 0).WantCount(t, ".status.over", 1)
	player.Post(game+"/leave").WantStatus(t, http.StatusConflict)
}

// Only people with the secret see games that are not listed.
func TestUnlistedSeats(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	host, known := s.Client(t), s.Client(t)
	known.DeviceGame("c2")
	game := host.NewGame("invite", "me")
	invite := strings.TrimPrefix(host.Invitation(game), "/join/")
	for _, form := range [][]string{nil, {"invite", ""}, {"invite", "wrong"}, {"seat", "2"}, {"invite", strings.ToUpper(invite)}} {
		known.Post(game+"/seats", form...).WantStatus(t, http.StatusForbidden).WantText(t, "[role=alert]", "The free seats in this game are for other players")
		s.Client(t).Post(game+"/seats", form...).WantStatus(t, http.StatusForbidden)
	}
	known.Post(game+"/seats", "invite", invite).WantStatus(t, http.StatusOK)
	if stored := s.GameAt(t, game); stored.Status != db.Running {
		t.Errorf("the game is %s", stored.Status)
	}
}

// A guest is sent from a rated game to sign-up and back, and then gets the seat.
func TestRatedSeats(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	anna := s.Accounts(t, 1)[0]
	game := anna.Seek("game", "tartan", "clock", "3d", "counts", "yes")
	invitation := anna.Invitation(game)
	stranger, guest := s.Client(t), s.Client(t)
	guest.DeviceGame("c2")
	before := s.Count(t, "people")
	for _, c := range []*sitetest.Client{stranger, guest} {
		for _, path := range []string{game + "/seats", invitation} {
			c.Post(path).WantStatus(t, http.StatusForbidden).WantText(t, "[role=alert]", "Rated games need an account")
		}
		for _, path := range []string{game, invitation} {
			p := c.Get(path).WantStatus(t, http.StatusOK).WantText(t, ".account-first", "Rated games need an account")
			p.WantCount(t, ".waiting button, form.card button", 0)
			if back := strings.ReplaceAll(path, "/", "%2F"); p.Attribute(".account-first [href^='/signup']", "href") != "/signup?return="+back {
				t.Errorf("it leads to %q", p.Attribute(".account-first [href^='/signup']", "href"))
			}
		}
	}
	if after := s.Count(t, "people"); after != before || s.GameAt(t, game).Revision != 1 {
		t.Errorf("%d people, before %d", after, before)
	}
	p := stranger.Post(stranger.Get(game).Attribute(".account-first [href^='/signup']", "href"), "name", "Zoe", "password", sitetest.Password)
	if p.WantCount(t, ".waiting #join", 1); p.Path != game {
		t.Errorf("signing up leads to %s", p.Path)
	}
	stranger.Post(game+"/seats").WantStatus(t, http.StatusOK)
	if stored := s.GameAt(t, game); stored.Status != db.Running || !stored.Rated {
		t.Errorf("the game is %s, rated %v", stored.Status, stored.Rated)
	}
}

// Both players ask for a rematch and get it, with exchanged seats. Before that, the first can withdraw it, and
// the other decline.
func TestRematch(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	guest.Post(game+"/rematch").WantStatus(t, http.StatusConflict)
	guest.Post(game+"/resign").WantStatus(t, http.StatusOK)
	s.Client(t).Post(game+"/rematch").WantStatus(t, http.StatusForbidden)
	stream := host.Listen("/lobby/events", "")
	stream.Want(sitetest.Opening)
	first := guest.Post(game+"/rematch").WantStatus(t, http.StatusOK).Path
	stream.Want("event: changed\ndata: 1\n\n")
	host.Get("/lobby").WantCount(t, sitetest.Row(first), 1).WantText(t, "#lobby h2", "Challenges to you")
	host.Post(first+"/abort").WantStatus(t, http.StatusOK)
	second := host.Post(game+"/rematch").WantStatus(t, http.StatusOK).Path
	if again := host.Post(game + "/rematch").Path; second == first || again != second {
		t.Errorf("declined %s, then %s and %s", first, second, again)
	}
	if met := guest.Post(game + "/rematch").Path; met != second {
		t.Errorf("they do not meet: %s and %s", second, met)
	}
	old, next := s.GameAt(t, game), s.GameAt(t, second)
	if next.Status != db.Running || next.Players[0].ID != old.Players[1].ID || next.Players[1].ID != old.Players[0].ID {
		t.Errorf("the rematch is %s of %+v", next.Status, next.Players)
	}
	device := host.DeviceGame("c2")
	host.Post(device + "/resign")
	host.Post(device+"/rematch").WantStatus(t, http.StatusConflict)
	s.Client(t).Post("/games/nothing/rematch").WantStatus(t, http.StatusNotFound)
}
