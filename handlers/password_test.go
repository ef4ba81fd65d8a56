package handlers_test

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/handlers"
)

func TestChangePassword(t *testing.T) {
	t.Parallel()
	s := newMailSite(t, handlers.Limits{LogInsBy: handlers.Limit{Burst: 6, Every: time.Minute}})
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
			s.wantStored(t, before)
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

// Hashes of passwords take no more cores than searches, however many threads the program has.
func TestHashPlaces(t *testing.T) {
	t.Parallel()
	for searches, want := range map[int]int{1: 1, 2: 2, 5: 2} {
		if got := openSite(t, handlers.Config{Searches: searches}).Account.HashPlaces(); got != want {
			t.Errorf("with %d searches %d passwords are hashed at once, want %d", searches, got, want)
		}
	}
}
