package account_test

import (
	"net/http"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// Common passwords are rejected in every form for a new password.
func TestCommonPasswords(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for _, common := range []string{"password", "Password1", "12345678", "87654321", "123456789", "qwertyuiop", "aaaaaaaa", "abcabcabc", "ABCDEFGH", "가나다라가나다라가나다라"} {
		s.Client(t).Post("/signup", "name", "Eve", "password", common).WantStatus(t, http.StatusUnprocessableEntity).
			WantText(t, "#problem", "easy to guess")
	}
	for _, own := range []string{"Eleonora B", "eleonora-b", "ELEONORA B"} {
		s.Client(t).Post("/signup", "name", "Eleonora B", "password", own).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "can’t be the account’s name")
	}
	admin, _ := s.WithRole(t, "Alma", db.Admin)
	c := s.Client(t)
	c.SignUp("Eleonora B")
	c.Post("/settings/password", "old", sitetest.Password, "password", "eleonora b").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "can’t be the account’s name")
	c.Post(admin.ResetBy("Eleonora%20B"), "password", "eleonora b").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "can’t be the account’s name")
	for i, fine := range []string{"12345679 x", "passwords are hard", "abababac", "비밀번호는길어야해요"} {
		s.Client(t).Post("/signup", "name", "Fine"+string(rune('a'+i)), "password", fine).WantStatus(t, http.StatusOK)
	}
}
