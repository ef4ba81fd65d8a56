package handlers

import (
	"bytes"
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
)

// readerField is the hidden field of forms that says for which account the page was drawn. The
// session may be another's, or nobody's, when the form is sent: after a log-out in another tab.
const readerField = "reader"

// staleKey keeps with a request that its form was drawn for another reader.
const staleKey = "stale" // true

// readerOf is what readerField says of a person. It is not the id itself, which pages do not
// show.
func readerOf(person db.Person) string { return hashID("reader " + person.ID)[:16] }

// markForms writes a page in which each form that posts has readerField, for a person with an
// account. Forms of pages for others have no such field, because a guest can become an
// account and stays the same person.
func markForms(to *bytes.Buffer, page []byte, person db.Person) {
	field := `<input type="hidden" name="` + readerField + `" value="` + readerOf(person) + `">`
	for {
		start := bytes.Index(page, []byte("<form "))
		if start < 0 {
			to.Write(page)
			return
		}
		end := start + bytes.IndexByte(page[start:], '>') + 1 // in attributes it is an entity
		to.Write(page[:end])
		if bytes.Contains(page[start:end], []byte(`method="post"`)) {
			to.WriteString(field)
		}
		page = page[end:]
	}
}

// sameReader refuses forms that were drawn for an account that is not the visitor's any more.
// It takes readerField out of the form. Who logs out of nothing is not kept from it.
func (a *App) sameReader(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		drawnFor := r.PostForm.Get(readerField)
		if r.Method != http.MethodPost || drawnFor == "" {
			return next(c)
		}
		r.PostForm.Del(readerField)
		r.Form.Del(readerField)
		v, err := a.visitor(c)
		switch {
		case err != nil:
			return err
		case v.signedIn() && readerOf(v.person) == drawnFor, !v.signedIn() && c.Path() == "/logout":
			return next(c)
		}
		c.Set(staleKey, true)
		if v.signedIn() {
			return rules.Errorf(rules.Conflict, "error.other-reader", "a form for another account than %s", v.person.ID)
		}
		return rules.Errorf(rules.Forbidden, "error.logged-out", "a form for an account")
	}
}

// isStale reports whether the form of a request was drawn for another reader.
func isStale(c echo.Context) bool {
	stale, _ := c.Get(staleKey).(bool)
	return stale
}
