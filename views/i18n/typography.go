package i18n

import (
	"strings"
	"unicode/utf8"

	"github.com/nicksnyder/go-i18n/v2/i18n"
)

// narrowSpace is the narrow no-break space. French has it before : ; ? ! » and after «,
// where a line must not break.
const narrowSpace = '\u202f'

const (
	spaces = " \u00a0\u202f"
	high   = ":;?!»"                   // marks that a narrow space precedes
	after  = " \u00a0\n.,…)]\"'”’*_|<" // what may follow such a mark, where it ends a word
)

// Typeset returns a text of a catalog, or a lesson in Markdown, with the spaces of the typography
// of its language. It replaces spaces of the text and adds none: 12:30 and addresses stay as they
// are, and so does code between backticks.
func Typeset(tag, text string) string {
	if tag != "fr" || !strings.ContainsAny(text, high+"«") {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 8)
	code, before := false, rune(0)
	for i, width := 0, 0; i < len(text); i += width {
		r, size := utf8.DecodeRuneInString(text[i:])
		width = size
		switch {
		case r == '`':
			code = !code
		case !code && strings.ContainsRune(spaces, r):
			rest := strings.TrimLeft(text[i:], spaces)
			if before == '«' || endsWord(rest) && before != '\n' {
				r, width = narrowSpace, len(text)-i-len(rest)
			}
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

// endsWord reports whether a text begins with marks that need a narrow space, and not with a word
// that contains one, such as !m:e4.
func endsWord(text string) bool {
	rest := strings.TrimLeft(text, high)
	if len(rest) == len(text) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || strings.ContainsRune(after+string(narrowSpace), next)
}

// typesetMessage returns a message with Typeset applied to its forms. A form that is empty, because a translation is
// incomplete, has the text of the form "other".
func typesetMessage(tag string, m i18n.Message) i18n.Message {
	for _, form := range []*string{&m.Zero, &m.One, &m.Two, &m.Few, &m.Many, &m.Other} {
		if *form == "" {
			*form = m.Other
		}
		*form = Typeset(tag, *form)
	}
	return m
}
