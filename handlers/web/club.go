package web

import (
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/unicode/norm"

	"hexclub/db"
	"hexclub/rules"
)

// PlainText returns a text of several lines as it is stored. A text without visible characters becomes empty.
func PlainText(text string) string {
	if utf8.ValidString(text) && db.IsBlank(text) {
		return ""
	}
	return norm.NFC.String(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")))
}

// ValidateClub checks the name of a club and its welcome text. Both may be empty. It fails with an *rules.Error
// of kind Invalid.
func ValidateClub(name, welcome string) error {
	if name != "" {
		if err := ValidateTitle(name, maxTitle, "error.club-name", "name"); err != nil {
			return err
		}
	}
	if n := utf8.RuneCountInString(welcome); n > maxWelcome || !db.IsText(welcome) {
		return rules.Errorf(rules.Invalid, "error.welcome", "%d characters", n).In("welcome")
	}
	return nil
}

// The maximum lengths of a club's texts, in characters.
const (
	maxTitle   = 40
	MaxSeason  = 60
	MaxNote    = 60
	maxWelcome = 4000
)

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
