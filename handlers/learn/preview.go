package learn

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/views/board"
	"hexclub/views/draw"
	"hexclub/views/i18n"
	"hexclub/views/learn"
)

// GamePreview sends the picture of the pages about a game.
func (a *Area) GamePreview(c echo.Context) error {
	game, err := games.Find(c.Param("game"))
	if err != nil {
		return err
	}
	return a.GameCard(c, board.Card{Title: a.gameName(game)}, game)
}

// gameName returns the name of a game, which is the same in all languages.
func (a *Area) gameName(game rules.Game) string {
	return a.Text.Match(i18n.Tags[0], "").T(game.Info().Key + ".name")
}

// LessonPreview sends the picture of a lesson: its position at the start.
func (a *Area) LessonPreview(c echo.Context) error {
	course, err := a.Courses.Of(c.Param("game"))
	if err != nil {
		return err
	}
	l, err := course.Find(c.Param("lesson"))
	if err != nil {
		return err
	}
	card := board.Card{Title: a.gameName(course.Game), Lines: []board.CardLine{{Text: strconv.Itoa(l.Number) + " / " + strconv.Itoa(len(course.Like(l)))}}}
	return a.SendCard(c, card, l.Key(), func(t *i18n.Catalog) (draw.Drawing, error) {
		run, err := l.Run(c.Request().Context(), "")
		if err != nil {
			return draw.Drawing{}, err
		}
		return board.NewFigure(t, course.Game, run.Record.State())
	})
}

// AnalysisPreview sends the picture of a position in a sandbox.
func (a *Area) AnalysisPreview(c echo.Context) error {
	in, err := a.analysisInput(c)
	if err != nil {
		return err
	}
	st, err := learn.AnalysisState(in)
	if err != nil {
		return err
	}
	return a.SendCard(c, board.Card{Title: a.gameName(in.Game)}, in.Game.Info().Key+" "+st.Position(), func(t *i18n.Catalog) (draw.Drawing, error) {
		return board.NewFigure(t, in.Game, st)
	})
}
