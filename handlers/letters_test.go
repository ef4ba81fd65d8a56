package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/handlers/sitetest"
	"hexclub/views/i18n"
)

// Every e-mail, and every page about e-mails, has the club's name, in all languages, and not that of the
// software.
func TestMailsHaveTheClubsName(t *testing.T) {
	t.Parallel()
	const club = "The Honeycomb"
	for _, tag := range i18n.Tags {
		t.Run(tag, func(t *testing.T) {
			t.Parallel()
			s := sitetest.NewMailSite(t)
			s.Named(t, club)
			anna := s.Client(t).With("Accept-Language", tag)
			anna.SignUp("Anna")
			ofTheClub := func(what, text string) {
				t.Helper()
				if !strings.Contains(text, club) || strings.Contains(text, "Hexclub") {
					t.Errorf("%s: %s", what, text)
				}
			}
			letter := func(start string) (path string) {
				t.Helper()
				m := s.SendOne(t, 0)
				ofTheClub("subject", m.Subject)
				return s.Path(t, m, start)
			}

			ofTheClub("settings", anna.Get("/settings").Text("#mail p"))
			anna.Post("/settings/mail", "password", sitetest.Password, "address", "anna@mail.example").WantStatus(t, http.StatusOK)
			link := letter("/mail/confirm/")
			ofTheClub("question", anna.Get(link).Text("main p"))
			ofTheClub("answer", anna.Post(link).WantStatus(t, http.StatusOK).Text("main p"))
			ofTheClub("settings with an address", anna.Get("/settings").Text("#mail p"))
			if text := anna.Post("/settings/mail", "password", sitetest.Password, "address", "anna").WantStatus(t, http.StatusUnprocessableEntity).Text("#problem"); strings.Contains(text, "Hexclub") {
				t.Errorf("refused: %s", text)
			}

			s.Client(t).Post("/login/forgotten", "name", "Anna").WantStatus(t, http.StatusOK)
			anna.Post(letter("/reset/"), "password", sitetest.OtherPassword).WantStatus(t, http.StatusOK)
			letter("/login/") // the password is changed

			ben, _ := s.NewAccount(t, "Ben")
			s.Awaiting(t, []*sitetest.Client{anna, ben}, "3d")
			_, foot, _ := strings.Cut(s.SendOne(t, time.Hour).Text, "\n-- \n")
			ofTheClub("notice", foot)

			if err := s.DB.ForgetAddress(t.Context(), s.IdOf(t, "Anna"), s.Clock.Now()); err != nil {
				t.Fatal(err)
			}
			if mails := s.Send(t, time.Minute); len(mails) != 1 {
				t.Errorf("%d mails tell that the address is forgotten", len(mails))
			} else {
				ofTheClub("subject", mails[0].Subject)
			}
		})
	}
}

// A club's name cannot contain the end of a header, but e-mails do not rely on that. A long name is read as it
// was given.
func TestMailSubjectsWithOddClubNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Hex\r\nBcc: eve@mail.example\r\n\r\nWin!": "Confirm your address for Hex Bcc: eve@mail.example Win!",
		strings.Repeat("육각", 20):                   "Confirm your address for " + strings.Repeat("육각", 20),
		`"Bees", <Wasps> & co`:                     `Confirm your address for "Bees", <Wasps> & co`,
	} {
		s := sitetest.NewMailSite(t)
		s.Named(t, name)
		anna := s.Accounts(t, 1)[0]
		anna.Post("/settings/mail", "password", sitetest.Password, "address", "anna@mail.example").WantStatus(t, http.StatusOK)
		m := s.SendOne(t, 0)
		if m.To != "anna@mail.example" || m.Header["Bcc"] != nil || m.Subject != want || !strings.HasPrefix(m.Text, "Hello Anna,\n") {
			t.Errorf("of %q the mail is %+v", name, m)
		}
	}
}
