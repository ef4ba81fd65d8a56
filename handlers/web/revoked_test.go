package web

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/rules"
)

// A session that ends during a request stays ended: the request's save does not restore it.
func TestRevokedSessionStaysEnded(t *testing.T) {
	t.Parallel()
	store, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "hexclub.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	s := &sessionStore{db: store, now: time.Now}
	request := httptest.NewRequest(http.MethodGet, "/", nil)
	session, err := s.Get(request, s.CookieName())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Save(request, httptest.NewRecorder(), session); err != nil {
		t.Fatal(err)
	}

	underWay := httptest.NewRequest(http.MethodGet, "/", nil)
	underWay.AddCookie(&http.Cookie{Name: s.CookieName(), Value: session.ID})
	same, err := s.Get(underWay, s.CookieName())
	if err != nil || same.IsNew {
		t.Fatalf("the session is new: %v (%v)", same.IsNew, err)
	}
	if err := store.DeleteSession(t.Context(), HashID(session.ID)); err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	same.Values[noticeValue] = "signup.done"
	if err := s.Save(underWay, w, same); err != nil {
		t.Fatal(err)
	}
	if got := w.Header()["Set-Cookie"]; got != nil {
		t.Errorf("the browser is given %q", got)
	}
	if _, err := store.Session(t.Context(), HashID(session.ID), time.Now()); !rules.IsKind(err, rules.NotFound) {
		t.Errorf("the session is back (%v)", err)
	}
}
