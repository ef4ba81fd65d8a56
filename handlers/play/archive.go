package play

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/rating"
	"hexclub/views/page"
	"hexclub/views/play"
)

const archiveLines = 30

// ShowArchive serves the finished games of an account.
func (a *Area) ShowArchive(c echo.Context) error {
	person, err := a.PersonNamed(c)
	if err != nil {
		return a.ToRenamed(c, c.Param("name"), err, func(name string) string { return page.PersonHref(name) + "/games" })
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	p := play.ArchivePage{
		Heading: a.Catalog(c).T("archive.title", "Player", person.Name), Own: v.Known && v.Person.ID == person.ID,
		Profile: page.Tab{Text: person.Name, Href: page.PersonHref(person.Name)}, Action: page.PersonHref(person.Name) + "/games",
	}
	played, _, err := a.DB.BoardGames(c.Request().Context(), person.ID, db.Place{}, 1)
	if err != nil {
		return err
	}
	if len(played) > 0 {
		p.Board = play.BoardHref(person.Name)
	}
	return a.archivePage(c, p, person.ID)
}

// ShowOwnArchive serves the finished games of the visitor, also of a guest.
func (a *Area) ShowOwnArchive(c echo.Context) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	if v.SignedIn() {
		address := web.ArchiveHref(v)
		if query := c.QueryParams().Encode(); query != "" {
			address += "?" + query
		}
		return c.Redirect(http.StatusSeeOther, address)
	}
	p := play.ArchivePage{Heading: a.Catalog(c).T("archive.title-own"), Own: true, Action: "/archive"}
	return a.archivePage(c, p, v.Person.ID)
}

// archivePage renders a page of a person's games, filtered by the address. An invalid filter is shown with its
// problem.
func (a *Area) archivePage(c echo.Context, p play.ArchivePage, person string) (err error) {
	if p.Frame, err = a.Frame(c, p.Heading); err != nil {
		return err
	}
	p.Filter(c.QueryParam, func(game string) string { return archiveLink(c, p.Action, play.FilterGame, game) })
	q, err := a.readArchive(c, person, p.Own, p.Zones.Reader)
	if err != nil {
		if !web.ShowAgain(err) {
			return err
		}
		p.Problem = page.ErrorText(p.T, err)
		return a.Render(c, web.StatusOf(err), play.Archive(p))
	}
	list := a.DB.Archive
	if q.unfinished {
		list = a.DB.Unfinished
	}
	rows, more, err := list(c.Request().Context(), person, q.filter, q.after, archiveLines, a.Now())
	if err != nil {
		return err
	}
	if p.Lines, err = a.GameLines(p.Calendar(), rows, person); err != nil {
		return err
	}
	if more {
		last := rows[len(rows)-1]
		p.Older = archiveLink(c, p.Action, play.FilterAfter, strconv.FormatInt(last.Changed.UnixMilli(), 10)+"-"+last.ID)
	}
	if q.after.ID != "" {
		p.Newest = archiveLink(c, p.Action, play.FilterAfter, "")
	}
	return a.Render(c, http.StatusOK, play.Archive(p))
}

// archiveLink returns the address of the first games with the same filter, but for one value: of a filter, or the place
// that the games follow.
func archiveLink(c echo.Context, path, name, value string) string {
	query := url.Values{}
	for _, kept := range play.ArchiveFilters() {
		if value := c.QueryParam(kept); value != "" {
			query.Set(kept, value)
		}
	}
	if query.Set(name, value); value == "" {
		query.Del(name)
	}
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// An archiveQuery is the query of an archive's address.
type archiveQuery struct {
	filter     db.Filter
	unfinished bool // unfinished games on one device
	after      db.Place
}

// readArchive reads the query from the address. It fails with an *rules.Error of kind Invalid for an invalid
// filter.
func (a *Area) readArchive(c echo.Context, person string, own bool, zone *time.Location) (q archiveQuery, err error) {
	f := &q.filter
	if f.Key = c.QueryParam(play.FilterGame); f.Key != "" {
		if _, err := games.Find(f.Key); err != nil {
			return q, web.ErrChoice(play.FilterGame, f.Key)
		}
	}
	terms, err := web.Choice(c, play.FilterTerms, play.TermsRated, play.TermsCasual)
	if err != nil {
		return q, err
	}
	f.Terms = map[string]string{play.TermsRated: db.RatedGames, play.TermsCasual: db.CasualGames}[terms]
	classes := []string{db.NoClock}
	for _, class := range rating.Classes() {
		classes = append(classes, string(class))
	}
	if f.Class, err = web.Choice(c, play.FilterClass, classes...); err != nil {
		return q, err
	}
	if f.Class == db.NoClock && f.Terms == db.RatedGames {
		return q, rules.Errorf(rules.Invalid, "error.rated-clock", "rated without a clock")
	}
	if f.Rival, err = a.readRival(c, person); err != nil {
		return q, err
	}
	if err := q.readResult(c, own); err != nil {
		return q, err
	}
	if f.From, f.To, err = readDays(c, zone); err != nil {
		return q, err
	}
	q.after, err = readPlace(c.QueryParam(play.FilterAfter))
	return q, err
}

// readRival returns the id of the opponent in the address; empty for none.
func (a *Area) readRival(c echo.Context, person string) (string, error) {
	name := strings.TrimSpace(c.QueryParam(play.FilterOpponent))
	if name == "" {
		return "", nil
	}
	rival, err := a.DB.PersonByName(c.Request().Context(), name)
	switch {
	case rules.IsKind(err, rules.NotFound):
		return "", rules.Errorf(rules.Invalid, "archive.nobody", "%.40q", name)
	case err == nil && rival.ID == person:
		return "", rules.Errorf(rules.Invalid, "archive.self", "%s", person)
	}
	return rival.ID, err
}

// readResult reads the filter by result. Only their player sees games on one device. These have neither
// opponents nor clocks.
func (q *archiveQuery) readResult(c echo.Context, own bool) error {
	values := []string{play.ResultWon, play.ResultDrawn, play.ResultLost}
	if own {
		values = append(values, play.ResultAlone, play.ResultUnfinished)
	}
	result, err := web.Choice(c, play.FilterResult, values...)
	if err != nil {
		return err
	}
	f := &q.filter
	switch result {
	case "":
		f.Alone = own
	case play.ResultAlone, play.ResultUnfinished:
		if f.Rival != "" || f.Terms == db.RatedGames || f.Class != "" && f.Class != db.NoClock {
			return rules.Errorf(rules.Invalid, "archive.alone-filters", "%+v", *f)
		}
		f.Outcome = db.Alone
		q.unfinished = result == play.ResultUnfinished
	default:
		f.Outcome = map[string]db.Outcome{play.ResultWon: db.Won, play.ResultDrawn: db.Drawn, play.ResultLost: db.Lost}[result]
	}
	return nil
}

// readDays reads the filter by days, in a zone: from is the start of the first day, to is the end of the
// last.
func readDays(c echo.Context, zone *time.Location) (from, to time.Time, err error) {
	for name, day := range map[string]*time.Time{play.FilterFrom: &from, play.FilterTo: &to} {
		text := strings.TrimSpace(c.QueryParam(name))
		if text == "" {
			continue
		}
		if *day, err = time.ParseInLocation(time.DateOnly, text, zone); err != nil {
			return from, to, rules.Errorf(rules.Invalid, "archive.bad-date", "%s=%.30q", name, text)
		}
	}
	if to.IsZero() {
		return from, to, nil
	}
	if from.After(to) {
		return from, to, rules.Errorf(rules.Invalid, "archive.dates-order", "%v after %v", from, to)
	}
	return from, to.AddDate(0, 0, 1), nil
}

// readPlace parses the start of a page, as archiveLink writes it.
func readPlace(text string) (db.Place, error) {
	if text == "" {
		return db.Place{}, nil
	}
	at, id, _ := strings.Cut(text, "-")
	ms, err := strconv.ParseInt(at, 10, 64)
	if err != nil || id == "" {
		return db.Place{}, rules.Errorf(rules.Invalid, "error.form", "after=%.40q", text)
	}
	return db.Place{Ended: time.UnixMilli(ms), ID: id}, nil
}
