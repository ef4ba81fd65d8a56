package web

import (
	"context"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/views/page"
)

// InvitedPath returns the path of an invitation by its secret.
func InvitedPath(secret string) string { return "/invited/" + secret }

// Href returns the address of something in the club.
func Href(ref db.Ref) string { return page.Href(string(ref.Kind), ref.ID) }

// KeepSecret keeps browsers from storing an answer with secrets.
func KeepSecret(c echo.Context) { c.Response().Header().Set("Cache-Control", "no-store") }

// ResetPath returns the path of a link for a new password by its secret.
func ResetPath(secret string) string { return "/reset/" + secret }

// TriedLink looks up a link by its secret. It has the limit of log-ins by address. An unknown link is a security
// event.
func (s *Site) TriedLink(c echo.Context, look func() error) error {
	if err := s.allowLogInAt(c); err != nil {
		return err
	}
	err := look()
	if rules.IsKind(err, rules.NotFound) {
		s.LogSecurity(c, "link.refused", "route", Route(c))
	}
	return err
}

// MakeReset makes a link for a new password that an admin or the operator hands out, and returns its path. It
// fails as db.MakeReset does.
func MakeReset(ctx context.Context, store *db.DB, person, by string, now time.Time) (path string, err error) {
	secret := db.NewID(SecretLetters)
	reset := db.Reset{Hash: HashID(secret), Person: db.Person{ID: person}, Expires: now.Add(HandedResetLife)}
	return ResetPath(secret), store.MakeReset(ctx, reset, by, now)
}

const SecretLetters = 26 // of a link that gives access

const MailedResetLife = time.Hour // of a link for a new password in an e-mail

const HandedResetLife = 24 * time.Hour // of one from an admin or the operator

// ConfirmPath returns the path of a link that confirms an e-mail address.
func ConfirmPath(secret string) string { return "/mail/confirm/" + secret }

// StopPath returns the address of the page that stops e-mails of a kind, by the secret in the link.
func StopPath(stop, kind string) string { return "/mail/stop/" + stop + "/" + kind }

// ArchiveHref returns the address of the visitor's games.
func ArchiveHref(v *Visitor) string {
	if v.SignedIn() {
		return page.PersonHref(v.Person.Name) + "/games"
	}
	return "/archive"
}
