package handlers

import (
	"errors"
	"net/http"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/views/account"
	"hexclub/views/page"
)

// showPassword answers with the form that changes the visitor's password.
func (a *accountArea) showPassword(c echo.Context) error {
	return a.passwordPage(c, http.StatusOK, nil)
}

func (a *accountArea) passwordPage(c echo.Context, status int, problem error) error {
	if _, err := a.account(c); err != nil {
		return err
	}
	f, err := a.frame(c, a.catalog(c).T("settings.password"))
	if err != nil {
		return err
	}
	p := account.PasswordPage{Frame: f}
	p.Refused = page.NewRefused(f.T, problem, "old")
	return a.render(c, status, account.Password(p))
}

// changePassword changes the visitor's password, who has to know it.
func (a *accountArea) changePassword(c echo.Context) error {
	v, err := a.account(c)
	if err != nil {
		return err
	}
	err = a.replacePassword(c, v)
	switch {
	case mendable(err):
		return a.passwordPage(c, statusOf(err), err)
	case err != nil:
		return err
	}
	a.logSecurity(c, "password.changed", "person", v.person.ID)
	return a.newPassword(c, v, v.person, "renew.done", "/settings")
}

// replacePassword gives the visitor another password.
func (a *accountArea) replacePassword(c echo.Context, v *visitor) error {
	ctx, password := c.Request().Context(), c.FormValue("password")
	if err := validatePassword(password, v.person.Name); err != nil {
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
	err = a.DB.ChangePassword(ctx, v.person.ID, was, hash, hashID(v.session.ID), a.post != nil, a.Now())
	if err == nil {
		v.person.Hash = hash
	}
	return err
}

// newPassword goes on after a person's password was changed: under a new session id,
// with a letter that tells of it, and a notice, at a path. All streams end that were open
// before.
func (a *accountArea) newPassword(c echo.Context, v *visitor, person db.Person, notice, path string) error {
	if a.post != nil {
		a.post.ask()
	}
	a.Live.End(person.ID)
	if err := a.become(c, v, person); err != nil {
		return err
	}
	if err := a.leaveNotice(c, notice); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, path)
}

// ownPassword returns the hash of the visitor's password when the one given is it, else
// an error of kind Invalid with the key. How often somebody may try is limited as it is
// to log in.
func (a *accountArea) ownPassword(c echo.Context, v *visitor, password, key string) (hash string, err error) {
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
	fits, _, err := a.fits(c, password, person)
	if err == nil && !fits {
		a.logSecurity(c, "password.refused", "person", v.person.ID)
		err = wrong
	}
	return person.Hash, err
}

// fits reports whether a password is that of a person, and whether its hash has other parameters
// than new hashes. A stored hash that cannot be read fits no password and is logged.
func (a *accountArea) fits(c echo.Context, password string, person db.Person) (fits, outdated bool, err error) {
	ReleaseSlots(c)
	leave, err := enter(c, a.hashing, address(c))
	if err != nil {
		return false, false, err
	}
	defer leave()
	fits, outdated, err = a.password.Check(c.Request().Context(), password, person.Hash)
	if errors.Is(err, errUnreadableHash) {
		a.Log.Error("a password hash cannot be read", "request", requestID(c), "person", person.ID, "error", err)
		return false, false, nil
	}
	return fits, outdated, err
}

// hash returns the hash of a new password. The error is that of slots.enter or of
// passwordHasher.Hash.
func (a *accountArea) hash(c echo.Context, password string) (string, error) {
	hash, err := a.hashInTurn(c, password)
	return hash, tooBusy(c, a.hashing.name, err)
}

// hashInTurn is hash without a note in the log when it fails. Hashes for one address wait for each
// other: else it could fill the hasher's queue, which all addresses share.
func (a *accountArea) hashInTurn(c echo.Context, password string) (string, error) {
	ReleaseSlots(c)
	ctx := c.Request().Context()
	slot, err := a.hashing.enter(ctx, address(c))
	if err != nil {
		return "", err
	}
	defer slot.leave()
	return a.password.Hash(ctx, password)
}

// renewHash stores a new hash of a person's right password, and returns the person as
// stored then. Where that is not possible at the moment the hash stays. It fails with kind
// Conflict when the person has another password by now (error.password-changed).
func (a *accountArea) renewHash(c echo.Context, password string, person db.Person) (db.Person, error) {
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
		a.Log.Warn("a password hash is not renewed", "request", requestID(c), "person", person.ID, "error", err)
		return person, nil
	}
	// Another log-in has renewed it meanwhile, or the password was changed.
	if person, err = a.DB.Person(ctx, person.ID); err != nil {
		return db.Person{}, err
	}
	fits, _, err := a.fits(c, password, person)
	if err == nil && !fits {
		err = rules.Errorf(rules.Conflict, "error.password-changed", "%s", person.ID)
	}
	return person, err
}
