package account_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// Streams in other browsers end with their sessions.
func TestStreamsEndWithSessions(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, _ := s.WithRole(t, "Alma", db.Admin)
	for name, end := range map[string]func(here *sitetest.Client){
		"Revoke": func(here *sitetest.Client) { here.Post("/settings/sessions").WantStatus(t, http.StatusOK) },
		"Change": func(here *sitetest.Client) {
			here.Post("/settings/password", "old", sitetest.Password, "password", sitetest.OtherPassword).WantStatus(t, http.StatusOK)
		},
		"Reset": func(*sitetest.Client) {
			s.Client(t).Post(admin.ResetBy("Reset"), "password", sitetest.OtherPassword).WantStatus(t, http.StatusOK)
		},
		"Leave": func(here *sitetest.Client) { here.Post("/logout").WantStatus(t, http.StatusOK) },
		"Delete": func(here *sitetest.Client) {
			here.Post("/settings/delete", "name", "Delete", "password", sitetest.Password).WantStatus(t, http.StatusOK)
		},
	} {
		here, there := s.Client(t), s.Client(t)
		here.SignUp(name)
		there.LogIn(name)
		stream := there.Listen("/events", "")
		stream.Want(sitetest.Opening)
		end(here)
		stream.WantEnd()
	}
}

func TestSessionIDChanges(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	s.Client(t).SignUp("Anna")
	link, _, _ := s.ClubPlaces(t)

	t.Run("nobody's id is not taken over", func(t *testing.T) {
		c := s.Carry(t, "chosen-by-an-attacker")
		c.NewGame("device", "me")
		if c.Session() == "chosen-by-an-attacker" {
			t.Error("the site took the id it was given")
		}
	})
	for _, tt := range []struct {
		name string
		act  func(*sitetest.Client) sitetest.WebPage
	}{
		{"sign up", func(c *sitetest.Client) sitetest.WebPage { return c.SignUp("Ben") }},
		{"log in", func(c *sitetest.Client) sitetest.WebPage { return c.LogIn("Anna") }},
		{"invitation", func(c *sitetest.Client) sitetest.WebPage {
			return c.Post("/invited/"+link, "name", "Carl", "password", sitetest.Password)
		}},
		{"reset", func(c *sitetest.Client) sitetest.WebPage {
			return c.Post("/reset/"+link, "password", sitetest.Password)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := s.Client(t)
			c.NewGame("device", "me")
			before := c.Session()
			tt.act(c).WantStatus(t, http.StatusOK)
			if c.Session() == before || before == "" {
				t.Fatalf("the id was %q and is %q", before, c.Session())
			}
			if name := s.Carry(t, before).Name(); name != "" {
				t.Errorf("the id from before is %s's", name)
			}
			if c.Name() == "" {
				t.Error("the new id has no session")
			}
		})
	}
}

func TestLogOut(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	c.SignUp("Anna")
	session := c.Session()
	p := c.NoRedirects().Post("/logout").WantStatus(t, http.StatusSeeOther)
	if cookie := sitetest.SessionCookie(p); cookie == nil || cookie.MaxAge >= 0 {
		t.Errorf("the cookie is %v, want it to be taken back", cookie)
	}
	if name := s.Carry(t, session).Name(); name != "" {
		t.Errorf("the session still belongs to %s", name)
	}
	if n := s.Count(t, "sessions"); n != 0 {
		t.Errorf("%d sessions are left", n)
	}
	c.Post("/logout").WantStatus(t, http.StatusOK) // a visitor without an account can log out

	t.Run("guest", func(t *testing.T) {
		c := s.Client(t)
		game := c.DeviceGame("c2")
		before := s.Stored(t)
		for language, want := range map[string]string{"en": "Guests can’t log out", "fr": "Un invité ne peut pas se déconnecter"} {
			p := c.With("Accept-Language", language).Post("/logout").WantStatus(t, http.StatusForbidden).WantText(t, "main", want)
			if p.Header["Set-Cookie"] != nil {
				t.Errorf("the browser is given %q", p.Header["Set-Cookie"])
			}
		}
		s.WantStored(t, before)
		c.Get(game).WantCount(t, ".players small", 2)
	})
}

func TestRevokeSessions(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	here, there, elsewhere := s.Client(t), s.Client(t), s.Client(t)
	other := s.Client(t)
	other.SignUp("Ben")
	here.SignUp("Anna")
	there.LogIn("Anna")
	elsewhere.LogIn("Anna")

	s.Client(t).Post("/settings/sessions").WantStatus(t, http.StatusForbidden)
	here.Post("/settings/sessions").WantStatus(t, http.StatusOK).WantText(t, "#saved", "You’re logged out everywhere else")
	for _, c := range []*sitetest.Client{there, elsewhere} {
		if name := c.Name(); name != "" {
			t.Errorf("another session still belongs to %s", name)
		}
		c.Post("/settings/sessions").WantStatus(t, http.StatusForbidden)
	}
	if here.Name() != "Anna" || other.Name() != "Ben" {
		t.Errorf("the session here is %q's, that of another %q's", here.Name(), other.Name())
	}
}

// A visitor whose session has ended sees a message once, on the next page or with the next rejected
// request. It does not reveal why the session ended, or whether it existed.
func TestEndedSessionIsReported(t *testing.T) {
	t.Parallel()
	const loggedOut = "You’re logged out:"
	s := sitetest.New(t)
	s.Client(t).SignUp("Anna")
	ended := func(t *testing.T) *sitetest.Client {
		t.Helper()
		c := s.Client(t)
		c.LogIn("Anna")
		if err := s.DB.DeleteSessionsOf(t.Context(), s.IdOf(t, "Anna"), ""); err != nil {
			t.Fatal(err)
		}
		return c
	}
	once := func(t *testing.T, c *sitetest.Client) {
		t.Helper()
		if c.Session() != "" || s.Count(t, "sessions") != 0 {
			t.Errorf("the browser has %q, and %d sessions are stored", c.Session(), s.Count(t, "sessions"))
		}
		c.Get("/").WantCount(t, "#notice p", 0)
	}
	t.Run("by the next page", func(t *testing.T) {
		c := ended(t)
		c.Get("/rules").WantStatus(t, http.StatusOK).WantText(t, "#notice", loggedOut)
		once(t, c)
		c = ended(t)
		c.With("Accept-Language", "fr").Get("/login").WantText(t, "#notice", "Vous êtes déconnecté")
		made := s.Carry(t, "made-up").Get("/rules").Text("#notice")
		if closed := ended(t).Get("/rules").Text("#notice"); made != closed {
			t.Errorf("the message is %q for an ended session, and %q for none", closed, made)
		}
	})
	t.Run("with the next refusal", func(t *testing.T) {
		c := ended(t)
		c.Post("/settings/sessions").WantStatus(t, http.StatusForbidden).WantText(t, "main", loggedOut).WantCount(t, "main form[action^='/login']", 1)
		once(t, c)
		c = ended(t)
		c.Htmx().Post("/settings/sessions").WantStatus(t, http.StatusForbidden).WantText(t, "body", loggedOut)
		p := c.Htmx().Get("/desk") // by the page itself
		if p.Status != http.StatusForbidden || strings.Contains(p.Body, loggedOut) || c.Session() == "" {
			t.Errorf("a page fetches %d, %s, and has %q", p.Status, p.Body, c.Session())
		}
		c.Get("/").WantText(t, "#notice", loggedOut)
		once(t, c)
		s.Client(t).Post("/settings/sessions").WantStatus(t, http.StatusForbidden).WantText(t, "main", "Log in to continue")
	})
	t.Run("who plays on as a guest", func(t *testing.T) {
		c := ended(t)
		c.Post("/games", "game", "hexone", "opponent", "device").WantStatus(t, http.StatusOK).WantText(t, "#notice", loggedOut)
		c.Get("/").WantCount(t, "#notice p", 0)
	})
	t.Run("not who logs in", func(t *testing.T) {
		ended(t).LogIn("Anna").WantCount(t, "#notice p", 0)
	})
}

func TestNoticeIsShownOnce(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	c.SignUp("Anna").WantText(t, "#notice", "Welcome!")
	c.Get("/").WantCount(t, "#notice p", 0)
	c.NoRedirects().Post("/settings/sessions").WantStatus(t, http.StatusSeeOther)
	for _, path := range []string{"/desk", "/lobby/list"} { // by other pages that are open
		if p := c.Htmx().Get(path).WantStatus(t, http.StatusOK); strings.Contains(p.Body, "logged out everywhere else") {
			t.Errorf("%s has the message: %s", path, p.Body)
		}
	}
	c.Get("/settings").WantText(t, "#notice", "You’re logged out everywhere else")
	c.Get("/").WantCount(t, "#notice p", 0)
}

func TestSessionIsRenewedAtHalfLife(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	start := time.Now()
	c := s.Client(t)
	c.SignUp("Anna")
	c.Get("/")
	const day = 24 * time.Hour
	for _, tt := range []struct {
		name    string
		days    time.Duration
		renewed bool
	}{
		{"young", 44, false},
		{"half its life", 46, true},
		{"just renewed", 47, false},
		{"half its second life", 92, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			later := s.At(t, start.Add(tt.days*day))
			p := later.Carry(t, c.Session()).Get("/")
			if p.Text("header nav a[href^='/people/']") != "Anna" {
				t.Fatal("the session has no account")
			}
			if got := sitetest.SessionCookie(p) != nil; got != tt.renewed {
				t.Errorf("renewed is %v, want %v", got, tt.renewed)
			}
		})
	}
	t.Run("dead", func(t *testing.T) {
		later := s.At(t, start.Add((92+91)*day))
		if name := later.Carry(t, c.Session()).Name(); name != "" {
			t.Errorf("the session still belongs to %s", name)
		}
	})
}

// An open page whose session has ended reloads once, at its next request, and shows a message.
func TestEndedSessionRenewsPage(t *testing.T) {
	t.Parallel()
	const mark = `{"X-Known":"yes"}`
	for _, tt := range []struct{ name, asks string }{
		{"at a click", "/board?draft="},
		{"by itself", "/board"},
		{"after news", "/board?since=0"},
		{"for its chat", "/chat/news"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := sitetest.New(t)
			c, person := s.NewAccount(t, "Anna")
			game := c.NewGame("device", "me")
			fetches := c.Htmx().With("X-Known", "yes")
			fetches.Get(game+"/board?draft=").WantStatus(t, http.StatusOK).WantCount(t, "#board", 1)
			if got := c.Get(game).Attribute("body", "data-hx-headers"); got != mark {
				t.Errorf("the page sends %q along", got)
			}
			if err := s.DB.DeleteSessionsOf(t.Context(), person.ID, ""); err != nil {
				t.Fatal(err)
			}
			p := fetches.Get(game + tt.asks)
			if p.Header.Get("HX-Refresh") != "true" || p.Body != "" || p.Header["Set-Cookie"] != nil {
				t.Errorf("it is answered %v %q", p.Header, p.Body)
			}
			if p := c.Htmx().Get(game + tt.asks); p.Header.Get("HX-Refresh") != "" {
				t.Error("a page of a logged-out visitor reloads")
			}
			c.Get(game).WantText(t, "#notice", "You’re logged out:").WantCount(t, "body[data-hx-headers]", 0)
		})
	}
	t.Run("at a turn", func(t *testing.T) {
		s := sitetest.New(t)
		c, person := s.NewAccount(t, "Anna")
		game := c.NewGame("device", "me")
		if err := s.DB.DeleteSessionsOf(t.Context(), person.ID, ""); err != nil {
			t.Fatal(err)
		}
		c.Htmx().With("X-Known", "yes").Turn(game, "c2", 0).WantStatus(t, http.StatusForbidden).
			WantText(t, "body", "You’re logged out:")
	})
	t.Run("when its stream opens again", func(t *testing.T) {
		s := sitetest.New(t)
		c, person := s.NewAccount(t, "Anna")
		game := c.NewGame("device", "me")
		home, table, current := c.Get("/"), c.Get(game), c.Get("/games")
		c.Connect(home).Want(sitetest.Opening)
		if err := s.DB.DeleteSessionsOf(t.Context(), person.ID, ""); err != nil {
			t.Fatal(err)
		}
		for _, p := range []sitetest.WebPage{home, table, current} {
			stream := c.Connect(p)
			stream.Want(sitetest.Opening)
			stream.Want(sitetest.Changed)
		}
		s.Client(t).Htmx().Get("/desk").WantStatus(t, http.StatusForbidden)
	})
	t.Run("who logs out elsewhere", func(t *testing.T) {
		s := sitetest.New(t)
		c, _ := s.NewAccount(t, "Anna")
		game := c.NewGame("device", "me")
		c.Post("/logout").WantStatus(t, http.StatusOK)
		c.Htmx().With("X-Known", "yes").Turn(game, "c2", 0).WantStatus(t, http.StatusForbidden).WantText(t, "body", "Log in to continue.")
		if p := c.Htmx().With("X-Known", "yes").Get("/desk"); p.Header.Get("HX-Refresh") != "true" {
			t.Errorf("it is answered %v %q", p.Header, p.Body)
		}
	})
}

// The settings show the number of other browsers in which an account is logged in.
func TestOtherSessions(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	c.SignUp("Anna")
	revoke := "form[action='/settings/sessions']"
	c.Get("/settings").WantText(t, "main", "You’re not logged in anywhere else.").WantCount(t, revoke, 0)
	for range 2 {
		s.Client(t).LogIn("Anna")
	}
	s.Client(t).SignUp("Ben")
	c.Get("/settings").WantText(t, "main", "Logged in: 2, the first since "+sitetest.Calendar(t, s.Now()).On(s.Now()).Text).WantCount(t, revoke, 1)
	c.Post("/settings/sessions").WantText(t, "main", "You’re not logged in anywhere else.").WantCount(t, revoke, 0)
}
