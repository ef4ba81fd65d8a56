package web

import (
	"bytes"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
)

// readerField is the hidden field of forms that names the account for which the page was rendered. After a
// log-out in another tab the form is sent in another session, or in none.
const readerField = "reader"

// errLoggedOut is the sentinel error for a form of an account after its log-out.
var errLoggedOut = &rules.Error{Kind: rules.Forbidden, Key: "error.logged-out"}

// staleKey marks a request whose form was rendered for another reader.
const staleKey = "stale" // true

// readerOf returns the value of readerField for a person. It is not the id, which pages must not show.
func readerOf(person db.Person) string { return HashID("reader " + person.ID)[:16] }

// markForms returns a page in which each form that posts has readerField, for a person with an account. A page
// without such forms is returned as it is; any other is copied into the empty buffer spare. Forms of pages for
// others have no such field, because a guest can become an account and stays the same person.
func markForms(spare *bytes.Buffer, page []byte, person db.Person) []byte {
	field := `<input type="hidden" name="` + readerField + `" value="` + readerOf(person) + `">`
	copied := 0 // bytes of the page that are in spare
	for end := 0; ; {
		start := bytes.Index(page[end:], []byte("<form "))
		if start < 0 {
			break
		}
		start += end
		length := bytes.IndexByte(page[start:], '>') // in attributes it is an entity
		if length < 0 {
			break
		}
		end = start + length + 1
		if bytes.Contains(page[start:end], []byte(`method="post"`)) {
			spare.Write(page[copied:end])
			spare.WriteString(field)
			copied = end
		}
	}
	if copied == 0 {
		return page
	}
	spare.Write(page[copied:])
	return spare.Bytes()
}

// SameReader rejects forms that were rendered for another account than the visitor's. Without a log-in, the form
// that is shown again keeps readerField: it is still for that account only.
func (s *Site) SameReader(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		drawnFor := r.PostForm[readerField] // more than one if a form was shown again
		if r.Method != http.MethodPost || len(drawnFor) == 0 {
			return next(c)
		}
		v, err := s.Visitor(c)
		if err != nil {
			return err
		}
		same := forAllReaders(c) || !v.SignedIn() && c.Path() == "/logout"
		another := v.SignedIn() && slices.ContainsFunc(drawnFor, func(one string) bool { return one != readerOf(v.Person) })
		if v.SignedIn() || same {
			r.PostForm.Del(readerField)
			r.Form.Del(readerField)
		}
		if v.SignedIn() && !another || same {
			return next(c)
		}
		c.Set(staleKey, true)
		if another {
			return rules.Errorf(rules.Conflict, "error.other-reader", "a form for another account than %s", v.Person.ID)
		}
		return errLoggedOut.Errorf("a form for an account")
	}
}

// forAllReaders reports whether a form does the same for every reader: it changes a setting of the browser, or
// the secret in its address determines the account.
func forAllReaders(c echo.Context) bool {
	about := func(parameter string) bool { return slices.Contains([]string{"reset", "secret", "stop"}, parameter) }
	return slices.Contains([]string{"/language", "/settings/look"}, c.Path()) || slices.ContainsFunc(c.ParamNames(), about)
}

// isStale reports whether the form of a request was rendered for another reader.
func isStale(c echo.Context) bool {
	stale, _ := c.Get(staleKey).(bool)
	return stale
}
