package web

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
)

// A browser in which an account has logged in keeps a mark of that account. With it, a stranger who sends wrong
// passwords on purpose does not lock the owner out (OWASP calls it a device cookie). A mark does not replace the
// password, and does not allow more attempts.

const (
	DeviceLife = ChoiceLife
	maxMarks   = 5 // of accounts in one browser, which a family may share
)

// DeviceCookie is the name of the cookie with the marks.
func (s *sessionStore) DeviceCookie() string { return s.CookieName() + "-device" }

// markOf returns a mark of an account, made from a random number. Its key is the salted hash of the account's
// password, which is secret. A new password invalidates all marks.
func markOf(person db.Person, number string) string {
	mac := hmac.New(sha256.New, []byte(person.Hash))
	_, _ = fmt.Fprintf(mac, "device %s %s", number, person.ID) // a hash cannot fail
	return number + "-" + hex.EncodeToString(mac.Sum(nil))
}

// marks reports whether a mark is valid for an account.
func marks(mark string, person db.Person) bool {
	number, _, _ := strings.Cut(mark, "-")
	return person.Hash != "" && hmac.Equal([]byte(mark), []byte(markOf(person, number)))
}

// marksSent returns the marks in a request, newest first.
func (s *Site) marksSent(c echo.Context) []string {
	cookie, err := c.Cookie(s.Sessions.DeviceCookie())
	if err != nil {
		return nil
	}
	list := strings.SplitN(cookie.Value, ".", maxMarks+1)
	return list[:min(len(list), maxMarks)]
}

// leaveMark stores a mark of an account in the visitor's browser.
func (s *Site) leaveMark(c echo.Context, person db.Person) {
	if person.Hash == "" {
		return
	}
	others := slices.DeleteFunc(s.marksSent(c), func(mark string) bool { return marks(mark, person) })
	list := slices.Concat([]string{markOf(person, db.NewID(16))}, others)
	value := strings.Join(list[:min(len(list), maxMarks)], ".")
	http.SetCookie(c.Response(), s.Sessions.cookie(s.Sessions.DeviceCookie(), value, int(DeviceLife.Seconds())))
}

// AllowLogIn is Allow for an attempt to log in with a name, in any spelling, or to repeat the account's
// password. It limits attempts by address and by account. A former name of an account counts separately while it
// is reserved. A browser with a mark of the account has its own limit.
func (s *Site) AllowLogIn(c echo.Context, name string) error {
	if err := s.allowLogInAt(c); err != nil {
		return err
	}
	who, err := s.knownBy(c, name)
	if err != nil {
		return err
	}
	if who != "" {
		return Allow(c, s.Limits.logInsBy, who)
	}
	return Allow(c, s.Limits.logInsAs, AsRead(name))
}

// knownBy returns the session or the mark that shows that the visitor has logged in to the account with a name.
// It is empty for strangers, and for unknown accounts.
func (s *Site) knownBy(c echo.Context, name string) (string, error) {
	v, err := s.Visitor(c)
	if err != nil {
		return "", err
	}
	sent := s.marksSent(c)
	if !v.SignedIn() && len(sent) == 0 {
		return "", nil
	}
	person, err := s.DB.PersonToLogIn(c.Request().Context(), name, s.Now())
	switch {
	case rules.IsKind(err, rules.NotFound):
		return "", nil
	case err != nil:
		return "", err
	case v.SignedIn() && v.Person.ID == person.ID:
		return person.ID, nil
	}
	for _, mark := range sent {
		if marks(mark, person) {
			return mark, nil
		}
	}
	return "", nil
}
