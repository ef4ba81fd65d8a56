package handlers_test

import (
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/crypto/argon2"
)

// hashWith returns the hash of the tests' password with parameters of its own.
func hashWith(memory, passes uint32, lanes uint8) string {
	salt, encode := []byte("sixteen bytes of"), base64.RawStdEncoding.EncodeToString
	sum := argon2.IDKey([]byte(password), salt, passes, memory, lanes, 32)
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", memory, passes, lanes, encode(salt), encode(sum))
}

// A password that was hashed with other parameters is verified with those. A log-in with
// it replaces the hash; nothing else does.
func TestOlderPasswordHashesAreRenewed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	anna := s.client(t)
	anna.signUp("Anna")
	current := s.storedHash(t, "Anna", "")
	older := s.storedHash(t, "Anna", hashWith(64, 3, 2))

	s.client(t).post("/login", "name", "Anna", "password", "wrong horse").wantStatus(t, http.StatusUnprocessableEntity)
	anna.post("/settings/password", "old", "wrong horse", "password", otherPassword).wantStatus(t, http.StatusUnprocessableEntity)
	if s.storedHash(t, "Anna", "") != older {
		t.Error("a wrong password replaces the hash")
	}
	other := s.client(t)
	other.post("/login", "name", "Anna", "password", password).wantStatus(t, http.StatusOK)
	renewed := s.storedHash(t, "Anna", "")
	parameters := func(hash string) string { return hash[:strings.LastIndex(hash, ",p=")] }
	if parameters(renewed) != parameters(current) || other.name() != "Anna" {
		t.Errorf("the hash is %s after a log-in of %q", renewed, other.name())
	}
	if anna.name() != "Anna" {
		t.Error("the new hash ends other sessions")
	}
	third := s.client(t)
	third.post("/login", "name", "Anna", "password", password).wantStatus(t, http.StatusOK)
	if s.storedHash(t, "Anna", "") != renewed {
		t.Error("a hash with the current parameters is replaced")
	}

	s.storedHash(t, "Anna", older)
	anna.post("/settings/password", "old", password, "password", otherPassword).wantStatus(t, http.StatusOK).wantText(t, "#notice", "The password is changed")
}

// A hash that cannot be read, or that would cost too much, fits no password. The log says so.
func TestUnreadablePasswordHash(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	log := &logBuffer{}
	s.Log = slog.New(slog.NewTextHandler(log, nil))
	anna := s.client(t)
	anna.signUp("Anna")
	for _, bad := range []string{
		"none", "$argon2id$v=19$m=4294967295,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
		"$argon2id$v=19$m=19456,t=4294967295,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
	} {
		s.storedHash(t, "Anna", bad)
		s.client(t).post("/login", "name", "Anna", "password", password).wantStatus(t, http.StatusUnprocessableEntity).
			wantText(t, "#problem", "Name and password do not fit together")
		anna.post("/settings/password", "old", password, "password", otherPassword).wantStatus(t, http.StatusUnprocessableEntity)
		if s.storedHash(t, "Anna", "") != bad {
			t.Errorf("%s is replaced", bad)
		}
	}
	if n := strings.Count(log.String(), `msg="a password hash cannot be read"`); n != 6 {
		t.Errorf("logged %d times, want 6:\n%s", n, log)
	}
}
