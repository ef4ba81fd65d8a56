package web

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/sessions"
	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A Visitor is the sender of a request. Playing needs no account: the first action makes the visitor a guest.
type Visitor struct {
	Session *sessions.Session
	Person  db.Person
	Known   bool // Person is valid

	came time.Time // when the request began
}

// Confirms returns in which games the visitor confirms turns.
func (v *Visitor) Confirms() db.Confirms {
	if !v.Known {
		return db.DefaultConfirms()
	}
	return v.Person.Confirms
}

// SignedIn reports whether the visitor has an account.
func (v *Visitor) SignedIn() bool { return v.Known && !v.Person.Guest() }

// SitsIn reports whether the visitor has a seat in a game.
func (v *Visitor) SitsIn(game db.Game) bool { return v.Known && len(game.SeatsOf(v.Person.ID)) > 0 }

// reader converts the visitor for pages.
func (v *Visitor) reader() page.Reader {
	return page.Reader{
		ID: v.Person.ID, Name: v.Person.Name, Guest: v.Known && v.Person.Guest(),
		Organises: v.SignedIn() && v.Person.Role.Organises(), Admin: v.SignedIn() && v.Person.Role == db.Admin,
	}
}

// visitorKey is the context key of the visitor.
const visitorKey = "visitor"

// Visitor returns the sender of the request, which is read once for each request.
func (s *Site) Visitor(c echo.Context) (*Visitor, error) {
	if v, ok := c.Get(visitorKey).(*Visitor); ok {
		return v, nil
	}
	session, err := s.Sessions.Get(c.Request(), s.Sessions.CookieName())
	if err != nil {
		return nil, err
	}
	v := &Visitor{Session: session, came: s.Now()}
	v.Person, v.Known = session.Values[PersonValue{}].(db.Person)
	if v.Known {
		s.Presence.saw(v.Person, !IsHTMX(c))
	}
	if v.SignedIn() {
		s.Presence.days.note(v.Person, s.Now())
	}
	if s.Sessions.stale(session) {
		if err := s.trySaving(c, v); err != nil {
			return nil, err
		}
	}
	c.Set(visitorKey, v)
	return v, nil
}

// KnownVisitor returns the visitor, a guest or with an account. It fails with kind Forbidden
// (error.log-in-first) for an unknown visitor.
func (s *Site) KnownVisitor(c echo.Context) (*Visitor, error) {
	v, err := s.Visitor(c)
	if err == nil && !v.Known {
		err = ErrNotLoggedIn(c)
	}
	return v, err
}

// Account returns the visitor, who must have an account. It fails with kind Forbidden (error.log-in-first)
// otherwise.
func (s *Site) Account(c echo.Context) (*Visitor, error) {
	v, err := s.Visitor(c)
	if err == nil && !v.SignedIn() {
		err = ErrNotLoggedIn(c)
	}
	return v, err
}

// ErrNotLoggedIn returns the error for a page that needs an account. It wraps db.ErrLogIn.
func ErrNotLoggedIn(c echo.Context) error {
	return db.ErrLogIn.Errorf("nobody at %s", c.Path())
}

// Player returns the visitor as a person. The first action makes an unknown visitor a guest.
func (s *Site) Player(c echo.Context) (*Visitor, error) {
	v, err := s.Visitor(c)
	if err != nil || v.Known {
		return v, err
	}
	if err := AllowAddress(c, s.Limits.guests); err != nil {
		return nil, err
	}
	person, err := s.DB.CreateGuest(c.Request().Context(), s.Now())
	if err != nil {
		return nil, err
	}
	return v, s.Become(c, v, person)
}

// Become logs the visitor in as a person, under a new session id, so that an id that others know becomes
// worthless. It fails with kind Forbidden if the account is closed (error.closed): a second check, after that of
// the log-in. The browser keeps a mark of an account.
func (s *Site) Become(c echo.Context, v *Visitor, person db.Person) error {
	if !person.Closed.IsZero() {
		return ErrClosed(person)
	}
	if err := s.Sessions.Drop(c.Request(), v.Session); err != nil {
		return err
	}
	if !person.Guest() {
		delete(v.Session.Values, noticeValue) // after a log-in the end of the old session does not matter
	}
	v.Person, v.Known = person, true
	s.Presence.saw(person, true)
	v.Session.Values[PersonValue{}] = person
	s.leaveMark(c, person)
	return s.saveSession(c, v)
}

func (s *Site) saveSession(c echo.Context, v *Visitor) error {
	return v.Session.Save(c.Request(), c.Response())
}

// trySaving is saveSession for a page that works without it: if the disk is full or the database is locked,
// reads still work. It fails only for other reasons.
func (s *Site) trySaving(c echo.Context, v *Visitor) error {
	err := s.saveSession(c, v)
	if !rules.IsKind(err, rules.Unavailable) {
		return err
	}
	if c.Request().Context().Err() == nil {
		s.Log.Warn("a session is not stored", "request", RequestID(c), "error", err)
	}
	return nil
}

// LeaveNotice stores a message for the next page. If nothing can be written, the message is lost, because the
// act that it reports is done.
func (s *Site) LeaveNotice(c echo.Context, key string) error {
	v, err := s.Visitor(c)
	if err != nil {
		return err
	}
	v.Session.Values[noticeValue] = key
	if err := s.leaveUndo(c, v); err != nil {
		return err
	}
	return s.trySaving(c, v)
}

// leaveUndo stores the act that the message reports, if an organiser has done it and can undo it.
func (s *Site) leaveUndo(c echo.Context, v *Visitor) error {
	delete(v.Session.Values, undoValue)
	if !v.SignedIn() || !v.Person.Role.Organises() {
		return nil
	}
	act, err := s.DB.JustDone(c.Request().Context(), v.Person.ID, v.came)
	if err == nil && act > 0 {
		v.Session.Values[undoValue] = strconv.Itoa(act)
	}
	return err
}

// LeaveCount is LeaveNotice for a message with a number of acts. Only a single one can be undone.
func (s *Site) LeaveCount(c echo.Context, key string, n int) error {
	return s.LeaveNotice(c, key+" "+strconv.Itoa(n))
}

// LeavePlainNotice is LeaveNotice without Undo.
func (s *Site) LeavePlainNotice(c echo.Context, key string) error {
	if err := s.LeaveNotice(c, key); err != nil {
		return err
	}
	v, err := s.Visitor(c)
	if err != nil {
		return err
	}
	delete(v.Session.Values, undoValue)
	return s.trySaving(c, v)
}

// A LinkedNotice is a message for the next page with values, and a link to what it is about.
type LinkedNotice struct {
	Key    string
	Values []string // pairs of name and value, as i18n.Catalog.T takes them
	Link   string   // key of the link's text; empty for no link
	Href   string   // without a host
}

// LeaveLinked is LeaveNotice for a message with values, and perhaps a link.
func (s *Site) LeaveLinked(c echo.Context, n LinkedNotice) error {
	stored, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return s.LeaveNotice(c, string(stored))
}

// newNotice returns the message that LeaveNotice, LeaveCount or LeaveLinked stored.
func newNotice(t *i18n.Catalog, stored string) page.Notice {
	var n LinkedNotice
	if !strings.HasPrefix(stored, "{") || json.Unmarshal([]byte(stored), &n) != nil {
		return page.Notice{Text: noticeText(t, stored)}
	}
	notice := page.Notice{Text: t.T(n.Key, n.Values...)}
	if n.Link != "" {
		notice.Link = page.Tab{Text: t.T(n.Link), Href: n.Href}
	}
	return notice
}

// noticeText returns the message that LeaveNotice or LeaveCount stored.
func noticeText(t *i18n.Catalog, stored string) string {
	key, number, counted := strings.Cut(stored, " ")
	if n, err := strconv.Atoi(number); counted && err == nil {
		return t.N(key, n)
	}
	return t.T(stored)
}

// ShowNotice shows a message on the page that answers this request.
func ShowNotice(c echo.Context, key string) { c.Set(noticeValue, key) }

// takeNotice returns the message for this page, or the stored one, in the reader's language. If nothing can be
// written, the next page shows it again. Requests that a page sends by itself take none, because they have no
// place for it.
func (s *Site) takeNotice(c echo.Context) (notice page.Notice, err error) {
	if key, ok := c.Get(noticeValue).(string); ok {
		return page.Notice{Text: noticeText(s.Catalog(c), key)}, nil
	}
	v, err := s.Visitor(c)
	if err != nil {
		return notice, err
	}
	key, ok := v.Session.Values[noticeValue].(string)
	if !ok || byItself(c) {
		return notice, nil
	}
	notice = newNotice(s.Catalog(c), key)
	if act, ok := v.Session.Values[undoValue].(string); ok {
		notice.Undo = "/club/log/" + act + "/undo"
	}
	delete(v.Session.Values, noticeValue)
	delete(v.Session.Values, undoValue)
	if v.Session.IsNew { // the cookie is deleted; there is no session to store
		return notice, s.Sessions.End(c.Request(), c.Response(), v.Session)
	}
	return notice, s.trySaving(c, v)
}

// knownHeader is the header that htmx sends from a page for a known reader (page.Reader).
const knownHeader = "X-Known"

// drawnForPerson reports whether the request comes from a page for a known reader.
func drawnForPerson(c echo.Context) bool {
	return IsHTMX(c) && c.Request().Header.Get(knownHeader) != ""
}

// RenewEnded reloads the whole page if a part of a page for a known reader is requested without a session. The
// session has ended, and only the whole page can show that.
func (s *Site) RenewEnded(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if c.Request().Method != http.MethodGet || !drawnForPerson(c) {
			return next(c)
		}
		v, err := s.Visitor(c)
		if err != nil {
			return err
		}
		if v.Known {
			return next(c)
		}
		c.Response().Header().Set("HX-Refresh", "true")
		return c.NoContent(http.StatusOK)
	}
}

// Ended reports whether the visitor's session has ended, and no page has shown that yet.
func (v *Visitor) Ended() bool {
	return v.Session.IsNew && v.Session.Values[noticeValue] == endedNotice
}

// reasonNotLoggedIn returns the key of the message about the end of the session of a page for a known reader: the
// session has ended, or was logged out in another tab. It is empty for other requests, for forms that were
// rendered for another reader, and for requests that pages send by themselves: their answers are not read, and
// must not take the cookie of a log-in at the same time.
func reasonNotLoggedIn(c echo.Context) string {
	v, ok := c.Get(visitorKey).(*Visitor)
	switch {
	case !ok || v.Known || byItself(c):
		return ""
	case v.Ended():
		return endedNotice
	case drawnForPerson(c) && !isStale(c):
		return db.ErrLogIn.Key
	}
	return ""
}

// ErrClosed returns the error for a closed account.
func ErrClosed(person db.Person) error {
	return rules.Errorf(rules.Forbidden, "error.closed", "account %s", person.ID)
}
