package club

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/club"
	"hexclub/views/club/pairings"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

const logLines = 50

// ShowLog serves the audit log, filtered by the address.
func (a *Area) ShowLog(c echo.Context) error { return a.logPage(c, http.StatusOK, nil) }

// logPage renders the audit log, with why an act could not be undone.
func (a *Area) logPage(c echo.Context, status int, refused error) error {
	f, err := a.Frame(c, a.Catalog(c).T("log.title"))
	if err != nil {
		return err
	}
	p := club.LogPage{Frame: f, Acts: club.NewLogActs(f.T), Act: c.QueryParam("act"), Person: strings.TrimSpace(c.QueryParam("person"))}
	p.Groups = club.NewLogGroups(f.T, p.Act, func(act string) string { return logHref(club.LogPage{Act: act, Person: p.Person}, 0) })
	filter, err := a.readLogFilter(c, p)
	if err != nil {
		if !web.ShowAgain(err) {
			return err
		}
		p.Problem = page.ErrorText(f.T, err)
		return a.Render(c, web.StatusOf(err), club.Log(p))
	}
	entries, more, err := a.DB.AuditLog(c.Request().Context(), filter, logLines)
	if err != nil {
		return err
	}
	undoable, err := a.undoable(c, f, entries)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !f.Reader.Organises {
			e = forMembers(e)
		}
		line := logLine(f.Calendar(), e)
		if undoable(e) {
			line.Undo = "/club/log/" + strconv.Itoa(e.Number) + "/undo"
		}
		p.Lines = append(p.Lines, line)
	}
	if refused != nil {
		p.Refused = page.ErrorText(f.T, refused)
	}
	if more {
		p.Older = logHref(p, entries[len(entries)-1].Number)
	}
	if filter.Before > 0 {
		p.Newest = logHref(p, 0)
	}
	return a.Render(c, status, club.Log(p))
}

// undoable returns a function that reports whether the reader can undo one of some acts now.
func (a *Area) undoable(c echo.Context, f page.Frame, entries []db.AuditEntry) (func(db.AuditEntry) bool, error) {
	if !f.Reader.Organises {
		return func(db.AuditEntry) bool { return false }, nil
	}
	last, err := a.DB.LastActs(c.Request().Context(), a.Now())
	if err != nil {
		return nil, err
	}
	var list []db.AuditEntry
	for _, e := range entries {
		if slices.Contains(last, e.Number) && slices.Contains(db.UndoableActs(), e.Act) && (f.Reader.Admin || !e.NeedsAdmin()) {
			list = append(list, e)
		}
	}
	why, err := a.DB.UndoableNow(c.Request().Context(), list, a.Now())
	return func(e db.AuditEntry) bool {
		no, known := why[e.Number]
		return known && no == nil
	}, err
}

// forMembers returns an entry without the note and the link that are only for organisers.
func forMembers(e db.AuditEntry) db.AuditEntry {
	if club.NoteForOrganisers(e.Act) {
		delete(e.Detail, "Reason")
	}
	if e.About.Kind == db.RefInvitations {
		e.About = db.Ref{}
	}
	return e
}

// readLogFilter reads the filter from the address. It fails with an *rules.Error of kind Invalid for an invalid
// filter.
func (a *Area) readLogFilter(c echo.Context, p club.LogPage) (f db.AuditFilter, err error) {
	if f.Acts = club.ActsOf(p.Act); f.Acts == nil && p.Act != "" {
		if !slices.Contains(club.LoggedActs(), p.Act) {
			return f, web.ErrChoice("act", p.Act)
		}
		f.Acts = []string{p.Act}
	}
	if before := c.QueryParam("before"); before != "" {
		if f.Before, err = strconv.Atoi(before); err != nil || f.Before < 1 {
			return f, web.ErrChoice("before", before)
		}
	}
	if p.Person == "" {
		return f, nil
	}
	person, err := a.DB.PersonByName(c.Request().Context(), p.Person)
	if rules.IsKind(err, rules.NotFound) {
		return f, rules.Errorf(rules.Invalid, "archive.nobody", "%.40q", p.Person)
	}
	f.Person = person.ID
	return f, err
}

// logHref returns the address of the entries before one, or the latest entries for 0, with the same filter.
func logHref(p club.LogPage, before int) string {
	query := url.Values{}
	for name, value := range map[string]string{"act": p.Act, "person": p.Person} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if before > 0 {
		query.Set("before", strconv.Itoa(before))
	}
	if len(query) == 0 {
		return "/club/log"
	}
	return "/club/log?" + query.Encode()
}

// logLine converts an entry of the audit log for views.
func logLine(c page.Calendar, e db.AuditEntry) club.LogLine {
	return club.NewLogLine(c, logEntry(c.T, e))
}

// logEntry converts an entry for views. It changes the details.
func logEntry(t *i18n.Catalog, e db.AuditEntry) club.LogEntry {
	by := t.T("log.operator")
	if e.By.ID != "" {
		by = web.PlayerName(t, e.By)
	}
	people := map[string]string{}
	for id, p := range e.People {
		people[id] = web.PlayerName(t, p)
	}
	if e.Act == "renamed" && e.Detail["Was"] == "" { // the names were deleted with the account
		e.Detail["Was"], e.Detail["Is"] = web.PlayerName(t, e.Subject), web.PlayerName(t, e.Subject)
	}
	if strings.HasPrefix(e.Act, "pairing-") || e.Act == "ladder-recorded" || e.Act == "ladder-result" {
		for _, name := range []string{"Was", "Is"} {
			e.Detail[name] = pairings.ResultWords(t, e.Detail[name])
		}
	}
	return club.LogEntry{
		At: e.At, Act: e.Act, Author: e.By.ID, By: by, Subject: web.PlayerName(t, e.Subject), Href: web.Href(e.About), Detail: e.Detail, People: people,
	}
}
