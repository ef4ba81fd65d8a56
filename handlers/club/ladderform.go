package club

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/ladder"
	"hexclub/rules/record"
	"hexclub/views/club"
	"hexclub/views/club/ladders"
	"hexclub/views/club/seasons"
	"hexclub/views/page"
)

// NewLadder shows the form for a new ladder in a season, with the rules of another ladder if the address names
// one.
func (a *Area) NewLadder(c echo.Context) error {
	season, err := a.DB.Season(c.Request().Context(), c.Param("season"))
	if err != nil {
		return err
	}
	terms := db.LadderTerms{Settings: ladder.Classic.Settings("hexone"), Venue: db.OnSite, Control: record.Control{PerTurn: 3 * 24 * 60 * 60 * 1000}}
	from := c.QueryParam("from")
	if from != "" {
		old, err := a.DB.Ladder(c.Request().Context(), from)
		if err != nil {
			return err
		}
		terms = old.LadderTerms
	}
	return a.newLadderPage(c, http.StatusOK, season, from, ladderForm(terms), nil)
}

// newLadderPage renders the form for a new ladder, with its values and problems.
func (a *Area) newLadderPage(c echo.Context, status int, season db.Season, from string, form ladders.Form, wrong []*rules.Error) error {
	f, err := a.Frame(c, a.Catalog(c).T("ladder.new"))
	if err != nil {
		return err
	}
	p := ladders.FormPage{
		Heading: f.T.T("ladder.new"), Action: seasons.Href(season.ID) + "/ladders", Button: f.T.T("ladder.new-button"),
		Back:    page.Tab{Text: season.Name, Href: seasons.Href(season.ID)},
		Preview: ladders.Preview{Action: seasons.Href(season.ID) + "/ladders/preview"},
	}
	if from != "" {
		old, err := a.DB.Ladder(c.Request().Context(), from)
		if err != nil {
			return err
		}
		p.Help = f.T.T("ladder.new-from", "Ladder", old.Name)
		p.Hidden = []ladders.HiddenField{{Name: "from", Value: from}}
	} else if p.Carry, err = a.carryLinks(c, season); err != nil {
		return err
	}
	return a.Render(c, status, ladders.FormView(ladders.NewForm(f, form, wrong, p)))
}

// carryLinks returns links to forms for a ladder that continues another, the newest first.
func (a *Area) carryLinks(c echo.Context, season db.Season) (links []page.ClubLink, err error) {
	ids, names, err := a.seasonNames(c)
	if err != nil {
		return nil, err
	}
	list, err := a.DB.LaddersOf(c.Request().Context(), ids...)
	slices.Reverse(list)
	for _, l := range list[:min(mostSame, len(list))] {
		links = append(links, page.ClubLink{Text: l.Name + " · " + names[l.Season], Href: seasons.Href(season.ID) + "/ladders/new?from=" + l.ID})
	}
	return links, err
}

// seasonNames returns the ids of all seasons, the newest first, and their names.
func (a *Area) seasonNames(c echo.Context) (ids []string, names map[string]string, err error) {
	list, err := a.DB.Seasons(c.Request().Context())
	names = map[string]string{}
	for _, s := range list {
		ids, names[s.ID] = append(ids, s.ID), s.Name
	}
	return ids, names, err
}

// CreateLadder makes a ladder and redirects to it.
func (a *Area) CreateLadder(c echo.Context) error {
	season, err := a.DB.Season(c.Request().Context(), c.Param("season"))
	if err != nil {
		return err
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	terms, form, wrong := readLadder(c)
	from := c.FormValue("from")
	if len(wrong) > 0 {
		return a.newLadderPage(c, http.StatusUnprocessableEntity, season, from, form, wrong)
	}
	l, err := a.DB.CreateLadder(c.Request().Context(), season.ID, from, terms, v.Person.ID, a.Now())
	var known *rules.Error
	switch {
	case web.ShowAgain(err) && errors.As(err, &known):
		return a.newLadderPage(c, web.StatusOf(err), season, from, form, []*rules.Error{known})
	case err != nil:
		return err
	}
	if err := a.LeaveNotice(c, "ladder.told-made"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, web.Href(l.Ref()))
}

// EditLadder shows the form that changes a ladder.
func (a *Area) EditLadder(c echo.Context) error {
	l, err := a.DB.Ladder(c.Request().Context(), c.Param("ladder"))
	if err != nil {
		return err
	}
	return a.editLadderPage(c, http.StatusOK, l, ladderForm(l.LadderTerms), nil)
}

func (a *Area) editLadderPage(c echo.Context, status int, l db.Ladder, form ladders.Form, wrong []*rules.Error) error {
	f, err := a.Frame(c, a.Catalog(c).T("ladder.edit"))
	if err != nil {
		return err
	}
	p := ladders.FormPage{
		Heading: f.T.T("ladder.edit"), Help: f.T.T("ladder.edit-help"), Action: web.Href(l.Ref()) + ladders.EditPath, Button: f.T.T("ladder.edit-button"),
		Back:    page.Tab{Text: l.Name, Href: web.Href(l.Ref())},
		Preview: ladders.Preview{Action: web.Href(l.Ref()) + ladders.EditPath + "/preview"},
	}
	return a.Render(c, status, ladders.FormView(ladders.NewForm(f, form, wrong, p)))
}

// SaveLadder changes a ladder.
func (a *Area) SaveLadder(c echo.Context) error {
	l, err := a.DB.Ladder(c.Request().Context(), c.Param("ladder"))
	if err != nil {
		return err
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	terms, form, wrong := readLadder(c)
	if len(wrong) > 0 {
		return a.editLadderPage(c, http.StatusUnprocessableEntity, l, form, wrong)
	}
	_, err = a.DB.EditLadder(c.Request().Context(), l.ID, terms, v.Person.ID, a.Now())
	var known *rules.Error
	switch {
	case web.ShowAgain(err) && errors.As(err, &known):
		return a.editLadderPage(c, web.StatusOf(err), l, form, []*rules.Error{known})
	case err != nil:
		return err
	}
	if err := a.LeaveNotice(c, "ladder.told-saved"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, web.Href(l.Ref())+ladders.RulesPath)
}

// ConfirmClosing asks before a ladder is closed, and says what follows.
func (a *Area) ConfirmClosing(c echo.Context) error {
	_, in, err := a.ladderInput(c, c.Param("ladder"))
	if err != nil {
		return err
	}
	if in.State.Closed != 0 || !in.Season.Open { // nothing to close
		return c.Redirect(http.StatusSeeOther, ladders.Href(in.ID))
	}
	f, err := a.Frame(c, a.Catalog(c).T("ladder.confirm-close"))
	if err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, club.Confirm(club.NewLadderConfirm(f, in)))
}

// CloseLadder closes a ladder, or opens it again.
func (a *Area) CloseLadder(c echo.Context) error {
	closed, err := web.ReadSwitch(c, "closed")
	if err != nil {
		return err
	}
	notice := "ladder.told-closed"
	if !closed {
		notice = "ladder.told-opened"
	}
	return a.onLadder(c, notice, func(ctx context.Context, person string) (db.LadderNews, error) {
		return a.DB.CloseLadder(ctx, c.Param("ladder"), closed, person, a.Now())
	})
}

// ShowCorrection shows the form with which an organiser corrects places.
func (a *Area) ShowCorrection(c echo.Context) error {
	sent := ladders.CorrectionForm{What: c.QueryParam("what"), Person: c.QueryParam("player")}
	return a.correctionPage(c, http.StatusOK, sent, nil)
}

func (a *Area) correctionPage(c echo.Context, status int, sent ladders.CorrectionForm, problem error) error {
	_, in, err := a.ladderInput(c, c.Param("ladder"))
	if err != nil {
		return err
	}
	f, err := a.Frame(c, a.Catalog(c).T("ladder.correct-title"))
	if err != nil {
		return err
	}
	p := ladders.NewCorrection(f, in, sent, problem)
	if p.Names, err = a.DB.JoinedNames(c.Request().Context(), page.MostSuggested); err != nil {
		return err
	}
	return a.Render(c, status, ladders.Correction(p))
}

// CorrectLadder corrects places on a ladder.
func (a *Area) CorrectLadder(c echo.Context) error {
	sent := ladders.CorrectionForm{
		What: c.FormValue("what"), Person: strings.TrimSpace(c.FormValue("player")), Place: strings.TrimSpace(c.FormValue("place")), Words: web.PlainText(c.FormValue("why")),
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	news, err := a.corrected(c, sent, v.Person.ID)
	switch status := web.StatusOf(err); {
	case web.ShowAgain(err, rules.NotFound):
		if status == http.StatusNotFound { // the player, not the ladder
			status = http.StatusUnprocessableEntity
		}
		return a.correctionPage(c, status, sent, err)
	case err != nil:
		return err
	}
	a.PublishLadder(news)
	if err := a.LeaveNotice(c, "ladder.told-corrected"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, web.Href(news.Ladder.Ref()))
}

func (a *Area) corrected(c echo.Context, sent ladders.CorrectionForm, by string) (db.LadderNews, error) {
	ctx, id, place := c.Request().Context(), c.Param("ladder"), 0
	person, err := a.DB.PersonByName(ctx, sent.Person)
	if rules.IsKind(err, rules.NotFound) {
		err = web.ErrNoPlayer(sent.Person)
	}
	if err != nil {
		return db.LadderNews{}, err
	}
	if sent.Place != "" && sent.What != ladders.CorrectRemove {
		if place, err = strconv.Atoi(sent.Place); err != nil || place < 1 {
			return db.LadderNews{}, rules.Errorf(rules.Invalid, "error.ladder-place", "place %.20q", sent.Place)
		}
	}
	switch sent.What {
	case ladders.CorrectAdd:
		return a.DB.AddToLadder(ctx, id, person.ID, place, by, sent.Words, a.Now())
	case ladders.CorrectPlace:
		return a.DB.PlaceOnLadder(ctx, id, person.ID, place, by, sent.Words, a.Now())
	case ladders.CorrectRemove:
		return a.DB.RemoveFromLadder(ctx, id, person.ID, by, sent.Words, a.Now())
	}
	return db.LadderNews{}, rules.Errorf(rules.Invalid, "error.choice", "what=%.20q", sent.What)
}
