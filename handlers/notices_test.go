package handlers_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
)

func TestMailConfiguration(t *testing.T) {
	t.Parallel()
	const server, from, address = "smtp://anna:secret@mail.example:587", "club@hex.example", "https://hex.example"
	for name, tt := range map[string]struct{ smtp, from, url, want string }{
		"nothing":        {"", "", "", ""},
		"all":            {server, from, address, ""},
		"no sender":      {server, "", address, "send them from"},
		"no server":      {"", from, address, "SMTP server"},
		"no address":     {server, from, "", "public address"},
		"bad server":     {"mail.example", from, address, "SMTP server"},
		"bad sender":     {server, "club", address, "sender"},
		"bad everything": {"x", "y", "z", "public address"},
	} {
		t.Run(name, func(t *testing.T) {
			s := openSite(t, handlers.Config{})
			_, err := handlers.New(handlers.Config{DB: s.DB, Log: s.Log, Now: time.Now, SMTP: tt.smtp, MailFrom: tt.from, URL: tt.url})
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "secret")) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func TestTurnNotice(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	people := s.readers(t, 2)
	anna := people[0]
	game := s.awaiting(t, people, "3d")
	s.wantNone(t, 9*time.Minute)
	m := s.sendOne(t, time.Minute)
	if m.From != "club@hex.example" || m.To != "anna@mail.example" || m.Subject != "Your turn: Hexone against Ben" {
		t.Errorf("the mail is %+v", m)
	}
	for name, want := range map[string]string{
		"From": `"Hexclub" <club@hex.example>`, "Auto-Submitted": "auto-generated",
		"List-Unsubscribe": "<" + s.url + s.path(t, m, "/mail/stop/") + ">",
	} {
		if got := m.Header[name]; !slices.Equal(got, []string{want}) {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if date, err := m.Header.Date(); err != nil || date.Unix() != s.clock.now().Unix() {
		t.Errorf("the date is %v, %v", date, err)
	}
	if !strings.Contains(m.Text, "- Hexone against Ben: 2 days left\n  "+s.url+game+"\n") || strings.Contains(m.Text, "ben@") {
		t.Errorf("the mail says\n%s", m.Text)
	}
	s.wantNone(t, 23*time.Hour)
	people[1].get("/")
	other := s.awaiting(t, people, "")
	s.wantNone(t, 30*time.Minute)
	m = s.sendOne(t, time.Hour)
	if m.Subject != "Your turn in 2 games" || strings.Index(m.Text, game) > strings.Index(m.Text, other) || !strings.Contains(m.Text, other) {
		t.Errorf("the mail is %+v", m)
	}

	t.Run("in the language chosen since", func(t *testing.T) {
		anna.post("/language", "lang", "fr", "return", "/")
		m := s.sendOne(t, 25*time.Hour)
		if m.Subject != "À vous de jouer dans 2 parties" || !strings.Contains(m.Text, "- Hexone contre Ben\u202f: il reste 22 heures\n") {
			t.Errorf("the mail is %+v", m)
		}
	})
}

// Whoever is on the site sees it there. A tab left open is nobody.
func TestVisitsKeepMailsAway(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		visit func(c *client, game string)
		mails int
	}{
		"a page":             {func(c *client, _ string) { c.get("/rules") }, 0},
		"the game":           {func(c *client, game string) { c.get(game) }, 0},
		"a click":            {func(c *client, game string) { c.htmx().get(game + "/board?draft=c2") }, 0},
		"a setting":          {func(c *client, _ string) { c.post("/settings/confirm", "confirm", "off") }, 0},
		"nothing":            {func(*client, string) {}, 1},
		"news":               {func(c *client, game string) { c.htmx().get(game + "/board?since=1") }, 1},
		"news with a draft":  {func(c *client, game string) { c.htmx().get(game + "/board?since=1&draft=c2") }, 1},
		"a stream":           {func(c *client, game string) { c.listen(game+"/events", "") }, 1},
		"somebody else's":    {func(c *client, game string) { c.http.Jar = nil; c.get(game) }, 1},
		"a look at the time": {func(c *client, _ string) { c.get("/healthz") }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newMailSite(t)
			people := s.readers(t, 2)
			game := s.awaiting(t, people, "")
			s.clock.advance(2 * time.Minute)
			tt.visit(people[0], game)
			if mails := s.send(t, 20*time.Minute); len(mails) != tt.mails {
				t.Errorf("%d mails come, want %d", len(mails), tt.mails)
			}
		})
	}
}

func TestOtherNotices(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	people := s.readers(t, 2)
	anna, ben := people[0], people[1]
	challenge := func(clock string) db.Game {
		t.Helper()
		s.clock.advance(time.Second)
		g, err := s.DB.CreateGame(t.Context(), db.NewGame{
			Key: "six", Host: s.idOf(t, "Ben"), HostSeat: 1, Opponent: s.idOf(t, "Anna"), Control: controlOf(t, clock),
		}, s.clock.now())
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	first := challenge("5+3")
	m := s.sendOne(t, time.Minute)
	if m.To != "anna@mail.example" || m.Subject != "Ben challenges you to Six" ||
		!strings.Contains(m.Text, "- Ben challenges you to Six (5 minutes + 3 seconds a turn, casual). Accept or decline here:\n  "+s.url+"/games/"+first.ID+"\n") {
		t.Errorf("the mail is %+v", m)
	}
	s.path(t, m, "/mail/stop/")
	anna.get(s.path(t, m, "/games/")).wantCount(t, "form[action$='/seats']", 1) // where it is accepted
	s.clock.advance(time.Second)
	challenge("")
	challenge("3d")
	if m = s.sendOne(t, 2*time.Hour); m.Subject != "2 challenges for you" {
		t.Errorf("the mail is %+v", m)
	}
	taken := challenge("")
	if _, err := s.DB.Abort(t.Context(), taken.ID, s.idOf(t, "Ben"), s.clock.now()); err != nil {
		t.Fatal(err)
	}
	s.wantNone(t, 2*time.Hour)

	anna.get("/")
	game := s.awaiting(t, people, "7d")
	anna.turn(game, "c2", 0)
	ben.turn(game, "d3", 1)
	anna.get("/")
	s.clock.advance(time.Second)
	if m = s.sendOne(t, 60*time.Hour); m.Subject != "Your turn: Hexone against Ben" { // who knows it is left it lying
		t.Errorf("the mail is %+v", m)
	}
	anna.post("/settings/mail/notices", "turn", "off")
	ben.post("/settings/mail/notices", "turn", "off")
	second := s.awaiting(t, people, "1d")
	anna.get("/")
	m = s.sendOne(t, 13*time.Hour)
	if m.Subject != "10 hours left: Hexone against Ben" || !strings.Contains(m.Text, second) {
		t.Errorf("the mail is %+v", m)
	}

	anna.get("/")
	s.clock.advance(time.Second)
	if _, err := s.DB.Resign(t.Context(), strings.TrimPrefix(second, "/games/"), s.idOf(t, "Ben"), s.clock.now()); err != nil {
		t.Fatal(err)
	}
	ben.get("/")
	m = s.sendOne(t, 6*time.Minute)
	if m.To != "anna@mail.example" || m.Subject != "You have won: Hexone against Ben" ||
		!strings.Contains(m.Text, "- Hexone against Ben. Anna (Blue) wins with 49 points: Ben (Red) resigned.\n") {
		t.Errorf("the mail is %+v", m)
	}
}

// What a letter was to tell is not told any more when it no longer holds.
func TestOldNewsIsNotSent(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(t *testing.T, s *mailSite, people []*client, game string){
		"played": func(t *testing.T, s *mailSite, people []*client, game string) {
			if _, err := s.DB.PlayTurn(t.Context(), strings.TrimPrefix(game, "/games/"), s.idOf(t, "Anna"), 0, "c2", s.clock.now()); err != nil {
				t.Fatal(err)
			}
		},
		"visited": func(t *testing.T, s *mailSite, people []*client, game string) { people[0].get("/") },
		"switched off": func(t *testing.T, s *mailSite, people []*client, game string) {
			if err := s.DB.SetNotices(t.Context(), s.idOf(t, "Anna"), map[db.Notice]bool{db.NoticeTurn: false, db.NoticeTime: false, db.NoticeChallenge: false}); err != nil {
				t.Fatal(err)
			}
		},
		"forgotten": func(t *testing.T, s *mailSite, people []*client, game string) {
			people[0].post("/settings/mail/remove", "what", "address", "password", password)
		},
		"over": func(t *testing.T, s *mailSite, people []*client, game string) {
			if _, err := s.DB.Abort(t.Context(), strings.TrimPrefix(game, "/games/"), s.idOf(t, "Ben"), s.clock.now()); err != nil {
				t.Fatal(err)
			}
		},
		"gone": func(t *testing.T, s *mailSite, people []*client, game string) {
			if _, err := s.raw(t).Exec("PRAGMA foreign_keys(1); DELETE FROM mail"); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newMailSite(t)
			people := s.readers(t, 2)
			game := s.awaiting(t, people, "")
			s.post.Stop()
			s.clock.advance(time.Hour)
			if err := s.SendMail(t.Context()); err == nil {
				t.Fatal("there is a mail server")
			}
			s.clock.advance(time.Second)
			change(t, s, people, game)
			s.post.Again()
			for _, m := range s.send(t, time.Hour) {
				if m.To == "anna@mail.example" && m.Subject != "Your address for Hexclub was changed or removed" {
					t.Errorf("a mail comes: %s", m.Subject)
				}
			}
		})
	}
}

// A name that holds a header's end cannot be chosen, but mails do not rely on
// that. A game that cannot be read keeps no other letter back.
func TestLettersOfOddThings(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	people := s.readers(t, 2)
	s.awaiting(t, people, "")
	if _, err := s.raw(t).Exec("UPDATE people SET name = $1 WHERE name = 'Ben'", "Ben\r\nBcc: eve@mail.example\r\n\r\nWin!"); err != nil {
		t.Fatal(err)
	}
	m := s.sendOne(t, time.Hour)
	if m.To != "anna@mail.example" || m.Header["Bcc"] != nil || m.Subject != "Your turn: Hexone against Ben  Bcc: eve@mail.example    Win!" {
		t.Errorf("the mail is %+v", m)
	}
	if strings.Contains(m.Text, "\nBcc") || strings.Contains(m.Text, "\nWin!") {
		t.Errorf("the mail says\n%s", m.Text)
	}

	broken := s.awaiting(t, people, "")
	if _, err := s.raw(t).Exec("UPDATE games SET revision = revision + 1, game = 'chess' WHERE id = $1", strings.TrimPrefix(broken, "/games/")); err != nil {
		t.Fatal(err)
	}
	chloe := s.client(t)
	chloe.signUp("Chloe")
	s.clock.advance(25 * time.Hour)
	chloe.post("/settings/mail", "password", password, "address", "chloe@mail.example")
	if err := s.SendMail(t.Context()); err == nil || !strings.Contains(err.Error(), "chess") {
		t.Errorf("error %v", err)
	}
	if mails := s.post.Mails(); len(mails) != 1 || mails[0].To != "chloe@mail.example" {
		t.Errorf("the mails are %+v", mails)
	}
}
