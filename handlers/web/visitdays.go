package web

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/views/i18n"
)

// visitDays are the days of members' visits that are not stored yet.
type visitDays struct {
	mu   sync.Mutex
	days map[string]time.Time // by person
}

// note adds a member's visit, unless it is stored for the day.
func (d *visitDays) note(member db.Person, now time.Time) {
	day := now.UTC().Truncate(24 * time.Hour)
	if !member.Seen.Before(day) {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.days == nil {
		d.days = map[string]time.Time{}
	}
	d.days[member.ID] = day
}

// take returns the visits to store, and removes them.
func (d *visitDays) take() map[string]time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	days := d.days
	d.days = nil
	return days
}

// NoteDays stores the days of members' visits. After an error they are lost until the next visit.
func (s *Site) NoteDays(ctx context.Context) error { return s.DB.NoteDays(ctx, s.Presence.days.take()) }

// NoteVisit notes the visits of people with an account, who need no notifications while they are present.
func (s *Site) NoteVisit(next echo.HandlerFunc) echo.HandlerFunc {
	if s.Post == nil {
		return next
	}
	return func(c echo.Context) error {
		err := next(c)
		if v, ok := c.Get(visitorKey).(*Visitor); ok && v.SignedIn() && !byItself(c) {
			language := ""
			if cookie, err := c.Cookie(LanguageCookie); err == nil && slices.Contains(i18n.Tags, cookie.Value) {
				language = cookie.Value
			}
			s.Post.saw(v.Person.ID, db.Visit{At: s.Now(), Language: language})
		}
		return err
	}
}

// byItself reports whether a page sent the request without an action of its reader: to follow events, or to
// fetch what they announce. An open tab is no visit.
func byItself(c echo.Context) bool {
	request := c.Request()
	if strings.HasPrefix(request.Header.Get(echo.HeaderAccept), "text/event-stream") {
		return true
	}
	return request.Method == http.MethodGet && IsHTMX(c) && (!c.QueryParams().Has("draft") || c.QueryParams().Has("since"))
}
