package club

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/pairing"
	"hexclub/views/club/ladders"
)

// ShowRecord shows the form for a game that two players of a ladder have played over the board.
func (a *Area) ShowRecord(c echo.Context) error {
	l, err := a.DB.LadderNow(c.Request().Context(), c.Param("ladder"), a.Now())
	if err != nil {
		return err
	}
	sent := ladders.RecordForm{First: c.QueryParam("first"), Second: c.QueryParam("second"), Game: c.QueryParam("game")}
	return a.recordPage(c, http.StatusOK, l, sent, nil)
}

func (a *Area) recordPage(c echo.Context, status int, l db.LadderNow, sent ladders.RecordForm, problem error) error {
	in, err := a.ladderFor(c, l)
	if err != nil {
		return err
	}
	f, err := a.Frame(c, a.Catalog(c).T("ladder.record"))
	if err != nil {
		return err
	}
	var opponents []string
	if !f.Reader.Organises && l.Ladder.Venue.Allows(false) && in.Season.Open {
		for _, key := range l.State.Settings.Games {
			for _, id := range l.State.Opponents(a.Now().UnixMilli(), in.Reader, key) {
				if !slices.Contains(opponents, id) {
					opponents = append(opponents, id)
				}
			}
		}
		slices.SortFunc(opponents, func(x, y string) int { return l.State.Place(x) - l.State.Place(y) })
	}
	return a.Render(c, status, ladders.Record(ladders.NewRecord(f, in, f.Reader.Organises, opponents, sent, problem)))
}

// RecordGame records a game for an organiser, or reports it for one of its players.
func (a *Area) RecordGame(c echo.Context) error {
	l, err := a.DB.LadderNow(c.Request().Context(), c.Param("ladder"), a.Now())
	if err != nil {
		return err
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	sent, played, err := readLadderGame(c, l, v.Person)
	var p db.Pairing
	var news db.LadderNews
	organiser := v.Person.Role.Organises()
	switch {
	case err != nil:
	case organiser:
		p, news, err = a.DB.RecordGame(c.Request().Context(), l.Ladder.ID, v.Person.ID, played, a.Now())
	default:
		p, news, err = a.DB.ReportGame(c.Request().Context(), l.Ladder.ID, v.Person.ID, played, a.Now())
	}
	switch status := web.StatusOf(err); {
	case web.ShowAgain(err, rules.NotFound):
		if status == http.StatusNotFound { // a player, not the ladder
			status = http.StatusUnprocessableEntity
		}
		return a.recordPage(c, status, l, sent, err)
	case err != nil:
		return err
	}
	a.PublishLadder(news)
	a.PublishPairing(p)
	notice, to := "ladder.told-recorded", web.Href(l.Ladder.Ref())
	if !organiser {
		notice, to = "ladder.told-reported", web.Href(p.Ref())
		if p.Entered == nil { // the opponent had entered the same
			notice = "pairing.told-over"
		}
	}
	if err := a.LeaveNotice(c, notice); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, to)
}

// readLadderGame reads the form. It fails with kind Invalid for a name that is not on the ladder (error.ladder-player),
// as web.OneOf does for the game, and as pairing.Terms.Read does.
func readLadderGame(c echo.Context, l db.LadderNow, by db.Person) (sent ladders.RecordForm, g db.LadderGame, err error) {
	sent = ladders.RecordForm{
		First: strings.TrimSpace(c.FormValue("first")), Second: strings.TrimSpace(c.FormValue("second")), Game: c.FormValue("game"), Starts: c.FormValue("starts"),
	}
	terms := pairing.Terms{Unit: l.State.Settings.Unit}
	sent.Entries = readEntries(c, terms)
	if g.Key, err = web.OneOf(c, "game", l.State.Settings.Games...); err != nil {
		return sent, g, err
	}
	if g.First = by.ID; by.Role.Organises() {
		if g.First, err = playerNamed(l, sent.First, "first"); err != nil {
			return sent, g, err
		}
	}
	if g.Second, err = playerNamed(l, sent.Second, "second"); err != nil {
		return sent, g, err
	}
	if terms.Game, err = games.Find(g.Key); err != nil {
		return sent, g, err
	}
	entries := slices.Clone(sent.Entries)
	for i := range entries {
		if entries[i].Outcome == "" {
			entries[i].Outcome = entries[i].ByPoints()
		}
	}
	if g.Games, err = readGames(terms, entries); err != nil {
		return sent, g, err
	}
	if sent.Starts == ladders.RecordStartsOpponent && !by.Role.Organises() {
		g = g.Turned()
	}
	return sent, g, nil
}

// playerNamed returns the id of a player of a ladder, by the name in a field.
func playerNamed(l db.LadderNow, name, field string) (string, error) {
	for _, p := range l.State.Players {
		if strings.EqualFold(l.People[p.ID].Name, name) && name != "" {
			return p.ID, nil
		}
	}
	return "", rules.Errorf(rules.Invalid, "error.ladder-player", "%.40q", name).In(field)
}
