package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/views"
	"hexclub/views/i18n"
)

// showSeasons answers with the seasons of the club.
func (a *App) showSeasons(c echo.Context) error {
	return a.seasonsPage(c, http.StatusOK, views.SeasonsPage{}, nil)
}

// seasonsPage answers with the seasons, and for organisers with a form to open one,
// filled with what was sent, and with what was wrong with it.
func (a *App) seasonsPage(c echo.Context, status int, page views.SeasonsPage, problem error) (err error) {
	if page.Frame, err = a.frame(c, a.catalog(c).T("season.all")); err != nil {
		return err
	}
	seasons, err := a.DB.Seasons(c.Request().Context())
	if err != nil {
		return err
	}
	var choices []string
	for _, s := range seasons {
		part := seasonLine(page.Frame, s)
		switch s.Status {
		case db.SeasonOpen:
			page.Open = append(page.Open, part)
		case db.SeasonClosed:
			page.Closed = append(page.Closed, part)
		default:
			page.Archived = append(page.Archived, part)
		}
		choices = append(choices, s.ID, s.Name)
	}
	page.Choices = views.NewSeasonChoices(page.Frame, choices...)
	page.Refused = views.NewRefused(page.T, problem, "name")
	return a.render(c, status, views.Seasons(page))
}

// seasonLine is a season without what is held in it.
func seasonLine(f views.Frame, s db.Season) views.SeasonPart {
	return views.SeasonPart{Name: s.Name, Href: views.SeasonHref(s.ID), Status: views.SeasonSpan(f.T, s.Made, s.Closed)}
}

// seasonParts returns seasons with their ladders and tournaments, in one query each.
func (a *App) seasonParts(c echo.Context, f views.Frame, seasons ...db.Season) ([]views.SeasonPart, error) {
	if len(seasons) == 0 {
		return nil, nil
	}
	ids := make([]string, len(seasons))
	for i, s := range seasons {
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
	items, open := map[string][]views.SeasonItem{}, map[string]bool{}
	for _, s := range seasons {
		open[s.ID] = s.Status == db.SeasonOpen
	}
	for _, l := range ladders {
		items[l.Season] = append(items[l.Season], ladderItem(f.T, l, open[l.Season]))
	}
	for _, t := range tournaments {
		items[t.Season] = append(items[t.Season], tournamentItem(f.T, t))
	}
	parts := make([]views.SeasonPart, len(seasons))
	for i, s := range seasons {
		parts[i] = seasonLine(f, s)
		parts[i].Items = items[s.ID]
	}
	return parts, nil
}

// showSeason answers with a season.
func (a *App) showSeason(c echo.Context) error {
	s, err := a.DB.Season(c.Request().Context(), c.Param("season"))
	if err != nil {
		return err
	}
	return a.seasonPage(c, http.StatusOK, s, s.Name, nil)
}

// seasonPage answers with a season, and for organisers with what can be made of it,
// with a name as typed, and with what was wrong.
func (a *App) seasonPage(c echo.Context, status int, s db.Season, typed string, problem error) error {
	f, err := a.frame(c, s.Name)
	if err != nil {
		return err
	}
	page := views.SeasonPage{
		Frame: f, ID: s.ID, Begins: s.Status == db.SeasonOpen, Archived: s.Status == db.SeasonArchived, Moves: views.SeasonMoves(f, string(s.Status)), Typed: typed,
	}
	parts, err := a.seasonParts(c, f, s)
	if err != nil {
		return err
	}
	page.SeasonPart = parts[0]
	page.Since, page.Status = page.Status, f.T.T(s.Status.Key())
	if s.Status == db.SeasonOpen {
		page.NewLadder = views.SeasonHref(s.ID) + "/ladders/new"
	}
	if page.Reader.Organises && s.Status == db.SeasonClosed {
		if page.GoingOn, err = a.goingOn(c, f.T, s.ID); err != nil {
			return err
		}
	}
	if s.Continues != "" {
		page.Before = &views.ClubLink{Text: s.ContinuesName, Href: views.SeasonHref(s.Continues)}
	}
	page.Refused = views.NewRefused(f.T, problem, "")
	return a.render(c, status, views.SeasonView(page))
}

// goingOn lists what keeps a season from being archived.
func (a *App) goingOn(c echo.Context, t *i18n.Catalog, season string) (links []views.ClubLink, err error) {
	list, err := a.DB.GoingOn(c.Request().Context(), season)
	for _, left := range list {
		text := left.Name
		if left.Players[0].ID != "" {
			text += ": " + t.T("ladder.challenge-heading", "Player", playerName(t, left.Players[0]), "Other", playerName(t, left.Players[1]))
		}
		links = append(links, views.ClubLink{Text: text, Href: left.Href})
	}
	return links, err
}

// newSeason opens a season.
func (a *App) newSeason(c echo.Context) error {
	page := views.SeasonsPage{Name: trimTitle(c.FormValue("name")), Continues: c.FormValue("continues")}
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	var made db.Season
	if err = validateTitle(page.Name, maxSeason, "error.season-name"); err == nil {
		made, err = a.DB.NewSeason(c.Request().Context(), page.Name, page.Continues, v.person.ID, a.Now())
	}
	switch {
	case mendable(err):
		return a.seasonsPage(c, statusOf(err), page, err)
	case err != nil:
		return err
	}
	return a.toSeason(c, made.ID)
}

func (a *App) toSeason(c echo.Context, id string) error {
	if err := a.leaveNotice(c, "season.done"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, views.SeasonHref(id))
}

// renameSeason gives a season another name.
func (a *App) renameSeason(c echo.Context) error {
	name := trimTitle(c.FormValue("name"))
	return a.changeSeason(c, name, func(s db.Season, by string) error {
		if err := validateTitle(name, maxSeason, "error.season-name"); err != nil {
			return err
		}
		return a.DB.RenameSeason(c.Request().Context(), s.ID, name, by, a.Now())
	})
}

// setSeason opens, closes or archives a season.
func (a *App) setSeason(c echo.Context) error {
	return a.changeSeason(c, "", func(s db.Season, by string) error {
		return a.DB.SetSeason(c.Request().Context(), s.ID, db.SeasonStatus(c.FormValue("status")), by, a.Now())
	})
}

// changeSeason changes the season of the address; its page says what was wrong, with
// a name as typed.
func (a *App) changeSeason(c echo.Context, typed string, change func(s db.Season, by string) error) error {
	s, err := a.DB.Season(c.Request().Context(), c.Param("season"))
	if err != nil {
		return err
	}
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	err = change(s, v.person.ID)
	switch {
	case mendable(err):
		if typed == "" {
			typed = s.Name
		}
		return a.seasonPage(c, statusOf(err), s, typed, err)
	case err != nil:
		return err
	}
	return a.toSeason(c, s.ID)
}
