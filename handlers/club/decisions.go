package club

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/views/club"
	"hexclub/views/club/pairings"
	"hexclub/views/page"
)

const (
	// decisionLife is how long the front page shows a decision.
	decisionLife = 14 * 24 * time.Hour

	maxDecisions = 10 // on the front page
)

// Decisions returns the recent decisions of organisers about the visitor.
func (a *Area) Decisions(c echo.Context, calendar page.Calendar, v *web.Visitor) ([]club.LogLine, error) {
	if !v.SignedIn() {
		return nil, nil
	}
	entries, err := a.DB.Decisions(c.Request().Context(), v.Person.ID, a.Now().Add(-decisionLife), maxDecisions)
	var lines []club.LogLine
	for _, e := range entries {
		line := decisionLine(calendar, e, v.Person.ID)
		line.Away = "/decisions/" + strconv.Itoa(e.Number) + "/away"
		lines = append(lines, line)
	}
	return lines, err
}

// decisionLine describes a decision to a person whom it concerns.
func decisionLine(calendar page.Calendar, e db.AuditEntry, person string) club.LogLine {
	entry := logEntry(calendar.T, e)
	line := club.NewLogLine(calendar, entry)
	line.Text = club.DecisionText(calendar, entry, e.Subject.ID, person)
	return line
}

// PutAwayDecision puts away a decision about the visitor, which the front page then no longer shows.
func (a *Area) PutAwayDecision(c echo.Context) error {
	v, err := a.Account(c)
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(c.Param("number"))
	if err != nil {
		return web.ErrChoice("number", c.Param("number"))
	}
	if err := a.DB.PutAwayDecision(c.Request().Context(), v.Person.ID, number); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/#decisions")
}

// DecisionNews returns a decision about a person for a notification e-mail; none if the log has
// no such entry.
func (a *Area) DecisionNews(ctx context.Context, calendar page.Calendar, m db.ClubNotice, person string) ([]pairings.ClubNews, error) {
	entries, _, err := a.DB.AuditLog(ctx, db.AuditFilter{Before: m.Mark + 1}, 1)
	if err != nil || len(entries) == 0 || entries[0].Number != m.Mark {
		return nil, err
	}
	line := decisionLine(calendar, entries[0], person)
	return []pairings.ClubNews{{Kind: string(m.Kind), Text: line.Text, Reason: line.Reason, Link: a.FullURL(web.Href(m.About))}}, nil
}
