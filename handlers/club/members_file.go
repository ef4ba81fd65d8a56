package club

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
)

// maxExported limits the members of a file.
const maxExported = 50_000

// DownloadMembers serves the list of members as CSV. The import of members reads the file.
func (a *Area) DownloadMembers(c echo.Context) error {
	members, _, err := a.DB.Members(c.Request().Context(), db.MemberFilter{}, maxExported)
	if err != nil {
		return err
	}
	table := [][]string{{"name", "role", "since", "last visit", "status"}}
	for _, m := range members {
		table = append(table, []string{m.Name, string(m.Role), fileDay(m.Since), fileDay(m.Seen), memberStatus(m)})
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, attachment("csv", "hexclub", "members"))
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

// fileDay returns a day in UTC as spreadsheets read it, or "" for none.
func fileDay(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.DateOnly)
}
