package club

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/ladder"
	"hexclub/views/club/ladders"
)

// ShowOrder shows the form with which organisers order the players of a ladder.
func (a *Area) ShowOrder(c echo.Context) error {
	return a.orderPage(c, http.StatusOK, db.LadderOrder{}, nil)
}

// orderPage renders the form with an order as it was sent, changed by the pressed button. After a conflict it has the
// places as they are now, too.
func (a *Area) orderPage(c echo.Context, status int, sent db.LadderOrder, problem error) error {
	ctx := c.Request().Context()
	seen, err := a.DB.LastLadderEvent(ctx, c.Param("ladder")) // before the places, which may be later
	if err != nil {
		return err
	}
	l, in, err := a.ladderInput(c, c.Param("ladder"))
	if err != nil {
		return err
	}
	f, err := a.Frame(c, a.Catalog(c).T("ladder.order"))
	if err != nil {
		return err
	}
	rows, err := a.ladderRows(ctx, l, db.LadderPart{From: 1, To: max(1, len(l.State.Players))})
	if err != nil {
		return err
	}
	order := orderInput(c, l, sent, rows)
	if sent.People == nil || rules.IsKind(problem, rules.Conflict) {
		order.Seen = seen
	}
	order.Conflict = rules.IsKind(problem, rules.Conflict)
	if order.Decided, err = a.DB.LadderDecided(ctx, l.Ladder.ID); err != nil {
		return err
	}
	p := ladders.NewOrder(f, in, order, rows)
	p.Words = c.FormValue("why")
	if problem != nil {
		p.Problem = ladders.Problem(f.T, in, problem)
	}
	return a.Render(c, status, ladders.Order(p))
}

// presentOrder returns a sent order without people who are not on the ladder or are removed, followed by the players whom it
// lacks.
func presentOrder(s ladder.State, sent, removed []string) (order []string) {
	for _, id := range sent {
		if s.Place(id) > 0 && !slices.Contains(order, id) && !slices.Contains(removed, id) {
			order = append(order, id)
		}
	}
	for _, p := range s.Players {
		if !slices.Contains(order, p.ID) && !slices.Contains(removed, p.ID) {
			order = append(order, p.ID)
		}
	}
	return order
}

// orderInput returns the order after the button that was pressed. It has a seed as long as it is a random draw.
func orderInput(c echo.Context, l db.LadderNow, sent db.LadderOrder, rows map[string]ladders.RowInput) ladders.OrderInput {
	in := ladders.OrderInput{Seen: sent.Seen, Seed: sent.Seed}
	keep := c.FormValue(ladders.OrderKeepField)
	for _, id := range append(sent.Remove, c.FormValue(ladders.OrderRemoveField)) {
		if l.State.Place(id) > 0 && id != keep && !slices.Contains(in.Removed, id) {
			in.Removed = append(in.Removed, id)
		}
	}
	if c.FormValue(ladders.OrderByField) == ladders.OrderByDraw {
		names := playerNames(l)
		for _, id := range in.Removed {
			delete(names, id)
		}
		in.Seed = db.NewID(seedLetters)
		in.People = ladder.Draw(in.Seed, names)
		return in
	}
	people := slices.Clone(sent.People)
	if place := l.State.Place(keep); place > 0 && !slices.Contains(people, keep) {
		people = slices.Insert(people, min(place-1, len(people)), keep)
	}
	in.People = reordered(c, presentOrder(l.State, people, in.Removed), rows)
	if !slices.Equal(in.People, sent.People) {
		in.Seed = ""
	}
	return in
}

// seedLetters is the length of the seed of a random draw.
const seedLetters = 12

// playerNames returns the names of the players on a ladder, by id.
func playerNames(l db.LadderNow) map[string]string {
	names := map[string]string{}
	for _, p := range l.State.Players {
		names[p.ID] = l.People[p.ID].Name
	}
	return names
}

// reordered returns the order after the button that was pressed.
func reordered(c echo.Context, order []string, rows map[string]ladders.RowInput) []string {
	if i := slices.Index(order, c.FormValue(ladders.OrderUpField)); i > 0 {
		order[i-1], order[i] = order[i], order[i-1]
	}
	if i := slices.Index(order, c.FormValue(ladders.OrderDownField)); i >= 0 && i < len(order)-1 {
		order[i], order[i+1] = order[i+1], order[i]
	}
	if c.FormValue(ladders.OrderByField) == ladders.OrderByRating {
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
	order := db.LadderOrder{People: form[ladders.OrderField], Remove: form[ladders.OrderRemovedField], Seed: c.FormValue(ladders.OrderSeedField), Why: web.PlainText(c.FormValue("why"))}
	order.Seen, _ = strconv.Atoi(c.FormValue(ladders.OrderSeenField)) // without it, places have changed since
	if c.FormValue(ladders.OrderSaveField) == "" {
		return a.orderPage(c, http.StatusOK, order, nil)
	}
	news, err := a.DB.OrderLadder(c.Request().Context(), c.Param("ladder"), order, v.Person.ID, a.Now())
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
