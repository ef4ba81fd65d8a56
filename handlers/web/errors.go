package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/views/page"
)

// StatusOf returns the HTTP status of an error.
func StatusOf(err error) int {
	var refusal *rules.Refusal
	if errors.As(err, &refusal) {
		return http.StatusUnprocessableEntity
	}
	var known *rules.Error
	if errors.As(err, &known) {
		switch known.Kind {
		case rules.Invalid:
			return http.StatusUnprocessableEntity
		case rules.NotFound:
			return http.StatusNotFound
		case rules.Conflict:
			return http.StatusConflict
		case rules.Forbidden:
			return http.StatusForbidden
		case rules.Unavailable:
			return http.StatusServiceUnavailable
		case rules.TooMany:
			return http.StatusTooManyRequests
		}
	}
	var framework *echo.HTTPError
	if errors.As(err, &framework) {
		return framework.Code
	}
	if errors.Is(err, context.Canceled) {
		return http.StatusServiceUnavailable // the client disconnected
	}
	return http.StatusInternalServerError
}

// ShowAgain reports whether a form is shown again with an error, because its sender can correct it
// or try again later. This is so for a refusal, for the kinds Invalid, Conflict and TooMany, and for
// the other kinds that the form names.
func ShowAgain(err error, also ...rules.ErrorKind) bool {
	if refusal := new(rules.Refusal); errors.As(err, &refusal) {
		return true
	}
	return slices.ContainsFunc(append(also, rules.Invalid, rules.Conflict, rules.TooMany), func(kind rules.ErrorKind) bool {
		return rules.IsKind(err, kind)
	})
}

// Fail answers a request whose handler returned an error. This is the only place where errors become pages.
// Internal errors are logged under the request's id.
func (s *Site) Fail(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	err = s.DB.Explain(c.Request().Context(), err)
	status := StatusOf(err)
	t := s.Catalog(c)
	text := ""
	var known *rules.Error
	var refusal *rules.Refusal
	switch {
	case errors.As(err, &known):
		text = t.T(known.Key)
		c.Set(failureKey, err)
	case errors.As(err, &refusal):
		text = t.T(refusal.Key)
	default:
		text = t.T(httpErrorKey(status))
	}
	if key := reasonNotLoggedIn(c); key != "" && status == http.StatusForbidden { // the likely reason
		c.Set(failureKey, db.ErrLogIn)
		text = t.T(key)
		if !IsHTMX(c) {
			_, _ = s.takeNotice(c) // fails only for a session that is not stored
		}
	}
	request, gone := "", c.Request().Context().Err() != nil
	if status >= http.StatusInternalServerError {
		request = RequestID(c)
		if !gone || status != http.StatusServiceUnavailable { // else the client disconnected
			noteFailure(c, err)
		}
		if !db.Replaced(err) { // a replaced database needs a restart
			c.Response().Header().Set("Retry-After", "10")
		}
	}
	if gone {
		_ = c.NoContent(status)
		return
	}
	if status == http.StatusMethodNotAllowed && isNavigation(c) {
		_ = c.Redirect(http.StatusFound, formPath(c)) // only writes headers
		return
	}
	err = s.answerError(c, status, text, request, err)
	if err != nil && c.Request().Context().Err() == nil { // otherwise the client disconnected
		s.Log.Error("error page failed", "request", RequestID(c), "error", err)
	}
}

// isNavigation reports whether a browser requests a page to show.
func isNavigation(c echo.Context) bool {
	return c.Request().Method == http.MethodGet && !IsHTMX(c) && strings.Contains(c.Request().Header.Get(echo.HeaderAccept), echo.MIMETextHTML)
}

// formPath returns the nearest page above an address that only accepts forms, for a reader who opens that
// address.
func formPath(c echo.Context) string {
	pages := map[string]bool{}
	for _, r := range c.Echo().Routes() {
		pages[r.Path] = pages[r.Path] || r.Method == http.MethodGet
	}
	route, path := c.Path(), c.Request().URL.EscapedPath()
	for !pages[route] && strings.Contains(route, "/") {
		route, path = route[:strings.LastIndex(route, "/")], path[:max(0, strings.LastIndex(path, "/"))]
	}
	return LocalPath(path)
}

func (s *Site) answerError(c echo.Context, status int, text, request string, cause error) error {
	wait := s.waitText(c, status, cause)
	if IsHTMX(c) && wait != "" {
		text += " " + wait
	}
	again := ""
	if wait != "" && c.Request().Method == http.MethodGet {
		again = s.openAgain(c)
	}
	return s.AnswerProblem(c, status, text, again, func() templ.Component {
		heading := s.Catalog(c).T(httpHeadingKey(status))
		if wait != "" {
			heading = s.Catalog(c).T("error.heading.wait")
		}
		failure, _ := c.Get(failureKey).(error)
		loggedOut := errors.Is(failure, db.ErrLogIn) || errors.Is(failure, errLoggedOut)
		switch {
		case errors.Is(failure, db.ErrLogIn), WantsMembers(failure):
			heading = s.Catalog(c).T("error.heading.members")
		case loggedOut:
			heading = s.Catalog(c).T("login.title")
		}
		p := page.ErrorPage{Frame: s.errorFrame(c, status, heading), Heading: heading, Text: text, Request: request, Wait: wait, Retry: again}
		if wait != "" || isStale(c) {
			p.Again = resending(c)
		}
		if c.Request().Method == http.MethodPost {
			p.Back = s.Referrer(c)
		}
		p.LogsIn = loggedOut && p.Again == nil
		p.Join, p.Renew = loggedOut || WantsMembers(failure), errors.Is(failure, db.ErrResetLink)
		return page.Error(p)
	})
}

// openAgain returns the address of the page to open again after a GET was rejected: the page itself, or the one
// whose script sent the request. It is empty if that is unknown.
func (s *Site) openAgain(c echo.Context) string {
	if IsHTMX(c) {
		return s.Referrer(c)
	}
	if address := c.Request().URL.RequestURI(); LocalPath(address) == address {
		return address
	}
	return ""
}

// AnswerProblem answers with a text in the requested format, by default on a page of its own. The address again
// is the page to open again; empty for none.
func (s *Site) AnswerProblem(c echo.Context, status int, text, again string, p func() templ.Component) error {
	if c.Request().Method == http.MethodHead {
		c.Response().Header().Set(echo.HeaderContentType, echo.MIMETextHTMLCharsetUTF8)
		return c.NoContent(status)
	}
	if IsHTMX(c) {
		header := c.Response().Header()
		header.Set("HX-Retarget", "#notice")
		header.Set("HX-Reswap", "innerHTML")
		return s.Render(c, status, page.NoticeFragment(s.Catalog(c), text, again))
	}
	return s.Render(c, status, p())
}

// failureKey is the context key of the *rules.Error of a request.
const failureKey = "failure"

// WantsMembers reports whether an error means that guests may not play here. Its page links to sign-up.
func WantsMembers(err error) bool {
	return errors.Is(err, db.ErrNoGuests)
}

// errorFrame returns the frame of an error's page. It has the reader if that is known or the site works: after
// an internal error, the database is not read again.
func (s *Site) errorFrame(c echo.Context, status int, title string) page.Frame {
	if status < http.StatusInternalServerError {
		_, _ = s.Club(c) // without an error: the page needs no name
	}
	f := s.BareFrame(c, title)
	v, read := c.Get(visitorKey).(*Visitor)
	if !read && status < http.StatusInternalServerError {
		var err error
		v, err = s.Visitor(c)
		read = err == nil
	}
	if read {
		f.Reader = v.reader()
	}
	return f
}

// httpErrorKey returns the key of the message for a status without one.
func httpErrorKey(status int) string {
	switch status {
	case http.StatusNotFound:
		return "error.not-found"
	case http.StatusMethodNotAllowed:
		return "error.method"
	case http.StatusRequestEntityTooLarge:
		return "error.too-large"
	case http.StatusServiceUnavailable:
		return "error.unavailable"
	}
	if status < http.StatusInternalServerError {
		return "error.request-bad"
	}
	return "error.internal"
}

// httpHeadingKey returns the key of the heading for a status.
func httpHeadingKey(status int) string {
	switch {
	case status == http.StatusNotFound:
		return "error.heading.not-found"
	case status == http.StatusForbidden:
		return "error.heading.forbidden"
	case status < http.StatusInternalServerError:
		return "error.heading.refused"
	}
	return "error.heading.trouble"
}
