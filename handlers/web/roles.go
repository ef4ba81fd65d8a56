package web

import (
	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
)

// Organisers rejects requests of visitors who are neither organisers nor admins. The database checks the role
// again, in the transaction.
func (s *Site) Organisers(next echo.HandlerFunc) echo.HandlerFunc {
	return s.only(next, db.Role.Organises, "error.organisers-only")
}

// Admins rejects requests of visitors who are not admins.
func (s *Site) Admins(next echo.HandlerFunc) echo.HandlerFunc {
	return s.only(next, func(r db.Role) bool { return r == db.Admin }, "error.admins-only")
}

// Members rejects requests of visitors without an account.
func (s *Site) Members(next echo.HandlerFunc) echo.HandlerFunc {
	return s.only(next, func(db.Role) bool { return true }, db.ErrLogIn.Key)
}

// only rejects requests of visitors without an account, or without an allowed role.
func (s *Site) only(next echo.HandlerFunc, may func(db.Role) bool, refusal string) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := s.Account(c)
		switch {
		case err != nil:
			return err
		case !may(v.Person.Role):
			Reject(c, "page.forbidden")
			return rules.Errorf(rules.Forbidden, refusal, "%s %s at %s", v.Person.Role, v.Person.ID, c.Path())
		}
		return next(c)
	}
}
