package account

import (
	"errors"
	"net/http"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/account"
	"hexclub/views/page"
)

// ShowPassword shows the form to change the visitor's password.
func (a *Area) ShowPassword(c echo.Context) error {
	return a.passwordPage(c, http.StatusOK, nil)
}

func (a *Area) passwordPage(c echo.Context, status int, problem error) error {
	if _, err := a.Account(c); err != nil {
		return err
	}
	f, err := a.Frame(c, a.Catalog(c).T("settings.password"))
	if err != nil {
		return err
	}
	p := account.PasswordPage{Frame: f}
	p.Refused = page.NewRefused(f.T, problem, "old")
	return a.Render(c, status, account.Password(p))
}

// ChangePassword changes the visitor's password. It requires the old one.
func (a *Area) ChangePassword(c echo.Context) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	err = a.replacePassword(c, v)
	switch {
	case web.ShowAgain(err):
		return a.passwordPage(c, web.StatusOf(err), err)
	case err != nil:
		return err
	}
	a.LogSecurity(c, "password.changed", "person", v.Person.ID)
	return a.newPassword(c, v, v.Person, "renew.done", settingsPath)
}

// replacePassword checks the old password and stores the new one.
func (a *Area) replacePassword(c echo.Context, v *web.Visitor) error {
	ctx, password := c.Request().Context(), c.FormValue("password")
	if err := web.ValidatePassword(password, v.Person.Name); err != nil {
		return err
	}
	was, err := a.ownPassword(c, v, c.FormValue("old"), "error.wrong-old-password")
	if err != nil {
		return err
	}
	hash, err := a.hash(c, password)
	if err != nil {
		return err
	}
	err = a.DB.ChangePassword(ctx, v.Person.ID, was, hash, web.HashID(v.Session.ID), a.Post != nil, a.Now())
	if err == nil {
		v.Person.Hash = hash
	}
	return err
}

// newPassword completes a change of password: it sends an e-mail about it, ends all streams, gives
// the visitor a new session id, and redirects to a path with a notice.
func (a *Area) newPassword(c echo.Context, v *web.Visitor, person db.Person, notice, path string) error {
	if a.Post != nil {
		a.Post.Ask()
	}
	a.Live.End(person.ID)
	if err := a.Become(c, v, person); err != nil {
		return err
	}
	if err := a.LeaveNotice(c, notice); err != nil {
		return err
	}
	return saved(c, path, "account")
}

// ownPassword returns the hash of the visitor's password if the given password is right, or an
// error of kind Invalid with the key. Attempts are limited as for log-ins.
func (a *Area) ownPassword(c echo.Context, v *web.Visitor, password, key string) (hash string, err error) {
	if err := a.AllowLogIn(c, v.Person.Name); err != nil {
		return "", err
	}
	wrong := rules.Errorf(rules.Invalid, key, "person %s", v.Person.ID)
	if utf8.RuneCountInString(password) > web.MaxPassword {
		return "", wrong // no account has it: not worth hashing
	}
	person, err := a.DB.Person(c.Request().Context(), v.Person.ID)
	if err != nil {
		return "", err
	}
	fits, _, err := a.fits(c, password, person)
	if err == nil && !fits {
		a.LogSecurity(c, "password.refused", "person", v.Person.ID)
		err = wrong
	}
	return person.Hash, err
}

// fits reports whether a password is that of a person, and whether its hash has other parameters
// than new hashes. A stored hash that cannot be read fits no password and is logged.
func (a *Area) fits(c echo.Context, password string, person db.Person) (fits, outdated bool, err error) {
	web.ReleaseSlots(c)
	leave, err := web.Enter(c, a.Hashing, web.Address(c))
	if err != nil {
		return false, false, err
	}
	defer leave()
	fits, outdated, err = a.Password.Check(c.Request().Context(), password, person.Hash)
	if errors.Is(err, errUnreadableHash) {
		a.Log.Error("a password hash cannot be read", "request", web.RequestID(c), "person", person.ID, "error", err)
		return false, false, nil
	}
	return fits, outdated, err
}

// hash returns the hash of a new password. It returns the errors of limit.Slots.Enter and
// PasswordHasher.Hash.
func (a *Area) hash(c echo.Context, password string) (string, error) {
	hash, err := a.hashInTurn(c, password)
	return hash, web.TooBusy(c, a.Hashing.Name, err)
}

// hashInTurn is like hash, but does not log errors. Hashes for one address wait for each other.
// Otherwise it could fill the hasher's queue, which all addresses share.
func (a *Area) hashInTurn(c echo.Context, password string) (string, error) {
	web.ReleaseSlots(c)
	ctx := c.Request().Context()
	slot, err := a.Hashing.Enter(ctx, web.Address(c))
	if err != nil {
		return "", err
	}
	defer slot.Leave()
	return a.Password.Hash(ctx, password)
}

// renewHash stores a new hash of a person's right password, and returns the person as stored. If
// hashing fails, the old hash stays. It returns an error of kind Conflict if the password has
// changed meanwhile (error.password-changed).
func (a *Area) renewHash(c echo.Context, password string, person db.Person) (db.Person, error) {
	ctx := c.Request().Context()
	hash, err := a.hashInTurn(c, password)
	if err == nil {
		var renewed bool
		if renewed, err = a.DB.RenewHash(ctx, person.ID, person.Hash, hash); renewed {
			person.Hash = hash
			return person, nil
		}
	}
	if err != nil {
		a.Log.Warn("a password hash is not renewed", "request", web.RequestID(c), "person", person.ID, "error", err)
		return person, nil
	}
	// Another log-in has renewed it meanwhile, or the password was changed.
	if person, err = a.DB.Person(ctx, person.ID); err != nil {
		return db.Person{}, err
	}
	fits, _, err := a.fits(c, password, person)
	if err == nil && !fits {
		err = rules.Errorf(rules.Conflict, "error.password-changed", "%s", person.ID).In("password")
	}
	return person, err
}
