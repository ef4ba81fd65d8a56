package club

import (
	"cmp"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/views/page"
)

// maxExported limits the members of a file.
const maxExported = 50_000

// DownloadMembers serves the list of members as CSV. The import of members reads the file.
func (a *Area) DownloadMembers(c echo.Context) error {
	members, _, err := a.DB.Members(c.Request().Context(), db.MemberFilter{}, maxExported)
	if err != nil {
		return err
	}
	calendar, err := a.Calendar(c)
	if err != nil {
		return err
	}
	club, err := a.clubName(c)
	if err != nil {
		return err
	}
	zone := clubZone(calendar)
	// Of the last visit, only the day in UTC is stored.
	table := [][]string{{"name", "role", "since (" + zone.String() + ")", "last visit (UTC)", "status"}}
	for _, m := range members {
		table = append(table, []string{m.Name, string(m.Role), fileDay(m.Since, zone), fileDay(m.Seen, time.UTC), memberStatus(m)})
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, attachment("csv", club, "members"))
	web.KeepSecret(c)
	return c.Blob(http.StatusOK, csvMedia, csvFile(table))
}

// memberStatus returns the word for the state of an account in files.
func memberStatus(m db.MemberRow) string {
	switch {
	case m.Closed:
		return "closed"
	case !m.Joined && m.Until.IsZero():
		return "not joined"
	case !m.Joined:
		return "invited"
	}
	return "joined"
}

// clubName returns the name of the club for the names of files.
func (a *Area) clubName(c echo.Context) (string, error) {
	club, err := a.Site.Club(c)
	return page.ClubName(club.Name), err
}

// clubZone returns the time zone of days and times in files.
func clubZone(calendar page.Calendar) *time.Location { return cmp.Or(calendar.Club, time.UTC) }

// fileDay returns a day in a time zone as spreadsheets read it, or "" for none.
func fileDay(at time.Time, zone *time.Location) string {
	if at.IsZero() {
		return ""
	}
	return at.In(zone).Format(time.DateOnly)
}
