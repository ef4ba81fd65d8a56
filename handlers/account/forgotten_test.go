package account_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/handlers/limit"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// A user who has forgotten the password gets an e-mail. The response does not reveal whether an
// account exists or has an address.
func TestForgottenPassword(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	anna := s.Readers(t, 1)[0]
	s.Client(t).SignUp("Zoe") // without an address
	if p := s.Client(t).Get(s.Client(t).Get("/login").Attribute("a[href='/login/forgotten']", "href")); p.Find("form.card, .card form").Length() != 1 {
		t.Fatalf("the page has no form: %s", p.Text("main"))
	}

	t.Run("the same message for all", func(t *testing.T) {
		var answers []string
		for _, name := range []string{" ANNA", "Zoe", "Nobody", "", strings.Repeat("x", 300)} {
			before := s.Stored(t)
			p := s.Client(t).Post("/login/forgotten", "name", name).WantStatus(t, http.StatusOK).WantText(t, "[role=status]", "a link is on its way")
			if p.Header["Set-Cookie"] != nil {
				t.Errorf("for %q it sets %q", name, p.Header["Set-Cookie"])
			}
			s.WantStored(t, before) // which would take time
			answers = append(answers, p.Path+p.Body)
		}
		for _, answer := range answers[1:] {
			if answer != answers[0] {
				t.Errorf("the answers differ:\n%s\n%s", answers[0], answer)
			}
		}
	})
	m := s.SendOne(t, 0)
	if m.To != "anna@mail.example" || !strings.Contains(m.Text, "once, for one hour") || m.Header["List-Unsubscribe"] != nil {
		t.Errorf("the letter is %+v", m)
	}
	link := s.Path(t, m, "/reset/")
	s.Client(t).Get(link).WantStatus(t, http.StatusOK)
	s.Client(t).Post(link, "password", sitetest.OtherPassword).WantStatus(t, http.StatusOK).WantText(t, "nav", "Anna")
	if anna.Name() != "" {
		t.Error("the earlier session still works")
	}
	m = s.SendOne(t, 0)
	if m.To != "anna@mail.example" || !strings.Contains(m.Subject, "was changed") || s.Path(t, m, "/login/") != "/login/forgotten" {
		t.Errorf("the notification is %+v", m)
	}

	t.Run("for an hour", func(t *testing.T) {
		s.Client(t).Post("/login/forgotten", "name", "Anna")
		link := s.Path(t, s.SendOne(t, time.Minute), "/reset/")
		s.Clock.Advance(59 * time.Minute)
		s.Client(t).Get(link).WantStatus(t, http.StatusOK)
		s.Clock.Advance(time.Minute)
		s.Client(t).Get(link).WantStatus(t, http.StatusNotFound)
		s.Client(t).Post(link, "password", "too late now").WantStatus(t, http.StatusNotFound)
	})
	t.Run("not to an address that is no more", func(t *testing.T) {
		s.Client(t).Post("/login/forgotten", "name", "Anna")
		link := s.Path(t, s.SendOne(t, time.Hour), "/reset/")
		anna.Post("/login", "name", "Anna", "password", sitetest.OtherPassword).WantStatus(t, http.StatusOK)
		anna.Post("/settings/mail/remove", "what", "address", "password", sitetest.OtherPassword).WantStatus(t, http.StatusOK)
		s.SendOne(t, 0) // the notification
		s.Client(t).Get(link).WantStatus(t, http.StatusNotFound)
		s.Client(t).Post("/login/forgotten", "name", "Anna").WantStatus(t, http.StatusOK)
		s.WantNone(t, time.Minute)
	})
}

// E-mails wait while the mail server is unavailable, but no longer than their link would work.
func TestForgottenWhileMailIsAway(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	s.Readers(t, 1)
	s.Post.Stop()
	s.Client(t).Post("/login/forgotten", "name", "Anna").WantStatus(t, http.StatusOK)
	if err := s.SendMail(t.Context()); err == nil {
		t.Fatal("the server is there")
	}
	s.Post.Again()
	s.Path(t, s.SendOne(t, 10*time.Minute), "/reset/")

	s.Post.Stop()
	s.Client(t).Post("/login/forgotten", "name", "Anna").WantStatus(t, http.StatusOK)
	if err := s.SendMail(t.Context()); err == nil {
		t.Fatal("the server is there")
	}
	s.Post.Again()
	s.WantNone(t, 2*time.Hour)
}

func TestForgottenLimits(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t, web.Limits{ResetsAs: limit.Limit{Burst: 2, Every: time.Hour}, ResetsAt: limit.Limit{Burst: 5, Every: time.Minute}})
	s.Readers(t, 1)
	for _, name := range []string{"Anna", "Nobody"} { // alike
		for i, want := range []int{http.StatusOK, http.StatusOK, http.StatusTooManyRequests} {
			p := s.Client(t).Post("/login/forgotten", "name", name).WantStatus(t, want)
			if i == 2 && (p.Header.Get("Retry-After") == "" || p.Attribute("input[name=name]", "value") != name) {
				t.Errorf("the response for %q is %v, %s", name, p.Header, p.Text("main"))
			}
		}
	}
	s.Client(t).Post("/login/forgotten", "name", "Another").WantStatus(t, http.StatusTooManyRequests) // the address
	s.SendOne(t, 0)
	s.Clock.Advance(time.Hour)
	s.Client(t).Post("/login/forgotten", "name", "Anna").WantStatus(t, http.StatusOK)
}

func TestForgottenWithoutMails(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	s.Client(t).Get("/login/forgotten").WantStatus(t, http.StatusOK).WantText(t, "main", "Ask a club admin").WantCount(t, ".card form", 0)
	s.Client(t).Get("/login/forgotten?sent=yes").WantCount(t, ".card [role=status]", 0)
	s.Client(t).Post("/login/forgotten", "name", "Anna").WantStatus(t, http.StatusMethodNotAllowed)
}
