package web

import (
	"bytes"
	"testing"

	"hexclub/db"
)

// A page without a form to post is not copied.
func TestMarkFormsCopiesNoPageWithoutForms(t *testing.T) {
	t.Parallel()
	for _, page := range []string{
		`<svg></svg>`,
		`<p>No form here</p>`,
		`<form action="/people" method="get"><input name="q"></form>`,
		``,
	} {
		var copied bytes.Buffer
		marked := markForms(&copied, []byte(page), db.Person{ID: "anna"})
		if string(marked) != page {
			t.Errorf("%q becomes %q", page, marked)
		}
		if copied.Len() > 0 {
			t.Errorf("%q is copied", page)
		}
	}
}
