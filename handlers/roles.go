package handlers

import (
	"hexclub/db"
	"hexclub/rules"

	"github.com/labstack/echo/v4"
)

// organisers keeps all but the club's organisers and admins from a handler. The
// database asks again, in the transaction of what is done.
func (s *site) organisers(next echo.HandlerFunc) echo.HandlerFunc {
	return s.only(next, db.Role.Organises, "error.organisers-only")
}

// admins keeps all but the club's admins from a handler.
func (s *site) admins(next echo.HandlerFunc) echo.HandlerFunc {
	return s.only(next, func(r db.Role) bool { return r == db.Admin }, "error.admins-only")
}

// members keeps who has no account from a handler.
func (s *site) members(next echo.HandlerFunc) echo.HandlerFunc {
	return s.only(next, func(db.Role) bool { return true }, "error.log-in-first")
}

// only keeps visitors from a handler who have no account, or not a role that may.
func (s *site) only(next echo.HandlerFunc, may func(db.Role) bool, refusal string) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := s.account(c)
		switch {
		case err != nil:
			return err
		case !may(v.person.Role):
			turnAway(c, "page.forbidden")
			return rules.Errorf(rules.Forbidden, refusal, "%s %s at %s", v.person.Role, v.person.ID, c.Path())
		}
		return next(c)
	}
}
