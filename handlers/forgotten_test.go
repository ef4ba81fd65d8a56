package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/handlers"
)

// Who has forgotten the password gets a letter, and nobody learns by asking whether an
// newAccount exists or has an address.
func TestForgottenPassword(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	anna := s.readers(t, 1)[0]
	s.client(t).signUp("Zoe") // without an address
	if p := s.client(t).get(s.client(t).get("/login").attribute("a[href='/login/forgotten']", "href")); p.Find("form.card, .card form").Length() != 1 {
		t.Fatalf("the page has no form: %s", p.text("main"))
	}

	t.Run("told alike", func(t *testing.T) {
		var answers []string
		for _, name := range []string{" ANNA", "Zoe", "Nobody", "", strings.Repeat("x", 300)} {
			before := s.stored(t)
			p := s.client(t).post("/login/forgotten", "name", name).wantStatus(t, http.StatusOK).wantText(t, "[role=status]", "a letter is on its way")
			if p.header["Set-Cookie"] != nil {
				t.Errorf("for %q it sets %q", name, p.header["Set-Cookie"])
			}
			s.wantStored(t, before) // which would take time
			answers = append(answers, p.path+p.body)
		}
		for _, answer := range answers[1:] {
			if answer != answers[0] {
				t.Errorf("the answers differ:\n%s\n%s", answers[0], answer)
			}
		}
	})
	m := s.sendOne(t, 0)
	if m.To != "anna@mail.example" || !strings.Contains(m.Text, "once, for one hour") || m.Header["List-Unsubscribe"] != nil {
		t.Errorf("the letter is %+v", m)
	}
	link := s.path(t, m, "/reset/")
	s.client(t).get(link).wantStatus(t, http.StatusOK)
	s.client(t).post(link, "password", otherPassword).wantStatus(t, http.StatusOK).wantText(t, "nav", "Anna")
	if anna.name() != "" {
		t.Error("the session from before goes on")
	}
	m = s.sendOne(t, 0)
	if m.To != "anna@mail.example" || !strings.Contains(m.Subject, "was changed") || s.path(t, m, "/login/") != "/login/forgotten" {
		t.Errorf("the letter that tells of it is %+v", m)
	}

	t.Run("for an hour", func(t *testing.T) {
		s.client(t).post("/login/forgotten", "name", "Anna")
		link := s.path(t, s.sendOne(t, time.Minute), "/reset/")
		s.clock.advance(59 * time.Minute)
		s.client(t).get(link).wantStatus(t, http.StatusOK)
		s.clock.advance(time.Minute)
		s.client(t).get(link).wantStatus(t, http.StatusNotFound)
		s.client(t).post(link, "password", "too late now").wantStatus(t, http.StatusNotFound)
	})
	t.Run("not to an address that is no more", func(t *testing.T) {
		s.client(t).post("/login/forgotten", "name", "Anna")
		link := s.path(t, s.sendOne(t, time.Hour), "/reset/")
		anna.post("/login", "name", "Anna", "password", otherPassword).wantStatus(t, http.StatusOK)
		anna.post("/settings/mail/remove", "what", "address", "password", otherPassword).wantStatus(t, http.StatusOK)
		s.sendOne(t, 0) // tells of that
		s.client(t).get(link).wantStatus(t, http.StatusNotFound)
		s.client(t).post("/login/forgotten", "name", "Anna").wantStatus(t, http.StatusOK)
		s.wantNone(t, time.Minute)
	})
}

// Who waits for a letter goes on waiting while the mail server is away, but not for
// longer than its link would have worked.
func TestForgottenWhileMailIsAway(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	s.readers(t, 1)
	s.post.Stop()
	s.client(t).post("/login/forgotten", "name", "Anna").wantStatus(t, http.StatusOK)
	if err := s.SendMail(t.Context()); err == nil {
		t.Fatal("the server is there")
	}
	s.post.Again()
	s.path(t, s.sendOne(t, 10*time.Minute), "/reset/")

	s.post.Stop()
	s.client(t).post("/login/forgotten", "name", "Anna").wantStatus(t, http.StatusOK)
	if err := s.SendMail(t.Context()); err == nil {
		t.Fatal("the server is there")
	}
	s.post.Again()
	s.wantNone(t, 2*time.Hour)
}

func TestForgottenLimits(t *testing.T) {
	t.Parallel()
	s := newMailSite(t, handlers.Limits{ResetsAs: handlers.Limit{Burst: 2, Every: time.Hour}, ResetsAt: handlers.Limit{Burst: 5, Every: time.Minute}})
	s.readers(t, 1)
	for _, name := range []string{"Anna", "Nobody"} { // alike
		for i, want := range []int{http.StatusOK, http.StatusOK, http.StatusTooManyRequests} {
			p := s.client(t).post("/login/forgotten", "name", name).wantStatus(t, want)
			if i == 2 && (p.header.Get("Retry-After") == "" || p.attribute("input[name=name]", "value") != name) {
				t.Errorf("%q is told %v, and sees %s", name, p.header, p.text("main"))
			}
		}
	}
	s.client(t).post("/login/forgotten", "name", "Another").wantStatus(t, http.StatusTooManyRequests) // the address
	s.sendOne(t, 0)
	s.clock.advance(time.Hour)
	s.client(t).post("/login/forgotten", "name", "Anna").wantStatus(t, http.StatusOK)
}

func TestForgottenWithoutMails(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.client(t).get("/login/forgotten").wantStatus(t, http.StatusOK).wantText(t, "main", "Ask an admin of the club").wantCount(t, ".card form", 0)
	s.client(t).get("/login/forgotten?sent=yes").wantCount(t, ".card [role=status]", 0)
	s.client(t).post("/login/forgotten", "name", "Anna").wantStatus(t, http.StatusMethodNotAllowed)
}
