package views

import (
	"bytes"

	"github.com/a-h/templ"
	"github.com/yuin/goldmark"
)

// markdown is a text of a lesson as HTML. Nothing in it but Markdown has a meaning:
// HTML is left out.
func markdown(text string) templ.Component {
	var b bytes.Buffer
	if err := goldmark.Convert([]byte(text), &b); err != nil { // a buffer takes everything
		return templ.NopComponent
	}
	return templ.Raw(b.String())
}
