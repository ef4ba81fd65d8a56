package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/views/i18n"
)

// Members know the club, and not what its site is made of: in all languages every letter,
// and every page about letters, is the club's by its name.
func TestLettersAreTheClubs(t *testing.T) {
	t.Parallel()
	const club = "The Honeycomb"
	for _, tag := range i18n.Tags {
		t.Run(tag, func(t *testing.T) {
			t.Parallel()
			s := newMailSite(t)
			s.named(t, club)
			anna := s.client(t).with("Accept-Language", tag)
			anna.signUp("Anna")
			ofTheClub := func(what, text string) {
				t.Helper()
				if !strings.Contains(text, club) || strings.Contains(text, "Hexclub") {
					t.Errorf("%s: %s", what, text)
				}
			}
			letter := func(start string) (path string) {
				t.Helper()
				m := s.sendOne(t, 0)
				ofTheClub("subject", m.Subject)
				return s.path(t, m, start)
			}

			ofTheClub("settings", anna.get("/settings").text("#mail p"))
			anna.post("/settings/mail", "password", password, "address", "anna@mail.example").wantStatus(t, http.StatusOK)
			link := letter("/mail/confirm/")
			ofTheClub("question", anna.get(link).text("main p"))
			ofTheClub("answer", anna.post(link).wantStatus(t, http.StatusOK).text("main p"))
			ofTheClub("settings with an address", anna.get("/settings").text("#mail p"))
			if text := anna.post("/settings/mail", "password", password, "address", "anna").wantStatus(t, http.StatusUnprocessableEntity).text("#problem"); strings.Contains(text, "Hexclub") {
				t.Errorf("refused: %s", text)
			}

			s.client(t).post("/login/forgotten", "name", "Anna").wantStatus(t, http.StatusOK)
			anna.post(letter("/reset/"), "password", otherPassword).wantStatus(t, http.StatusOK)
			letter("/login/") // the password is changed

			ben, _ := s.newAccount(t, "Ben")
			s.awaiting(t, []*client{anna, ben}, "3d")
			_, foot, _ := strings.Cut(s.sendOne(t, time.Hour).Text, "\n-- \n")
			ofTheClub("notice", foot)

			if err := s.DB.ForgetAddress(t.Context(), s.idOf(t, "Anna"), s.clock.now()); err != nil {
				t.Fatal(err)
			}
			if mails := s.send(t, time.Minute); len(mails) != 1 {
				t.Errorf("%d mails tell that the address is forgotten", len(mails))
			} else {
				ofTheClub("subject", mails[0].Subject)
			}
		})
	}
}

// A club's name that holds a header's end cannot be chosen, but mails do not rely on that.
// A long one is read as it was given.
func TestSubjectsOfOddClubs(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Hex\r\nBcc: eve@mail.example\r\n\r\nWin!": "Confirm your address for Hex Bcc: eve@mail.example Win!",
		strings.Repeat("육각", 20):                   "Confirm your address for " + strings.Repeat("육각", 20),
		`"Bees", <Wasps> & co`:                     `Confirm your address for "Bees", <Wasps> & co`,
	} {
		s := newMailSite(t)
		s.named(t, name)
		anna := s.accounts(t, 1)[0]
		anna.post("/settings/mail", "password", password, "address", "anna@mail.example").wantStatus(t, http.StatusOK)
		m := s.sendOne(t, 0)
		if m.To != "anna@mail.example" || m.Header["Bcc"] != nil || m.Subject != want || !strings.HasPrefix(m.Text, "Hello Anna,\n") {
			t.Errorf("of %q the mail is %+v", name, m)
		}
	}
}
