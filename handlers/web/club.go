package web

import (
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/unicode/norm"

	"hexclub/db"
	"hexclub/rules"
)

// PlainText is a text of several lines as it is stored. One that shows nothing is empty.
func PlainText(text string) string {
	if utf8.ValidString(text) && db.IsBlank(text) {
		return ""
	}
	return norm.NFC.String(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")))
}

// ValidateClub says what is wrong with the name of a club and its welcome, as an
// *rules.Error of kind Invalid. Both may be empty.
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

// The limits of what a club says of itself, in characters.
const (
	maxTitle   = 40
	MaxSeason  = 60
	MaxNote    = 60
	maxWelcome = 4000
)

// ClubKey keeps the club with the request.
const ClubKey = "club"

// Club is how the club is set, read once a request: an admin's change counts at once
// on every page.
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

// clubRead is how the club is set, if that was read for the request; else it has no name,
// and takes nobody.
func clubRead(c echo.Context) db.Club {
	club, _ := c.Get(ClubKey).(db.Club)
	return club
}
