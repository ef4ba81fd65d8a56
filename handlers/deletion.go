package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/rules"
	"hexclub/views/account"
	"hexclub/views/page"
)

// showDeletion asks whether the visitor really wants to be forgotten.
func (a *accountArea) showDeletion(c echo.Context) error {
	return a.deletionPage(c, http.StatusOK, nil)
}

func (a *accountArea) deletionPage(c echo.Context, status int, problem error) error {
	v, err := a.somebody(c)
	if err != nil {
		return err
	}
	key := "delete.title"
	if v.person.Guest() {
		key = "delete.title-guest"
	}
	f, err := a.frame(c, a.catalog(c).T(key))
	if err != nil {
		return err
	}
	p := account.DeletionPage{Frame: f}
	open, err := a.DB.OpenGames(c.Request().Context(), v.person.ID)
	if err != nil {
		return err
	}
	if len(open) > 0 {
		p.Games = f.T.N("delete.games", len(open))
	}
	paired, err := a.DB.PairingsOf(c.Request().Context(), v.person.ID)
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
	return a.render(c, status, account.Deletion(p))
}

// deletePerson forgets the visitor: an account that gives its password and types
// its name, a guest that is sure.
func (a *accountArea) deletePerson(c echo.Context) error {
	v, err := a.somebody(c)
	if err != nil {
		return err
	}
	if err := a.confirmsDeletion(c, v); err != nil {
		if mendable(err) {
			return a.deletionPage(c, statusOf(err), err)
		}
		return err
	}
	paired, err := a.DB.PairingsOf(c.Request().Context(), v.person.ID)
	if err != nil {
		return err
	}
	changed, err := a.DB.DeletePerson(c.Request().Context(), v.person.ID, a.Now())
	if rules.IsKind(err, rules.Conflict) {
		return a.deletionPage(c, statusOf(err), err)
	}
	if err != nil {
		return err
	}
	a.logSecurity(c, "deletion.done", "person", v.person.ID)
	a.Live.End(v.person.ID)
	a.publishLeft(changed, paired)
	if err := a.becomeNobody(c, v); err != nil {
		return err
	}
	if err := a.leaveNotice(c, "delete.done"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/")
}

// confirmsDeletion says what is missing of what shows that the visitor means
// it.
func (a *accountArea) confirmsDeletion(c echo.Context, v *visitor) error {
	if v.person.Guest() {
		if c.FormValue("sure") != "yes" {
			return rules.Errorf(rules.Invalid, "delete.unsure", "guest %s", v.person.ID)
		}
		return nil
	}
	if asRead(c.FormValue("name")) != asRead(v.person.Name) {
		return rules.Errorf(rules.Invalid, "delete.wrong-name", "person %s types %.40q", v.person.ID, c.FormValue("name"))
	}
	_, err := a.ownPassword(c, v, c.FormValue("password"), "delete.wrong-password")
	return err
}

// becomeNobody makes the visitor somebody who has never been here.
func (a *accountArea) becomeNobody(c echo.Context, v *visitor) error {
	if err := a.sessions.drop(c.Request(), v.session); err != nil {
		return err
	}
	delete(v.session.Values, personValue{})
	*v = visitor{session: v.session}
	return nil
}
