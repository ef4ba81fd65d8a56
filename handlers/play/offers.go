package play

import (
	"context"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
)

// An act changes a game for a person who plays it.
type act func(ctx context.Context, id, person string, now time.Time) (db.Game, error)

// Does answers with the table after an act of the visitor.
func (a *Area) Does(do act) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := a.Visitor(c)
		if err != nil {
			return err
		}
		game, err := do(c.Request().Context(), c.Param("id"), v.Person.ID, a.Now())
		return a.afterAct(c, game, err)
	}
}

// Answers is does for an act that answers the offer which the visitor saw.
func (a *Area) Answers(do func(ctx context.Context, id, person string, ply int, now time.Time) (db.Game, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		ply, err := strconv.Atoi(c.FormValue("ply"))
		if err != nil {
			return rules.Errorf(rules.Invalid, "error.form", "ply=%q", c.FormValue("ply"))
		}
		return a.Does(func(ctx context.Context, id, person string, now time.Time) (db.Game, error) {
			return do(ctx, id, person, ply, now)
		})(c)
	}
}
