package handlers

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"hexclub/rules"
)

// The limits of names in characters and of passwords in bytes.
const (
	minName, maxName         = 2, 30
	minPassword, maxPassword = 8, 200
)

// trimName is a name as it is stored: composed, without space around it.
func trimName(name string) string { return norm.NFC.String(strings.TrimSpace(name)) }

// validateAccount says what is wrong with a name or password, as an
// *rules.Error of kind Invalid.
func validateAccount(name, password string) error {
	n := utf8.RuneCountInString(name)
	switch {
	case !utf8.ValidString(name) || n < minName || n > maxName:
		return rules.Errorf(rules.Invalid, "error.name-length", "%d characters", n)
	case strings.ContainsFunc(name, notInName):
		return rules.Errorf(rules.Invalid, "error.name-characters", "%q", name)
	case len(password) < minPassword:
		return rules.Errorf(rules.Invalid, "error.password-short", "%d bytes", len(password))
	case len(password) > maxPassword:
		return rules.Errorf(rules.Invalid, "error.password-long", "%d bytes", len(password))
	}
	return nil
}

// notInName allows letters of any script, digits, and what names are joined
// with.
func notInName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune(" -_.'’", r)
}
