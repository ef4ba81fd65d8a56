package club

import (
	"math/rand/v2"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/ladder"
	"hexclub/views/club/ladders"
)

// ShowOrder shows the form with which organisers order the players of a ladder.
func (a *Area) ShowOrder(c echo.Context) error { return a.orderPage(c, http.StatusOK, nil, nil) }

// orderPage renders the form with an order as it was sent, changed by the pressed button.
func (a *Area) orderPage(c echo.Context, status int, sent []string, problem error) error {
	l, in, err := a.ladderInput(c, c.Param("ladder"))
	if err != nil {
		return err
	}
	f, err := a.Frame(c, a.Catalog(c).T("ladder.order"))
	if err != nil {
		return err
	}
	rows, err := a.ladderRows(c.Request().Context(), l, db.LadderPart{From: 1, To: max(1, len(l.State.Players))})
	if err != nil {
		return err
	}
	order := reordered(c, presentOrder(l.State, sent), rows)
	p := ladders.NewOrder(f, in, order, rows)
	if p.Decided, err = a.DB.LadderDecided(c.Request().Context(), l.Ladder.ID); err != nil {
		return err
	}
	p.Words = c.FormValue("why")
	if problem != nil {
		p.Problem = ladders.Problem(f.T, in, problem)
	}
	return a.Render(c, status, ladders.Order(p))
}

// presentOrder returns a sent order without people who are not on the ladder, followed by the players whom it lacks.
func presentOrder(s ladder.State, sent []string) (order []string) {
	for _, id := range sent {
		if s.Place(id) > 0 && !slices.Contains(order, id) {
			order = append(order, id)
		}
	}
	for _, p := range s.Players {
		if !slices.Contains(order, p.ID) {
			order = append(order, p.ID)
		}
	}
	return order
}

// reordered returns the order after the button that was pressed.
func reordered(c echo.Context, order []string, rows map[string]ladders.RowInput) []string {
	if i := slices.Index(order, c.FormValue(ladders.OrderUpField)); i > 0 {
		order[i-1], order[i] = order[i], order[i-1]
	}
	if i := slices.Index(order, c.FormValue(ladders.OrderDownField)); i >= 0 && i < len(order)-1 {
		order[i], order[i+1] = order[i+1], order[i]
	}
	switch c.FormValue(ladders.OrderByField) {
	case ladders.OrderByRating:
		slices.SortStableFunc(order, func(x, y string) int {
			switch a, b := rows[x].Rating, rows[y].Rating; {
			case a == nil && b == nil:
				return 0
			case a == nil || b != nil && a.Rating < b.Rating:
				return 1
			case b == nil || a.Rating > b.Rating:
				return -1
			}
			return 0
		})
	case ladders.OrderByDraw:
		rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	return order
}

// OrderLadder stores the order in the form, or renders the form again after another button than that to save.
func (a *Area) OrderLadder(c echo.Context) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	form, err := c.FormParams()
	if err != nil {
		return rules.Errorf(rules.Invalid, "error.form", "%v", err)
	}
	order := form[ladders.OrderField]
	if c.FormValue(ladders.OrderSaveField) == "" {
		return a.orderPage(c, http.StatusOK, order, nil)
	}
	news, err := a.DB.OrderLadder(c.Request().Context(), c.Param("ladder"), order, v.Person.ID, web.PlainText(c.FormValue("why")), a.Now())
	if web.ShowAgain(err) {
		return a.orderPage(c, web.StatusOf(err), order, err)
	}
	if err != nil {
		return err
	}
	a.PublishLadder(news)
	if err := a.LeaveNotice(c, "ladder.told-ordered"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, ladders.Href(c.Param("ladder")))
}
