package handlers

import (
	"net/http"

	"github.com/gorilla/sessions"
	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/views/page"
)

// A visitor is who sends a request. Nobody is asked to sign up to play: who
// does something for the first time becomes a guest.
type visitor struct {
	session *sessions.Session
	person  db.Person
	known   bool // person means something
}

// confirms says whether the visitor wants to confirm turns; who never said
// does, because nothing can be taken back.
func (v *visitor) confirms() bool { return !v.known || v.person.ConfirmTurns }

// signedIn says whether the visitor has an account.
func (v *visitor) signedIn() bool { return v.known && !v.person.Guest() }

// sitsIn says whether the visitor has a seat in a game.
func (v *visitor) sitsIn(game db.Game) bool { return v.known && len(game.SeatsOf(v.person.ID)) > 0 }

// reader is the visitor as pages see them.
func (v *visitor) reader() page.Reader {
	return page.Reader{
		Name: v.person.Name, Guest: v.known && v.person.Guest(), Confirm: v.confirms(),
		Organises: v.signedIn() && v.person.Role.Organises(), Admin: v.signedIn() && v.person.Role == db.Admin,
	}
}

// visitorKey keeps the visitor with the request.
const visitorKey = "visitor"

// visitor reads who sent the request, once a request.
func (s *site) visitor(c echo.Context) (*visitor, error) {
	if v, ok := c.Get(visitorKey).(*visitor); ok {
		return v, nil
	}
	session, err := s.sessions.Get(c.Request(), s.sessions.cookieName())
	if err != nil {
		return nil, err
	}
	v := &visitor{session: session}
	v.person, v.known = session.Values[personValue{}].(db.Person)
	if v.known {
		s.here.saw(v.person.ID, !isHTMX(c))
	}
	if v.signedIn() {
		s.days.note(v.person, s.Now())
	}
	if s.sessions.stale(session) {
		if err := s.trySaving(c, v); err != nil {
			return nil, err
		}
	}
	c.Set(visitorKey, v)
	return v, nil
}

// somebody is the visitor, a guest or with an account. It fails with kind Forbidden
// (error.log-in-first) when nobody knows who that is.
func (s *site) somebody(c echo.Context) (*visitor, error) {
	v, err := s.visitor(c)
	if err == nil && !v.known {
		err = errNobody(c)
	}
	return v, err
}

// account is the visitor, who has an account. It fails with kind Forbidden
// (error.log-in-first) when that is not so.
func (s *site) account(c echo.Context) (*visitor, error) {
	v, err := s.visitor(c)
	if err == nil && !v.signedIn() {
		err = errNobody(c)
	}
	return v, err
}

func errNobody(c echo.Context) error {
	return rules.Errorf(rules.Forbidden, "error.log-in-first", "nobody at %s", c.Path())
}

// player is the visitor as a person, made a guest on the first action.
func (s *site) player(c echo.Context) (*visitor, error) {
	v, err := s.visitor(c)
	if err != nil || v.known {
		return v, err
	}
	if err := allowAddress(c, s.limits.guests); err != nil {
		return nil, err
	}
	person, err := s.DB.CreateGuest(c.Request().Context(), s.Now())
	if err != nil {
		return nil, err
	}
	return v, s.become(c, v, person)
}

// become makes the visitor a person, under a new session id so that an id
// known to others before is worth nothing. It fails with kind Forbidden when the account
// is closed (error.closed), whichever way led there: a second lock, for whoever logs in is
// told so before. The browser keeps a mark of an account.
func (s *site) become(c echo.Context, v *visitor, person db.Person) error {
	if !person.Closed.IsZero() {
		return errClosed(person)
	}
	if err := s.sessions.drop(c.Request(), v.session); err != nil {
		return err
	}
	if !person.Guest() {
		delete(v.session.Values, noticeValue) // that a session has ended is no news to who logs in
	}
	v.person, v.known = person, true
	s.here.saw(person.ID, true)
	v.session.Values[personValue{}] = person
	s.leaveMark(c, person)
	return s.saveSession(c, v)
}

func (s *site) saveSession(c echo.Context, v *visitor) error {
	return v.session.Save(c.Request(), c.Response())
}

// trySaving is saveSession for what a page can be shown without: where nothing can be
// written, what is there is still read. It fails for other reasons alone.
func (s *site) trySaving(c echo.Context, v *visitor) error {
	err := s.saveSession(c, v)
	if !rules.IsKind(err, rules.Unavailable) {
		return err
	}
	if c.Request().Context().Err() == nil {
		s.Log.Warn("a session is not stored", "request", requestID(c), "error", err)
	}
	return nil
}

// leaveNotice keeps a message for the next page. What it tells of is done, so where nothing
// can be written the page goes without.
func (s *site) leaveNotice(c echo.Context, key string) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	v.session.Values[noticeValue] = key
	return s.trySaving(c, v)
}

// tell puts a message on the page that answers this request.
func tell(c echo.Context, key string) { c.Set(noticeValue, key) }

// takeNotice is the message for this page, or the one left for it, in the
// reader's language. Where nothing can be written, the next page shows it again. What a
// page fetches by itself takes none: it has no place for it.
func (s *site) takeNotice(c echo.Context) (string, error) {
	if key, ok := c.Get(noticeValue).(string); ok {
		return s.catalog(c).T(key), nil
	}
	v, err := s.visitor(c)
	if err != nil {
		return "", err
	}
	key, ok := v.session.Values[noticeValue].(string)
	if !ok || byItself(c) {
		return "", nil
	}
	delete(v.session.Values, noticeValue)
	if v.session.IsNew { // the browser forgets a session that has ended; there is none to store
		return s.catalog(c).T(key), s.sessions.end(c.Request(), c.Response(), v.session)
	}
	return s.catalog(c).T(key), s.trySaving(c, v)
}

// knownHeader is what htmx sends along from a page that was drawn for somebody (views.Reader).
const knownHeader = "X-Known"

// drawnForSomebody tells whether a page sent the request that was drawn for somebody.
func drawnForSomebody(c echo.Context) bool {
	return isHTMX(c) && c.Request().Header.Get(knownHeader) != ""
}

// renewEnded has the whole page fetched anew that was drawn for somebody, when what it asks
// for is asked by nobody any more: their session has ended, and the page tells so, where a
// part of it could not. It is drawn for nobody then, and asks for that no more.
func (s *site) renewEnded(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if c.Request().Method != http.MethodGet || !drawnForSomebody(c) {
			return next(c)
		}
		v, err := s.visitor(c)
		if err != nil {
			return err
		}
		if v.known {
			return next(c)
		}
		c.Response().Header().Set("HX-Refresh", "true")
		return c.NoContent(http.StatusOK)
	}
}

// ended tells whether the session has ended by which the visitor's browser was known, and
// it was not told so yet.
func (v *visitor) ended() bool {
	return v.session.IsNew && v.session.Values[noticeValue] == endedNotice
}

// whyNobody is the key of the message that tells why nobody is known who somebody was for
// their page, "" where that is not so: their session has ended, or they have logged out in
// another tab. What a page fetches by itself does not tell: nobody reads it, and it may have
// been on its way while somebody logged in, whose new cookie it must not take.
func whyNobody(c echo.Context) string {
	v, ok := c.Get(visitorKey).(*visitor)
	switch {
	case !ok || v.known || byItself(c):
		return ""
	case v.ended():
		return endedNotice
	case drawnForSomebody(c):
		return "error.log-in-first"
	}
	return ""
}

// errClosed is why nobody comes in to an account.
func errClosed(person db.Person) error {
	return rules.Errorf(rules.Forbidden, "error.closed", "account %s", person.ID)
}
