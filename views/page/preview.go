package page

import (
	"context"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"
)

// The size of the picture of a preview, in pixels.
const PreviewWidth, PreviewHeight = 1200, 630

// PreviewNames is the number of players that a preview names.
const PreviewNames = 3

// A Preview describes a public page to search engines and to programs that show links (https://ogp.me).
type Preview struct {
	URL     string // canonical address of the page
	Title   string // of the page, without the name of the site
	About   string // description in one or two sentences
	Kind    string // a type of Open Graph; empty: website
	Picture string // address of a PNG of PreviewWidth by PreviewHeight; empty: that of the site
	Alt     string // of the picture; empty: the title
	Data    any    // the same for machines, as JSON-LD of schema.org; nil for none
	Shared  Shared // the ways to share the page
}

// locales are the languages as Open Graph has them.
var locales = map[string]string{"en": "en_GB", "fr": "fr_FR", "es": "es_ES", "ko": "ko_KR"}

// data returns the element with p.Data. The JSON contains no "<", so it cannot end the element.
func (p Preview) data() templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		text, err := json.Marshal(p.Data)
		if err != nil {
			return err
		}
		_, err = io.WriteString(w, `<script type="application/ld+json">`+string(text)+`</script>`)
		return err
	})
}

// pixels writes a length of the picture.
func pixels(n int) string { return strconv.Itoa(n) }

// maxExcerpt is the maximum length of an excerpt, in letters. Search engines show about as many.
const maxExcerpt = 200

// Excerpt returns the start of a text in Markdown as plain text, cut between two words.
func Excerpt(markdown string) string {
	text := strings.Join(strings.Fields(strings.NewReplacer("**", "", "*", "", "`", "", "#", "").Replace(markdown)), " ")
	if utf8.RuneCountInString(text) <= maxExcerpt {
		return text
	}
	cut := string([]rune(text)[:maxExcerpt])
	if end := strings.LastIndexFunc(cut, unicode.IsSpace); end > 0 {
		cut = cut[:end]
	}
	return strings.TrimRight(cut, " ,;:.–—") + "…"
}
