package play

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/table"
)

// ShowTurn serves the game as it was after one of its turns; with "play" the turn is animated, and the next
// ones follow.
func (a *Area) ShowTurn(c echo.Context) error {
	turn, err := readNumber(c.Param("turn"), "error.turn")
	if err != nil {
		return err
	}
	return a.replayPage(c, table.Moment{Turn: turn}, readPlaying(c))
}

// ShowStep serves the game as it was within a turn, after some of its actions.
func (a *Area) ShowStep(c echo.Context) error {
	turn, err := readNumber(c.Param("turn"), "error.turn")
	if err != nil {
		return err
	}
	step, err := readNumber(c.Param("step"), "error.step")
	if err != nil {
		return err
	}
	if step == 0 {
		return rules.Errorf(rules.NotFound, "error.step", "no step 0")
	}
	return a.replayPage(c, table.Moment{Turn: turn, Step: step}, table.Playing{Speed: readPlaying(c).Speed})
}

// readPlaying reads how the turns follow each other: "play" has the speed at which they do, "speed" that at which
// they would. Other values count as none.
func readPlaying(c echo.Context) table.Playing {
	if speed := table.Speed(c.QueryParam("play")); speed.Valid() {
		return table.Playing{On: true, Speed: speed}
	}
	return table.Playing{Speed: table.Speed(c.QueryParam("speed"))}
}

// readNumber parses the number of a turn or a step. Each has only one address, so "01" is invalid.
func readNumber(text, problem string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text {
		return 0, rules.Errorf(rules.NotFound, problem, "number %q", text)
	}
	return n, nil
}

// replayPage serves the game as it was at a moment; only the table for htmx.
func (a *Area) replayPage(c echo.Context, at table.Moment, playing table.Playing) error {
	game, err := a.ReadGame(c, c.Param("id"))
	if err != nil {
		return err
	}
	in, err := a.tableInput(c, game)
	if err != nil {
		return err
	}
	shown, err := table.NewReplay(c.Request().Context(), in, at, playing)
	if err != nil {
		return err
	}
	if web.IsHTMX(c) {
		return a.tableFragment(c, http.StatusOK, shown.Tools.Return, shown)
	}
	return a.gamePage(c, http.StatusOK, shown, a.gamePreview(c, game, &at))
}

// RecordText serves the record of a game as a text file.
func (a *Area) RecordText(c echo.Context) error {
	game, err := a.ReadGame(c, c.Param("id"))
	if err != nil {
		return err
	}
	attach(c, game, "txt")
	sheet := game.Record.Sheet(web.RecordNames(game.Players))
	return c.String(http.StatusOK, sheet.String())
}

// RecordJSON serves the record of a game as a JSON file.
func (a *Area) RecordJSON(c echo.Context) error {
	game, err := a.ReadGame(c, c.Param("id"))
	if err != nil {
		return err
	}
	attach(c, game, "json")
	return c.JSONPretty(http.StatusOK, game.Record.Sheet(web.RecordNames(game.Players)), "  ")
}

// attach makes the answer a download.
func attach(c echo.Context, game db.Game, ext string) {
	c.Response().Header().Set("Content-Disposition",
		`attachment; filename="hexclub-`+game.Key+`-`+game.ID+`.`+ext+`"`)
}
