package play

import (
	"context"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
)

// A gameAct changes a game for one of its players.
type gameAct func(ctx context.Context, id, person string, now time.Time) (db.Game, error)

// GameAct returns a handler that acts for the visitor and answers with the table.
func (a *Area) GameAct(do gameAct) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := a.Visitor(c)
		if err != nil {
			return err
		}
		game, err := do(c.Request().Context(), c.Param("id"), v.Person.ID, a.Now())
		return a.afterAct(c, game, err)
	}
}

// OfferAnswer is GameAct for an answer to the offer that the visitor saw.
func (a *Area) OfferAnswer(do func(ctx context.Context, id, person string, events int, now time.Time) (db.Game, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		events, err := formEvent(c, "events")
		if err != nil {
			return err
		}
		return a.GameAct(func(ctx context.Context, id, person string, now time.Time) (db.Game, error) {
			return do(ctx, id, person, events, now)
		})(c)
	}
}
