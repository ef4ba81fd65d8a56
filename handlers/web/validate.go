package web

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"hexclub/db"
	"hexclub/rules"
)

// The limits of names and passwords, in characters. A character has four bytes at most, so they limit the bytes,
// too.
const (
	minName, MaxName         = 2, 30
	minPassword, MaxPassword = 8, 200
)

// TrimName returns a name as it is stored: composed, without space around it, and with single plain spaces.
// Other kinds of space, such as tabs and no-break spaces, come from pasted text. Invalid UTF-8 is kept.
func TrimName(name string) string {
	if utf8.ValidString(name) {
		isSpace := func(r rune) bool { return r == '\t' || unicode.Is(unicode.Zs, r) }
		name = strings.Join(strings.FieldsFunc(name, isSpace), " ")
	}
	return norm.NFC.String(strings.TrimSpace(name))
}

// TrimTitle returns a title of the club as it is stored: composed, without space around it. Other spaces stay,
// because French has no-break spaces in titles. A title without visible characters becomes empty.
func TrimTitle(title string) string {
	if utf8.ValidString(title) && db.IsBlank(title) {
		return ""
	}
	return norm.NFC.String(strings.TrimSpace(title))
}

// CheckName is ValidateName for the name in a request.
func (s *Site) CheckName(c echo.Context, name string) error {
	club, err := s.Club(c)
	if err != nil {
		return err
	}
	return ValidateName(name, club.Name, s.Reserved())
}

// ValidateName checks the name of an account. It fails with an *rules.Error of kind Invalid, also for a name
// that pages use for others, in any language, and for the club's name.
func ValidateName(name, club string, kept *reservedNames) error {
	n := utf8.RuneCountInString(name)
	switch {
	case name != "" && strings.TrimSpace(WithoutHidden(name)) == "":
		return errNoName.Errorf("%q", name)
	case strings.ContainsFunc(name, isHidden):
		return errHiddenName.Errorf("%q", name)
	case !utf8.ValidString(name) || n < minName || n > MaxName:
		return rules.Errorf(rules.Invalid, "error.name-length", "%d characters", n).In("name")
	case strings.ContainsFunc(name, notInName):
		return rules.Errorf(rules.Invalid, "error.name-characters", "%q", name).In("name")
	case !strings.ContainsFunc(name, db.IsLetterOrDigit), db.Skeleton(name) == "":
		return rules.Errorf(rules.Invalid, "error.name-letters", "%q", name).In("name")
	case stacksMarks(name):
		return rules.Errorf(rules.Invalid, "error.name-marks", "%q", name).In("name")
	case !inOneScript(name):
		return rules.Errorf(rules.Invalid, "error.name-scripts", "%q", name).In("name")
	case kept.has(name) || club != "" && db.Skeleton(name) == db.Skeleton(club):
		return rules.Errorf(rules.Invalid, "error.name-reserved", "%q", name).In("name")
	}
	return nil
}

// ValidatePassword checks a new password of the account with a name. It fails with an *rules.Error of kind
// Invalid for its length, or if it is easy to guess (NIST SP 800-63B, 3.1.1.2).
func ValidatePassword(password, name string) error {
	switch n := utf8.RuneCountInString(password); {
	case n < minPassword:
		return rules.Errorf(rules.Invalid, "error.password-short", "%d characters", n).In("password")
	case n > MaxPassword:
		return rules.Errorf(rules.Invalid, "error.password-long", "%d characters", n).In("password")
	case isCommon(password):
		return rules.Errorf(rules.Invalid, "error.password-common", "%d characters", n).In("password")
	case AsRead(password) == AsRead(name):
		return rules.Errorf(rules.Invalid, "error.password-name", "%d characters", n).In("password")
	}
	return nil
}

// notInName reports whether a visible character is forbidden in names. Letters of any script, marks, digits and
// word separators are allowed, but no marks that enclose letters.
func notInName(r rune) bool {
	return !db.IsLetterOrDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune(" -_.'’", r) || unicode.Is(unicode.Me, r)
}

// errHiddenName is the sentinel error for a name with hidden characters. A form that shows the name again
// removes them, by WithoutHidden, and the message says so.
var errHiddenName = &rules.Error{Kind: rules.Invalid, Key: "error.name-invisible", Fields: []string{"name"}}

// errNoName is the sentinel error for a name that has only hidden characters.
var errNoName = &rules.Error{Kind: rules.Invalid, Key: "error.name", Fields: []string{"name"}}

// isHidden reports whether a character of a name is invisible, so that its author cannot remove it.
func isHidden(r rune) bool {
	return db.IsInvisible(r) || unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp)
}

// WithoutHidden returns a name, or a list of names, without hidden characters. It keeps the ends
// of lines and tabs.
func WithoutHidden(text string) string {
	return strings.Map(func(r rune) rune {
		if isHidden(r) && !strings.ContainsRune("\n\r\t", r) {
			return -1
		}
		return r
	}, text)
}

// NameAgain returns the name in a request for a form that is shown again because of a problem, which may be nil.
// The name is as it was typed, but without hidden characters if these are the problem.
func NameAgain(c echo.Context, problem error) string {
	if HasHidden(problem) {
		return WithoutHidden(c.FormValue("name"))
	}
	return c.FormValue("name")
}

// HasHidden reports whether the problem with a name is that it has hidden characters.
func HasHidden(problem error) bool {
	return errors.Is(problem, errHiddenName) || errors.Is(problem, errNoName)
}

// maxStacked is the maximum number of consecutive marks in a name after NFC.
const maxStacked = 2

// stacksMarks reports whether more than maxStacked marks follow each other in a name. They would overlap the
// lines above and below.
func stacksMarks(name string) bool {
	run := 0
	for _, r := range norm.NFC.String(name) {
		if !unicode.IsMark(r) {
			run = 0
		} else if run++; run > maxStacked {
			return true
		}
	}
	return false
}

// inOneScript reports whether a name is in one script, or in those that Japanese or Korean combine. A mixture
// could look like another name.
func inOneScript(name string) bool {
	for _, script := range unicode.Scripts {
		if writtenIn(name, script) {
			return true
		}
	}
	return writtenIn(name, unicode.Han, unicode.Hiragana, unicode.Katakana) || writtenIn(name, unicode.Han, unicode.Hangul)
}

// writtenIn reports whether all letters and marks of a name belong to these scripts, or to no script.
func writtenIn(name string, scripts ...*unicode.RangeTable) bool {
	return !strings.ContainsFunc(name, func(r rune) bool {
		return (unicode.IsLetter(r) || unicode.IsMark(r)) &&
			!unicode.In(r, scripts...) && !unicode.In(r, unicode.Common, unicode.Inherited)
	})
}

// AsRead returns a name as its words only: without case, the shape of letters, separators and invisible
// characters.
func AsRead(name string) string {
	name = strings.Map(func(r rune) rune {
		if db.IsInvisible(r) || unicode.Is(unicode.Me, r) {
			return -1
		}
		return r
	}, name)
	name = norm.NFKC.String(cases.Fold().String(norm.NFKC.String(name)))
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool {
		return !db.IsLetterOrDigit(r) && !unicode.IsMark(r)
	}), " ")
}
