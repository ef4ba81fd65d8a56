package handlers

import (
	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
)

// organisers keeps all but the club's organisers and admins from a handler. The
// database asks again, in the transaction of what is done.
func (a *App) organisers(next echo.HandlerFunc) echo.HandlerFunc {
	return a.only(next, db.Role.Organises, "error.organisers-only")
}

// admins keeps all but the club's admins from a handler.
func (a *App) admins(next echo.HandlerFunc) echo.HandlerFunc {
	return a.only(next, func(r db.Role) bool { return r == db.Admin }, "error.admins-only")
}

// members keeps who has no account from a handler.
func (a *App) members(next echo.HandlerFunc) echo.HandlerFunc {
	return a.only(next, func(db.Role) bool { return true }, "error.log-in-first")
}

// only keeps visitors from a handler who have no account, or not a role that may.
func (a *App) only(next echo.HandlerFunc, may func(db.Role) bool, refusal string) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := a.visitor(c)
		switch {
		case err != nil:
			return err
		case !v.signedIn():
			return rules.Errorf(rules.Forbidden, "error.log-in-first", "nobody at %s", c.Path())
		case !may(v.person.Role):
			return rules.Errorf(rules.Forbidden, refusal, "%s %s at %s", v.person.Role, v.person.ID, c.Path())
		}
		return next(c)
	}
}
