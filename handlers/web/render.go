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

	"hexclub/db"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// The cookies of the reader's settings on this device.
const (
	LanguageCookie = "lang"
	LookCookie     = "look"
	ZoneCookie     = "zone" // set by app.js
)

// Render answers with a component. It renders before it writes the status, so that an error can still be
// answered.
func (s *Site) Render(c echo.Context, status int, component templ.Component) error {
	b := s.buffer()
	defer s.release(b)
	if err := component.Render(c.Request().Context(), b); err != nil {
		return err
	}
	body := b.Bytes()
	if v, ok := c.Get(visitorKey).(*Visitor); ok && v.SignedIn() {
		spare := s.buffer()
		defer s.release(spare)
		body = markForms(spare, body, v.Person)
	}
	return c.HTMLBlob(status, AsText(body))
}

// AsText returns a page with U+FFFD in place of zero bytes and of what is not UTF-8. Both can come from field
// values and addresses, and no page may contain them.
func AsText(body []byte) []byte {
	if utf8.Valid(body) && bytes.IndexByte(body, 0) < 0 {
		return body
	}
	unknown := []byte("\ufffd")
	return bytes.ReplaceAll(bytes.ToValidUTF8(body, unknown), []byte{0}, unknown)
}

// Frame returns the frame of a page; the title is translated.
func (s *Site) Frame(c echo.Context, title string) (page.Frame, error) {
	v, err := s.Visitor(c)
	if err != nil {
		return page.Frame{}, err
	}
	notice, err := s.takeNotice(c)
	if err != nil {
		return page.Frame{}, err
	}
	club, err := s.Club(c)
	if err != nil {
		return page.Frame{}, err
	}
	f := s.BareFrame(c, title)
	f.Notice = notice
	f.Reader = v.reader()
	f.Reader.Barred = !v.SignedIn() && !club.Guests
	if v.Known {
		f.Awaiting, err = s.Awaiting(c, v.Person.ID)
	}
	return f, err
}

// Awaiting returns what awaits a visitor. It uses what was read for the request.
func (s *Site) Awaiting(c echo.Context, person string) (page.Awaiting, error) {
	stored, err := s.DB.Awaiting(c.Request().Context(), person, s.Now())
	awaiting := page.Awaiting{Turns: stored.Turns, Challenges: stored.Challenges, Club: stored.Club, Disputes: page.Disputes(stored.Disputes)}
	if near := stored.Near; near != nil && err == nil {
		t := s.Catalog(c)
		awaiting.Near = page.NewDeadline(page.Calendar{T: t, Now: s.Now(), Zone: zone(c), Club: clubZone(c)}, page.NearTask{
			Task: string(near.Task), Href: Href(near.About), Due: near.Due, Other: PlayerName(t, near.Other), Of: near.In.Of, Round: near.In.Round,
		})
	}
	return awaiting, err
}

// BareFrame returns a frame without reading the database. It has the club's name and settings if they were read
// for the request.
func (s *Site) BareFrame(c echo.Context, title string) page.Frame {
	path, club := s.returnPath(c), clubRead(c)
	return page.Frame{
		T: s.Catalog(c), Title: page.SiteTitle(title, club.Name), Club: page.ClubName(club.Name), Admits: club.Open,
		Asked: c.Request().URL.Path, Path: path, Return: path,
		Asset: s.Static.Path, Look: s.Look(c), Now: s.Now(), Zones: page.Zones{Reader: zone(c), Club: clubZone(c)},
	}
}

// Catalog returns the catalog of the request's language.
func (s *Site) Catalog(c echo.Context) *i18n.Catalog {
	chosen := ""
	if cookie, err := c.Cookie(LanguageCookie); err == nil {
		chosen = cookie.Value
	}
	if framed(c) { // the embedding page chose the language in the address
		chosen = c.QueryParam("lang")
	}
	return s.Text.Match(chosen, c.Request().Header.Get("Accept-Language"))
}

// Calendar returns the calendar of the reader, for answers without a frame.
func (s *Site) Calendar(c echo.Context) (page.Calendar, error) {
	if _, err := s.Visitor(c); err != nil {
		return page.Calendar{}, err
	}
	if _, err := s.Club(c); err != nil {
		return page.Calendar{}, err
	}
	return page.Calendar{T: s.Catalog(c), Now: s.Now(), Zone: zone(c), Club: clubZone(c)}, nil
}

// zone returns the time zone of the reader: that of the account's settings, else that of the browser, else that of the
// club, else UTC. It does not read the database, and uses what was read for the request.
func zone(c echo.Context) *time.Location {
	var names []string
	if v, ok := c.Get(visitorKey).(*Visitor); ok {
		names = append(names, v.Person.Zone)
	}
	return FirstZone(append(names, deviceZone(c), clubRead(c).Zone)...)
}

// clubZone returns the time zone of the club. It uses what was read for the request.
func clubZone(c echo.Context) *time.Location { return FirstZone(clubRead(c).Zone) }

// deviceZone returns the name in the cookie with the time zone of the browser.
func deviceZone(c echo.Context) string {
	cookie, err := c.Cookie(ZoneCookie)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// DeviceZone returns the name of the time zone of the browser; empty if it is unknown.
func DeviceZone(c echo.Context) string {
	name := deviceZone(c)
	if _, err := db.LoadZone(name); err != nil {
		return ""
	}
	return name
}

// FirstZone returns the first of the time zones that exists, else UTC.
func FirstZone(names ...string) *time.Location {
	for _, name := range names {
		if zone, err := db.LoadZone(name); err == nil {
			return zone
		}
	}
	return time.UTC
}

// Look returns the reader's settings for pages and boards.
func (s *Site) Look(c echo.Context) page.Look {
	cookie, err := c.Cookie(LookCookie)
	if err != nil {
		return page.DefaultLook()
	}
	return page.ParseLook(cookie.Value)
}

// ReturnKey is the context key of the path to return to after a form, if that is not the form's page.
const ReturnKey = "return"

// returnPath returns the path to which a form on the page returns: the page itself, or for the answer to a form,
// that form's page.
func (s *Site) returnPath(c echo.Context) string {
	if path, ok := c.Get(ReturnKey).(string); ok {
		return path
	}
	if c.Request().Method != http.MethodGet {
		return cmp.Or(s.Referrer(c), "/")
	}
	return c.Request().URL.RequestURI()
}

// LocalPath returns a path of this site, "/" for any other address.
func LocalPath(path string) string {
	u, err := url.Parse(path)
	if err != nil || u.IsAbs() || u.Host != "" || !strings.HasPrefix(path, "/") ||
		strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n") {
		return "/"
	}
	return path
}

// IsHTMX reports whether htmx requests a part of the page.
func IsHTMX(c echo.Context) bool { return c.Request().Header.Get("HX-Request") == "true" }

// ChoiceLife is how long a device keeps settings.
const ChoiceLife = 365 * 24 * time.Hour

// framed reports whether a request is for a page that other sites may show in a frame.
func framed(c echo.Context) bool { return strings.HasPrefix(c.Path(), string(page.Embedded)+"/") }
