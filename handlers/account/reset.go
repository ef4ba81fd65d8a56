package account

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/views/account"
	"hexclub/views/page"
)

// resetTried returns the link for a new password whose secret is in the address.
func (a *Area) resetTried(c echo.Context) (reset db.Reset, err error) {
	err = a.TriedLink(c, func() error {
		reset, err = a.DB.Reset(c.Request().Context(), web.HashID(c.Param("reset")), a.Now())
		return err
	})
	return reset, err
}

// ShowReset shows the form to choose a new password.
func (a *Area) ShowReset(c echo.Context) error {
	reset, err := a.resetTried(c)
	if err != nil {
		return err
	}
	return a.resetPage(c, http.StatusOK, reset, nil)
}

func (a *Area) resetPage(c echo.Context, status int, reset db.Reset, problem error) error {
	f, err := a.Frame(c, a.Catalog(c).T("renew.title"))
	if err != nil {
		return err
	}
	f.Return = "/"
	p := account.ResetPage{Frame: f, Action: web.ResetPath(c.Param("reset")), Name: reset.Person.Name, New: isNew(reset)}
	p.Refused = page.NewRefused(f.T, problem, "password")
	return a.Render(c, status, account.Reset(p))
}

// isNew reports whether the account of a link has no password yet.
func isNew(reset db.Reset) bool { return reset.Person.Hash == "" }

// UseReset stores the password that was sent with its link and logs the sender in. All sessions
// with the old password end.
func (a *Area) UseReset(c echo.Context) error {
	ctx, password := c.Request().Context(), c.FormValue("password")
	reset, err := a.resetTried(c)
	if err != nil {
		return err // before anything expensive
	}
	if err := web.ValidatePassword(password, reset.Person.Name); err != nil {
		return a.resetPage(c, web.StatusOf(err), reset, err)
	}
	hash, err := a.hash(c, password)
	if err != nil {
		return err
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	guest := ""
	if v.Known && v.Person.Guest() {
		guest = v.Person.ID
	}
	person, err := a.DB.UseReset(ctx, reset.Hash, guest, hash, a.Post != nil, a.Now())
	if err != nil {
		return err
	}
	if guest != "" {
		a.PublishName(c, person)
	}
	a.LogSecurity(c, "password.reset", "person", person.ID)
	notice := "renew.done"
	if isNew(reset) {
		notice = "signup.done"
	}
	return a.newPassword(c, v, person, notice, "/")
}
