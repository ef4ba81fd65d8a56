package web

import (
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/unicode/norm"

	"hexclub/db"
)

// PlainText returns a text of several lines as it is stored. A text without visible characters becomes empty.
func PlainText(text string) string {
	if utf8.ValidString(text) && db.IsBlank(text) {
		return ""
	}
	return norm.NFC.String(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")))
}

// ClubKey is the context key of the club's settings.
const ClubKey = "club"

// Club returns the club's settings, read once for each request, so that a change counts at once on every page.
func (s *Site) Club(c echo.Context) (db.Club, error) {
	if club, ok := c.Get(ClubKey).(db.Club); ok {
		return club, nil
	}
	club, err := s.DB.Club(c.Request().Context())
	if err == nil {
		c.Set(ClubKey, club)
	}
	return club, err
}

// clubRead returns the club's settings if they were read for the request; else none.
func clubRead(c echo.Context) db.Club {
	club, _ := c.Get(ClubKey).(db.Club)
	return club
}
