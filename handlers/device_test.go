package handlers_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/handlers"
)

// Strangers who fail on purpose keep nobody out who has logged in before, in the browser
// where that was, however the name is written.
func TestStrangersKeepNobodyOut(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.DefaultLimits(), "127.0.0.0/8")
	anna := s.client(t)
	anna.signUp("Anna")
	inside := s.carry(t, anna.session()) // logged in, without the mark
	mark := anna.mark()
	s.shutOut(t, "Anna")
	s.marked(t, mark).still().post("/login", "name", " aNNa", "password", password).wantStatus(t, http.StatusSeeOther)

	t.Run("who is logged in changes the password", func(t *testing.T) {
		inside.post("/settings/password", "old", "not that one", "password", otherPassword).wantStatus(t, http.StatusUnprocessableEntity)
		inside.still().post("/settings/password", "old", password, "password", otherPassword).wantStatus(t, http.StatusSeeOther)
		if mark == inside.mark() || inside.mark() == "" {
			t.Errorf("the mark is %q", inside.mark())
		}
		s.marked(t, mark).post("/login", "name", "Anna", "password", otherPassword).wantTooMany(t) // of the old password
	})
	t.Run("but not to guess", func(t *testing.T) {
		known := s.marked(t, inside.mark())
		for i := range 10 {
			known.post("/login", "name", "Anna", "password", fmt.Sprint("guess ", i)).wantStatus(t, http.StatusUnprocessableEntity)
		}
		known.post("/login", "name", "Anna", "password", otherPassword).wantTooMany(t)
		clock.advance(time.Minute)
		known.still().post("/login", "name", "Anna", "password", otherPassword).wantStatus(t, http.StatusSeeOther)
	})
}

// A mark is of one account, cannot be made up, and lets nobody in. A browser keeps those
// of a family.
func TestMarks(t *testing.T) {
	t.Parallel()
	s, _ := limitedSite(t, handlers.DefaultLimits(), "127.0.0.0/8")
	anna, ben := s.client(t), s.client(t)
	anna.signUp("Anna")
	ben.signUp("Ben")
	s.shutOut(t, "Anna")
	of := anna.mark()
	number, _, _ := strings.Cut(of, "-")
	other := map[bool]string{true: "1", false: "0"}[of[0] == '0']
	for name, mark := range map[string]string{
		"another's": ben.mark(), "cut": of[:len(of)-1], "changed": other + of[1:], "a number": number,
		"a number more": number + "-", "none": "-", "rubbish": "..-..", "long": strings.Repeat("0.", 2000),
	} {
		t.Run(name, func(t *testing.T) {
			s.marked(t, mark).post("/login", "name", "Anna", "password", password).wantTooMany(t)
		})
	}
	if name := s.marked(t, of).name(); name != "" {
		t.Errorf("a mark lets %s in", name)
	}
	s.marked(t, of).post("/login", "name", "Nobody", "password", password).wantStatus(t, http.StatusUnprocessableEntity)

	family := s.marked(t, of)
	for i := range 4 {
		family.signUp(fmt.Sprint("Child ", i))
		family.post("/logout")
	}
	if n := strings.Count(family.mark(), "-"); n != 5 {
		t.Errorf("the browser keeps %d marks", n)
	}
	family.still().post("/login", "name", "Anna", "password", password).wantStatus(t, http.StatusSeeOther)
	if n := strings.Count(family.mark(), "-"); n != 5 {
		t.Errorf("it keeps %d when one comes again", n)
	}
	family.post("/logout")
	family.signUp("Child 5")
	if n := strings.Count(family.mark(), "-"); n != 5 {
		t.Errorf("it keeps %d when there are more", n)
	}
	t.Run("no guest leaves one", func(t *testing.T) {
		guest := s.client(t)
		guest.newGame("device", "me")
		if guest.mark() != "" {
			t.Errorf("it is %q", guest.mark())
		}
	})
}
