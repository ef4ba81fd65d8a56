package account_test

import (
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/crypto/argon2"

	"hexclub/handlers/sitetest"
)

// hashWith returns the hash of the tests' password with the given parameters.
func hashWith(memory, passes uint32, lanes uint8) string {
	salt, encode := []byte("sixteen bytes of"), base64.RawStdEncoding.EncodeToString
	sum := argon2.IDKey([]byte(sitetest.Password), salt, passes, memory, lanes, 32)
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", memory, passes, lanes, encode(salt), encode(sum))
}

// A password that was hashed with other parameters is verified with those. Only a successful log-in
// replaces the hash.
func TestOlderPasswordHashesAreRenewed(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	anna := s.Client(t)
	anna.SignUp("Anna")
	current := s.StoredHash(t, "Anna", "")
	older := s.StoredHash(t, "Anna", hashWith(64, 3, 2))

	s.Client(t).Post("/login", "name", "Anna", "password", "wrong horse").WantStatus(t, http.StatusUnprocessableEntity)
	anna.Post("/settings/password", "old", "wrong horse", "password", sitetest.OtherPassword).WantStatus(t, http.StatusUnprocessableEntity)
	if s.StoredHash(t, "Anna", "") != older {
		t.Error("a wrong password replaces the hash")
	}
	other := s.Client(t)
	other.Post("/login", "name", "Anna", "password", sitetest.Password).WantStatus(t, http.StatusOK)
	renewed := s.StoredHash(t, "Anna", "")
	parameters := func(hash string) string { return hash[:strings.LastIndex(hash, ",p=")] }
	if parameters(renewed) != parameters(current) || other.Name() != "Anna" {
		t.Errorf("the hash is %s after a log-in of %q", renewed, other.Name())
	}
	if anna.Name() != "Anna" {
		t.Error("the new hash ends other sessions")
	}
	third := s.Client(t)
	third.Post("/login", "name", "Anna", "password", sitetest.Password).WantStatus(t, http.StatusOK)
	if s.StoredHash(t, "Anna", "") != renewed {
		t.Error("a hash with the current parameters is replaced")
	}

	s.StoredHash(t, "Anna", older)
	anna.Post("/settings/password", "old", sitetest.Password, "password", sitetest.OtherPassword).WantStatus(t, http.StatusOK).WantText(t, "#saved", "Password changed")
}

// A hash that cannot be read, or that would cost too much, fits no password and is logged.
func TestUnreadablePasswordHash(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	log := &sitetest.LogBuffer{}
	s.Log = slog.New(slog.NewTextHandler(log, nil))
	anna := s.Client(t)
	anna.SignUp("Anna")
	for _, bad := range []string{
		"none", "$argon2id$v=19$m=4294967295,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
		"$argon2id$v=19$m=19456,t=4294967295,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
	} {
		s.StoredHash(t, "Anna", bad)
		s.Client(t).Post("/login", "name", "Anna", "password", sitetest.Password).WantStatus(t, http.StatusUnprocessableEntity).
			WantText(t, "#problem", "Wrong name or password")
		anna.Post("/settings/password", "old", sitetest.Password, "password", sitetest.OtherPassword).WantStatus(t, http.StatusUnprocessableEntity)
		if s.StoredHash(t, "Anna", "") != bad {
			t.Errorf("%s is replaced", bad)
		}
	}
	if n := strings.Count(log.String(), `msg="a password hash cannot be read"`); n != 6 {
		t.Errorf("logged %d times, want 6:\n%s", n, log)
	}
}
