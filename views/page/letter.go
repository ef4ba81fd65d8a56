package page

import (
	"context"
	"strings"
	"unicode"

	"hexclub/views/i18n"
)

// A Letter is the content of an e-mail. Text and HTML return the two forms in which it is sent. Both have the
// same parts in the same order, so that neither can lack a text or a link of the other.
type Letter struct {
	T       *i18n.Catalog
	Site    string       // name of the site, at the top
	Subject string       // and heading, on one line
	Opening []string     // paragraphs, from the greeting on
	Rows    []LetterRow  // news
	Action  LetterLink   // the main thing to do; no address for none
	Closing []string     // paragraphs
	More    []LetterLink // other pages
	Why     string       // why the reader gets such e-mails; empty in an e-mail that was asked for only now
	Footer  []LetterLink
}

// A LetterRow is one of several news in an e-mail.
type LetterRow struct {
	Title string
	Notes []string // lines
	Href  string
}

// A LetterLink is a link in an e-mail, with a full address.
type LetterLink struct{ Text, Href string }

// Parties are the site that sends an e-mail, and the account that it is about.
type Parties struct {
	From string // name of the site
	Site string // its host
	Name string // of the account
}

// Text returns the letter as plain text.
func (l Letter) Text() string {
	l = l.oneLine()
	parts := append([]string(nil), l.Opening...)
	var rows []string
	for _, r := range l.Rows {
		lines := append([]string{"- " + r.Title}, r.Notes...)
		if r.Href != l.Action.Href { // which follows
			lines = append(lines, r.Href)
		}
		rows = append(rows, strings.Join(lines, "\n  "))
	}
	parts = append(parts, rows...)
	if l.Action.Href != "" {
		parts = append(parts, l.labelled(l.Action))
	}
	parts = append(parts, l.Closing...)
	for _, link := range l.More {
		parts = append(parts, l.labelled(link))
	}
	if l.Why != "" {
		lines := []string{"-- ", l.Why}
		for _, link := range l.Footer {
			lines = append(lines, l.labelled(link))
		}
		parts = append(parts, strings.Join(lines, "\n"))
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// labelled returns a link as text.
func (l Letter) labelled(link LetterLink) string {
	return l.T.T("notice.labelled", "Text", link.Text, "Link", link.Href)
}

// HTML returns the letter as a page without anything to load.
func (l Letter) HTML(ctx context.Context) (string, error) {
	var b strings.Builder
	err := letterPage(l.oneLine()).Render(ctx, &b)
	return b.String(), err
}

// preview returns what lists of e-mails show after the subject: the first news, or what the letter is about.
func (l Letter) preview() string {
	var texts []string
	for _, r := range l.Rows[:min(3, len(l.Rows))] {
		texts = append(append(texts, r.Title), r.Notes...)
	}
	if len(texts) == 0 {
		texts = l.Opening[1:]
	}
	return strings.Join(texts, " · ")
}

// oneLine returns the letter with each text on one line.
func (l Letter) oneLine() Letter {
	links := func(list []LetterLink) (clean []LetterLink) {
		for _, link := range list {
			clean = append(clean, LetterLink{OneLine(link.Text), link.Href})
		}
		return clean
	}
	l.Site, l.Why = OneLine(l.Site), OneLine(l.Why)
	l.Opening, l.Closing = eachOnOneLine(l.Opening), eachOnOneLine(l.Closing)
	l.Action.Text, l.More, l.Footer = OneLine(l.Action.Text), links(l.More), links(l.Footer)
	var rows []LetterRow
	for _, r := range l.Rows {
		rows = append(rows, LetterRow{OneLine(r.Title), eachOnOneLine(r.Notes), r.Href})
	}
	l.Rows = rows
	return l
}

func eachOnOneLine(texts []string) (clean []string) {
	for _, text := range texts {
		clean = append(clean, OneLine(text))
	}
	return clean
}

// OneLine returns a text without line breaks and other control characters, which names in it may have. No-break
// spaces stay.
func OneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) || unicode.IsSpace(r) && r != '\u00a0' && r != '\u202f'
	}), " ")
}
