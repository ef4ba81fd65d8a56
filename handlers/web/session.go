package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"time"

	"github.com/gorilla/sessions"

	"hexclub/db"
	"hexclub/rules"
)

// SessionLife is the life of a session after the last visit. The session of a guest ends when the guest is
// deleted, or earlier.
const SessionLife = 90 * 24 * time.Hour

// The values of a session. String keys are stored as its data; the others are columns of its row.
const (
	noticeValue = "notice" // key of a message to show on the next page
	undoValue   = "undo"   // number of the act that it reports, if the visitor can undo it
)

// endedNotice is the message for a browser whose session has ended. The reason is not stored; the log-in to a
// closed account shows it.
const endedNotice = "session.ended"

type (
	PersonValue  struct{} // the db.Person of the session
	expiresValue struct{} // the time.Time of its end
)

// A sessionStore is a gorilla store over the database. The cookie has an opaque random id, the database its
// hash. So a session can be revoked, and a stolen database gives no access.
type sessionStore struct {
	db     *db.DB
	now    func() time.Time
	Secure bool
	Guests time.Duration // after which absent guests are deleted; 0 for never
}

// Life returns how long a session lives after the last visit of a person.
func (s *sessionStore) Life(person db.Person) time.Duration {
	if s.Guests > 0 && person.ID != "" && person.Guest() {
		return min(SessionLife, s.Guests)
	}
	return SessionLife
}

// CookieName returns the cookie's name, which limits it to this host if it is secure.
func (s *sessionStore) CookieName() string {
	if s.Secure {
		return "__Host-hexclub"
	}
	return "hexclub"
}

// Get returns the request's session, which is read once for each request.
func (s *sessionStore) Get(r *http.Request, name string) (*sessions.Session, error) {
	return sessions.GetRegistry(r).Get(s, name)
}

// New returns the session of the request's cookie, or a new one that is not stored. The new one has endedNotice
// if the cookie's session does not exist. It fails only if the database fails.
func (s *sessionStore) New(r *http.Request, name string) (*sessions.Session, error) {
	session := sessions.NewSession(s, name)
	session.IsNew = true
	cookie, err := r.Cookie(name)
	if err != nil {
		return session, nil
	}
	row, err := s.db.Session(r.Context(), HashID(cookie.Value), s.now())
	if err != nil {
		if rules.IsKind(err, rules.NotFound) {
			session.Values[noticeValue] = endedNotice
			return session, nil
		}
		return session, err
	}
	var values map[string]string
	if err := json.Unmarshal(row.Data, &values); err != nil {
		return session, err
	}
	for key, value := range values {
		session.Values[key] = value
	}
	session.ID, session.IsNew = cookie.Value, false
	session.Values[expiresValue{}] = row.Expires
	if row.Person.ID != "" {
		session.Values[PersonValue{}] = row.Person
	}
	return session, nil
}

// stale reports whether a session is past half its life and should be renewed.
func (s *sessionStore) stale(session *sessions.Session) bool {
	expires, ok := session.Values[expiresValue{}].(time.Time)
	person, _ := session.Values[PersonValue{}].(db.Person)
	return ok && expires.Sub(s.now()) < s.Life(person)/2
}

// Save stores the session and sends its cookie.
func (s *sessionStore) Save(r *http.Request, w http.ResponseWriter, session *sessions.Session) error {
	if session.ID == "" {
		session.ID = db.NewID(32)
	}
	values := map[string]string{}
	for key, value := range session.Values {
		if key, ok := key.(string); ok {
			values[key], _ = value.(string)
		}
	}
	data, err := json.Marshal(values)
	if err != nil {
		return err
	}
	now := s.now()
	person, _ := session.Values[PersonValue{}].(db.Person)
	life := s.Life(person)
	row := db.Session{
		Hash: HashID(session.ID), Person: person, Data: data,
		Created: now, Expires: now.Add(life),
	}
	if session.IsNew {
		err = s.db.SaveSession(r.Context(), row)
	} else if err = s.db.UpdateSession(r.Context(), row); rules.IsKind(err, rules.NotFound) {
		return nil // ended by another request since this one read it: stays ended
	}
	if err != nil {
		return err
	}
	session.IsNew = false
	http.SetCookie(w, s.cookie(session.Name(), session.ID, int(life.Seconds())))
	return nil
}

// End deletes a session, and its cookie.
func (s *sessionStore) End(r *http.Request, w http.ResponseWriter, session *sessions.Session) error {
	http.SetCookie(w, s.cookie(session.Name(), "", -1))
	return s.Drop(r, session)
}

// Drop deletes the stored session, so that saving it again gives it a new id.
func (s *sessionStore) Drop(r *http.Request, session *sessions.Session) error {
	if session.ID == "" {
		return nil
	}
	id := session.ID
	session.ID, session.IsNew = "", true
	return s.db.DeleteSession(r.Context(), HashID(id))
}

func (s *sessionStore) cookie(name, value string, maxAge int) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: maxAge,
		HttpOnly: true, Secure: s.Secure, SameSite: http.SameSiteLaxMode,
	}
}

// HashID returns the hash of a secret as it is stored: SHA-256 in hexadecimal.
func HashID(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:])
}
