package page

import (
	"strings"
	"unicode"
)

// A Letter is the content of an e-mail.
type Letter struct {
	Subject string
	Text    string
}

// Parties are the site that sends an e-mail, and the account that it is about.
type Parties struct {
	From string // name of the site
	Site string // its host
	Name string // of the account
}

// Paragraphs joins the paragraphs of an e-mail.
func Paragraphs(texts ...string) string { return strings.Join(texts, "\n\n") + "\n" }

// OneLine returns a text without line breaks, which names in it may have. No-break spaces stay.
func OneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) && r != '\u00a0' && r != '\u202f'
	}), " ")
}
