package web

import (
	"strings"
	"unicode/utf8"

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
