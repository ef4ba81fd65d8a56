package play

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/page"
	"hexclub/views/play"
)

// The number of entries in the history of a player in the club.
const (
	profileCompetitions = 8 // tournaments, and ladders
	profileBoard        = 5 // games over the board
)

// clubHistory returns what a person did in the club.
func (a *Area) clubHistory(ctx context.Context, f page.Frame, person db.Person) (h play.ClubHistory, err error) {
	tournaments, err := a.DB.TournamentsPlayed(ctx, person.ID, profileCompetitions)
	if err != nil {
		return h, err
	}
	for _, t := range tournaments {
		h.Tournaments = append(h.Tournaments, play.NewTournamentLine(f.Calendar(), play.TournamentRecord{
			ID: t.ID, Name: t.Name, Began: t.Began, Over: t.Over, Shared: t.Shared, Round: t.Round, Rounds: t.Rounds, Place: t.Place, Of: t.Of, Score: t.Score,
		}))
	}
	ladders, err := a.DB.LaddersPlayed(ctx, person.ID, profileCompetitions)
	if err != nil {
		return h, err
	}
	for _, l := range ladders {
		h.Ladders = append(h.Ladders, play.NewLadderLine(f.T, play.LadderRecord{
			ID: l.ID, Name: l.Name, Open: l.Open, Place: l.Place, Best: l.Best, Won: l.Won, Drawn: l.Drawn, Lost: l.Lost,
		}))
	}
	games, _, err := a.DB.BoardGames(ctx, person.ID, db.Place{}, profileBoard)
	h.Games = boardLines(f, games)
	if len(games) > 0 {
		h.All = page.Tab{Text: f.T.T("profile.over-board-all"), Href: play.BoardHref(person.Name)}
	}
	return h, err
}

func boardLines(f page.Frame, games []db.BoardGame) (lines []play.BoardLine) {
	for _, g := range games {
		lines = append(lines, play.NewBoardLine(f.Calendar(), play.BoardRecord{
			ID: g.ID, Key: g.Key, Unit: g.Unit, Ended: g.Ended, Opponent: web.PlayerName(f.T, g.Opponent), Avatar: web.AvatarOf(g.Opponent),
			Outcome: rules.Outcome(g.Outcome), Points: g.Points, HalfWins: g.HalfWins, Of: g.In.Of, Round: g.In.Round,
		}))
	}
	return lines
}

// ShowBoardGames serves the games that an account played over the board.
func (a *Area) ShowBoardGames(c echo.Context) error {
	person, err := a.PersonNamed(c)
	if err != nil {
		return a.ToRenamed(c, c.Param("name"), err, play.BoardHref)
	}
	after, err := readPlace(c.QueryParam(play.FilterAfter))
	if err != nil {
		return err
	}
	p := play.BoardPage{
		Heading: a.Catalog(c).T("profile.over-board-title", "Player", person.Name), Profile: page.Tab{Text: person.Name, Href: page.PersonHref(person.Name)},
	}
	if p.Frame, err = a.Frame(c, p.Heading); err != nil {
		return err
	}
	games, more, err := a.DB.BoardGames(c.Request().Context(), person.ID, after, archiveLines)
	if err != nil {
		return err
	}
	p.Lines = boardLines(p.Frame, games)
	address := play.BoardHref(person.Name)
	if more {
		last := games[len(games)-1]
		p.Older = address + "?" + url.Values{play.FilterAfter: {strconv.FormatInt(last.Ended.UnixMilli(), 10) + "-" + last.ID}}.Encode()
	}
	if after.ID != "" {
		p.Newest = address
	}
	return a.Render(c, http.StatusOK, play.BoardGames(p))
}
