package club

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/views/club"
	"hexclub/views/club/seasons"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// ShowSeasons serves the list of seasons. With the parameter "new" the form for another one is open.
func (a *Area) ShowSeasons(c echo.Context) error {
	return a.seasonsPage(c, http.StatusOK, seasons.SeasonsPage{New: c.QueryParam("new") == web.Yes}, nil)
}

// seasonsPage renders the seasons, and for organisers the form for a new one, with its values and its problem.
func (a *Area) seasonsPage(c echo.Context, status int, p seasons.SeasonsPage, problem error) (err error) {
	if p.Frame, err = a.Frame(c, a.Catalog(c).T("season.all")); err != nil {
		return err
	}
	p.Preview = a.Preview(c, page.Preview{URL: "/seasons", Title: p.T.T("season.all"), About: p.T.T("preview.seasons", "Club", p.Club)})
	list, err := a.DB.Seasons(c.Request().Context())
	if err != nil {
		return err
	}
	parts, err := a.seasonParts(c, p.Frame, list...)
	if err != nil {
		return err
	}
	var choices []string
	for i, s := range list {
		part := parts[i]
		switch s.Status {
		case db.SeasonOpen:
			p.Open = append(p.Open, part)
		case db.SeasonClosed:
			p.Closed = append(p.Closed, part)
		default:
			p.Archived = append(p.Archived, part)
		}
		choices = append(choices, s.ID, s.Name)
	}
	p.Choices = seasons.NewChoices(p.Frame, choices...)
	p.Refused = page.NewRefused(p.T, problem, "name")
	return a.Render(c, status, seasons.Seasons(p))
}

// seasonLine returns a season without its ladders and tournaments.
func seasonLine(f page.Frame, s db.Season) seasons.Part {
	return seasons.Part{Name: s.Name, Href: seasons.Href(s.ID), Status: seasons.Span(f.Calendar(), s.Made, s.Closed)}
}

// seasonParts returns seasons with their ladders and tournaments, in one query each.
func (a *Area) seasonParts(c echo.Context, f page.Frame, list ...db.Season) ([]seasons.Part, error) {
	if len(list) == 0 {
		return nil, nil
	}
	ids := make([]string, len(list))
	for i, s := range list {
		ids[i] = s.ID
	}
	ladders, err := a.DB.LaddersOf(c.Request().Context(), ids...)
	if err != nil {
		return nil, err
	}
	tournaments, err := a.DB.TournamentsOf(c.Request().Context(), ids...)
	if err != nil {
		return nil, err
	}
	winners, err := a.DB.TournamentWinners(c.Request().Context(), ids...)
	if err != nil {
		return nil, err
	}
	items, open := map[string][]seasons.Item{}, openSeasons(list)
	var closed []db.Ladder
	for _, l := range ladders {
		if l.Open() && open[l.Season] {
			items[l.Season] = append(items[l.Season], ladderItem(f.T, l, true))
		} else {
			closed = append(closed, l)
		}
	}
	past, err := a.closedLadderItems(c.Request().Context(), f.T, closed, open)
	if err != nil {
		return nil, err
	}
	for season, list := range past {
		items[season] = append(items[season], list...)
	}
	for _, t := range tournaments {
		items[t.Season] = append(items[t.Season], tournamentItem(f.T, t, winners[t.ID]...))
	}
	parts := make([]seasons.Part, len(list))
	for i, s := range list {
		parts[i] = seasonLine(f, s)
		parts[i].Items = items[s.ID]
	}
	return parts, nil
}

// ShowSeason serves the page of a season.
func (a *Area) ShowSeason(c echo.Context) error {
	s, err := a.DB.Season(c.Request().Context(), c.Param("season"))
	if err != nil {
		return err
	}
	return a.seasonPage(c, http.StatusOK, s, s.Name, nil)
}

// seasonPage renders a season, and for organisers its forms: with a name as typed, and with a problem.
func (a *Area) seasonPage(c echo.Context, status int, s db.Season, typed string, problem error) error {
	f, err := a.Frame(c, s.Name)
	if err != nil {
		return err
	}
	f.Preview = a.Preview(c, page.Preview{URL: seasons.Href(s.ID), Title: s.Name, About: f.T.T("preview.season", "Season", s.Name)})
	p := seasons.Page{
		Frame: f, ID: s.ID, Begins: s.Status == db.SeasonOpen, Archived: s.Status == db.SeasonArchived, Moves: seasons.Moves(f, string(s.Status)), Typed: typed,
		Paper: page.NewPaper(f.Club, f.Calendar()),
	}
	parts, err := a.seasonParts(c, f, s)
	if err != nil {
		return err
	}
	p.Part = parts[0]
	p.Since, p.Status = p.Status, page.Plain(f.T.T(s.Status.Key()))
	if s.Status == db.SeasonOpen {
		p.NewLadder = club.NewLadderHref(s.ID)
	}
	if p.Reader.Organises && s.Status == db.SeasonClosed {
		if p.GoingOn, err = a.goingOn(c, f.T, s.ID); err != nil {
			return err
		}
	}
	if s.Continues != "" {
		p.Before = &page.ClubLink{Text: s.ContinuesName, Href: seasons.Href(s.Continues)}
	}
	p.Refused = page.NewRefused(f.T, problem, "")
	return a.Render(c, status, seasons.Season(p))
}

// goingOn lists what has to end before a season can be archived.
func (a *Area) goingOn(c echo.Context, t *i18n.Catalog, season string) (links []page.ClubLink, err error) {
	list, err := a.DB.GoingOn(c.Request().Context(), season)
	for _, left := range list {
		text := left.Name
		if left.Players[0].ID != "" {
			text += ": " + t.T("ladder.challenge-heading", "Player", web.PlayerName(t, left.Players[0]), "Other", web.PlayerName(t, left.Players[1]))
		}
		links = append(links, page.ClubLink{Text: text, Href: web.Href(left.About)})
	}
	return links, err
}

// NewSeason opens a season.
func (a *Area) NewSeason(c echo.Context) error {
	p := seasons.SeasonsPage{Name: web.TrimTitle(c.FormValue("name")), Continues: c.FormValue("continues")}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	made, err := a.DB.NewSeason(c.Request().Context(), p.Name, p.Continues, v.Person.ID, a.Now())
	switch {
	case web.ShowAgain(err):
		return a.seasonsPage(c, web.StatusOf(err), p, err)
	case err != nil:
		return err
	}
	return a.toSeason(c, made.ID, p.Name, "season.now-new")
}

// toSeason redirects to the page of a season, which shows a notice with its name once.
func (a *Area) toSeason(c echo.Context, id, name, notice string) error {
	if err := a.LeaveLinked(c, web.LinkedNotice{Key: notice, Values: []string{"Season", name}}); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, seasons.Href(id))
}

// RenameSeason renames a season.
func (a *Area) RenameSeason(c echo.Context) error {
	name := web.TrimTitle(c.FormValue("name"))
	return a.changeSeason(c, name, "season.now-renamed", func(s db.Season, by string) error {
		return a.DB.RenameSeason(c.Request().Context(), s.ID, name, by, a.Now())
	})
}

// ConfirmSeason asks before a season is closed or archived, and says what follows.
func (a *Area) ConfirmSeason(c echo.Context) error {
	ctx := c.Request().Context()
	s, err := a.DB.Season(ctx, c.Param("season"))
	if err != nil {
		return err
	}
	headings := map[db.SeasonStatus]string{db.SeasonOpen: "season.confirm-close", db.SeasonClosed: "season.confirm-archive"}
	to := map[db.SeasonStatus]db.SeasonStatus{db.SeasonOpen: db.SeasonClosed, db.SeasonClosed: db.SeasonArchived}[s.Status]
	if to == "" || c.QueryParam("to") != string(to) { // it was changed meanwhile
		return c.Redirect(http.StatusSeeOther, seasons.Href(s.ID))
	}
	f, err := a.Frame(c, a.Catalog(c).T(headings[s.Status]))
	if err != nil {
		return err
	}
	goesOn, err := a.goingOn(c, f.T, s.ID)
	if err != nil {
		return err
	}
	ladders, err := a.DB.LaddersOf(ctx, s.ID)
	if err != nil {
		return err
	}
	open := slices.DeleteFunc(ladders, func(l db.Ladder) bool { return !l.Open() })
	return a.Render(c, http.StatusOK, club.Confirm(club.NewSeasonConfirm(f, s.ID, s.Name, string(to), len(open), goesOn)))
}

// SetSeason opens, closes or archives a season.
func (a *Area) SetSeason(c echo.Context) error {
	return a.changeSeason(c, "", "", func(s db.Season, by string) error {
		return a.DB.SetSeason(c.Request().Context(), s.ID, db.SeasonStatus(c.FormValue("status")), by, a.Now())
	})
}

// seasonNotice returns the notice about a season with a new status.
func seasonNotice(status db.SeasonStatus) string {
	switch status {
	case db.SeasonOpen:
		return "season.now-open"
	case db.SeasonArchived:
		return "season.now-archived"
	}
	return "season.now-closed"
}

// changeSeason changes the season in the address, and leaves the notice; without one, that about its new status. If the
// change is refused, the season's page shows the problem, and the name as typed.
func (a *Area) changeSeason(c echo.Context, typed, notice string, change func(s db.Season, by string) error) error {
	s, err := a.DB.Season(c.Request().Context(), c.Param("season"))
	if err != nil {
		return err
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	err = change(s, v.Person.ID)
	switch {
	case web.ShowAgain(err):
		if typed == "" {
			typed = s.Name
		}
		return a.seasonPage(c, web.StatusOf(err), s, typed, err)
	case err != nil:
		return err
	}
	if notice == "" {
		notice = seasonNotice(db.SeasonStatus(c.FormValue("status")))
	}
	return a.toSeason(c, s.ID, cmp.Or(typed, s.Name), notice)
}
