package handlers

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/views/account"
	"hexclub/views/page"
)

const (
	mailedResetLife = time.Hour      // of a link for a new password that is sent by mail
	handedResetLife = 24 * time.Hour // of one that an admin or the operator hands out
)

// resetPath is the address of a link for a new password by its secret.
func resetPath(secret string) string { return "/reset/" + secret }

// resetMember makes a link by which a member chooses a new password, and shows it once.
func (a *App) resetMember(c echo.Context) error {
	person, v, err := a.memberNamed(c)
	if err != nil {
		return err
	}
	path, err := MakeReset(c.Request().Context(), a.DB, person.ID, v.person.ID, a.Now())
	if err != nil {
		return a.refusedMember(c, person, "", err)
	}
	a.logSecurity(c, "reset.made", "by", v.person.ID, "person", person.ID)
	return a.memberPage(c, http.StatusOK, person, a.siteURL(c, path), "", nil)
}

// triedLink looks up what a link lets somebody do who has its secret, as log-ins are
// tried: so often from an address, and what does not hold is a security event.
func (a *App) triedLink(c echo.Context, look func() error) error {
	if err := a.allowLogInAt(c); err != nil {
		return err
	}
	err := look()
	if rules.IsKind(err, rules.NotFound) {
		a.logSecurity(c, "link.refused", "route", route(c))
	}
	return err
}

// resetTried is the link for a new password that the address has.
func (a *App) resetTried(c echo.Context) (reset db.Reset, err error) {
	err = a.triedLink(c, func() error {
		reset, err = a.DB.Reset(c.Request().Context(), hashID(c.Param("reset")), a.Now())
		return err
	})
	return reset, err
}

// showReset answers with the form that a link for a new password leads to.
func (a *App) showReset(c echo.Context) error {
	reset, err := a.resetTried(c)
	if err != nil {
		return err
	}
	return a.resetPage(c, http.StatusOK, reset, nil)
}

func (a *App) resetPage(c echo.Context, status int, reset db.Reset, problem error) error {
	f, err := a.frame(c, a.catalog(c).T("renew.title"))
	if err != nil {
		return err
	}
	f.Return = "/"
	p := account.ResetPage{Frame: f, Action: resetPath(c.Param("reset")), Name: reset.Person.Name, New: isNew(reset)}
	p.Refused = page.NewRefused(f.T, problem, "password")
	return a.render(c, status, account.Reset(p))
}

// isNew tells whether the account of a link had no password before.
func isNew(reset db.Reset) bool { return reset.Person.Hash == "" }

// useReset gives an account the password that is sent by whoever has its link, and
// logs the sender in. All that was open by the old password ends.
func (a *App) useReset(c echo.Context) error {
	ctx, password := c.Request().Context(), c.FormValue("password")
	reset, err := a.resetTried(c)
	if err != nil {
		return err // before anything that costs
	}
	if err := validatePassword(password, reset.Person.Name); err != nil {
		return a.resetPage(c, statusOf(err), reset, err)
	}
	hash, err := a.hash(c, password)
	if err != nil {
		return err
	}
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	guest := ""
	if v.known && v.person.Guest() {
		guest = v.person.ID
	}
	person, err := a.DB.UseReset(ctx, reset.Hash, guest, hash, a.post != nil, a.Now())
	if err != nil {
		return err
	}
	if guest != "" {
		a.publishName(c, person)
	}
	a.logSecurity(c, "password.reset", "person", person.ID)
	notice := "renew.done"
	if isNew(reset) {
		notice = "signup.done"
	}
	return a.newPassword(c, v, person, notice, "/")
}
