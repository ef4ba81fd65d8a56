package handlers_test

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
	"hexclub/handlers/mail/mailtest"
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
			s := openSite(t, filepath.Join(t.TempDir(), "hexclub.db"))
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
		if m.Subject != "À vous de jouer dans 2 parties" || !strings.Contains(m.Text, "- Hexone contre Ben : il reste 22 heures\n") {
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
			Key: "six", Host: s.person(t, "Ben"), HostSeat: 1, Opponent: s.person(t, "Anna"), Control: controlOf(t, clock),
		}, s.clock.now())
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	first := challenge("5+3")
	m := s.sendOne(t, time.Minute)
	if m.To != "anna@mail.example" || m.Subject != "Ben challenges you to Six" ||
		!strings.Contains(m.Text, "- Ben challenges you to Six (5 minutes + 3 s a turn, casual). Accept or decline here:\n  "+s.url+"/games/"+first.ID+"\n") {
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
	if _, err := s.DB.Abort(t.Context(), taken.ID, s.person(t, "Ben"), s.clock.now()); err != nil {
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
	if _, err := s.DB.Resign(t.Context(), strings.TrimPrefix(second, "/games/"), s.person(t, "Ben"), s.clock.now()); err != nil {
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
			if _, err := s.DB.PlayTurn(t.Context(), strings.TrimPrefix(game, "/games/"), s.person(t, "Anna"), 0, "c2", s.clock.now()); err != nil {
				t.Fatal(err)
			}
		},
		"visited": func(t *testing.T, s *mailSite, people []*client, game string) { people[0].get("/") },
		"switched off": func(t *testing.T, s *mailSite, people []*client, game string) {
			if err := s.DB.SetNotices(t.Context(), s.person(t, "Anna"), map[db.Notice]bool{db.NoticeTurn: false, db.NoticeTime: false, db.NoticeChallenge: false}); err != nil {
				t.Fatal(err)
			}
		},
		"forgotten": func(t *testing.T, s *mailSite, people []*client, game string) {
			people[0].post("/settings/mail/remove", "what", "address")
		},
		"over": func(t *testing.T, s *mailSite, people []*client, game string) {
			if _, err := s.DB.Abort(t.Context(), strings.TrimPrefix(game, "/games/"), s.person(t, "Ben"), s.clock.now()); err != nil {
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
				if m.To == "anna@mail.example" {
					t.Errorf("a mail comes: %s", m.Subject)
				}
			}
		})
	}
}

// While the server is down it is tried after growing pauses; then every mail
// goes out once.
func TestServerDown(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	anna := s.accounts(t, 1)[0]
	s.post.Stop()
	for range 2 { // the pauses begin anew
		anna.post("/settings/mail", "password", password, "address", "anna@mail.example").wantStatus(t, http.StatusOK).wantText(t, ".mail", "A mail is on its way")
		var tried []int
		for minute := range 70 {
			if err := s.SendMail(t.Context()); err != nil {
				tried = append(tried, minute)
				if strings.Contains(err.Error(), "anna@") {
					t.Errorf("the log would say %v", err)
				}
			}
			s.clock.advance(time.Minute)
		}
		if want := []int{0, 1, 3, 7, 15, 31, 63}; !slices.Equal(tried, want) {
			t.Errorf("tried after %v minutes, want %v", tried, want)
		}
		s.post.Again()
		s.wantNone(t, 0)
		if m := s.sendOne(t, time.Hour); m.To != "anna@mail.example" {
			t.Errorf("the mail goes to %s", m.To)
		}
		s.wantNone(t, time.Hour)
		s.post.Stop()
	}
}

// One mail that the server does not take now keeps no other back.
func TestServerSaysLater(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	people := s.accounts(t, 2)
	s.post.Answer(func(command, to string) error {
		if command == "RCPT" && to == "anna@mail.example" {
			return mailtest.Code(451, 4, 7, 1)
		}
		return nil
	})
	people[0].post("/settings/mail", "password", password, "address", "anna@mail.example")
	people[1].post("/settings/mail", "password", password, "address", "ben@mail.example")
	if m := s.sendOne(t, 0); m.To != "ben@mail.example" {
		t.Errorf("the mail goes to %s", m.To)
	}
	people[0].get("/settings").wantText(t, ".mail", "A mail is on its way")
	s.wantNone(t, time.Minute)
	s.post.Answer(nil)
	m := s.sendOne(t, 2*time.Minute)
	people[0].post(s.path(t, m, "/mail/confirm/")).wantStatus(t, http.StatusOK)
	if m.To != "anna@mail.example" {
		t.Errorf("the mail goes to %s", m.To)
	}
	t.Run("until it is too late", func(t *testing.T) {
		s.post.Answer(func(string, string) error { return mailtest.Code(451) })
		people[0].post("/settings/mail", "password", password, "address", "other@mail.example")
		for range 60 {
			s.wantNone(t, time.Hour)
		}
		s.post.Answer(nil)
		s.wantNone(t, 7*time.Hour)
	})
}

// An address that its server refuses for good is not written to any more, until
// its owner has confirmed it again.
func TestServerRefuses(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	people := s.readers(t, 2)
	anna := people[0]
	refuse := func(command, to string) error {
		if command == "RCPT" && to == "anna@mail.example" {
			return mailtest.Code(550, 5, 1, 1)
		}
		return nil
	}
	s.post.Answer(refuse)
	s.awaiting(t, people, "")
	s.wantNone(t, time.Hour)
	anna.get("/settings").wantText(t, ".mail .bad", "A mail to anna@mail.example came back")
	s.post.Answer(nil)
	s.wantNone(t, 50*time.Hour)

	t.Run("again", func(t *testing.T) {
		s.post.Answer(refuse)
		anna.post("/settings/mail", "password", password, "address", "anna@mail.example").wantText(t, ".mail", "A mail is on its way to anna@mail.example")
		s.wantNone(t, 0)
		anna.get("/settings").wantText(t, ".mail", "The mail to anna@mail.example could not be delivered")
		s.post.Answer(nil)
		s.wantNone(t, time.Hour)
	})
	anna.post("/settings/mail", "password", password, "address", "anna@mail.example")
	anna.post(s.path(t, s.sendOne(t, 0), "/mail/confirm/"))
	anna.get("/settings").wantCount(t, ".mail .bad", 0).wantText(t, ".mail", "Hexclub writes to anna@mail.example.")
	s.sendOne(t, 26*time.Hour)
}

// A server that refuses the site itself says nothing about people's addresses.
func TestServerRefusesTheSite(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	people := s.readers(t, 2)
	s.awaiting(t, people, "")
	for _, answer := range []func(command, to string) error{
		func(string, string) error { return mailtest.Code(550, 5, 7, 1) },
		func(command, _ string) error {
			if command == "DATA" {
				return mailtest.Code(554)
			}
			return nil
		},
	} {
		s.post.Answer(answer)
		s.wantNone(t, time.Hour)
		people[0].with("HX-Request", "true").get("/settings").wantCount(t, ".mail .bad", 0)
	}
	s.post.Answer(nil)
	s.sendOne(t, 7*time.Hour)
}

// A program that dies while it sends loses no mail and repeats it once at most.
func TestDiesWhileSending(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	anna := s.accounts(t, 1)[0]
	file := s.raw(t)
	die := func(yes bool) {
		t.Helper()
		query := "DROP TRIGGER die"
		if yes { // what became of the mail is not noted any more
			query = `CREATE TRIGGER die BEFORE UPDATE ON letters WHEN new.tries = old.tries BEGIN SELECT RAISE(ABORT, 'dead'); END`
		}
		if _, err := file.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
	anna.post("/settings/mail", "password", password, "address", "anna@mail.example")
	die(true)
	links := map[string]bool{}
	for hour := range 48 {
		err := s.SendMail(t.Context())
		for _, m := range s.post.Mails() {
			links[s.path(t, m, "/mail/confirm/")] = true
			if err == nil {
				t.Error("it does not die")
			}
		}
		if hour == 0 && len(links) != 1 {
			t.Fatal("no mail is sent")
		}
		s.clock.advance(time.Hour)
	}
	if len(links) != 2 {
		t.Errorf("%d mails are sent", len(links))
	}
	for link := range links {
		anna.get(link) // both are read, whatever became of the program
	}
	die(false)
	s.wantNone(t, time.Hour)

	t.Run("told to stop, it notes what it has done", func(t *testing.T) {
		anna.post("/settings/mail", "password", password, "address", "third@mail.example")
		ctx, cancel := context.WithCancel(t.Context())
		s.post.Answer(func(command, _ string) error {
			if command == "DATA" {
				cancel()
			}
			return nil
		})
		if err := s.SendMail(ctx); err != nil || len(s.post.Mails()) != 1 {
			t.Errorf("error %v", err)
		}
		s.wantNone(t, time.Hour)
	})
	t.Run("before anything is sent", func(t *testing.T) {
		anna.post("/settings/mail", "password", password, "address", "new@mail.example")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_ = s.SendMail(ctx)
		s.sendOne(t, time.Hour)
	})
}

// While the server is slow the site is not, and a mail under way ends soon when
// the site stops.
func TestSlowServer(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	anna := s.accounts(t, 1)[0]
	reached, release := make(chan struct{}, 9), make(chan struct{})
	s.post.Answer(func(command, _ string) error {
		if command == "DATA" {
			reached <- struct{}{}
			<-release
		}
		return nil
	})
	anna.post("/settings/mail", "password", password, "address", "anna@mail.example")
	s.SetMailTimeouts(500*time.Millisecond, time.Millisecond)
	for len(reached) == 0 { // a busy machine may need another try to get so far
		if err := s.SendMail(t.Context()); err == nil {
			t.Fatal("it is content")
		}
		s.clock.advance(time.Hour)
	}
	<-reached

	s.SetMailTimeouts(time.Hour, time.Millisecond)
	ctx, stop := context.WithCancel(t.Context())
	sending := make(chan error)
	go func() { sending <- s.SendMail(ctx) }()
	<-reached
	anna.get("/settings").wantText(t, ".mail", "A mail is on its way")
	anna.post("/settings/mail", "password", password, "address", "other@mail.example").wantStatus(t, http.StatusOK)
	stop()
	<-sending
	close(release)
	if mails := s.send(t, time.Hour); len(mails) == 0 || mails[len(mails)-1].To != "other@mail.example" {
		t.Errorf("the mails are %+v", mails)
	}
}

// The site works by itself: who asks for a mail has it soon.
func TestMailsGoOutByThemselves(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	anna := s.accounts(t, 1)[0]
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); s.Work(ctx) }()
	anna.post("/settings/mail", "password", password, "address", "anna@mail.example")
	if m := s.post.Next(); m.To != "anna@mail.example" {
		t.Errorf("the mail goes to %s", m.To)
	}
	stop()
	<-done
}

// So many mails go out in a minute and no more.
func TestMailsAreBounded(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	for i := range 70 {
		person, err := s.DB.SignUp(t.Context(), "", fmt.Sprint("Reader ", i), "hash", s.clock.now())
		if err != nil {
			t.Fatal(err)
		}
		if err := s.DB.AskAddress(t.Context(), person.ID, fmt.Sprintf("r%d@mail.example", i), "en", true, s.clock.now()); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(s.send(t, time.Minute)); n != 60 {
		t.Errorf("%d mails go out in a minute", n)
	}
	anna := s.client(t)
	anna.signUp("Anna")
	anna.post("/settings/mail", "password", password, "address", "anna@mail.example") // would go out at once
	s.wantNone(t, 30*time.Second)
	if n := len(s.send(t, 30*time.Second)); n != 11 {
		t.Errorf("%d mails go out in the next", n)
	}
	if n := s.post.Connections(); n != 2 {
		t.Errorf("over %d connections", n)
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
	if _, err := s.raw(t).Exec("UPDATE games SET game = 'chess' WHERE id = $1", strings.TrimPrefix(broken, "/games/")); err != nil {
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
