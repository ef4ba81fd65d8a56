package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
)

// Streams that are open elsewhere end with the sessions by which they were opened.
func TestStreamsEndWithSessions(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	admin, _ := s.withRole(t, "Alma", db.Admin)
	for name, end := range map[string]func(here *client){
		"Revoke": func(here *client) { here.post("/settings/sessions").wantStatus(t, http.StatusOK) },
		"Change": func(here *client) {
			here.post("/settings/password", "old", password, "password", otherPassword).wantStatus(t, http.StatusOK)
		},
		"Reset": func(*client) {
			s.client(t).post(admin.resetBy("Reset"), "password", otherPassword).wantStatus(t, http.StatusOK)
		},
		"Leave": func(here *client) { here.post("/logout").wantStatus(t, http.StatusOK) },
		"Delete": func(here *client) {
			here.post("/settings/delete", "name", "Delete", "password", password).wantStatus(t, http.StatusOK)
		},
	} {
		here, there := s.client(t), s.client(t)
		here.signUp(name)
		there.logIn(name)
		stream := there.listen("/events", "")
		stream.want(opening)
		end(here)
		stream.wantEnd()
	}
}

func TestSessionIDChanges(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.client(t).signUp("Anna")
	link, _, _ := s.clubPlaces(t)

	t.Run("nobody's id is not taken over", func(t *testing.T) {
		c := s.carry(t, "chosen-by-an-attacker")
		c.newGame("device", "me")
		if c.session() == "chosen-by-an-attacker" {
			t.Error("the site took the id it was given")
		}
	})
	for _, tt := range []struct {
		name string
		act  func(*client) webPage
	}{
		{"sign up", func(c *client) webPage { return c.signUp("Ben") }},
		{"log in", func(c *client) webPage { return c.logIn("Anna") }},
		{"invitation", func(c *client) webPage { return c.post("/invited/"+link, "name", "Carl", "password", password) }},
		{"reset", func(c *client) webPage { return c.post("/reset/"+link, "password", password) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := s.client(t)
			c.newGame("device", "me")
			before := c.session()
			tt.act(c).wantStatus(t, http.StatusOK)
			if c.session() == before || before == "" {
				t.Fatalf("the id was %q and is %q", before, c.session())
			}
			if name := s.carry(t, before).name(); name != "" {
				t.Errorf("the id from before is %s's", name)
			}
			if c.name() == "" {
				t.Error("the new id is nobody's")
			}
		})
	}
}

func TestLogOut(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	c.signUp("Anna")
	session := c.session()
	p := c.still().post("/logout").wantStatus(t, http.StatusSeeOther)
	if cookie := sessionCookie(p); cookie == nil || cookie.MaxAge >= 0 {
		t.Errorf("the cookie is %v, want it to be taken back", cookie)
	}
	if name := s.carry(t, session).name(); name != "" {
		t.Errorf("the session is still %s's", name)
	}
	if n := s.count(t, "sessions"); n != 0 {
		t.Errorf("%d sessions are left", n)
	}
	c.post("/logout").wantStatus(t, http.StatusOK) // nobody may log out

	t.Run("guest", func(t *testing.T) {
		c := s.client(t)
		game := c.deviceGame("c2")
		before := s.stored(t)
		for language, want := range map[string]string{"en": "Only accounts can log out", "fr": "Seul un compte peut se déconnecter"} {
			p := c.with("Accept-Language", language).post("/logout").wantStatus(t, http.StatusForbidden).wantText(t, "main", want)
			if p.header["Set-Cookie"] != nil {
				t.Errorf("the browser is given %q", p.header["Set-Cookie"])
			}
		}
		s.wantStored(t, before)
		c.get(game).wantCount(t, ".players small", 2)
	})
}

func TestRevokeSessions(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	here, there, elsewhere := s.client(t), s.client(t), s.client(t)
	other := s.client(t)
	other.signUp("Ben")
	here.signUp("Anna")
	there.logIn("Anna")
	elsewhere.logIn("Anna")

	s.client(t).post("/settings/sessions").wantStatus(t, http.StatusForbidden)
	here.post("/settings/sessions").wantStatus(t, http.StatusOK).wantText(t, "#notice", "All other sessions are ended")
	for _, c := range []*client{there, elsewhere} {
		if name := c.name(); name != "" {
			t.Errorf("another session is still %s's", name)
		}
		c.post("/settings/sessions").wantStatus(t, http.StatusForbidden)
	}
	if here.name() != "Anna" || other.name() != "Ben" {
		t.Errorf("the session here is %q's, that of another %q's", here.name(), other.name())
	}
}

// Whose session has ended is told so, once, by the next page or with the next refusal;
// what ended it, and whether there ever was one, nobody learns.
func TestEndedSessionIsTold(t *testing.T) {
	t.Parallel()
	const told = "You are logged out in this browser"
	s := newSite(t)
	s.client(t).signUp("Anna")
	ended := func(t *testing.T) *client {
		t.Helper()
		c := s.client(t)
		c.logIn("Anna")
		if err := s.DB.DeleteSessionsOf(t.Context(), s.idOf(t, "Anna"), ""); err != nil {
			t.Fatal(err)
		}
		return c
	}
	once := func(t *testing.T, c *client) {
		t.Helper()
		if c.session() != "" || s.count(t, "sessions") != 0 {
			t.Errorf("the browser has %q, and %d sessions are stored", c.session(), s.count(t, "sessions"))
		}
		c.get("/").wantCount(t, "#notice p", 0)
	}
	t.Run("by the next page", func(t *testing.T) {
		c := ended(t)
		c.get("/rules").wantStatus(t, http.StatusOK).wantText(t, "#notice", told)
		once(t, c)
		c = ended(t)
		c.with("Accept-Language", "fr").get("/login").wantText(t, "#notice", "Vous êtes déconnecté dans ce navigateur")
		made := s.carry(t, "made-up").get("/rules").text("#notice")
		if closed := ended(t).get("/rules").text("#notice"); made != closed {
			t.Errorf("of a session %q is told, of none %q", closed, made)
		}
	})
	t.Run("with the next refusal", func(t *testing.T) {
		c := ended(t)
		c.post("/settings/sessions").wantStatus(t, http.StatusForbidden).wantText(t, "main", told).wantCount(t, "main a[href^='/login']", 1)
		once(t, c)
		c = ended(t)
		c.htmx().post("/settings/sessions").wantStatus(t, http.StatusForbidden).wantText(t, "body", told)
		p := c.htmx().get("/desk") // by the page itself
		if p.status != http.StatusForbidden || strings.Contains(p.body, told) || c.session() == "" {
			t.Errorf("a page fetches %d, %s, and has %q", p.status, p.body, c.session())
		}
		c.get("/").wantText(t, "#notice", told)
		once(t, c)
		s.client(t).post("/settings/sessions").wantStatus(t, http.StatusForbidden).wantText(t, "main", "Log in first")
	})
	t.Run("who plays on as a guest", func(t *testing.T) {
		c := ended(t)
		c.post("/games", "game", "hexone", "opponent", "device").wantStatus(t, http.StatusOK).wantText(t, "#notice", told)
		c.get("/").wantCount(t, "#notice p", 0)
	})
	t.Run("not who logs in", func(t *testing.T) {
		ended(t).logIn("Anna").wantCount(t, "#notice p", 0)
	})
}

func TestNoticeComesOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	c.signUp("Anna").wantText(t, "#notice", "Welcome!")
	c.get("/").wantCount(t, "#notice p", 0)
	c.still().post("/settings/sessions").wantStatus(t, http.StatusSeeOther)
	for _, path := range []string{"/desk", "/lobby/list"} { // by other pages that are open
		if p := c.htmx().get(path).wantStatus(t, http.StatusOK); strings.Contains(p.body, "All other sessions") {
			t.Errorf("%s tells: %s", path, p.body)
		}
	}
	c.get("/settings").wantText(t, "#notice", "All other sessions are ended")
	c.get("/").wantCount(t, "#notice p", 0)
}

func TestSessionIsRenewedAtHalfLife(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	start := time.Now()
	c := s.client(t)
	c.signUp("Anna")
	c.get("/")
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
			later := s.at(t, start.Add(tt.days*day))
			p := later.carry(t, c.session()).get("/")
			if p.text("header nav a[href^='/people/']") != "Anna" {
				t.Fatal("the session is nobody's")
			}
			if got := sessionCookie(p) != nil; got != tt.renewed {
				t.Errorf("renewed is %v, want %v", got, tt.renewed)
			}
		})
	}
	t.Run("dead", func(t *testing.T) {
		later := s.at(t, start.Add((92+91)*day))
		if name := later.carry(t, c.session()).name(); name != "" {
			t.Errorf("the session is still %s's", name)
		}
	})
}

// A page that is open, whose session has ended since, comes anew as soon as it asks for
// anything: it says what has happened, to who is nobody by now, and comes anew no more.
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
			s := newSite(t)
			c, person := s.newAccount(t, "Anna")
			game := c.newGame("device", "me")
			fetches := c.htmx().with("X-Known", "yes")
			fetches.get(game+"/board?draft=").wantStatus(t, http.StatusOK).wantCount(t, "#board", 1)
			if got := c.get(game).attribute("body", "data-hx-headers"); got != mark {
				t.Errorf("the page sends %q along", got)
			}
			if err := s.DB.DeleteSessionsOf(t.Context(), person.ID, ""); err != nil {
				t.Fatal(err)
			}
			p := fetches.get(game + tt.asks)
			if p.header.Get("HX-Refresh") != "true" || p.body != "" || p.header["Set-Cookie"] != nil {
				t.Errorf("it is answered %v %q", p.header, p.body)
			}
			if p := c.htmx().get(game + tt.asks); p.header.Get("HX-Refresh") != "" {
				t.Error("a page that was drawn for nobody comes anew")
			}
			c.get(game).wantText(t, "#notice", "You are logged out in this browser").wantCount(t, "body[data-hx-headers]", 0)
		})
	}
	t.Run("at a turn", func(t *testing.T) {
		s := newSite(t)
		c, person := s.newAccount(t, "Anna")
		game := c.newGame("device", "me")
		if err := s.DB.DeleteSessionsOf(t.Context(), person.ID, ""); err != nil {
			t.Fatal(err)
		}
		c.htmx().with("X-Known", "yes").turn(game, "c2", 0).wantStatus(t, http.StatusForbidden).
			wantText(t, "body", "You are logged out in this browser")
	})
	t.Run("when its stream opens again", func(t *testing.T) {
		s := newSite(t)
		c, person := s.newAccount(t, "Anna")
		game := c.newGame("device", "me")
		home, table, current := c.get("/"), c.get(game), c.get("/games")
		c.connect(home).want(opening)
		if err := s.DB.DeleteSessionsOf(t.Context(), person.ID, ""); err != nil {
			t.Fatal(err)
		}
		for _, p := range []webPage{home, table, current} {
			stream := c.connect(p)
			stream.want(opening)
			stream.want(changed)
		}
		s.client(t).htmx().get("/desk").wantStatus(t, http.StatusForbidden)
	})
	t.Run("who logs out elsewhere", func(t *testing.T) {
		s := newSite(t)
		c, _ := s.newAccount(t, "Anna")
		game := c.newGame("device", "me")
		c.post("/logout").wantStatus(t, http.StatusOK)
		c.htmx().with("X-Known", "yes").turn(game, "c2", 0).wantStatus(t, http.StatusForbidden).wantText(t, "body", "Log in first.")
		if p := c.htmx().with("X-Known", "yes").get("/desk"); p.header.Get("HX-Refresh") != "true" {
			t.Errorf("it is answered %v %q", p.header, p.body)
		}
	})
}

// The settings tell in how many other browsers an account is logged in.
func TestOtherSessions(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	c.signUp("Anna")
	revoke := "form[action='/settings/sessions']"
	c.get("/settings").wantText(t, "main", "You are logged in nowhere else.").wantCount(t, revoke, 0)
	for range 2 {
		s.client(t).logIn("Anna")
	}
	s.client(t).signUp("Ben")
	c.get("/settings").wantText(t, "main", "besides this one: 2, the first since "+s.Now().UTC().Format("2006-01-02")).wantCount(t, revoke, 1)
	c.post("/settings/sessions").wantText(t, "main", "You are logged in nowhere else.").wantCount(t, revoke, 0)
}
