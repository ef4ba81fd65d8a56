package club

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/club/entering"
	"hexclub/views/club/ladders"
)

// ShowAdding shows the form with which organisers add members to a ladder.
func (a *Area) ShowAdding(c echo.Context) error {
	form := c.QueryParams() // a search keeps what is typed
	return a.addingPage(c, http.StatusOK, entering.Input{Members: form[entering.MemberField], Names: form.Get(entering.NamesField)}, nil)
}

// addingPage renders the form as it was sent.
func (a *Area) addingPage(c echo.Context, status int, sent entering.Input, problem error) error {
	l, in, err := a.ladderInput(c, c.Param("ladder"))
	if err != nil {
		return err
	}
	f, err := a.Frame(c, a.Catalog(c).T("ladder.add"))
	if err != nil {
		return err
	}
	sent.Everybody, sent.Automatic = c.FormValue(entering.EverybodyField) != "", c.FormValue(entering.AutomaticField) != ""
	sent.Find = web.TrimName(c.FormValue(entering.FindField))
	sent, err = a.offered(c, sent, func(search string, most int) ([]db.Candidate, bool, error) {
		return a.DB.LadderCandidates(c.Request().Context(), l.Ladder, search, most)
	})
	if err != nil {
		return err
	}
	return a.Render(c, status, ladders.Add(ladders.NewAdd(f, in, sent, problem)))
}

// AddToLadder adds the members that are ticked in the form and those on its list, one name a line, or all members, and lets new
// members join automatically. A name that no member has stays on the list, and the page asks which member it means, as AddEntrants does.
func (a *Area) AddToLadder(c echo.Context) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	id, ctx := c.Param("ladder"), c.Request().Context()
	form, err := c.FormParams()
	if err != nil {
		return rules.Errorf(rules.Invalid, "error.form", "%v", err)
	}
	sent := entering.Input{Members: form[entering.MemberField], Names: c.FormValue(entering.NamesField)}
	people, unknown, err := a.readMembers(c)
	if web.ShowAgain(err) {
		sent.Unknown = answered(c, nil)
		return a.addingPage(c, web.StatusOf(err), sent, err)
	}
	if err != nil {
		return err
	}
	people = append(sent.Members, people...)
	var news db.LadderNews
	var added []string
	everybody, automatic := c.FormValue(entering.EverybodyField) != "", c.FormValue(entering.AutomaticField) != ""
	switch {
	case everybody:
		news, added, err = a.DB.AddEverybodyToLadder(ctx, id, v.Person.ID, a.Now())
	case len(people)+len(unknown) == 0 && !automatic:
		err = rules.Errorf(rules.Invalid, "error.entrants-none", "nobody for %s", id).In(entering.NamesField)
	default:
		news, added, err = a.DB.AddAllToLadder(ctx, id, people, v.Person.ID, a.Now())
	}
	if web.ShowAgain(err) {
		status := web.StatusOf(err)
		sent.Unknown = answered(c, unknown)
		sent, err = a.withoutClosed(c, sent, err)
		return a.addingPage(c, status, sent, err)
	}
	if err != nil {
		return err
	}
	a.PublishLadder(news)
	if automatic {
		if _, err := a.DB.AutomateLadder(ctx, id, v.Person.ID, a.Now()); err != nil {
			return err
		}
	}
	if len(unknown) > 0 {
		return a.addingPage(c, http.StatusUnprocessableEntity, askAgain(len(added), unknown), nil)
	}
	switch {
	case automatic && len(added) == 0:
		err = a.LeaveNotice(c, "ladder.told-saved")
	case automatic: // the last of two acts
		err = a.LeavePlainNotice(c, "ladder.added-count "+strconv.Itoa(len(added)))
	default:
		err = a.LeaveCount(c, "ladder.added-count", len(added))
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, ladders.Href(id))
}

// readMembers returns the members on the list in the form, and the names on it that nobody has and no answer explains.
func (a *Area) readMembers(c echo.Context) (people []string, unknown []entering.UnknownName, err error) {
	list, unknown, err := a.readNames(c)
	for _, one := range list {
		if one.Person == "" { // ladders have no walk-ins
			unknown = append(unknown, entering.UnknownName{Name: one.Name})
			continue
		}
		people = append(people, one.Person)
	}
	return people, unknown, err
}
