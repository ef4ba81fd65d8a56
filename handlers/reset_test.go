package handlers_test

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
)

const otherPassword = "another horse"

// resetBy is the path of a link for a new password that an admin makes for a member.
func (c *client) resetBy(name string) string {
	c.t.Helper()
	p := c.post("/club/members/"+name+"/reset").wantStatus(c.t, http.StatusOK)
	if got := p.header.Get("Cache-Control"); got != "no-store" {
		c.t.Errorf("browsers keep the link: %q", got)
	}
	return strings.TrimPrefix(p.attribute("input[readonly]", "value"), c.url)
}

// wantLogIn tries to log in, as a new browser.
func (s *site) wantLogIn(t testing.TB, name, password string, want int) {
	t.Helper()
	s.client(t).post("/login", "name", name, "password", password).wantStatus(t, want)
}

// An admin makes a link for who has forgotten the password, which is shown once, works
// once, and leaves nothing open that was.
func TestResetByAdmin(t *testing.T) {
	t.Parallel()
	s, log := loggedSite(t)
	admin, _ := s.withRole(t, "Ada", db.Admin)
	organiser, _ := s.withRole(t, "Odo", db.Organiser)
	anna := s.client(t)
	anna.signUp("Anna")

	organiser.get("/club/members/Anna").wantCount(t, "form[action$='/reset']", 0)
	admin.get("/club/members/Ada").wantCount(t, "form[action$='/reset']", 0)
	admin.post("/club/members/Ada/reset").wantStatus(t, http.StatusConflict).wantText(t, "#problem", "in the settings")
	first, link := admin.resetBy("Anna"), admin.resetBy("Anna")
	admin.get("/club/members/Anna").wantCount(t, "input[readonly]", 0).wantCount(t, "form[action$='/reset']", 1)
	s.client(t).get(first).wantStatus(t, http.StatusNotFound).wantText(t, "main", "This link does not hold any more")

	c := s.client(t)
	game := c.deviceGame("c2")
	before := c.session()
	c.get(link).wantStatus(t, http.StatusOK).wantText(t, "h1", "Choose a new password").wantCount(t, "input[value=Anna]", 1)
	p := c.post(link, "password", "short").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "at least 8 characters")
	if p.attribute("input[name=password]", "aria-describedby") != "problem" {
		t.Error("the field does not name its problem")
	}
	p = c.post(link, "password", otherPassword).wantStatus(t, http.StatusOK).wantText(t, "#notice", "The password is changed")
	if p.path != "/" || c.name() != "Anna" {
		t.Errorf("it leads %q to %s", c.name(), p.path)
	}
	c.get(game).wantCount(t, ".players small", 2) // the guest's game is Anna's
	if after := c.session(); after == before || s.carry(t, before).name() != "" {
		t.Error("the session from before is hers")
	}
	if name := anna.name(); name != "" {
		t.Errorf("the other browser is %s's still", name)
	}
	s.wantLogIn(t, "Anna", password, http.StatusUnprocessableEntity)
	s.wantLogIn(t, "Anna", otherPassword, http.StatusOK)
	s.client(t).post(link, "password", "a third horse").wantStatus(t, http.StatusNotFound)
	s.wantLogIn(t, "Anna", otherPassword, http.StatusOK)
	admin.get("/club/log").wantText(t, "main", "Ada made a link for a new password of Anna.")

	t.Run("for a day", func(t *testing.T) {
		link := admin.resetBy("Anna")
		for after, want := range map[time.Duration]int{23 * time.Hour: http.StatusOK, 25 * time.Hour: http.StatusNotFound} {
			s.at(t, time.Now().Add(after)).client(t).get(link).wantStatus(t, want)
		}
	})
	t.Run("logged without secrets", func(t *testing.T) {
		text := log.String()
		for _, want := range []string{"event=reset.made", "event=password.reset"} {
			if !strings.Contains(text, want) {
				t.Errorf("the log has no %s:\n%s", want, text)
			}
		}
		for _, secret := range []string{strings.TrimPrefix(link, "/reset/"), password, otherPassword} {
			if strings.Contains(text, secret) {
				t.Errorf("the log has %q:\n%s", secret, text)
			}
		}
	})
}

// Who has forgotten the password gets a letter, and nobody learns by asking whether an
// account exists or has an address.
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
			if s.stored(t) != before {
				t.Errorf("for %q the request stores something, which takes time", name)
			}
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
		anna.post("/settings/mail/remove", "what", "address").wantStatus(t, http.StatusOK)
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

func TestChangePassword(t *testing.T) {
	t.Parallel()
	s := newMailSite(t, handlers.Limits{LogInsAs: handlers.Limit{Burst: 6, Every: time.Minute}})
	log := &logBuffer{}
	s.Log = slog.New(slog.NewTextHandler(log, nil))
	anna := s.readers(t, 1)[0]
	elsewhere := s.client(t)
	elsewhere.logIn("Anna")
	form := anna.get("/settings").attribute("a[href='/settings/password']", "href")
	anna.get(form).wantStatus(t, http.StatusOK).wantCount(t, "form.card input[type=password]", 2)
	s.client(t).get(form).wantStatus(t, http.StatusForbidden)
	for name, tt := range map[string]struct{ old, password, problem string }{
		"wrong":     {"wrong horse", otherPassword, "not your current password"},
		"too long":  {strings.Repeat("x", 300), otherPassword, "not your current password"},
		"new short": {password, "short", "at least 8 characters"},
		"nothing":   {"", "", "at least 8 characters"},
	} {
		t.Run(name, func(t *testing.T) {
			before := s.stored(t)
			p := anna.post(form, "old", tt.old, "password", tt.password).wantStatus(t, http.StatusUnprocessableEntity)
			p.wantText(t, "#problem", tt.problem).wantCount(t, "input[type=password][value]", 0)
			if s.stored(t) != before {
				t.Error("something is stored")
			}
		})
	}
	before := anna.session()
	p := anna.post(form, "old", password, "password", otherPassword).wantStatus(t, http.StatusOK).wantText(t, "#notice", "The password is changed")
	if p.path != "/settings" || anna.session() == before || s.carry(t, before).name() != "" || anna.name() != "Anna" || elsewhere.name() != "" {
		t.Errorf("it leads to %s; here is %q, elsewhere %q", p.path, anna.name(), elsewhere.name())
	}
	s.wantLogIn(t, "Anna", otherPassword, http.StatusOK)
	if m := s.sendOne(t, 0); m.To != "anna@mail.example" || !strings.Contains(m.Subject, "was changed") {
		t.Errorf("the letter is %+v", m)
	}
	for range 2 {
		anna.post(form, "old", "guess guess", "password", "a third horse")
	}
	anna.post(form, "old", otherPassword, "password", "a third horse").wantStatus(t, http.StatusTooManyRequests).wantText(t, "#problem", "too many attempts")
	if text := log.String(); !strings.Contains(text, "event=password.changed") || !strings.Contains(text, "event=password.refused") || strings.Contains(text, "horse") {
		t.Errorf("the log is %s", text)
	}
}

// What is typed into the field for the name may be a password.
func TestRefusedLogInIsLogged(t *testing.T) {
	t.Parallel()
	s, log := loggedSite(t)
	s.client(t).signUp("Anna")
	person, err := s.DB.PersonByName(t.Context(), "Anna")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"Anna": "event=log-in.refused", "my secret": `person=""`} {
		s.wantLogIn(t, name, "guess guess", http.StatusUnprocessableEntity)
		if text := log.String(); !strings.Contains(text, want) || strings.Contains(text, "my secret") || strings.Contains(text, "guess") {
			t.Errorf("after a log-in as %q the log is %s", name, text)
		}
	}
	if text := log.String(); !strings.Contains(text, "person="+person.ID) {
		t.Errorf("the log does not tell whose account it was: %s", text)
	}
}
