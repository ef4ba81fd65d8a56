package handlers

import (
	"errors"
	"net/http"
	"unicode/utf8"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/views/account"
	"hexclub/views/page"
)

func (a *accountArea) showSignUp(c echo.Context) error {
	return a.showAccountPage(c, "signup.title", account.SignUp)
}

func (a *accountArea) showLogIn(c echo.Context) error {
	return a.showAccountPage(c, "login.title", account.LogIn)
}

// showAccountPage asks for a name and a password, but who is logged in already
// goes on at once.
func (a *accountArea) showAccountPage(c echo.Context, title string, form func(account.AccountPage) templ.Component) error {
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	if v.signedIn() {
		return c.Redirect(http.StatusSeeOther, localPath(c.FormValue("return")))
	}
	return a.accountPage(c, http.StatusOK, title, form, nil)
}

// accountPage answers with the form to sign up or log in, filled with what
// was sent, and with what was wrong with it.
func (a *accountArea) accountPage(c echo.Context, status int, title string, form func(account.AccountPage) templ.Component, problem error) error {
	f, err := a.frame(c, a.catalog(c).T(title))
	if err != nil {
		return err
	}
	f.Return = localPath(c.FormValue("return"))
	club, err := a.club(c)
	if err != nil {
		return err
	}
	p := account.AccountPage{Frame: f, Name: nameAgain(c, problem), Closed: !club.Open}
	p.Refused = page.NewRefused(f.T, problem, "name")
	return a.render(c, status, form(p))
}

// retry shows the form again when the sender can mend the error.
func (a *accountArea) retry(c echo.Context, title string, form func(account.AccountPage) templ.Component, err error) error {
	var known *rules.Error
	if errors.As(err, &known) && known.Kind != rules.Unavailable {
		return a.accountPage(c, statusOf(err), title, form, err)
	}
	return err
}

// signUp makes an account; a guest who signs up keeps all games.
func (a *accountArea) signUp(c echo.Context) error {
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	if v.signedIn() {
		return rules.Errorf(rules.Conflict, "error.signed-in", "%s signs up again", v.person.ID)
	}
	if err := a.createAccount(c, v); err != nil {
		return a.retry(c, "signup.title", account.SignUp, err)
	}
	if err := a.leaveNotice(c, "signup.done"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, localPath(c.FormValue("return")))
}

func (a *accountArea) createAccount(c echo.Context, v *visitor) error {
	name, hash, err := a.newAccount(c)
	if err != nil {
		return err
	}
	person, err := a.DB.SignUp(c.Request().Context(), v.person.ID, name, hash, a.Now())
	if err != nil {
		return err
	}
	a.publishName(c, person)
	a.logSecurity(c, "sign-up.done", "person", person.ID)
	return a.become(c, v, person)
}

// newAccount is the name, and the hash of the password, of an account that somebody
// asks for.
func (a *accountArea) newAccount(c echo.Context) (name, hash string, err error) {
	name, password := trimName(c.FormValue("name")), c.FormValue("password")
	if err := a.checkName(c, name); err != nil {
		return "", "", err
	}
	if err := validatePassword(password, name); err != nil {
		return "", "", err
	}
	if err := allowAddress(c, a.limits.signUps); err != nil {
		return "", "", err
	}
	hash, err = a.hash(c, password)
	return name, hash, err
}

// logIn lets a person in; the games of the guest who logs in come along.
func (a *accountArea) logIn(c echo.Context) error {
	ctx := c.Request().Context()
	person, err := a.checkPassword(c)
	if err != nil {
		return a.retry(c, "login.title", account.LogIn, err)
	}
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	if v.known && v.person.Guest() {
		if err := a.DB.Absorb(ctx, v.person.ID, person.ID); err != nil {
			return err
		}
		a.publishName(c, person)
	}
	if err := a.become(c, v, person); err != nil {
		return err
	}
	if asRead(c.FormValue("name")) != asRead(person.Name) {
		if err := a.leaveNotice(c, "login.renamed"); err != nil {
			return err
		}
	}
	return c.Redirect(http.StatusSeeOther, localPath(c.FormValue("return")))
}

// checkPassword is the person with the name and password sent. Whether the
// name exists is not told, in words or in time.
func (a *accountArea) checkPassword(c echo.Context) (db.Person, error) {
	ctx := c.Request().Context()
	name, password := trimName(c.FormValue("name")), c.FormValue("password")
	wrong := rules.Errorf(rules.Invalid, "error.wrong-password", "log-in refused")
	if utf8.RuneCountInString(name) > maxName || utf8.RuneCountInString(password) > maxPassword {
		return db.Person{}, wrong // nobody has them: not worth hashing
	}
	if err := a.allowLogIn(c, name); err != nil {
		return db.Person{}, err
	}
	person, err := a.DB.PersonToLogIn(ctx, name, a.Now())
	if err != nil && !rules.IsKind(err, rules.NotFound) {
		return db.Person{}, err
	}
	fits, outdated, err := a.fits(c, password, person)
	if err != nil {
		return db.Person{}, err
	}
	if !fits {
		// The name that was typed may be a password, and is logged nowhere.
		a.logSecurity(c, "log-in.refused", "person", person.ID)
		return db.Person{}, wrong
	}
	if !person.Closed.IsZero() { // who has the password may know
		a.logSecurity(c, "log-in.refused", "person", person.ID, "reason", "closed")
		return db.Person{}, errClosed(person)
	}
	a.logSecurity(c, "log-in.allowed", "person", person.ID)
	if outdated {
		return a.renewHash(c, password, person)
	}
	return person, nil
}

// logOut ends the session of an account, and the person's streams: the pages that are open
// in this browser come anew then, for nobody; those elsewhere open theirs again. A guest's is
// the only way to the guest's games, so it does not end.
func (a *accountArea) logOut(c echo.Context) error {
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	if v.known && v.person.Guest() {
		return rules.Errorf(rules.Forbidden, "error.guest-logs-out", "guest %s", v.person.ID)
	}
	if err := a.sessions.end(c.Request(), c.Response(), v.session); err != nil {
		return err
	}
	if v.known {
		a.Live.End(v.person.ID)
		a.logSecurity(c, "log-out.done", "person", v.person.ID)
	}
	return c.Redirect(http.StatusSeeOther, "/")
}
