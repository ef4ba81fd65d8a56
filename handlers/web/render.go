package web

import (
	"bytes"
	"cmp"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"hexclub/views/i18n"
	"hexclub/views/page"
)

// What a reader chose is kept on the device, one cookie each.
const (
	LanguageCookie = "lang"
	LookCookie     = "look"
)

// Render answers with a component. It is drawn before anything is sent, so a
// failure can still be answered with an error.
func (s *Site) Render(c echo.Context, status int, component templ.Component) error {
	b := s.buffer()
	defer s.release(b)
	if err := component.Render(c.Request().Context(), b); err != nil {
		return err
	}
	page := b.Bytes()
	if v, ok := c.Get(visitorKey).(*Visitor); ok && v.SignedIn() {
		spare := s.buffer()
		defer s.release(spare)
		page = markForms(spare, page, v.Person)
	}
	return c.HTMLBlob(status, AsText(page))
}

// AsText is a page without what is no text in it: a page repeats fields and addresses,
// in which there may be anything.
func AsText(page []byte) []byte {
	if utf8.Valid(page) && bytes.IndexByte(page, 0) < 0 {
		return page
	}
	unknown := []byte("\ufffd")
	return bytes.ReplaceAll(bytes.ToValidUTF8(page, unknown), []byte{0}, unknown)
}

// Frame is what a page has around it; title is a finished text.
func (s *Site) Frame(c echo.Context, title string) (page.Frame, error) {
	v, err := s.Visitor(c)
	if err != nil {
		return page.Frame{}, err
	}
	notice, err := s.takeNotice(c)
	if err != nil {
		return page.Frame{}, err
	}
	if _, err := s.Club(c); err != nil {
		return page.Frame{}, err
	}
	f := s.BareFrame(c, title)
	f.Notice = notice
	f.Reader = v.reader()
	if v.Known {
		f.Awaiting.Turns, f.Awaiting.Challenges, err = s.DB.Awaiting(c.Request().Context(), v.Person.ID)
	}
	return f, err
}

// BareFrame is a frame that needs no database. It has what the club is called, and
// whether it takes anybody, if that was read for the request.
func (s *Site) BareFrame(c echo.Context, title string) page.Frame {
	path, club := s.returnPath(c), clubRead(c)
	return page.Frame{
		T: s.Catalog(c), Title: page.SiteTitle(title, club.Name), Club: page.ClubName(club.Name), Admits: club.Open, Path: path, Return: path,
		Asset: s.Static.Path, Look: s.Look(c),
	}
}

// Catalog is the catalog of the request's language.
func (s *Site) Catalog(c echo.Context) *i18n.Catalog {
	chosen := ""
	if cookie, err := c.Cookie(LanguageCookie); err == nil {
		chosen = cookie.Value
	}
	if framed(c) { // by a page that chose the language with the address
		chosen = c.QueryParam("lang")
	}
	return s.Text.Match(chosen, c.Request().Header.Get("Accept-Language"))
}

// Look is how the reader wants pages and boards to look.
func (s *Site) Look(c echo.Context) page.Look {
	cookie, err := c.Cookie(LookCookie)
	if err != nil {
		return page.DefaultLook()
	}
	return page.ParseLook(cookie.Value)
}

// ReturnKey keeps where to lead back to from the answer to a form, where that is not
// the page that the form was on.
const ReturnKey = "return"

// returnPath is where a form on the page may lead back to: the page itself,
// or the page that the form was on when it answers one.
func (s *Site) returnPath(c echo.Context) string {
	if path, ok := c.Get(ReturnKey).(string); ok {
		return path
	}
	if c.Request().Method != http.MethodGet {
		return cmp.Or(s.Referrer(c), "/")
	}
	return c.Request().URL.RequestURI()
}

// LocalPath is a path of this site, "/" for anything that leads elsewhere.
func LocalPath(path string) string {
	u, err := url.Parse(path)
	if err != nil || u.IsAbs() || u.Host != "" || !strings.HasPrefix(path, "/") ||
		strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n") {
		return "/"
	}
	return path
}

// IsHTMX reports whether htmx asks for a part of the page.
func IsHTMX(c echo.Context) bool { return c.Request().Header.Get("HX-Request") == "true" }

// ChoiceLife is how long a device remembers what was chosen there.
const ChoiceLife = 365 * 24 * time.Hour

// framed reports whether a request is for a page that others may show in a frame.
func framed(c echo.Context) bool { return strings.HasPrefix(c.Path(), string(page.Embedded)+"/") }
