package account_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/account"
	"hexclub/handlers/sitetest"
	"hexclub/views/i18n"
)

// Browsers and proxies do not store pages whose address or content has a secret.
func TestPagesWithSecretsAreNotStored(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, _ := s.WithRole(t, "Alma", db.Admin)
	s.NewAccount(t, "Mona")
	game := admin.NewGame("invite", "me")
	for _, path := range []string{
		admin.ResetBy("Mona"), "/reset/nonsense", "/first-admin/nonsense", "/invited/nonsense", admin.Invitation(game), "/join/nonsense",
	} {
		if got := s.Client(t).Get(path).Header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("%s: Cache-Control is %q", path, got)
		}
	}
}

// An admin creates a link for a forgotten password. It is shown once, works once, and ends all
// sessions.
func TestResetByAdmin(t *testing.T) {
	t.Parallel()
	s, log := sitetest.LoggedSite(t)
	admin, _ := s.WithRole(t, "Alma", db.Admin)
	organiser, _ := s.WithRole(t, "Odo", db.Organiser)
	anna := s.Client(t)
	anna.SignUp("Anna")

	organiser.Get("/club/members/Anna").WantCount(t, "form[action$='/reset']", 0)
	admin.Get("/club/members/Alma").WantCount(t, "form[action$='/reset']", 0)
	admin.Post("/club/members/Alma/reset").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "in the settings")
	first, link := admin.ResetBy("Anna"), admin.ResetBy("Anna")
	admin.Get("/club/members/Anna").WantCount(t, "#link", 0).WantCount(t, "form[action$='/reset']", 1)
	s.Client(t).Get(first).WantStatus(t, http.StatusNotFound).WantText(t, "main", "This link ").
		WantCount(t, "main a[href='/login/forgotten']", 1).WantCount(t, "main a[href='/login']", 1)

	c := s.Client(t)
	game := c.DeviceGame("c2")
	before := c.Session()
	c.Get(link).WantStatus(t, http.StatusOK).WantText(t, "h1", "Choose a new password").WantCount(t, "input[value=Anna]", 1)
	p := c.Post(link, "password", "short").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "at least 8 characters")
	if p.Attribute("input[name=password]", "aria-describedby") != "problem" {
		t.Error("the field does not name its problem")
	}
	p = c.Post(link, "password", sitetest.OtherPassword).WantStatus(t, http.StatusOK).WantText(t, "#notice", "Password changed")
	if p.Path != "/" || c.Name() != "Anna" {
		t.Errorf("it leads %q to %s", c.Name(), p.Path)
	}
	c.Get(game).WantCount(t, ".players small", 2) // the guest's game is Anna's
	if after := c.Session(); after == before || s.Carry(t, before).Name() != "" {
		t.Error("the session from before is hers")
	}
	if name := anna.Name(); name != "" {
		t.Errorf("the other browser is still logged in as %s", name)
	}
	s.WantLogIn(t, "Anna", sitetest.Password, http.StatusUnprocessableEntity)
	s.WantLogIn(t, "Anna", sitetest.OtherPassword, http.StatusOK)
	s.Client(t).Post(link, "password", "a third horse").WantStatus(t, http.StatusNotFound)
	s.WantLogIn(t, "Anna", sitetest.OtherPassword, http.StatusOK)
	admin.Get("/club/log").WantText(t, "main", "Alma created a password link for Anna.")

	t.Run("for a day", func(t *testing.T) {
		link := admin.ResetBy("Anna")
		for after, want := range map[time.Duration]int{23 * time.Hour: http.StatusOK, 25 * time.Hour: http.StatusNotFound} {
			s.At(t, time.Now().Add(after)).Client(t).Get(link).WantStatus(t, want)
		}
	})
	t.Run("logged without secrets", func(t *testing.T) {
		text := log.String()
		for _, want := range []string{"event=reset.made", "event=password.reset", "event=link.refused"} {
			if !strings.Contains(text, want) {
				t.Errorf("the log has no %s:\n%s", want, text)
			}
		}
		for _, secret := range []string{strings.TrimPrefix(first, "/reset/"), strings.TrimPrefix(link, "/reset/"), sitetest.Password, sitetest.OtherPassword} {
			if strings.Contains(text, secret) {
				t.Errorf("the log has %q:\n%s", secret, text)
			}
		}
	})
}

// The first password of an account gets a welcome, and no message about ended sessions.
func TestFirstPassword(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	text, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	path, err := account.CreateAccount(t.Context(), s.DB, text, account.Account{Name: "Nora", Role: db.Admin}, s.Now())
	if err != nil {
		t.Fatal(err)
	}
	c := s.Client(t)
	if p := c.Get(path).WantText(t, "h1", "Welcome, Nora!"); strings.Contains(p.Text("main"), "everywhere else") {
		t.Errorf("a newcomer reads: %s", p.Text("main"))
	}
	p := c.Post(path, "password", sitetest.OtherPassword).WantStatus(t, http.StatusOK).WantText(t, "#notice", "Welcome! Your account is ready.")
	if c.Name() != "Nora" {
		t.Errorf("it leads %q to %s", c.Name(), p.Path)
	}
}
