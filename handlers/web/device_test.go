package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// Strangers who send wrong passwords on purpose do not lock out browsers that have logged in before, in any
// spelling of the name.
func TestStrangersLockNobodyOut(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.DefaultLimits(), "127.0.0.0/8")
	anna := s.Client(t)
	anna.SignUp("Anna")
	inside := s.Carry(t, anna.Session()) // logged in, without the mark
	mark := anna.Mark()
	s.LockOut(t, "Anna")
	s.Marked(t, mark).NoRedirects().Post("/login", "name", " aNNa", "password", sitetest.Password).WantStatus(t, http.StatusSeeOther)

	t.Run("who is logged in changes the password", func(t *testing.T) {
		inside.Post("/settings/password", "old", "not that one", "password", sitetest.OtherPassword).WantStatus(t, http.StatusUnprocessableEntity)
		inside.NoRedirects().Post("/settings/password", "old", sitetest.Password, "password", sitetest.OtherPassword).WantStatus(t, http.StatusSeeOther)
		if mark == inside.Mark() || inside.Mark() == "" {
			t.Errorf("the mark is %q", inside.Mark())
		}
		s.Marked(t, mark).Post("/login", "name", "Anna", "password", sitetest.OtherPassword).WantTooMany(t) // of the old password
	})
	t.Run("but not to guess", func(t *testing.T) {
		known := s.Marked(t, inside.Mark())
		for i := range 10 {
			known.Post("/login", "name", "Anna", "password", fmt.Sprint("guess ", i)).WantStatus(t, http.StatusUnprocessableEntity)
		}
		known.Post("/login", "name", "Anna", "password", sitetest.OtherPassword).WantTooMany(t)
		clock.Advance(time.Minute)
		known.NoRedirects().Post("/login", "name", "Anna", "password", sitetest.OtherPassword).WantStatus(t, http.StatusSeeOther)
	})
}

// A mark is valid for one account, cannot be forged, and gives no access. A browser keeps the marks of a family.
func TestMarks(t *testing.T) {
	t.Parallel()
	s, _ := sitetest.LimitedSite(t, web.DefaultLimits(), "127.0.0.0/8")
	anna, ben := s.Client(t), s.Client(t)
	anna.SignUp("Anna")
	ben.SignUp("Ben")
	s.LockOut(t, "Anna")
	of := anna.Mark()
	number, _, _ := strings.Cut(of, "-")
	other := map[bool]string{true: "1", false: "0"}[of[0] == '0']
	for name, mark := range map[string]string{
		"another's": ben.Mark(), "cut": of[:len(of)-1], "changed": other + of[1:], "a number": number,
		"a number more": number + "-", "none": "-", "rubbish": "..-..", "long": strings.Repeat("0.", 2000),
	} {
		t.Run(name, func(t *testing.T) {
			s.Marked(t, mark).Post("/login", "name", "Anna", "password", sitetest.Password).WantTooMany(t)
		})
	}
	if name := s.Marked(t, of).Name(); name != "" {
		t.Errorf("a mark lets %s in", name)
	}
	s.Marked(t, of).Post("/login", "name", "Nobody", "password", sitetest.Password).WantStatus(t, http.StatusUnprocessableEntity)

	family := s.Marked(t, of)
	for i := range 4 {
		family.SignUp(fmt.Sprint("Child ", i))
		family.Post("/logout")
	}
	if n := strings.Count(family.Mark(), "-"); n != 5 {
		t.Errorf("the browser keeps %d marks", n)
	}
	family.NoRedirects().Post("/login", "name", "Anna", "password", sitetest.Password).WantStatus(t, http.StatusSeeOther)
	if n := strings.Count(family.Mark(), "-"); n != 5 {
		t.Errorf("it keeps %d when one comes again", n)
	}
	family.Post("/logout")
	family.SignUp("Child 5")
	if n := strings.Count(family.Mark(), "-"); n != 5 {
		t.Errorf("it keeps %d when there are more", n)
	}
	t.Run("no guest leaves one", func(t *testing.T) {
		guest := s.Client(t)
		guest.NewGame("device", "me")
		if guest.Mark() != "" {
			t.Errorf("it is %q", guest.Mark())
		}
	})
}
