package handlers_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
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
			s := sitetest.OpenSite(t, web.Config{})
			_, err := handlers.New(web.Config{DB: s.DB, Log: s.Log, Now: time.Now, SMTP: tt.smtp, MailFrom: tt.from, URL: tt.url})
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "secret")) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func TestTurnNotice(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	people := s.Readers(t, 2)
	anna := people[0]
	game := s.Awaiting(t, people, "3d")
	s.WantNone(t, 9*time.Minute)
	m := s.SendOne(t, time.Minute)
	if m.From != "club@hex.example" || m.To != "anna@mail.example" || m.Subject != "Your turn: Hexone against Ben" {
		t.Errorf("the mail is %+v", m)
	}
	for name, want := range map[string]string{
		"From": `"Hexclub" <club@hex.example>`, "Auto-Submitted": "auto-generated",
		"List-Unsubscribe": "<" + s.Url + s.Path(t, m, "/mail/stop/") + ">",
	} {
		if got := m.Header[name]; !slices.Equal(got, []string{want}) {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if date, err := m.Header.Date(); err != nil || date.Unix() != s.Clock.Now().Unix() {
		t.Errorf("the date is %v, %v", date, err)
	}
	if !strings.Contains(m.Text, "- Hexone against Ben\n  2 days left\n\nPlay: "+s.Url+game+"\n") || strings.Contains(m.Text, "ben@") {
		t.Errorf("the mail says\n%s", m.Text)
	}
	s.WantNone(t, 23*time.Hour)
	people[1].Get("/")
	other := s.Awaiting(t, people, "")
	s.WantNone(t, 30*time.Minute)
	m = s.SendOne(t, time.Hour)
	if m.Subject != "Your turn in 2 games" || strings.Index(m.Text, game) > strings.Index(m.Text, other) || !strings.Contains(m.Text, other) {
		t.Errorf("the mail is %+v", m)
	}

	t.Run("in the language chosen since", func(t *testing.T) {
		anna.Post("/language", "lang", "fr", "return", "/")
		m := s.SendOne(t, 25*time.Hour)
		if m.Subject != "À vous de jouer dans 2 parties" || !strings.Contains(m.Text, "- Hexone contre Ben\n  Il reste 22 heures\n") {
			t.Errorf("the mail is %+v", m)
		}
	})
}

// Visitors of the site get no e-mail about what they see there. An open tab is no visit.
func TestVisitorsGetNoMails(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		visit func(c *sitetest.Client, game string)
		mails int
	}{
		"a page":             {func(c *sitetest.Client, _ string) { c.Get("/rules") }, 0},
		"the game":           {func(c *sitetest.Client, game string) { c.Get(game) }, 0},
		"a click":            {func(c *sitetest.Client, game string) { c.Htmx().Get(game + "/board?draft=c2") }, 0},
		"a setting":          {func(c *sitetest.Client, _ string) { c.Post("/settings/confirm", "alone", "off") }, 0},
		"nothing":            {func(*sitetest.Client, string) {}, 1},
		"news":               {func(c *sitetest.Client, game string) { c.Htmx().Get(game + "/board?since=1") }, 1},
		"news with a draft":  {func(c *sitetest.Client, game string) { c.Htmx().Get(game + "/board?since=1&draft=c2") }, 1},
		"a stream":           {func(c *sitetest.Client, game string) { c.Listen(game+"/events", "") }, 1},
		"somebody else's":    {func(c *sitetest.Client, game string) { c.Http.Jar = nil; c.Get(game) }, 1},
		"a look at the time": {func(c *sitetest.Client, _ string) { c.Get("/healthz") }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sitetest.NewMailSite(t)
			people := s.Readers(t, 2)
			game := s.Awaiting(t, people, "")
			s.Clock.Advance(2 * time.Minute)
			tt.visit(people[0], game)
			if mails := s.Send(t, 20*time.Minute); len(mails) != tt.mails {
				t.Errorf("%d mails come, want %d", len(mails), tt.mails)
			}
		})
	}
}

func TestOtherNotices(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	people := s.Readers(t, 2)
	anna, ben := people[0], people[1]
	challenge := func(clock string) db.Game {
		t.Helper()
		s.Clock.Advance(time.Second)
		g, err := s.DB.CreateGame(t.Context(), db.NewGame{
			Key: "six", Host: s.IdOf(t, "Ben"), HostSeat: 1, Opponent: s.IdOf(t, "Anna"), Control: sitetest.ControlOf(t, clock),
		}, s.Clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	first := challenge("5+3")
	m := s.SendOne(t, time.Minute)
	if m.To != "anna@mail.example" || m.Subject != "Ben challenges you to Six" ||
		!strings.Contains(m.Text, "- Ben challenges you to Six\n  5 minutes + 3 seconds per turn, casual\n\nAccept or decline: "+s.Url+"/games/"+first.ID+"\n") {
		t.Errorf("the mail is %+v", m)
	}
	s.Path(t, m, "/mail/stop/")
	anna.Get(s.Path(t, m, "/games/")).WantCount(t, "form[action$='/seats']", 1) // the page where it is accepted
	s.Clock.Advance(time.Second)
	challenge("")
	challenge("3d")
	if m = s.SendOne(t, 2*time.Hour); m.Subject != "2 challenges for you" {
		t.Errorf("the mail is %+v", m)
	}
	taken := challenge("")
	if _, err := s.DB.Abort(t.Context(), taken.ID, s.IdOf(t, "Ben"), s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	s.WantNone(t, 2*time.Hour)

	anna.Get("/")
	game := s.Awaiting(t, people, "7d")
	anna.Turn(game, "c2", 0)
	ben.Turn(game, "d3", 1)
	anna.Get("/")
	s.Clock.Advance(time.Second)
	if m = s.SendOne(t, 60*time.Hour); m.Subject != "Your turn: Hexone against Ben" { // after a while without an answer
		t.Errorf("the mail is %+v", m)
	}
	anna.Post("/settings/mail/notices", "turn", "off")
	ben.Post("/settings/mail/notices", "turn", "off")
	second := s.Awaiting(t, people, "1d")
	anna.Get("/")
	m = s.SendOne(t, 13*time.Hour)
	if m.Subject != "10 hours left: Hexone against Ben" || !strings.Contains(m.Text, second) {
		t.Errorf("the mail is %+v", m)
	}

	anna.Get("/")
	s.Clock.Advance(time.Second)
	if _, err := s.DB.Resign(t.Context(), strings.TrimPrefix(second, "/games/"), s.IdOf(t, "Ben"), s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	ben.Get("/")
	m = s.SendOne(t, 6*time.Minute)
	if m.To != "anna@mail.example" || m.Subject != "You won: Hexone against Ben" ||
		!strings.Contains(m.Text, "- Hexone against Ben\n  Anna (Blue) wins with 49 points: Ben (Red) resigned.\n") {
		t.Errorf("the mail is %+v", m)
	}
}

// Outdated news is not sent.
func TestOldNewsIsNotSent(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(t *testing.T, s *sitetest.MailSite, people []*sitetest.Client, game string){
		"played": func(t *testing.T, s *sitetest.MailSite, people []*sitetest.Client, game string) {
			if _, err := s.DB.PlayTurn(t.Context(), strings.TrimPrefix(game, "/games/"), s.IdOf(t, "Anna"), 0, "c2", s.Clock.Now()); err != nil {
				t.Fatal(err)
			}
		},
		"visited": func(t *testing.T, s *sitetest.MailSite, people []*sitetest.Client, game string) { people[0].Get("/") },
		"switched off": func(t *testing.T, s *sitetest.MailSite, people []*sitetest.Client, game string) {
			if err := s.DB.SetNotices(t.Context(), s.IdOf(t, "Anna"), map[db.Notice]bool{db.NoticeTurn: false, db.NoticeTime: false, db.NoticeChallenge: false}); err != nil {
				t.Fatal(err)
			}
		},
		"forgotten": func(t *testing.T, s *sitetest.MailSite, people []*sitetest.Client, game string) {
			people[0].Post("/settings/mail/remove", "what", "address", "password", sitetest.Password)
		},
		"over": func(t *testing.T, s *sitetest.MailSite, people []*sitetest.Client, game string) {
			if _, err := s.DB.Abort(t.Context(), strings.TrimPrefix(game, "/games/"), s.IdOf(t, "Ben"), s.Clock.Now()); err != nil {
				t.Fatal(err)
			}
		},
		"gone": func(t *testing.T, s *sitetest.MailSite, people []*sitetest.Client, game string) {
			statement := "DELETE FROM mail"
			if !db.OnServer(s.File) {
				statement = "PRAGMA foreign_keys(1); " + statement
			}
			if _, err := s.Raw(t).Exec(statement); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sitetest.NewMailSite(t)
			people := s.Readers(t, 2)
			game := s.Awaiting(t, people, "")
			s.Post.Stop()
			s.Clock.Advance(time.Hour)
			if err := s.SendMail(t.Context()); err == nil {
				t.Fatal("there is a mail server")
			}
			s.Clock.Advance(time.Second)
			change(t, s, people, game)
			s.Post.Again()
			for _, m := range s.Send(t, time.Hour) {
				if m.To == "anna@mail.example" && m.Subject != "Your address for Hexclub was changed or removed" {
					t.Errorf("a mail comes: %s", m.Subject)
				}
			}
		})
	}
}

// A name cannot contain the end of a header, but e-mails do not rely on that. A game that cannot be read does
// not block other e-mails.
func TestMailsWithOddContent(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	people := s.Readers(t, 2)
	s.Awaiting(t, people, "")
	if _, err := s.Raw(t).Exec("UPDATE people SET name = $1 WHERE name = 'Ben'", "Ben\r\nBcc: eve@mail.example\r\n\r\nWin!"); err != nil {
		t.Fatal(err)
	}
	m := s.SendOne(t, time.Hour)
	if m.To != "anna@mail.example" || m.Header["Bcc"] != nil || m.Subject != "Your turn: Hexone against Ben Bcc: eve@mail.example Win!" {
		t.Errorf("the mail is %+v", m)
	}
	if strings.Contains(m.Text, "\nBcc") || strings.Contains(m.Text, "\nWin!") {
		t.Errorf("the mail says\n%s", m.Text)
	}

	broken := s.Awaiting(t, people, "")
	if _, err := s.Raw(t).Exec("UPDATE games SET revision = revision + 1, game = 'chess' WHERE id = $1", strings.TrimPrefix(broken, "/games/")); err != nil {
		t.Fatal(err)
	}
	chloe := s.Client(t)
	chloe.SignUp("Chloe")
	s.Clock.Advance(25 * time.Hour)
	chloe.Post("/settings/mail", "password", sitetest.Password, "address", "chloe@mail.example")
	if err := s.SendMail(t.Context()); err == nil || !strings.Contains(err.Error(), "chess") {
		t.Errorf("error %v", err)
	}
	if mails := s.Post.Mails(); len(mails) != 1 || mails[0].To != "chloe@mail.example" {
		t.Errorf("the mails are %+v", mails)
	}
}
