package account

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/account"
	"hexclub/views/page"
)

// ShowDeletion shows the form that confirms the visitor's deletion.
func (a *Area) ShowDeletion(c echo.Context) error {
	return a.deletionPage(c, http.StatusOK, nil)
}

func (a *Area) deletionPage(c echo.Context, status int, problem error) error {
	v, err := a.KnownVisitor(c)
	if err != nil {
		return err
	}
	key := "delete.title"
	if v.Person.Guest() {
		key = "delete.title-guest"
	}
	f, err := a.Frame(c, a.Catalog(c).T(key))
	if err != nil {
		return err
	}
	p := account.DeletionPage{Frame: f}
	open, err := a.DB.OpenGames(c.Request().Context(), v.Person.ID)
	if err != nil {
		return err
	}
	if len(open) > 0 {
		p.Games = f.T.N("traces.open-games", len(open))
	}
	paired, err := a.DB.PairingsOf(c.Request().Context(), v.Person.ID)
	if err != nil {
		return err
	}
	if len(paired) > 0 {
		p.Pairings = f.T.N("delete.pairings", len(paired))
	}
	p.Refused = page.NewRefused(f.T, problem, "password")
	if problem != nil {
		p.Typed = c.FormValue("name")
	}
	return a.Render(c, status, account.Deletion(p))
}

// DeletePerson deletes the visitor. An account has to send its password and its name, a guest a
// confirmation.
func (a *Area) DeletePerson(c echo.Context) error {
	v, err := a.KnownVisitor(c)
	if err != nil {
		return err
	}
	if err := a.confirmsDeletion(c, v); err != nil {
		if web.ShowAgain(err) {
			return a.deletionPage(c, web.StatusOf(err), err)
		}
		return err
	}
	paired, err := a.DB.PairingsOf(c.Request().Context(), v.Person.ID)
	if err != nil {
		return err
	}
	changed, err := a.DB.DeletePerson(c.Request().Context(), v.Person.ID, a.Now())
	if web.ShowAgain(err) {
		return a.deletionPage(c, web.StatusOf(err), err)
	}
	if err != nil {
		return err
	}
	a.LogSecurity(c, "deletion.done", "person", v.Person.ID)
	a.Live.End(v.Person.ID)
	a.PublishLeft(changed, paired)
	notice := "delete.done"
	if v.Person.Guest() {
		notice = "delete.done-guest"
	}
	if err := a.endSession(c, v); err != nil {
		return err
	}
	if err := a.LeaveNotice(c, notice); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/")
}

// confirmsDeletion returns an error if a confirmation is missing.
func (a *Area) confirmsDeletion(c echo.Context, v *web.Visitor) error {
	if v.Person.Guest() {
		if c.FormValue("sure") != "yes" {
			return rules.Errorf(rules.Invalid, "delete.unsure", "guest %s", v.Person.ID)
		}
		return nil
	}
	if web.AsRead(c.FormValue("name")) != web.AsRead(v.Person.Name) {
		return rules.Errorf(rules.Invalid, "delete.wrong-name", "person %s types %.40q", v.Person.ID, c.FormValue("name")).In("name")
	}
	_, err := a.ownPassword(c, v, c.FormValue("password"), "delete.wrong-password")
	return err
}

// endSession ends the session after a deletion, so that the visitor is a new one.
func (a *Area) endSession(c echo.Context, v *web.Visitor) error {
	if err := a.Sessions.Drop(c.Request(), v.Session); err != nil {
		return err
	}
	delete(v.Session.Values, web.PersonValue{})
	*v = web.Visitor{Session: v.Session}
	return nil
}
