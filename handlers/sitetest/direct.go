package sitetest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/rules/record"
)

// A Direct sends requests of one person to a site's router, without a network.
type Direct struct {
	Site    *Site
	Cookies []string
}

// Person creates a guest with a new game on one device.
func (s *Site) Person(t testing.TB) (who *Direct, game string) {
	t.Helper()
	who = &Direct{Site: s}
	return who, who.NewGame(t)
}

func (d *Direct) NewGame(t testing.TB) (game string) {
	t.Helper()
	w := d.Ask(http.MethodPost, "/games", FormOf("game", "hexone", "opponent", "device"), false)
	if w.Code != http.StatusSeeOther {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	for _, cookie := range w.Result().Cookies() {
		d.Cookies = append(d.Cookies, cookie.Name+"="+cookie.Value)
	}
	return w.Header().Get("Location")
}

func (d *Direct) Ask(method, path, form string, htmx bool) *httptest.ResponseRecorder {
	w, r := httptest.NewRecorder(), httptest.NewRequest(method, path, strings.NewReader(form))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept-Encoding", "gzip")
	r.Header.Set("Cookie", strings.Join(d.Cookies, "; "))
	if htmx {
		r.Header.Set("HX-Request", "true")
	}
	d.Site.Router.ServeHTTP(w, r)
	return w
}

// Play commits the first turns of a record in a game. It returns the number of actions.
func (d *Direct) Play(t testing.TB, game string, r *record.Record, turns int) (moved int) {
	t.Helper()
	for _, turn := range r.Turns()[:turns] {
		form := FormOf("draft", strings.Join(turn.Actions, ","), "moved", fmt.Sprint(moved))
		if w := d.Ask(http.MethodPost, game+"/turns", form, false); w.Code != http.StatusSeeOther {
			t.Fatalf("turn %d: status %d: %s", turn.Number, w.Code, w.Body)
		}
		moved += len(turn.Actions)
	}
	return moved
}

// A Racer is a person whose requests are sent at the same time as others'.
type Racer struct {
	Id, Session string
}

// Member creates an account with a session. It has no valid password.
func (s *Site) Member(t testing.TB, name string) Racer {
	t.Helper()
	person, err := s.DB.SignUp(t.Context(), "", name, "no password fits", s.Now())
	if err != nil {
		t.Fatal(err)
	}
	return Racer{person.ID, s.Session(t, person)}
}

// Session returns the cookie of a new session of a person.
func (s *Site) Session(t testing.TB, person db.Person) string {
	t.Helper()
	id := db.NewID(32)
	err := s.DB.SaveSession(t.Context(), db.Session{
		Hash: HashOf(id), Person: person, Data: []byte("{}"), Created: s.Now(), Expires: s.Now().Add(90 * 24 * time.Hour),
	})
	if err != nil {
		t.Fatal(err)
	}
	return "hexclub=" + id
}

// HashOf returns the stored hash of a secret.
func HashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// AskFrom sends a request directly to the router and returns the answer. From is the remote
// address, through the X-Forwarded-For header, if any.
func (s *Site) AskFrom(ctx context.Context, method, path, from, through string, form url.Values) *httptest.ResponseRecorder {
	request := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(form.Encode()))
	request.RemoteAddr = from
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if through != "" {
		request.Header.Set("X-Forwarded-For", through)
	}
	answer := httptest.NewRecorder()
	s.Router.ServeHTTP(answer, request)
	return answer
}

// ATurn returns a random legal turn, as the page sends it.
func ATurn(r *record.Record, random *rand.Rand) string {
	return strings.Join(Turn(r, random), ",")
}
