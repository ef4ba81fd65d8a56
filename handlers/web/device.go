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

// A browser in which somebody has logged in to an account keeps a mark of that account,
// so that strangers who send wrong passwords on purpose do not keep its owner out (what
// OWASP calls a device cookie). A mark is no password: the password is asked for all the
// same, and no oftener than of strangers.

const (
	DeviceLife = ChoiceLife
	maxMarks   = 5 // of accounts, in one browser: a family may share it
)

// DeviceCookie is the name of the cookie with the marks.
func (s *sessionStore) DeviceCookie() string { return s.CookieName() + "-device" }

// markOf is a mark of an account, made of a random number. Its key is the hash of the
// account's password with its salt, which is secret; a new password ends all
// marks.
func markOf(person db.Person, number string) string {
	mac := hmac.New(sha256.New, []byte(person.Hash))
	_, _ = fmt.Fprintf(mac, "device %s %s", number, person.ID) // never fails
	return number + "-" + hex.EncodeToString(mac.Sum(nil))
}

// marks reports whether a mark is one of an account.
func marks(mark string, person db.Person) bool {
	number, _, _ := strings.Cut(mark, "-")
	return person.Hash != "" && hmac.Equal([]byte(mark), []byte(markOf(person, number)))
}

// marksSent are the marks that a request brings, the newest first.
func (s *Site) marksSent(c echo.Context) []string {
	cookie, err := c.Cookie(s.Sessions.DeviceCookie())
	if err != nil {
		return nil
	}
	list := strings.SplitN(cookie.Value, ".", maxMarks+1)
	return list[:min(len(list), maxMarks)]
}

// leaveMark has the visitor's browser keep a mark of an account.
func (s *Site) leaveMark(c echo.Context, person db.Person) {
	if person.Hash == "" {
		return
	}
	others := slices.DeleteFunc(s.marksSent(c), func(mark string) bool { return marks(mark, person) })
	list := slices.Concat([]string{markOf(person, db.NewID(16))}, others)
	value := strings.Join(list[:min(len(list), maxMarks)], ".")
	http.SetCookie(c.Response(), s.Sessions.cookie(s.Sessions.DeviceCookie(), value, int(DeviceLife.Seconds())))
}

// AllowLogIn is allow for an attempt to log in with a name, however it is written, or
// to give its password once more: passwords are guessed neither from one address nor from
// many. (A name that an account had until lately is one more to guess for, for as long.)
// A browser that was logged in to the account before counts on its own.
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

// knownBy returns what shows that the visitor has been logged in to the account with a name: the
// session, or a mark. It is empty for strangers, and where there is no such
// account.
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
