package web

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/rules"
	"hexclub/views/page"
)

// maxResent is how many fields a form has at most that is given back.
const maxResent = 1000

// secretFields are the fields of forms that are never given back.
var secretFields = []string{"password", "old"}

// resending is the form that a request brought which was refused for no fault of its
// own, to be sent again: what was typed is not to be lost. It is nil where there is none,
// it was not read, or it has a password. Nothing is read here: bodies are bounded, and the
// server's to lend to others, before an error becomes a page.
func resending(c echo.Context) *page.Resending {
	r := c.Request()
	if r.Method != http.MethodPost || c.Path() == "" {
		return nil
	}
	read, _ := c.Get(formKey).(bool)
	if !read || r.MultipartForm != nil && len(r.MultipartForm.File) > 0 || len(r.PostForm) == 0 {
		return nil
	}
	address := r.URL.RequestURI()
	if LocalPath(address) != address {
		return nil
	}
	again := &page.Resending{Action: address}
	for _, name := range slices.Sorted(maps.Keys(r.PostForm)) {
		if slices.Contains(secretFields, name) {
			return nil
		}
		for _, value := range r.PostForm[name] {
			again.Fields = append(again.Fields, page.ResentField{Name: name, Value: value})
		}
	}
	if len(again.Fields) > maxResent {
		return nil
	}
	return again
}

// AcceptsForm reports whether the visitor's form is read although it is refused: a stranger's
// is not, nor a list of members that no organiser sends.
func (s *Site) AcceptsForm(c echo.Context) bool {
	v, err := s.Visitor(c)
	return err == nil && v.Known && (!BringsList(c) || v.Person.Role.Organises())
}

// waitText returns the text about the time after which a failed request may be sent again. It is
// empty when the time is not known.
func (s *Site) waitText(c echo.Context, status int, err error) string {
	if known := new(rules.Error); errors.As(err, &known) && known.Wait > 0 {
		return page.WaitText(s.Catalog(c), known.Wait)
	}
	seconds, err := strconv.Atoi(c.Response().Header().Get("Retry-After"))
	if err != nil || status != http.StatusServiceUnavailable {
		return ""
	}
	return page.WaitText(s.Catalog(c), seconds)
}
