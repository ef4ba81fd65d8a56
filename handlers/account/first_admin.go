package account

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/views/account"
	"hexclub/views/page"
)

// firstAdminLife is how long the link for the first admin works.
const firstAdminLife = 24 * time.Hour

func firstAdminPath(secret string) string { return "/first-admin/" + secret }

// OfferAdmin creates the link for the first admin and returns its path, or an empty path if the
// club has an admin. Only the operator may see the path. If the database is in a file, earlier links become invalid; on a
// server, they are those of other nodes.
func (a *Area) OfferAdmin(ctx context.Context) (path string, err error) {
	secret := db.NewID(web.SecretLetters)
	offered, err := a.DB.OfferAdmin(ctx, web.HashID(secret), a.Now().Add(firstAdminLife))
	if err != nil || !offered {
		return "", err
	}
	return firstAdminPath(secret), nil
}

// ShowFirstAdmin shows a form to become the admin, with a new account or the visitor's own.
func (a *Area) ShowFirstAdmin(c echo.Context) error {
	if err := a.offerTried(c); err != nil {
		return err
	}
	return a.firstAdminPage(c, http.StatusOK, nil)
}

// offerTried returns an error unless the address contains the secret of the link for the first
// admin.
func (a *Area) offerTried(c echo.Context) error {
	return a.TriedLink(c, func() error {
		return a.DB.AdminOffered(c.Request().Context(), web.HashID(c.Param("offer")), a.Now())
	})
}

func (a *Area) firstAdminPage(c echo.Context, status int, problem error) error {
	f, err := a.Frame(c, a.Catalog(c).T("first.title"))
	if err != nil {
		return err
	}
	f.Return = firstAdminPath(c.Param("offer")) // after a log-in
	p := account.FirstAdminPage{AccountPage: account.AccountPage{Frame: f, Name: web.NameAgain(c, problem)}, Action: f.Return}
	p.Refused = page.NewRefused(f.T, problem, "name")
	return a.Render(c, status, account.FirstAdmin(p))
}

// BecomeAdmin makes the visitor the first admin, creating an account if needed.
func (a *Area) BecomeAdmin(c echo.Context) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	if err := a.offerTried(c); err != nil {
		return err // before anything expensive
	}
	if v.SignedIn() {
		err = a.DB.BecomeAdmin(c.Request().Context(), web.HashID(c.Param("offer")), v.Person.ID, a.Now())
	} else {
		err = a.signUpAdmin(c, v)
	}
	switch {
	case web.ShowAgain(err):
		return a.firstAdminPage(c, web.StatusOf(err), err)
	case err != nil:
		return err
	}
	person, err := a.DB.Person(c.Request().Context(), v.Person.ID)
	if err != nil {
		return err
	}
	a.LogSecurity(c, "admin.first", "person", person.ID)
	if err := a.Become(c, v, person); err != nil { // under a new session id, because the session has more rights
		return err
	}
	if err := a.LeaveNotice(c, "first.done"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/club/settings")
}

// signUpAdmin creates the account of the first admin and assigns it to the visitor.
func (a *Area) signUpAdmin(c echo.Context, v *web.Visitor) error {
	name, hash, err := a.newAccount(c)
	if err != nil {
		return err
	}
	person, err := a.DB.SignUpAdmin(c.Request().Context(), web.HashID(c.Param("offer")), v.Person.ID, name, hash, a.Now())
	if err != nil {
		return err
	}
	a.PublishName(c, person)
	v.Person = person
	return nil
}
