package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
)

// PersonNamed is the account that the address names.
func (s *Site) PersonNamed(c echo.Context) (db.Person, error) {
	return s.DB.PersonByName(c.Request().Context(), c.Param("name"))
}

// ToRenamed leads members, who may read both names in the log, from an address with the name
// that an account had not long ago to the one with its name now; where there is no such
// account it returns the error.
func (s *Site) ToRenamed(c echo.Context, name string, err error, href func(name string) string) error {
	v, unread := s.Visitor(c)
	if unread != nil || !v.SignedIn() || !rules.IsKind(err, rules.NotFound) {
		return err
	}
	person, notFound := s.DB.PersonToLogIn(c.Request().Context(), name, s.Now())
	if notFound != nil {
		return err
	}
	to := href(person.Name)
	if query := c.Request().URL.RawQuery; query != "" {
		to += "?" + query
	}
	return c.Redirect(http.StatusFound, to)
}
