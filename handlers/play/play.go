package play

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/page"
	"hexclub/views/play"
	"hexclub/views/table"
)

// ShowGame serves the page of a game, with the draft of a turn applied.
func (a *Area) ShowGame(c echo.Context) error {
	game, err := a.ReadGame(c, c.Param("id"))
	if err != nil {
		return err
	}
	in, err := a.tableInput(c, game)
	if err != nil {
		return err
	}
	in.Film = c.QueryParam("again") != ""
	return a.gamePage(c, http.StatusOK, table.New(in), a.gamePreview(c, game, nil))
}

// ShowBoard serves the table only, for htmx. With "since", the revision on the page, it answers 204 if the game
// has not changed.
func (a *Area) ShowBoard(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	if since := c.QueryParam("since"); since != "" {
		revision, err := a.DB.Revision(ctx, id)
		if err != nil {
			return err
		}
		if since == strconv.Itoa(revision) {
			return c.NoContent(http.StatusNoContent)
		}
	}
	in, err := a.readTable(c)
	if err != nil {
		return err
	}
	if c.QueryParam("at") != "" {
		in.Draft = keptDraft(c, in)
	}
	turns := c.QueryParam("turns")
	in.Film = c.QueryParam("again") != "" || turns != "" && turns != strconv.Itoa(len(in.Game.Record.Turns()))
	shown := table.New(in)
	shown.News = c.QueryParam("since") != ""
	return a.tableFragment(c, http.StatusOK, shown.Tools.Return, shown)
}

// PlayTurn commits a whole turn. A refused turn is answered with the current board and the reason: a stale turn
// with 409, an illegal one with 422 and its draft.
func (a *Area) PlayTurn(c echo.Context) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	moved, err := formEvent(c, "moved")
	if err != nil {
		return err
	}
	ctx, id := c.Request().Context(), c.Param("id")
	game, err := a.commitTurn(ctx, id, v.Person.ID, moved, c.FormValue("draft"))
	return a.afterAct(c, game, err)
}

// formEvent returns the number of an event in a form: "moved" for record.Moved, "events" for record.EventCount.
// Pages that were opened before an upgrade may send either as "ply".
func formEvent(c echo.Context, name string) (int, error) {
	value := cmp.Or(c.FormValue(name), c.FormValue("ply"))
	number, err := strconv.Atoi(value)
	if err != nil {
		return 0, rules.Errorf(rules.Invalid, "error.form", "%s=%q", name, value)
	}
	return number, nil
}

// commitTurn calls db.PlayTurn and counts the turn.
func (a *Area) commitTurn(ctx context.Context, id, person string, moved int, actions string) (db.Game, error) {
	began := time.Now()
	game, err := a.DB.PlayTurn(ctx, id, person, moved, actions, a.Now())
	if err == nil {
		a.Metrics.Turn(game.Key, time.Since(began))
	}
	return game, err
}

// afterAct answers an act with the current game, and publishes the change.
func (a *Area) afterAct(c echo.Context, game db.Game, problem error) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	if problem == nil || flagFell(problem) {
		a.Live.PublishToOthers(game.ID, v.Person.ID)
		a.PublishToLists(game)
		defer a.Live.PublishTo(game.ID, v.Person.ID) // after the answer to this player
	}
	if problem == nil && !web.IsHTMX(c) {
		web.ReleaseSlots(c)
		a.awaitBots(c.Request().Context(), game)
		return c.Redirect(http.StatusSeeOther, "/games/"+game.ID)
	}
	status := http.StatusOK
	if problem != nil {
		status = web.StatusOf(problem)
		if game.Record == nil {
			return problem // without the game there is nothing to show
		}
	}
	in, err := a.tableInput(c, game)
	if err != nil {
		return err
	}
	in.Draft, in.More, in.Problem = keptDraft(c, in), "", problem
	refused := errors.As(problem, new(*rules.Refusal))
	if refused || rules.IsKind(problem, rules.Invalid) {
		in.Draft = c.FormValue("draft")
	}
	if refused { // the draft shows its own error
		in.Problem = nil
	}
	in.Film = problem == nil && c.QueryParam("draft") != "" // a press played at once what it led to
	shown := table.New(in)
	shown.News = true
	if shown.Film != nil && len(shown.Film.Flights) == 0 {
		shown.Film = nil // the press has shown it already
	}
	if !web.IsHTMX(c) {
		return a.gamePage(c, status, shown, nil)
	}
	return a.tableFragment(c, status, "/games/"+game.ID, shown)
}

// flagFell reports whether an act failed because the time of the seat to act was up. This ended the game.
func flagFell(problem error) bool {
	return errors.Is(problem, db.ErrTimeUp)
}

// keptDraft returns the draft that a page sends with another request; empty if the position has changed.
func keptDraft(c echo.Context, in table.Input) string {
	if c.FormValue("at") != strconv.Itoa(in.Game.Record.Moved()) {
		return ""
	}
	return strings.TrimSpace(c.FormValue("draft"))
}

// tableFragment sends a table to htmx, with the page's new address and the revision, so that an older table
// never replaces a newer one.
func (a *Area) tableFragment(c echo.Context, status int, address string, shown table.Table) error {
	v, err := a.Visitor(c)
	if err == nil && v.Known {
		shown.Awaiting, err = a.Awaiting(c, v.Person.ID)
	}
	if err != nil {
		return err
	}
	if shown.Film != nil {
		shown.Film.Sheet = a.Static.Path("film.css")
	}
	header := c.Response().Header()
	header.Set("HX-Replace-Url", address)
	header.Set("X-Revision", shown.Head.Revision)
	return a.Render(c, status, table.Fragment(shown))
}

// gamePage renders the whole page of a table. preview is nil for a page that is not public.
func (a *Area) gamePage(c echo.Context, status int, shown table.Table, preview *page.Preview) error {
	f, err := a.Frame(c, "")
	if err != nil {
		return err
	}
	f.Title, f.Preview, shown.Awaiting = shown.Head.Title, preview, f.Awaiting
	chat, err := a.chatPanel(c, shown)
	if err != nil {
		return err
	}
	oversees, err := a.oversees(c, shown.Head.ID, chat)
	if err != nil {
		return err
	}
	return a.Render(c, status, play.Play(play.PlayPage{Frame: f, Table: shown, Chat: chat, Oversees: oversees}))
}

// readTable returns the game in the address, as the visitor sees it.
func (a *Area) readTable(c echo.Context) (table.Input, error) {
	game, err := a.ReadGame(c, c.Param("id"))
	if err != nil {
		return table.Input{}, err
	}
	return a.tableInput(c, game)
}

// tableInput returns a game for views, as the visitor sees it, with the draft in the address.
func (a *Area) tableInput(c echo.Context, game db.Game) (table.Input, error) {
	v, err := a.Visitor(c)
	if err != nil {
		return table.Input{}, err
	}
	t := a.Catalog(c)
	in := table.Input{
		T:        t,
		Game:     a.gameModel(t, game),
		Viewer:   table.Viewer{Pace: game.PaceFor(v.Person.ID)},
		Look:     a.Look(c),
		Draft:    strings.TrimSpace(c.QueryParam("draft")),
		More:     strings.TrimSpace(c.QueryParam("more")),
		Pointing: web.ReadPointing(c),
	}
	in.Viewer.Confirm = v.Confirms().In(in.Viewer.Pace)
	if v.Known {
		in.Viewer.Seats = game.SeatsOf(v.Person.ID)
	}
	if in.Game.Room, err = a.waitingRoom(c, game); err != nil {
		return in, err
	}
	if game.Status == db.Over && len(in.Viewer.Seats) > 0 {
		if in.Game.After.Rematch, err = a.rematchOf(c, game); err != nil {
			return in, err
		}
		if in.Game.After.NextBot, err = a.nextBot(c, game, v.Person.ID); err != nil {
			return in, err
		}
	}
	if in.Game.Series.Match, err = a.matchGame(c, game); err != nil {
		return in, err
	}
	if in.Game.Series.Pairing, err = a.pairingOf(c, game); err != nil {
		return in, err
	}
	if in.Game.After.Changes, err = a.ratingChanges(c, game); err != nil {
		return in, err
	}
	in.Game.Ratings, err = a.ratingsBefore(c, game, in.Game.After.Changes)
	return in, err
}

// clocks returns the players' remaining times.
func (a *Area) clocks(game db.Game) table.Clocks {
	now, clocks := a.Now(), table.Clocks{}
	for i := range game.Players {
		if left, ok := game.Left(rules.Seat(i+1), now); ok {
			clocks.Left = append(clocks.Left, left)
		}
	}
	if _, ok := game.Deadline(); ok {
		clocks.Running, clocks.Begins = true, max(game.Since.Sub(now), 0)
	}
	return clocks
}
