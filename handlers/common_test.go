package handlers_test

import (
	"net/http"
	"testing"

	"hexclub/db"
)

// What is guessed first is refused wherever somebody chooses a password.
func TestCommonPasswords(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, common := range []string{"password", "Password1", "12345678", "87654321", "123456789", "qwertyuiop", "aaaaaaaa", "abcabcabc", "ABCDEFGH", "가나다라가나다라가나다라"} {
		s.client(t).post("/signup", "name", "Eve", "password", common).wantStatus(t, http.StatusUnprocessableEntity).
			wantText(t, "#problem", "guessed first")
	}
	for _, own := range []string{"Eleonora B", "eleonora-b", "ELEONORA B"} {
		s.client(t).post("/signup", "name", "Eleonora B", "password", own).wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "not the name")
	}
	admin, _ := s.withRole(t, "Alma", db.Admin)
	c := s.client(t)
	c.signUp("Eleonora B")
	c.post("/settings/password", "old", password, "password", "eleonora b").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "not the name")
	c.post(admin.resetBy("Eleonora%20B"), "password", "eleonora b").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "not the name")
	for i, fine := range []string{"12345679 x", "passwords are hard", "abababac", "비밀번호는길어야해요"} {
		s.client(t).post("/signup", "name", "Fine"+string(rune('a'+i)), "password", fine).wantStatus(t, http.StatusOK)
	}
}
