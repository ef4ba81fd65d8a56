package club

import (
	"net/url"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// attachment returns the Content-Disposition header of a file of a kind, with a name made of words. Only letters
// and digits of the words remain: those of all scripts in filename* (RFC 6266); ASCII without accents in
// filename, for older clients.
func attachment(kind string, words ...string) string {
	name := fileName(unicode.MaxRune, words) + "." + kind
	plain := fileName(unicode.MaxASCII, words) + "." + kind
	header := `attachment; filename="` + plain + `"`
	if name != plain {
		header += "; filename*=UTF-8''" + url.PathEscape(name)
	}
	return header
}

// fileName joins words to the name of a file: letters and digits up to a last character, with hyphens between
// them.
func fileName(last rune, words []string) string {
	text := norm.NFC.String(strings.Join(words, "-"))
	if last == unicode.MaxASCII {
		text = strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			return r
		}, norm.NFD.String(text))
	}
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return r > last || !unicode.In(r, unicode.L, unicode.Nd, unicode.M)
	}), "-")
}
