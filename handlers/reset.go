package handlers

import (
	"context"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/views"
)

const (
	mailedResetLife = time.Hour      // of a link for a new password that is sent by mail
	handedResetLife = 24 * time.Hour // of one that an admin or the operator hands out
)

// resetPath is the address of a link for a new password by its secret.
func resetPath(secret string) string { return "/reset/" + secret }

// showForgotten asks who has forgotten the password for the account's name, or on a
// site that sends no mails tells whom to ask.
func (a *App) showForgotten(c echo.Context) error {
	return a.forgottenPage(c, http.StatusOK, nil)
}

func (a *App) forgottenPage(c echo.Context, status int, problem error) error {
	f, err := a.frame(c, a.catalog(c).T("forgotten.title"))
	if err != nil {
		return err
	}
	page := views.ForgottenPage{Frame: f, Name: c.FormValue("name"), Mails: a.post != nil, Sent: c.QueryParam("sent") == "yes"}
	if problem != nil {
		page.Problem = views.ErrorText(f.T, problem)
	}
	return a.render(c, status, views.Forgotten(page))
}

// forgot has a letter sent with a link for a new password. Whether there is such an
// account, and whether it has an address, is told neither in words nor in time: both
// are looked for when the mail goes out.
func (a *App) forgot(c echo.Context) error {
	name := trimName(c.FormValue("name"))
	somebodys := utf8.RuneCountInString(name) <= maxName // by its length
	err := allowAddress(c, a.limits.resetsAt)
	if err == nil && somebodys {
		err = allow(c, a.limits.resetsAs, asRead(name))
	}
	if err != nil {
		return a.forgottenPage(c, statusOf(err), err)
	}
	if somebodys {
		if err := a.post.forgot(name); err != nil {
			return err
		}
	}
	a.logSecurity(c, "reset.asked")
	return c.Redirect(http.StatusSeeOther, "/login/forgotten?sent=yes")
}

// maxForgotten is how many who have forgotten their passwords wait for a letter, which
// is a matter of seconds.
const maxForgotten = 100

// forgot keeps the name of an account whose password was forgotten. It is an
// *rules.Error of kind Unavailable when too many wait.
func (p *postOffice) forgot(name string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.forgotten) >= maxForgotten {
		return rules.Errorf(rules.Unavailable, "error.busy", "%d have forgotten their passwords", len(p.forgotten))
	}
	p.forgotten = append(p.forgotten, name)
	return nil
}

// askResets has letters written to those who have forgotten their passwords. When the
// database fails they go on waiting.
func (a *App) askResets(ctx context.Context, now time.Time) error {
	p := a.post
	p.mu.Lock()
	names := p.forgotten
	p.forgotten = nil
	p.mu.Unlock()
	for i, name := range names {
		asked, err := a.DB.AskReset(ctx, name, now)
		if err != nil {
			p.mu.Lock()
			p.forgotten = append(names[i:], p.forgotten...)
			p.mu.Unlock()
			return err
		}
		if asked {
			p.ask()
		}
	}
	return nil
}

// resetMember makes a link by which a member chooses a new password, and shows it once.
func (a *App) resetMember(c echo.Context) error {
	person, err := a.memberNamed(c)
	if err != nil {
		return err
	}
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	path, err := MakeReset(c.Request().Context(), a.DB, person.ID, v.person.ID, a.Now())
	if err != nil {
		return a.refusedMember(c, person, err)
	}
	a.logSecurity(c, "reset.made", "by", v.person.ID, "person", person.ID)
	return a.memberPage(c, http.StatusOK, person, a.siteURL(c, path), nil)
}

// showReset answers with the form that a link for a new password leads to.
func (a *App) showReset(c echo.Context) error {
	return a.resetPage(c, http.StatusOK, nil)
}

func (a *App) resetPage(c echo.Context, status int, problem error) error {
	reset, err := a.DB.Reset(c.Request().Context(), hashID(c.Param("reset")), a.Now())
	if err != nil {
		return err
	}
	f, err := a.frame(c, a.catalog(c).T("renew.title"))
	if err != nil {
		return err
	}
	f.Return = "/"
	page := views.ResetPage{Frame: f, Action: resetPath(c.Param("reset")), Name: reset.Person.Name, New: reset.Person.Hash == ""}
	if problem != nil {
		page.Problem = views.ErrorText(f.T, problem)
	}
	return a.render(c, status, views.Reset(page))
}

// useReset gives an account the password that is sent by whoever has its link, and
// logs the sender in. All that was open by the old password ends.
func (a *App) useReset(c echo.Context) error {
	ctx, link, password := c.Request().Context(), hashID(c.Param("reset")), c.FormValue("password")
	if _, err := a.DB.Reset(ctx, link, a.Now()); err != nil {
		return err // before anything that costs
	}
	if err := validatePassword(password); err != nil {
		return a.resetPage(c, statusOf(err), err)
	}
	hash, err := a.password.Hash(ctx, password)
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
	person, err := a.DB.UseReset(ctx, link, guest, hash, a.post != nil, a.Now())
	if err != nil {
		return err
	}
	if guest != "" {
		a.publishName(c, person)
	}
	a.logSecurity(c, "password.reset", "person", person.ID)
	return a.newPassword(c, v, person, "/")
}

// newPassword goes on after a person's password was changed: under a new session id,
// with a letter that tells of it, at a path.
func (a *App) newPassword(c echo.Context, v *visitor, person db.Person, path string) error {
	if a.post != nil {
		a.post.ask()
	}
	if err := a.become(c, v, person); err != nil {
		return err
	}
	if err := a.leaveNotice(c, "renew.done"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, path)
}

// showPassword answers with the form that changes the visitor's password.
func (a *App) showPassword(c echo.Context) error {
	return a.passwordPage(c, http.StatusOK, nil)
}

func (a *App) passwordPage(c echo.Context, status int, problem error) error {
	if _, err := a.account(c); err != nil {
		return err
	}
	f, err := a.frame(c, a.catalog(c).T("settings.password"))
	if err != nil {
		return err
	}
	page := views.PasswordPage{Frame: f}
	if problem != nil {
		page.Problem = views.ErrorText(f.T, problem)
	}
	return a.render(c, status, views.Password(page))
}

// changePassword changes the visitor's password, who has to know it.
func (a *App) changePassword(c echo.Context) error {
	v, err := a.account(c)
	if err != nil {
		return err
	}
	err = a.replacePassword(c, v)
	switch {
	case rules.IsKind(err, rules.Invalid), rules.IsKind(err, rules.Conflict), rules.IsKind(err, rules.TooMany):
		return a.passwordPage(c, statusOf(err), err)
	case err != nil:
		return err
	}
	a.logSecurity(c, "password.changed", "person", v.person.ID)
	return a.newPassword(c, v, v.person, "/settings")
}

// replacePassword gives the visitor another password.
func (a *App) replacePassword(c echo.Context, v *visitor) error {
	ctx, password := c.Request().Context(), c.FormValue("password")
	if err := validatePassword(password); err != nil {
		return err
	}
	was, err := a.ownPassword(c, v, c.FormValue("old"), "error.wrong-old-password")
	if err != nil {
		return err
	}
	hash, err := a.password.Hash(ctx, password)
	if err != nil {
		return err
	}
	err = a.DB.ChangePassword(ctx, v.person.ID, was, hash, hashID(v.session.ID), a.post != nil, a.Now())
	if err == nil {
		v.person.Hash = hash
	}
	return err
}

// ownPassword returns the hash of the visitor's password when the one given is it, else
// an error of kind Invalid with the key. How often somebody may try is limited as it is
// to log in.
func (a *App) ownPassword(c echo.Context, v *visitor, password, key string) (hash string, err error) {
	if err := a.allowLogIn(c, v.person.Name); err != nil {
		return "", err
	}
	wrong := rules.Errorf(rules.Invalid, key, "person %s", v.person.ID)
	if utf8.RuneCountInString(password) > maxPassword {
		return "", wrong // nobody has it: not worth hashing
	}
	person, err := a.DB.Person(c.Request().Context(), v.person.ID)
	if err != nil {
		return "", err
	}
	fits, err := a.password.Check(c.Request().Context(), password, person.Hash)
	if err == nil && !fits {
		a.logSecurity(c, "password.refused", "person", v.person.ID)
		err = wrong
	}
	return person.Hash, err
}
