package club

import (
	"context"
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
		lines = append(lines, logLine(calendar, e))
	}
	return lines, err
}

// DecisionNews returns a decision for a notification e-mail, in the words of the audit log; none if the log has
// no such entry.
func (a *Area) DecisionNews(ctx context.Context, calendar page.Calendar, m db.ClubNotice) ([]pairings.ClubNews, error) {
	entries, _, err := a.DB.AuditLog(ctx, db.AuditFilter{Before: m.Mark + 1}, 1)
	if err != nil || len(entries) == 0 || entries[0].Number != m.Mark {
		return nil, err
	}
	line := logLine(calendar, entries[0])
	return []pairings.ClubNews{{Kind: string(m.Kind), Text: line.Text, Reason: line.Reason, Link: a.FullURL(web.Href(m.About))}}, nil
}
