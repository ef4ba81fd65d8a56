package club

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/club"
	"hexclub/views/club/seasons"
	"hexclub/views/page"
)

// pastSeasons is the number of seasons on a page that lists what they had.
const pastSeasons = 10

// ShowLadders serves the list of ladders. The parameter "from" is the number of seasons with closed ladders to skip.
func (a *Area) ShowLadders(c echo.Context) error {
	f, all, ids, err := a.competitionsFrame(c, "ladder.list")
	if err != nil {
		return err
	}
	f.Preview = a.Preview(c, page.Preview{URL: "/ladders", Title: f.Title, About: f.T.T("preview.ladders", "Club", f.Club)})
	ladders, err := a.DB.LaddersOf(c.Request().Context(), ids...)
	if err != nil {
		return err
	}
	open := openSeasons(all)
	var going, closed []db.Ladder
	for _, l := range ladders {
		if l.Open() && open[l.Season] {
			going = append(going, l)
		} else {
			closed = append(closed, l)
		}
	}
	past, err := a.closedLadderItems(c.Request().Context(), f.T, closed, open)
	if err != nil {
		return err
	}
	in, err := competitionsInput(c, f, all, past, "/ladders", club.NewLadderHref)
	if err != nil {
		return err
	}
	if in.Ladders, err = a.ladderSummaryInputs(c, f, going); err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, club.Competitions(club.NewLadders(f, in)))
}

// ShowTournaments serves the list of tournaments. The parameter "from" is the number of seasons with finished tournaments to skip.
func (a *Area) ShowTournaments(c echo.Context) error {
	f, all, ids, err := a.competitionsFrame(c, "tournament.list")
	if err != nil {
		return err
	}
	f.Preview = a.Preview(c, page.Preview{URL: "/tournaments", Title: f.Title, About: f.T.T("preview.tournaments", "Club", f.Club)})
	tournaments, err := a.DB.TournamentsOf(c.Request().Context(), ids...)
	if err != nil {
		return err
	}
	winners, err := a.DB.TournamentWinners(c.Request().Context(), ids...)
	if err != nil {
		return err
	}
	past := map[string][]seasons.Item{}
	for _, t := range tournaments {
		if t.Status == db.TournamentOver || t.Status == db.TournamentOff {
			past[t.Season] = append(past[t.Season], tournamentItem(f.T, t, winners[t.ID]...))
		}
	}
	in, err := competitionsInput(c, f, all, past, "/tournaments", seasons.NewTournamentOf)
	if err != nil {
		return err
	}
	if in.Tournaments, _, err = a.tournamentCardInputs(c, f, tournaments); err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, club.Competitions(club.NewTournaments(f, in)))
}

// competitionsFrame returns the frame of a list with a title, and all seasons with their ids.
func (a *Area) competitionsFrame(c echo.Context, title string) (f page.Frame, all []db.Season, ids []string, err error) {
	if f, err = a.Frame(c, a.Catalog(c).T(title)); err != nil {
		return f, nil, nil, err
	}
	all, err = a.DB.Seasons(c.Request().Context())
	for _, s := range all {
		ids = append(ids, s.ID)
	}
	return f, all, ids, err
}

// openSeasons returns the ids of open seasons.
func openSeasons(all []db.Season) map[string]bool {
	open := map[string]bool{}
	for _, s := range all {
		open[s.ID] = s.Status == db.SeasonOpen
	}
	return open
}

// competitionsInput returns a list without what goes on: open seasons with the address of a form in them, and a page of what is
// past by season.
func competitionsInput(
	c echo.Context, f page.Frame, all []db.Season, past map[string][]seasons.Item, path string, form func(season string) string,
) (in club.CompetitionsInput, err error) {
	from := 0
	if asked := c.QueryParam("from"); asked != "" {
		if from, err = strconv.Atoi(asked); err != nil || from < 0 {
			return in, rules.Errorf(rules.NotFound, "error.not-found", "from season %.20q", asked)
		}
	}
	for _, s := range all {
		if s.Status == db.SeasonOpen {
			in.Open = append(in.Open, page.Tab{Text: s.Name, Href: form(s.ID)})
		}
	}
	with := slices.DeleteFunc(slices.Clone(all), func(s db.Season) bool { return len(past[s.ID]) == 0 })
	from = min(from, len(with))
	until := min(from+pastSeasons, len(with))
	for _, s := range with[from:until] {
		part := seasonLine(f, s)
		part.Items = past[s.ID]
		in.Past = append(in.Past, part)
	}
	if from > 0 {
		in.First = path
	}
	if until < len(with) {
		in.Next = path + "?from=" + strconv.Itoa(until)
	}
	return in, nil
}

// ladderSummaryInputs converts ladders for their cards.
func (a *Area) ladderSummaryInputs(c echo.Context, f page.Frame, ladders []db.Ladder) (list []club.LadderSummaryInput, err error) {
	ids := make([]string, len(ladders))
	for i, l := range ladders {
		ids[i] = l.ID
	}
	summaries, err := a.DB.LadderSummaries(c.Request().Context(), f.Reader.ID, ids...)
	for _, l := range ladders {
		s := summaries[l.ID]
		list = append(list, club.LadderSummaryInput{
			Item: ladderItem(f.T, l, true), Players: s.Players, Leader: web.PlayerName(f.T, s.Leader), Place: s.Place, Open: s.Open, Due: s.Due,
		})
	}
	return list, err
}
