package handlers

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/views/account"
	"hexclub/views/page"
)

// firstAdminLife is how long the link works that makes the first admin.
const firstAdminLife = 24 * time.Hour

func firstAdminPath(secret string) string { return "/first-admin/" + secret }

// OfferAdmin makes the link that makes whoever opens it first the admin, and returns
// its path, for those who start the program to see and nobody else; empty when the club
// has an admin. Links that were made before are worth nothing any more.
func (a *accountArea) OfferAdmin(ctx context.Context) (path string, err error) {
	secret := db.NewID(secretLetters)
	offered, err := a.DB.OfferAdmin(ctx, hashID(secret), a.Now().Add(firstAdminLife))
	if err != nil || !offered {
		return "", err
	}
	return firstAdminPath(secret), nil
}

// showFirstAdmin asks whoever has the link to become the admin: by an account to be
// made, or the one that they have.
func (a *accountArea) showFirstAdmin(c echo.Context) error {
	if err := a.offerTried(c); err != nil {
		return err
	}
	return a.firstAdminPage(c, http.StatusOK, nil)
}

// offerTried fails unless the address has the link that makes the first admin.
func (a *accountArea) offerTried(c echo.Context) error {
	return a.triedLink(c, func() error {
		return a.DB.AdminOffered(c.Request().Context(), hashID(c.Param("offer")), a.Now())
	})
}

func (a *accountArea) firstAdminPage(c echo.Context, status int, problem error) error {
	f, err := a.frame(c, a.catalog(c).T("first.title"))
	if err != nil {
		return err
	}
	f.Return = firstAdminPath(c.Param("offer")) // after a log-in
	p := account.FirstAdminPage{AccountPage: account.AccountPage{Frame: f, Name: nameAgain(c, problem)}, Action: f.Return}
	p.Refused = page.NewRefused(f.T, problem, "name")
	return a.render(c, status, account.FirstAdmin(p))
}

// becomeAdmin makes the visitor the first admin, who has an account or makes one.
func (a *accountArea) becomeAdmin(c echo.Context) error {
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	if err := a.offerTried(c); err != nil {
		return err // before anything that costs
	}
	if v.signedIn() {
		err = a.DB.BecomeAdmin(c.Request().Context(), hashID(c.Param("offer")), v.person.ID, a.Now())
	} else {
		err = a.signUpAdmin(c, v)
	}
	switch {
	case mendable(err):
		return a.firstAdminPage(c, statusOf(err), err)
	case err != nil:
		return err
	}
	person, err := a.DB.Person(c.Request().Context(), v.person.ID)
	if err != nil {
		return err
	}
	a.logSecurity(c, "admin.first", "person", person.ID)
	if err := a.become(c, v, person); err != nil { // with more to it, under another id
		return err
	}
	if err := a.leaveNotice(c, "first.done"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/club/settings")
}

// signUpAdmin makes an account for the visitor, and the visitor its person.
func (a *accountArea) signUpAdmin(c echo.Context, v *visitor) error {
	name, hash, err := a.newAccount(c)
	if err != nil {
		return err
	}
	person, err := a.DB.SignUpAdmin(c.Request().Context(), hashID(c.Param("offer")), v.person.ID, name, hash, a.Now())
	if err != nil {
		return err
	}
	a.publishName(c, person)
	v.person = person
	return nil
}
