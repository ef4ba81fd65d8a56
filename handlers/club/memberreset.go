package club

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/web"
)

// ResetMember makes a link with which a member chooses a new password, and shows it once.
func (a *Area) ResetMember(c echo.Context) error {
	person, v, err := a.memberNamed(c)
	if err != nil {
		return err
	}
	path, err := web.MakeReset(c.Request().Context(), a.DB, person.ID, v.Person.ID, a.Now())
	if err != nil {
		return a.refusedMember(c, person, "", err)
	}
	a.LogSecurity(c, "reset.made", "by", v.Person.ID, "person", person.ID)
	return a.memberPage(c, http.StatusOK, person, a.SiteURL(c, path), "", nil)
}
