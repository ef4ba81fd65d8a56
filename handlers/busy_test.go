package handlers

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/account"
	"hexclub/handlers/web"
	"hexclub/rules"
)

// newApp returns a site with its own database file and without a log.
func newApp(t *testing.T) *App {
	t.Helper()
	store, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "hexclub.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	app, err := New(web.Config{DB: store, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return app
}

func postForm(router http.Handler, path, body string) *httptest.ResponseRecorder {
	w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	router.ServeHTTP(w, r)
	return w
}

func TestBusyLogIn(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	router := app.Router()
	free := fillPasswords(app.Account.Password)
	for _, path := range []string{"/login", "/signup"} {
		var w *httptest.ResponseRecorder
		soon(t, func() { w = postForm(router, path, "name=Anna&password=correct+horse") })
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
			t.Errorf("%s answers %d, Retry-After %q, want 503", path, w.Code, w.Header().Get("Retry-After"))
		}
		if !strings.Contains(w.Body.String(), "Too many people are logging in") {
			t.Errorf("%s says %s", path, w.Body)
		}
	}
	w := httptest.NewRecorder()
	router.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Code != http.StatusOK {
		t.Errorf("meanwhile the front page answers %d", w.Code)
	}
	free()
	if w := postForm(router, "/signup", "name=Anna&password=correct+horse"); w.Code != http.StatusSeeOther {
		t.Errorf("afterwards signing up answers %d", w.Code)
	}
}

// A closed account cannot log in, even with a link for a new password.
func TestClosedAccountIsLockedTwice(t *testing.T) {
	t.Parallel()
	app, w := newApp(t), httptest.NewRecorder()
	c := app.Router().NewContext(httptest.NewRequest(http.MethodPost, "/", nil), w)
	v, err := app.Visitor(c)
	if err != nil {
		t.Fatal(err)
	}
	err = app.Become(c, v, db.Person{ID: "anna", Name: "Anna", Closed: time.Now()})
	if !rules.IsKind(err, rules.Forbidden) || v.Known || len(w.Header()["Set-Cookie"]) > 0 {
		t.Errorf("known: %v, error %v, cookies %q", v.Known, err, w.Header()["Set-Cookie"])
	}
}

// A password that is too long is wrong, and is not hashed.
func TestLongPasswordIsNotHashed(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	router := app.Router()
	post := func(path, password string) *httptest.ResponseRecorder {
		return postForm(router, path, "name=Anna&password="+password)
	}
	if w := post("/signup", "correct+horse"); w.Code != http.StatusSeeOther {
		t.Fatalf("signing up answers %d", w.Code)
	}
	defer fillPasswords(app.Account.Password)() // a further hash would have to wait
	for password, want := range map[string]int{
		strings.Repeat("x", web.MaxPassword+1): http.StatusUnprocessableEntity,
		strings.Repeat("x", 60<<10):            http.StatusUnprocessableEntity,
		strings.Repeat("x", web.MaxPassword):   http.StatusServiceUnavailable,
	} {
		if w := post("/login", password); w.Code != want {
			t.Errorf("%d characters are answered %d, want %d", len(password), w.Code, want)
		}
	}
	if w := post("/login", strings.Repeat("x", 60<<10)); !strings.Contains(w.Body.String(), "Wrong name or password") {
		t.Errorf("the answer is %s", w.Body)
	}
}

// fillPasswords takes all places of a hasher, running and waiting, and returns a function that frees them.
func fillPasswords(h *account.PasswordHasher) (free func()) {
	for range cap(h.Queue.Running) {
		h.Queue.Running <- struct{}{}
	}
	for range cap(h.Queue.Waiting) {
		h.Queue.Waiting <- struct{}{}
	}
	return func() {
		for range cap(h.Queue.Running) {
			<-h.Queue.Running
		}
		for range cap(h.Queue.Waiting) {
			<-h.Queue.Waiting
		}
	}
}

// soon fails the test if a function does not return soon.
func soon(t *testing.T, do func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); do() }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("a request waits that should be rejected")
	}
}
