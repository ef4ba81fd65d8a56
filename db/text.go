package db

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsLine tells whether a text can be shown as one line: it is UTF-8, and nothing in it
// is hidden, ends the line, or turns the writing round.
func IsLine(text string) bool { return utf8.ValidString(text) && !strings.ContainsFunc(text, unseen) }

// IsText is IsLine for a text of several lines.
func IsText(text string) bool {
	return IsLine(strings.NewReplacer("\n", "", "\t", "").Replace(text))
}

// unseen forbids characters that leave no mark and no space, but for the joiners with
// which some scripts, and pictures of several people, are written.
func unseen(r rune) bool {
	return !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r) && r != '\u200c' && r != '\u200d'
}
