package club

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/rules"
	"hexclub/views/club/ladders"
	"hexclub/views/club/tournaments"
)

// PresentRound serves a round for a projector.
func (a *Area) PresentRound(c echo.Context) error {
	f, in, err := a.requestedTournament(c)
	if err != nil {
		return err
	}
	round, err := roundOf(in, c.Param("round"))
	if err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, tournaments.Present(tournaments.NewPresentRound(f, in, round)))
}

// PresentStandings serves the standings for a projector.
func (a *Area) PresentStandings(c echo.Context) error {
	f, in, err := a.requestedTournament(c)
	if err != nil {
		return err
	}
	if in.Round == 0 {
		return errNoTable(in.ID)
	}
	return a.Render(c, http.StatusOK, tournaments.Present(tournaments.NewPresentStandings(f, in)))
}

// maxPresented limits the places of a ladder on a projector.
const maxPresented = 60

// PresentLadder serves the places of a ladder for a projector, from the top. It fails with kind NotFound for a ladder without
// players.
func (a *Area) PresentLadder(c echo.Context) error {
	l, in, err := a.ladderInput(c, c.Param("ladder"))
	if err != nil {
		return err
	}
	players := l.State.Players
	if len(players) == 0 {
		return rules.Errorf(rules.NotFound, "error.not-found", "ladder %s has no players", in.ID)
	}
	f, err := a.Frame(c, in.Name)
	if err != nil {
		return err
	}
	var rows []tournaments.StandingRow
	for i, p := range players[:min(maxPresented, len(players))] {
		rows = append(rows, tournaments.StandingRow{Place: strconv.Itoa(i + 1), Name: in.Names[p.ID]})
	}
	f.Site = ladders.Href(in.ID)
	return a.Render(c, http.StatusOK, tournaments.Present(tournaments.NewPresentPlaces(f, in.Name, in.Season.Name, rows)))
}
