package account_test

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/handlers/limit"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

func TestChangePassword(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t, web.Limits{LogInsBy: limit.Limit{Burst: 6, Every: time.Minute}})
	log := &sitetest.LogBuffer{}
	s.Log = slog.New(slog.NewTextHandler(log, nil))
	anna := s.Readers(t, 1)[0]
	elsewhere := s.Client(t)
	elsewhere.LogIn("Anna")
	form := anna.Get("/settings").Attribute("a[href='/settings/password']", "href")
	anna.Get(form).WantStatus(t, http.StatusOK).WantCount(t, "form.card input[type=password]", 2)
	s.Client(t).Get(form).WantStatus(t, http.StatusForbidden)
	for name, tt := range map[string]struct{ old, password, problem string }{
		"wrong":     {"wrong horse", sitetest.OtherPassword, "current password is wrong"},
		"too long":  {strings.Repeat("x", 300), sitetest.OtherPassword, "current password is wrong"},
		"new short": {sitetest.Password, "short", "at least 8 characters"},
		"nothing":   {"", "", "at least 8 characters"},
	} {
		t.Run(name, func(t *testing.T) {
			before := s.Stored(t)
			p := anna.Post(form, "old", tt.old, "password", tt.password).WantStatus(t, http.StatusUnprocessableEntity)
			p.WantText(t, "#problem", tt.problem).WantCount(t, "input[type=password][value]", 0)
			s.WantStored(t, before)
		})
	}
	before := anna.Session()
	p := anna.Post(form, "old", sitetest.Password, "password", sitetest.OtherPassword).WantStatus(t, http.StatusOK).WantText(t, "#saved", "Password changed")
	if p.Path != "/settings" || anna.Session() == before || s.Carry(t, before).Name() != "" || anna.Name() != "Anna" || elsewhere.Name() != "" {
		t.Errorf("it leads to %s; here is %q, elsewhere %q", p.Path, anna.Name(), elsewhere.Name())
	}
	s.WantLogIn(t, "Anna", sitetest.OtherPassword, http.StatusOK)
	if m := s.SendOne(t, 0); m.To != "anna@mail.example" || !strings.Contains(m.Subject, "was changed") {
		t.Errorf("the letter is %+v", m)
	}
	for range 2 {
		anna.Post(form, "old", "guess guess", "password", "a third horse")
	}
	anna.Post(form, "old", sitetest.OtherPassword, "password", "a third horse").WantStatus(t, http.StatusTooManyRequests).WantText(t, "#problem", "Too many log-in attempts")
	if text := log.String(); !strings.Contains(text, "event=password.changed") || !strings.Contains(text, "event=password.refused") || strings.Contains(text, "horse") {
		t.Errorf("the log is %s", text)
	}
}

// Password hashes use no more cores than searches, however many threads the program has.
func TestHashPlaces(t *testing.T) {
	t.Parallel()
	for searches, want := range map[int]int{1: 1, 2: 2, 5: 2} {
		if got := sitetest.OpenSite(t, web.Config{Searches: searches}).Account.HashPlaces(); got != want {
			t.Errorf("with %d searches %d passwords are hashed at once, want %d", searches, got, want)
		}
	}
}
