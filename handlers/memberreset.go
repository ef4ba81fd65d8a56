package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// resetMember makes a link by which a member chooses a new password, and shows it once.
func (a *clubArea) resetMember(c echo.Context) error {
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
