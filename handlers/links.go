package handlers

import (
	"context"
	"hexclub/db"
	"hexclub/rules"
	"hexclub/views/page"
	"time"

	"github.com/labstack/echo/v4"
)

// invitedPath is the address of an invitation by its secret.
func invitedPath(secret string) string { return "/invited/" + secret }

// keepSecret has browsers keep nothing of an answer with secrets in it.
func keepSecret(c echo.Context) { c.Response().Header().Set("Cache-Control", "no-store") }

// resetPath is the address of a link for a new password by its secret.
func resetPath(secret string) string { return "/reset/" + secret }

// triedLink looks up what a link lets somebody do who has its secret, as log-ins are
// tried: so often from an address, and what does not hold is a security event.
func (s *site) triedLink(c echo.Context, look func() error) error {
	if err := s.allowLogInAt(c); err != nil {
		return err
	}
	err := look()
	if rules.IsKind(err, rules.NotFound) {
		s.logSecurity(c, "link.refused", "route", route(c))
	}
	return err
}

// MakeReset makes a link for a new password that an admin, or the operator,
// hands out, and returns its path. It fails as db.MakeReset does.
func MakeReset(ctx context.Context, store *db.DB, person, by string, now time.Time) (path string, err error) {
	secret := db.NewID(secretLetters)
	reset := db.Reset{Hash: hashID(secret), Person: db.Person{ID: person}, Expires: now.Add(handedResetLife)}
	return resetPath(secret), store.MakeReset(ctx, reset, by, now)
}

const secretLetters = 26 // of a link that lets somebody in

const mailedResetLife = time.Hour // of a link for a new password that is sent by mail

const handedResetLife = 24 * time.Hour // of one that an admin or the operator hands out

// confirmPath and stopPath are the addresses that mails bring.
func confirmPath(secret string) string { return "/mail/confirm/" + secret }

func stopPath(stop, kind string) string { return "/mail/stop/" + stop + "/" + kind }

// archiveHref is the address of the visitor's games.
func archiveHref(v *visitor) string {
	if v.signedIn() {
		return page.PersonHref(v.person.Name) + "/games"
	}
	return "/archive"
}
