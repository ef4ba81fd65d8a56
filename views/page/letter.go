package page

import (
	"strings"
	"unicode"
)

// A Letter is a mail's own words.
type Letter struct {
	Subject string
	Text    string
}

// Parties are whom a letter is from, and the account that it is about.
type Parties struct {
	From string // what the site is called
	Site string // its host
	Name string // of the account
}

func Paragraphs(texts ...string) string { return strings.Join(texts, "\n\n") + "\n" }

// OneLine returns a text without line breaks, which names in it may have. No-break spaces stay.
func OneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) && r != '\u00a0' && r != '\u202f'
	}), " ")
}
