package club

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
	"hexclub/views/club/ladders"
	"hexclub/views/club/pairings"
)

// ShowRecord shows the form for a game that two players of a ladder have played over the board.
func (a *Area) ShowRecord(c echo.Context) error {
	l, err := a.DB.LadderNow(c.Request().Context(), c.Param("ladder"), a.Now())
	if err != nil {
		return err
	}
	return a.recordPage(c, http.StatusOK, l, readRecordForm(c, l), nil) // the page asks for itself as players are chosen
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
	var opponents []ladder.Option
	if !f.Reader.Organises && l.Ladder.Venue.Allows(false) && in.Season.Open {
		opponents = a.reportable(l, in.Reader)
	}
	return a.Render(c, status, ladders.Record(ladders.NewRecord(f, in, f.Reader.Organises, opponents, sent, problem)))
}

// reportable returns for each other player whether a player may report some game against them.
func (a *Area) reportable(l db.LadderNow, player string) (list []ladder.Option) {
	for _, key := range l.State.Settings.Games {
		options := l.State.Reportable(a.Now().UnixMilli(), player, key)
		if list == nil {
			list = options
		}
		for i, o := range options {
			if o.Refusal == nil {
				list[i] = o
			}
		}
	}
	return list
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
		notice, to = "pairing.told-entered", web.Href(p.Ref())
		if p.Entered == nil { // the opponent had entered the same
			notice = "pairing.told-over"
		}
	}
	if p.OwnDecision() {
		notice = "ladder.told-recorded-own"
	}
	if err := a.leavePlaces(c, p, notice); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, to)
}

// leavePlaces leaves a message about a pairing. If its result counts on a ladder, the message says where the two players
// are now, and links to the ladder.
func (a *Area) leavePlaces(c echo.Context, p db.Pairing, notice string) error {
	if notice != "pairing.told-over" || p.Status != db.PairingOver {
		return a.LeaveNotice(c, notice)
	}
	ctx := c.Request().Context()
	challenge, found, err := a.DB.ChallengeOf(ctx, p.ID)
	if err != nil {
		return err
	}
	if !found {
		return a.LeaveNotice(c, notice)
	}
	l, err := a.DB.LadderNow(ctx, challenge.Ladder, a.Now())
	if err != nil {
		return err
	}
	first, second := challenge.From, challenge.To
	if l.State.Place(first.ID) > l.State.Place(second.ID) {
		first, second = second, first
	}
	if l.State.Place(first.ID) == 0 { // has left
		return a.LeaveNotice(c, notice)
	}
	t := a.Catalog(c)
	return a.LeaveLinked(c, web.LinkedNotice{Key: "ladder.told-places", Link: "ladder.to-ladder", Href: web.Href(l.Ladder.Ref()), Values: []string{
		"First", web.PlayerName(t, first), "Place", strconv.Itoa(l.State.Place(first.ID)),
		"Second", web.PlayerName(t, second), "Other", strconv.Itoa(l.State.Place(second.ID)),
	}})
}

// readRecordForm reads the form as it was sent.
func readRecordForm(c echo.Context, l db.LadderNow) ladders.RecordForm {
	return ladders.RecordForm{
		First: strings.TrimSpace(c.FormValue("first")), Second: strings.TrimSpace(c.FormValue("second")), Game: c.FormValue("game"), Starts: c.FormValue("starts"),
		Entries: readEntries(c, pairing.Terms{Unit: l.State.Settings.Unit}),
	}
}

// readLadderGame reads the form. It fails with kind Invalid for a name that is not on the ladder (error.ladder-player),
// as web.OneOf does for the game, and as pairing.Terms.Read does.
func readLadderGame(c echo.Context, l db.LadderNow, by db.Person) (sent ladders.RecordForm, g db.LadderGame, err error) {
	sent = readRecordForm(c, l)
	terms := pairing.Terms{Unit: l.State.Settings.Unit}
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
		if entries[i].Outcome == "" && c.FormValue(pairings.WinnerPoints(i+1)) == "" {
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
