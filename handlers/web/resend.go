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

// maxResent is the maximum number of fields of a form that is shown again.
const maxResent = 1000

// secretFields are the fields of forms that are never shown again.
var secretFields = []string{"password", "old"}

// resending returns the form of a request that was refused although its values were valid, so that the reader
// can send it again. It is nil without a form, for a form that was not parsed, and for one with a password. It
// does not read the body: its size is not limited here.
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

// AcceptsForm reports whether the visitor's form is parsed although it is refused: not a stranger's, and no list
// of members except from organisers.
func (s *Site) AcceptsForm(c echo.Context) bool {
	v, err := s.Visitor(c)
	return err == nil && v.Known && (!BringsList(c) || v.Person.Role.Organises())
}

// waitText returns the text about the time after which a failed request can be sent again; empty if that is
// unknown.
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
