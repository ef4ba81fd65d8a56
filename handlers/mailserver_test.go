package handlers_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/mail/mailtest"
	"hexclub/handlers/sitetest"
)

// While the server is down, the pauses between tries grow. Then every e-mail is sent once.
func TestMailServerDown(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	anna := s.Accounts(t, 1)[0]
	s.Post.Stop()
	for range 2 { // the pauses start again
		anna.Post("/settings/mail", "password", sitetest.Password, "address", "anna@mail.example").WantStatus(t, http.StatusOK).WantText(t, "#mail", "An e-mail is on its way")
		var tried []int
		for minute := range 70 {
			if err := s.SendMail(t.Context()); err != nil {
				tried = append(tried, minute)
				if strings.Contains(err.Error(), "anna@") {
					t.Errorf("the log would say %v", err)
				}
			}
			s.Clock.Advance(time.Minute)
		}
		if want := []int{0, 1, 3, 7, 15, 31, 63}; !slices.Equal(tried, want) {
			t.Errorf("tried after %v minutes, want %v", tried, want)
		}
		s.Post.Again()
		s.WantNone(t, 0)
		if m := s.SendOne(t, time.Hour); m.To != "anna@mail.example" {
			t.Errorf("the mail goes to %s", m.To)
		}
		s.WantNone(t, time.Hour)
		s.Post.Stop()
	}
}

// An e-mail that the server temporarily rejects does not block others.
func TestMailServerDefersOneMail(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	people := s.Accounts(t, 2)
	s.Post.Answer(func(command, to string) error {
		if command == "RCPT" && to == "anna@mail.example" {
			return mailtest.Code(451, 4, 7, 1)
		}
		return nil
	})
	people[0].Post("/settings/mail", "password", sitetest.Password, "address", "anna@mail.example")
	people[1].Post("/settings/mail", "password", sitetest.Password, "address", "ben@mail.example")
	if m := s.SendOne(t, 0); m.To != "ben@mail.example" {
		t.Errorf("the mail goes to %s", m.To)
	}
	people[0].Get("/settings").WantText(t, "#mail", "An e-mail is on its way")
	s.WantNone(t, time.Minute)
	s.Post.Answer(nil)
	m := s.SendOne(t, 2*time.Minute)
	people[0].Post(s.Path(t, m, "/mail/confirm/")).WantStatus(t, http.StatusOK)
	if m.To != "anna@mail.example" {
		t.Errorf("the mail goes to %s", m.To)
	}
	t.Run("until it is too late", func(t *testing.T) {
		s.Post.Answer(func(string, string) error { return mailtest.Code(451) })
		people[0].Post("/settings/mail", "password", sitetest.Password, "address", "other@mail.example")
		for range 60 {
			s.WantNone(t, time.Hour)
		}
		s.Post.Answer(nil)
		s.WantNone(t, 7*time.Hour)
	})
}

// An address that its server rejects permanently gets no more e-mail until its owner confirms it again.
func TestMailServerRejectsAnAddress(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	people := s.Readers(t, 2)
	anna := people[0]
	refuse := func(command, to string) error {
		if command == "RCPT" && to == "anna@mail.example" {
			return mailtest.Code(550, 5, 1, 1)
		}
		return nil
	}
	s.Post.Answer(refuse)
	s.Awaiting(t, people, "")
	s.WantNone(t, time.Hour)
	anna.Get("/settings").WantText(t, "#mail .bad", "An e-mail to anna@mail.example came back")
	s.Post.Answer(nil)
	s.WantNone(t, 50*time.Hour)

	t.Run("again", func(t *testing.T) {
		s.Post.Answer(refuse)
		anna.Post("/settings/mail", "password", sitetest.Password, "address", "anna@mail.example").WantText(t, "#mail", "An e-mail is on its way to anna@mail.example")
		s.WantNone(t, 0)
		anna.Get("/settings").WantText(t, "#mail", "The e-mail to anna@mail.example couldn’t be delivered")
		s.Post.Answer(nil)
		s.WantNone(t, time.Hour)
	})
	anna.Post("/settings/mail", "password", sitetest.Password, "address", "anna@mail.example")
	anna.Post(s.Path(t, s.SendOne(t, 0), "/mail/confirm/"))
	anna.Get("/settings").WantCount(t, "#mail .bad", 0).WantText(t, "#mail", "Hexclub sends e-mails to anna@mail.example.")
	s.SendOne(t, 26*time.Hour)
}

// If the server rejects the site itself, addresses stay valid.
func TestMailServerRejectsTheSite(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	people := s.Readers(t, 2)
	s.Awaiting(t, people, "")
	for _, answer := range []func(command, to string) error{
		func(string, string) error { return mailtest.Code(550, 5, 7, 1) },
		func(command, _ string) error {
			if command == "DATA" {
				return mailtest.Code(554)
			}
			return nil
		},
	} {
		s.Post.Answer(answer)
		s.WantNone(t, time.Hour)
		people[0].With("HX-Request", "true").Get("/settings").WantCount(t, "#mail .bad", 0)
	}
	s.Post.Answer(nil)
	s.SendOne(t, 7*time.Hour)
}

// A program that is killed while it sends loses no e-mail and repeats one at most.
func TestKilledWhileSending(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	anna := s.Accounts(t, 1)[0]
	file := s.Raw(t)
	die := func(yes bool) {
		t.Helper()
		create, drop := "CREATE TRIGGER die BEFORE UPDATE ON letters WHEN new.tries = old.tries BEGIN SELECT RAISE(ABORT, 'dead'); END", "DROP TRIGGER die"
		if db.OnServer(s.File) {
			create = `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'dead'; END $$;
				CREATE TRIGGER die BEFORE UPDATE ON letters FOR EACH ROW WHEN (new.tries = old.tries) EXECUTE FUNCTION die()`
			drop = "DROP FUNCTION die CASCADE"
		}
		query := drop
		if yes { // the result of the e-mail is not stored
			query = create
		}
		if _, err := file.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
	anna.Post("/settings/mail", "password", sitetest.Password, "address", "anna@mail.example")
	die(true)
	links := map[string]bool{}
	for hour := range 48 {
		err := s.SendMail(t.Context())
		for _, m := range s.Post.Mails() {
			links[s.Path(t, m, "/mail/confirm/")] = true
			if err == nil {
				t.Error("it does not die")
			}
		}
		if hour == 0 && len(links) != 1 {
			t.Fatal("no mail is sent")
		}
		s.Clock.Advance(time.Hour)
	}
	if len(links) != 2 {
		t.Errorf("%d mails are sent", len(links))
	}
	for link := range links {
		anna.Get(link) // both links work
	}
	die(false)
	s.WantNone(t, time.Hour)

	t.Run("stopped, it stores what it has sent", func(t *testing.T) {
		anna.Post("/settings/mail", "password", sitetest.Password, "address", "third@mail.example")
		ctx, cancel := context.WithCancel(t.Context())
		s.Post.Answer(func(command, _ string) error {
			if command == "DATA" {
				cancel()
			}
			return nil
		})
		if err := s.SendMail(ctx); err != nil || len(s.Post.Mails()) != 1 {
			t.Errorf("error %v", err)
		}
		s.WantNone(t, time.Hour)
	})
	t.Run("before anything is sent", func(t *testing.T) {
		anna.Post("/settings/mail", "password", sitetest.Password, "address", "new@mail.example")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_ = s.SendMail(ctx)
		s.SendOne(t, time.Hour)
	})
}

// A slow server does not slow down the site, and sending stops soon when the site stops.
func TestSlowMailServer(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	anna := s.Accounts(t, 1)[0]
	reached, release := make(chan struct{}, 9), make(chan struct{})
	s.Post.Answer(func(command, _ string) error {
		if command == "DATA" {
			reached <- struct{}{}
			<-release
		}
		return nil
	})
	anna.Post("/settings/mail", "password", sitetest.Password, "address", "anna@mail.example")
	s.SetMailTimeouts(500*time.Millisecond, time.Millisecond)
	for len(reached) == 0 { // a busy machine may need another try to get this far
		if err := s.SendMail(t.Context()); err == nil {
			t.Fatal("it is content")
		}
		s.Clock.Advance(time.Hour)
	}
	<-reached

	s.SetMailTimeouts(time.Hour, time.Millisecond)
	ctx, stop := context.WithCancel(t.Context())
	sending := make(chan error)
	go func() { sending <- s.SendMail(ctx) }()
	<-reached
	anna.Get("/settings").WantText(t, "#mail", "An e-mail is on its way")
	anna.Post("/settings/mail", "password", sitetest.Password, "address", "other@mail.example").WantStatus(t, http.StatusOK)
	stop()
	<-sending
	close(release)
	if mails := s.Send(t, time.Hour); len(mails) == 0 || mails[len(mails)-1].To != "other@mail.example" {
		t.Errorf("the mails are %+v", mails)
	}
}

// The site sends a requested e-mail soon, without further action.
func TestMailsAreSentSoon(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	anna := s.Accounts(t, 1)[0]
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); s.Work(ctx) }()
	anna.Post("/settings/mail", "password", sitetest.Password, "address", "anna@mail.example")
	if m := s.Post.Next(); m.To != "anna@mail.example" {
		t.Errorf("the mail goes to %s", m.To)
	}
	stop()
	<-done
}

// The number of e-mails in a minute is limited.
func TestMailsPerMinuteAreLimited(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	for i := range 70 {
		person, err := s.DB.SignUp(t.Context(), "", fmt.Sprint("Reader ", i), "hash", s.Clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		if err := s.DB.AskAddress(t.Context(), person.ID, fmt.Sprintf("r%d@mail.example", i), "en", true, s.Clock.Now()); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(s.Send(t, time.Minute)); n != 60 {
		t.Errorf("%d mails go out in a minute", n)
	}
	anna := s.Client(t)
	anna.SignUp("Anna")
	anna.Post("/settings/mail", "password", sitetest.Password, "address", "anna@mail.example") // would be sent at once
	s.WantNone(t, 30*time.Second)
	if n := len(s.Send(t, 30*time.Second)); n != 11 {
		t.Errorf("%d mails go out in the next", n)
	}
	if n := s.Post.Connections(); n != 2 {
		t.Errorf("over %d connections", n)
	}
}
