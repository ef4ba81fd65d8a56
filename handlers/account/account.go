package account

import (
	"net/http"
	"unicode/utf8"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/account"
	"hexclub/views/page"
)

// ShowSignUp serves the form for a new account.
func (a *Area) ShowSignUp(c echo.Context) error {
	return a.showAccountPage(c, "signup.title", account.SignUp)
}

// ShowLogIn serves the form to log in.
func (a *Area) ShowLogIn(c echo.Context) error {
	return a.showAccountPage(c, "login.title", account.LogIn)
}

// showAccountPage shows a form for name and password. It redirects visitors who are logged in.
func (a *Area) showAccountPage(c echo.Context, title string, form func(account.AccountPage) templ.Component) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	if v.SignedIn() {
		return c.Redirect(http.StatusSeeOther, web.LocalPath(c.FormValue("return")))
	}
	return a.accountPage(c, http.StatusOK, title, form, nil)
}

// accountPage shows the form to sign up or log in, with what was sent and the problem with it.
func (a *Area) accountPage(c echo.Context, status int, title string, form func(account.AccountPage) templ.Component, problem error) error {
	f, err := a.Frame(c, a.Catalog(c).T(title))
	if err != nil {
		return err
	}
	f.Return = web.LocalPath(c.FormValue("return"))
	club, err := a.Club(c)
	if err != nil {
		return err
	}
	p := account.AccountPage{Frame: f, Name: web.NameAgain(c, problem), Closed: !club.Open}
	p.Refused = page.NewRefused(f.T, problem, "name")
	return a.Render(c, status, form(p))
}

// retry shows the form again if the sender can correct the problem, which may be a closed account.
func (a *Area) retry(c echo.Context, title string, form func(account.AccountPage) templ.Component, err error) error {
	if web.ShowAgain(err, rules.Forbidden, rules.NotFound) {
		return a.accountPage(c, web.StatusOf(err), title, form, err)
	}
	return err
}

// SignUp creates an account. A guest who signs up keeps all games.
func (a *Area) SignUp(c echo.Context) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	if v.SignedIn() {
		return rules.Errorf(rules.Conflict, "error.signed-in", "%s signs up again", v.Person.ID)
	}
	if err := a.createAccount(c, v); err != nil {
		return a.retry(c, "signup.title", account.SignUp, err)
	}
	if err := a.LeaveNotice(c, "signup.done"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, web.LocalPath(c.FormValue("return")))
}

func (a *Area) createAccount(c echo.Context, v *web.Visitor) error {
	name, hash, err := a.newAccount(c)
	if err != nil {
		return err
	}
	person, err := a.DB.SignUp(c.Request().Context(), v.Person.ID, name, hash, a.Now())
	if err != nil {
		return err
	}
	a.PublishName(c, person)
	a.LogSecurity(c, "sign-up.done", "person", person.ID)
	return a.Become(c, v, person)
}

// newAccount returns the name and the password hash of the account that the form asks for.
func (a *Area) newAccount(c echo.Context) (name, hash string, err error) {
	name, password := web.TrimName(c.FormValue("name")), c.FormValue("password")
	if err := a.CheckName(c, name); err != nil {
		return "", "", err
	}
	if err := web.ValidatePassword(password, name); err != nil {
		return "", "", err
	}
	if err := web.AllowAddress(c, a.Limits.SignUps); err != nil {
		return "", "", err
	}
	hash, err = a.hash(c, password)
	return name, hash, err
}

// LogIn logs a visitor in. The games of a guest move to the account.
func (a *Area) LogIn(c echo.Context) error {
	ctx := c.Request().Context()
	person, err := a.checkPassword(c)
	if err != nil {
		return a.retry(c, "login.title", account.LogIn, err)
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	if v.Known && v.Person.Guest() {
		if err := a.DB.Absorb(ctx, v.Person.ID, person.ID); err != nil {
			return err
		}
		a.PublishName(c, person)
	}
	if err := a.Become(c, v, person); err != nil {
		return err
	}
	if web.AsRead(c.FormValue("name")) != web.AsRead(person.Name) {
		if err := a.LeaveNotice(c, "login.renamed"); err != nil {
			return err
		}
	}
	return c.Redirect(http.StatusSeeOther, web.LocalPath(c.FormValue("return")))
}

// checkPassword returns the person with the name and password of the form. Neither the response nor
// its time reveals whether the name exists.
func (a *Area) checkPassword(c echo.Context) (db.Person, error) {
	ctx := c.Request().Context()
	name, password := web.TrimName(c.FormValue("name")), c.FormValue("password")
	wrong := rules.Errorf(rules.Invalid, "error.wrong-password", "log-in refused").In("password")
	if utf8.RuneCountInString(name) > web.MaxName || utf8.RuneCountInString(password) > web.MaxPassword {
		return db.Person{}, wrong // no account has them: not worth hashing
	}
	if err := a.AllowLogIn(c, name); err != nil {
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
		// The typed name may be a password, so it is not logged.
		a.LogSecurity(c, "log-in.refused", "person", person.ID)
		return db.Person{}, wrong
	}
	if !person.Closed.IsZero() { // the password was right, so this may be revealed
		a.LogSecurity(c, "log-in.refused", "person", person.ID, "reason", "closed")
		return db.Person{}, web.ErrClosed(person)
	}
	a.LogSecurity(c, "log-in.allowed", "person", person.ID)
	if outdated {
		return a.renewHash(c, password, person)
	}
	return person, nil
}

// LogOut ends the session of an account and the person's streams. Pages open in this browser then
// reload, logged out; pages in other browsers reconnect. A guest cannot log out, because the
// session is the only access to the guest's games.
func (a *Area) LogOut(c echo.Context) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	if v.Known && v.Person.Guest() {
		return rules.Errorf(rules.Forbidden, "error.guest-logs-out", "guest %s", v.Person.ID)
	}
	if err := a.Sessions.End(c.Request(), c.Response(), v.Session); err != nil {
		return err
	}
	if v.Known {
		a.Live.End(v.Person.ID)
		a.LogSecurity(c, "log-out.done", "person", v.Person.ID)
	}
	return c.Redirect(http.StatusSeeOther, "/")
}
