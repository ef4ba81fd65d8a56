package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
	"hexclub/views/i18n"
)

// Browsers and proxies keep no page whose address or content lets somebody in.
func TestPagesWithSecretsAreNotStored(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	admin, _ := s.withRole(t, "Alma", db.Admin)
	s.newAccount(t, "Mona")
	game := admin.newGame("invite", "me")
	for _, path := range []string{
		admin.resetBy("Mona"), "/reset/nonsense", "/first-admin/nonsense", "/invited/nonsense", admin.invitation(game), "/join/nonsense",
	} {
		if got := s.client(t).get(path).header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("%s: Cache-Control is %q", path, got)
		}
	}
}

// An admin makes a link for who has forgotten the password, which is shown once, works
// once, and leaves nothing open that was.
func TestResetByAdmin(t *testing.T) {
	t.Parallel()
	s, log := loggedSite(t)
	admin, _ := s.withRole(t, "Alma", db.Admin)
	organiser, _ := s.withRole(t, "Odo", db.Organiser)
	anna := s.client(t)
	anna.signUp("Anna")

	organiser.get("/club/members/Anna").wantCount(t, "form[action$='/reset']", 0)
	admin.get("/club/members/Alma").wantCount(t, "form[action$='/reset']", 0)
	admin.post("/club/members/Alma/reset").wantStatus(t, http.StatusConflict).wantText(t, "#problem", "in the settings")
	first, link := admin.resetBy("Anna"), admin.resetBy("Anna")
	admin.get("/club/members/Anna").wantCount(t, "#link", 0).wantCount(t, "form[action$='/reset']", 1)
	s.client(t).get(first).wantStatus(t, http.StatusNotFound).wantText(t, "main", "This link does not hold any more").
		wantCount(t, "main a[href='/login/forgotten']", 1).wantCount(t, "main a[href='/login']", 1)

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
	admin.get("/club/log").wantText(t, "main", "Alma made a link for a new password of Anna.")

	t.Run("for a day", func(t *testing.T) {
		link := admin.resetBy("Anna")
		for after, want := range map[time.Duration]int{23 * time.Hour: http.StatusOK, 25 * time.Hour: http.StatusNotFound} {
			s.at(t, time.Now().Add(after)).client(t).get(link).wantStatus(t, want)
		}
	})
	t.Run("logged without secrets", func(t *testing.T) {
		text := log.String()
		for _, want := range []string{"event=reset.made", "event=password.reset", "event=link.refused"} {
			if !strings.Contains(text, want) {
				t.Errorf("the log has no %s:\n%s", want, text)
			}
		}
		for _, secret := range []string{strings.TrimPrefix(first, "/reset/"), strings.TrimPrefix(link, "/reset/"), password, otherPassword} {
			if strings.Contains(text, secret) {
				t.Errorf("the log has %q:\n%s", secret, text)
			}
		}
	})
}

// Who comes by the link to an account that never had a password is welcomed; there is
// nothing that they were logged out of.
func TestFirstPassword(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	text, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	path, err := handlers.CreateAccount(t.Context(), s.DB, text, handlers.Account{Name: "Nora", Role: db.Admin}, s.Now())
	if err != nil {
		t.Fatal(err)
	}
	c := s.client(t)
	if p := c.get(path).wantText(t, "h1", "Welcome, Nora!"); strings.Contains(p.text("main"), "everywhere else") {
		t.Errorf("a newcomer reads: %s", p.text("main"))
	}
	p := c.post(path, "password", otherPassword).wantStatus(t, http.StatusOK).wantText(t, "#notice", "Welcome! Your account is ready.")
	if c.name() != "Nora" {
		t.Errorf("it leads %q to %s", c.name(), p.path)
	}
}
