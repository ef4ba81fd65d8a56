package play_test

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/rulestest"
	"hexclub/views/page"
)

func TestCreateGame(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for _, tt := range []struct {
		name, opponent, starter string
		colour                  string // of the host, empty: any
	}{
		{"a friend, I start", "invite", "me", "Blue"},
		{"a friend starts", "invite", "other", "Red"},
		{"a friend, drawn", "invite", "random", ""},
		{"a friend, nothing said", "invite", "", ""},
		{"the lobby, I start", "lobby", "me", "Blue"},
		{"nothing said", "", "me", "Blue"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			host := s.Client(t)
			game := host.NewGame(tt.opponent, tt.starter)
			p := host.Get(game).WantStatus(t, http.StatusOK)
			p.WantText(t, ".status", "Waiting for an opponent").WantText(t, "title", "Waiting for an opponent")
			p.WantCount(t, "svg.board .open", 0).WantCount(t, ".invite input", 1)
			p.WantCount(t, ".waiting .yours", 1)
			seat := p.Text(".waiting .yours")
			if !strings.Contains(seat, "you") || !strings.Contains(seat, tt.colour) {
				t.Errorf("the host's seat is %q, want %s", seat, tt.colour)
			}
			s.Client(t).Get(game).WantCount(t, ".invite", 0) // only the host shares the address
		})
	}
	t.Run("one device", func(t *testing.T) {
		host := s.Client(t)
		p := host.Get(host.NewGame("device", "random"))
		p.WantCount(t, ".invite", 0).WantCount(t, ".players li small", 2).WantCount(t, "svg.board .open", 6)
		p.WantText(t, "title", "Your turn")
	})
}

// Each seat is drawn in 120 games except with a probability of 10^-10: at once if players choose their seats,
// else when both have joined.
func TestCreateGameDrawsTheSeat(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for name, form := range map[string]struct {
		sent  []string
		seats int
	}{
		"of two":  {[]string{"game", "hexone", "starter", "random", "seat", "1"}, 2},
		"of six":  {[]string{"game", "hexellation", "option.seats", "6", "seat", "random", "starter", "me"}, 6},
		"of four": {[]string{"game", "six", "option.seats", "4"}, 4},
	} {
		t.Run(name, func(t *testing.T) {
			host, guest := s.Client(t), s.Client(t)
			seen := map[rules.Seat]bool{}
			for range 120 {
				game := s.GameAt(t, host.Post("/games", form.sent...).WantStatus(t, http.StatusOK).Path)
				if game.Drawn != (form.seats == 2) {
					t.Fatalf("drawn when all are there: %v", game.Drawn)
				}
				if game.Drawn {
					game = s.GameAt(t, guest.Post("/join/"+game.Invite).WantStatus(t, http.StatusOK).Path)
				}
				seen[game.SeatsOf(game.Host)[0]] = true
				host.NoRedirects().Post("/games/" + game.ID + "/abort") // else too many wait
				if len(seen) == form.seats {
					return
				}
			}
			t.Errorf("the host sits at %v, always", seen)
		})
	}
}

// Every game can be set up with every combination of its options that the form offers.
func TestCreateGameWithEveryOption(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	for _, game := range games.All() {
		info := game.Info()
		form := c.Get("/games/new?game="+info.Key).WantStatus(t, http.StatusOK)
		for _, options := range rulestest.OptionSets(info) {
			t.Run(info.Key+" "+strings.TrimSpace(info.OptionText(options)), func(t *testing.T) {
				sent := []string{"game", info.Key, "opponent", "device"}
				for option, value := range options {
					field := page.OptionName(option)
					form.WantCount(t, fmt.Sprintf("label:has(input[type=radio][name=%q][value=%q])", field, value), 1)
					sent = append(sent, field, value)
				}
				p := c.Post("/games", sent...).WantStatus(t, http.StatusOK)
				made := s.GameAt(t, p.Path)
				for option, value := range options {
					if got := made.Record.Setup().Options[option]; got != value {
						t.Errorf("%s is %s, want %s", option, got, value)
					}
				}
				seats := cmp.Or(options[rules.SeatsOption], "2")
				if got := fmt.Sprint(len(made.SeatsOf(made.Host))); got != seats || made.Status != db.Running {
					t.Errorf("%s seats of %s, %s", got, seats, made.Status)
				}
			})
		}
	}
}

func TestCreateGameSeats(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for name, form := range map[string]struct {
		sent []string
		seat rules.Seat
	}{
		"two, I start":           {[]string{"game", "six", "starter", "me", "seat", "4"}, 1},
		"two, nothing said":      {[]string{"game", "six", "option.seats", "", "starter", "other"}, 2},
		"two, the other starts":  {[]string{"game", "six", "option.seats", "2", "starter", "other"}, 2},
		"four, the third":        {[]string{"game", "six", "option.seats", "4", "seat", "3", "starter", "me"}, 3},
		"six, the last":          {[]string{"game", "hexellation", "option.seats", "6", "seat", "6"}, 6},
		"three, the last of all": {[]string{"game", "hexellation", "option.seats", "3", "seat", "3", "opponent", "invite"}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			made := s.GameAt(t, s.Client(t).Post("/games", form.sent...).WantStatus(t, http.StatusOK).Path)
			if seats := made.SeatsOf(made.Host); len(seats) != 1 || seats[0] != form.seat || made.Status != db.Waiting {
				t.Errorf("the host sits at %v, %s; want %d", seats, made.Status, form.seat)
			}
		})
	}
}

func TestCreateGameExplore(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	host := s.Client(t)
	for sent, want := range map[string]bool{"": true, "yes": true, "no": false} {
		path := host.Post("/games", "game", "tartan", "explore", sent, "starter", "me").WantStatus(t, http.StatusOK).Path
		if game := s.GameAt(t, path); game.Explore != want {
			t.Errorf("explore=%s gives %v", sent, game.Explore)
		}
		s.Client(t).Post(host.Invitation(path)).WantStatus(t, http.StatusOK)
		host.Post(path+"/resign").WantStatus(t, http.StatusOK)
		if game := s.GameAt(t, path); game.Explore != want || game.Status != db.Over {
			t.Errorf("explore=%s is %v at the end", sent, game.Explore)
		}
	}
}

func TestCreateGameOfNone(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for name, form := range map[string][]string{
		"nothing":      nil,
		"no game":      {"opponent", "invite"},
		"unknown game": {"game", "chess", "opponent", "invite"},
	} {
		t.Run(name, func(t *testing.T) {
			for language, want := range map[string]string{
				"en": "The form had an unknown value", "fr": "Le formulaire contenait",
			} {
				p := s.Client(t).With("Accept-Language", language).Post("/games", form...)
				p.WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "main", want)
				if got := p.Attribute("html", "lang"); got != language {
					t.Errorf("the page is in %q, want %s", got, language)
				}
			}
		})
	}
	s.WantStored(t, "")
}

// A form says which options need an account, and links to sign-up with a way back.
func TestRatedIsOfferedToAccounts(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	guest, anna := s.Client(t), s.Client(t)
	guest.NewGame("invite", "me")
	anna.SignUp("Anna")
	for _, path := range []string{"/games/new?game=tartan&opponent=invite", "/games/new?game=tartan&counts=yes&opponent=lobby"} {
		for _, c := range []*sitetest.Client{s.Client(t), guest} {
			p := c.Get(path).WantCount(t, "input[name=counts][value=yes][disabled]", 1).WantCount(t, "input:disabled", 1)
			p.WantCount(t, "input[name=counts][value=no][checked]", 1).WantText(t, ".account-first", "Rated games need an account")
			if to := p.Attribute(".account-first a", "href"); to != "/signup?return="+url.QueryEscape(path) {
				t.Errorf("of %s it leads to %q", path, to)
			}
		}
		anna.Get(path).WantCount(t, "input[name=counts][value=yes]", 1).WantCount(t, "input:disabled", 0).WantCount(t, ".account-first", 0)
	}
	anna.Get("/games/new?game=tartan&counts=yes&opponent=lobby").WantCount(t, "input[name=counts][value=yes][checked]", 1)
	anna.Get("/lobby").WantCount(t, "#play-now [name=counts]", 1)
	guest.Get("/lobby").WantCount(t, "#play-now [name=counts]", 0)
}

// A guest who asks for a rated game is sent to sign-up, and then back to the form with all its values. No guest
// is made.
func TestRatedNeedsAnAccount(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	form := []string{"game", "hexone", "counts", "yes", "clock", "live", "minutes", "7", "increment", "4", "match", "two", "opponent", "invite"}
	p := c.Post("/games", form...).WantStatus(t, http.StatusForbidden).WantText(t, "#problem", "Rated games need an account")
	want := p.Chosen()
	want["counts"] = "yes" // the form does not let a guest choose it
	to := p.Attribute(".account-first a", "href")
	if !strings.HasPrefix(to, "/signup?return=") || s.Count(t, "people") != 0 {
		t.Fatalf("it leads to %q with %d people", to, s.Count(t, "people"))
	}
	p = c.Post(to, "name", "Anna", "password", sitetest.Password).WantStatus(t, http.StatusOK)
	if got := p.Chosen(); p.Path != "/games/new" || !maps.Equal(got, want) {
		t.Errorf("back at %s the form has %v, want %v", p.Path, got, want)
	}
	p.WantCount(t, ".account-first", 0)
	game := s.GameAt(t, c.Post("/games", form...).WantStatus(t, http.StatusOK).Path)
	if !game.Rated || game.Record.Control().String() != "7+4" || game.Leg != 1 || game.Listed || game.Explore != true {
		t.Errorf("game %+v", game)
	}
}

// A game has the terms of the form.
func TestCreateGameTerms(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	host, other := s.Client(t), s.Client(t)
	host.SignUp("Anna")
	other.SignUp("Ben")
	for name, tt := range map[string]struct {
		form    []string
		control string
		terms   db.Terms
		leg     int
		kept    bool
	}{
		"nothing":      {nil, "", db.Terms{Listed: true, Drawn: true}, 0, false},
		"a preset":     {[]string{"clock", "10+5", "starter", "me"}, "10+5", db.Terms{Listed: true}, 0, false},
		"days":         {[]string{"clock", "14d", "opponent", "invite", "starter", "other"}, "14d", db.Terms{}, 0, false},
		"other days":   {[]string{"clock", "days", "days", " 30 "}, "30d", db.Terms{Listed: true, Drawn: true}, 0, false},
		"rated":        {[]string{"clock", "3+2", "counts", "yes"}, "3+2", db.Terms{Listed: true, Drawn: true, Rated: true}, 0, false},
		"a challenge":  {[]string{"opponent", "named", "player", "ben", "match", "two"}, "", db.Terms{Drawn: true}, 1, true},
		"other fields": {[]string{"player", "Ben", "minutes", "9", "days", "9"}, "", db.Terms{Listed: true, Drawn: true}, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			game := s.GameAt(t, host.Post("/games", append(tt.form, "game", "hexone")...).WantStatus(t, http.StatusOK).Path)
			if got := game.Record.Control().String(); got != tt.control || game.Terms != tt.terms || game.Leg != tt.leg || game.Status != db.Waiting {
				t.Errorf("clock %s, %+v, leg %d, %s", got, game.Terms, game.Leg, game.Status)
			}
			free := game.Players[game.SeatsOf("")[0]-1]
			if (free.Reserved != "") != tt.kept {
				t.Errorf("the free seat is %+v", free)
			}
		})
	}
}

// All games are found: the front page starts a game against a bot, or a lesson; lists link to a new game and to the rules.
func TestEveryGameIsFound(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for path, wants := range map[string][]string{
		"/":                          {"button[name=game][value=%s][aria-label]", "a[href='/learn/%s'][aria-label]"},
		"/games/new":                 {"a[href='/games/new?game=%s']"},
		"/games/new?opponent=invite": {"a[href='/games/new?game=%s&opponent=invite']"},
		"/rules":                     {"a[href='/rules/%s']"},
	} {
		t.Run(path, func(t *testing.T) {
			p := s.Client(t).Get(path).WantStatus(t, http.StatusOK).WantCount(t, "h1", 1)
			for _, game := range games.All() {
				key := game.Info().Key
				p.WantCount(t, ".game."+key+" .picture svg[role=img]", 1)
				for _, want := range wants {
					p.WantCount(t, ".game."+key+" "+fmt.Sprintf(want, key), 1)
				}
			}
			if ids := p.Find("main [id]").Map(func(_ int, e *goquery.Selection) string { return e.AttrOr("id", "") }); len(ids) != 1 {
				t.Errorf("pictures bring ids: %v", ids) // only the notice has one
			}
			if path != "/" {
				p.WantText(t, ".hexit", "2 players").WantText(t, ".six", "2 or 4 players").WantText(t, ".hexellation", "2 to 6 players")
			}
			p.WantCount(t, `.bar a[href="/lobby"]`, 1).WantCount(t, `.bar a[href="/learn"]`, 1)
		})
	}
}

func TestGuestOnFirstAction(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	host := s.Client(t)
	invitation := host.Invitation(host.NewGame("invite", "me"))
	for _, tt := range []struct {
		name, path string
		form       []string
		guest      bool
	}{
		{"create", "/games", []string{"game", "hexone", "opponent", "device"}, true},
		{"join", invitation, nil, true},
		{"setting", "/settings/confirm", []string{"alone", "off"}, true},
		{"bad setting", "/settings/confirm", []string{"alone", "perhaps"}, false},
		{"language", "/language", []string{"lang", "fr"}, false},
		{"log out", "/logout", nil, false},
		{"sessions", "/settings/sessions", nil, false},
		{"wrong password", "/login", []string{"name", "Nobody", "password", "some password"}, false},
		{"bad sign-up", "/signup", []string{"name", "N", "password", "some password"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := s.Count(t, "people")
			p := s.Client(t).NoRedirects().Post(tt.path, tt.form...)
			want := before
			if tt.guest {
				want++
			}
			if got := s.Count(t, "people"); got != want {
				t.Errorf("there are %d people, want %d", got, want)
			}
			if got := sitetest.SessionCookie(p); (got != nil && got.Value != "") != tt.guest {
				t.Errorf("the session's cookie is %v", got)
			}
		})
	}
}
