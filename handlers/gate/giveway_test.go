package gate_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/limit"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// Forms of heavy users run one at a time, across all addresses. A form that waits for something else frees its
// slot, and so does one whose handler panics.
func TestHeavyUsersWaitForEachOther(t *testing.T) {
	t.Parallel()
	s := sitetest.OpenSite(t, web.Config{Limits: web.Limits{WorkingAt: 1, WritesAt: limit.Limit{Burst: 2, Every: time.Hour}}})
	begun, wait, end := make(chan struct{}), make(chan struct{}), make(chan struct{})
	s.Router.POST("/long", func(c echo.Context) error {
		begun <- struct{}{}
		<-wait
		web.ReleaseSlots(c)
		<-end
		return nil
	})
	s.Router.POST("/broken", func(echo.Context) error { panic("on purpose") })
	post := func(path, from string) (answered chan int) {
		answered = make(chan int, 1)
		go func() {
			request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, http.NoBody)
			request.RemoteAddr = from + ":1234"
			answer := httptest.NewRecorder()
			s.Router.ServeHTTP(answer, request)
			answered <- answer.Code
		}()
		return answered
	}
	if status := <-post("/broken", "192.0.2.3"); status != http.StatusInternalServerError {
		t.Errorf("a panic is answered %d", status)
	}
	first := post("/long", "192.0.2.1")
	<-begun
	second := post("/long", "192.0.2.2")
	for s.Guard.Background() < 2 { // the second one does not wait yet
		select {
		case <-begun:
			t.Fatal("forms of two heavy users are done at the same time")
		default:
			runtime.Gosched()
		}
	}
	wait <- struct{}{}
	<-begun // while the first one waits for something else
	wait <- struct{}{}
	close(end)
	for _, answered := range []chan int{first, second} {
		if status := <-answered; status != http.StatusOK {
			t.Errorf("a form is answered %d", status)
		}
	}
}

// A log-in from an address that uses half of its limit of writes counts three times, but not
// behind a proxy that the site does not know.
func TestLogInsOfHeavyUsers(t *testing.T) {
	t.Parallel()
	limits := web.Limits{WritesAt: limit.Limit{Burst: 100, Every: time.Hour}, LogInsAt: limit.Limit{Burst: 12, Every: time.Hour}}
	for name, tt := range map[string]struct {
		forms   int // sent before
		through string
		want    int
	}{
		"little used":             {0, "", 12},
		"used by a class":         {35, "", 12},
		"heavily used":            {55, "", 4},
		"behind an unknown proxy": {55, "192.0.2.77", 12},
	} {
		t.Run(name, func(t *testing.T) {
			s := sitetest.OpenSite(t, web.Config{Limits: limits})
			post := func(path string) int {
				request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader("name=nobody&password=wrong"))
				request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				request.RemoteAddr = "127.0.0.1:1234"
				if tt.through != "" {
					request.Header.Set("X-Forwarded-For", tt.through)
				}
				answer := httptest.NewRecorder()
				s.Router.ServeHTTP(answer, request)
				return answer.Code
			}
			for range tt.forms {
				post("/settings/look")
			}
			got := 0
			for post("/login") == http.StatusUnprocessableEntity {
				got++
			}
			if got != tt.want {
				t.Errorf("%d log-ins are tried, want %d", got, tt.want)
			}
		})
	}
}

// Rejected requests of heavy users, and those from banned addresses, are answered in the background.
// Pages of heavy users do not wait for them.
func TestBackgroundAnswersWait(t *testing.T) {
	t.Parallel()
	s := sitetest.OpenSite(t, web.Config{Limits: web.Limits{ReadsAt: limit.Limit{Burst: 2, Every: time.Hour}}})
	ban := db.Ban{Prefix: netip.MustParsePrefix("192.0.2.2/32"), Until: time.Now().Add(time.Hour)}
	if err := errors.Join(s.DB.AddBan(t.Context(), ban, db.Operator, time.Now()), s.LoadBans(t.Context())); err != nil {
		t.Fatal(err)
	}
	get := func(from string) (answered chan int) {
		answered = make(chan int, 1)
		go func() {
			request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/rules", http.NoBody)
			request.RemoteAddr = from + ":1234"
			answer := httptest.NewRecorder()
			s.Router.ServeHTTP(answer, request)
			answered <- answer.Code
		}()
		return answered
	}
	for range 2 {
		if status := <-get("192.0.2.1"); status != http.StatusOK {
			t.Fatalf("a page is answered %d", status)
		}
	}
	leave := s.Guard.EnterRejections(t)
	rejected, banned := get("192.0.2.1"), get("192.0.2.2")
	for s.Guard.Rejections() < 3 {
		select {
		case <-rejected:
			t.Fatal("a rejected request is answered before the background is free")
		case <-banned:
			t.Fatal("a banned address is answered before the background is free")
		default:
			runtime.Gosched()
		}
	}
	for range 2 { // the second one is that of a heavy user
		if status := <-get("192.0.2.3"); status != http.StatusOK {
			t.Errorf("a page of a heavy user is answered %d", status)
		}
	}
	leave()
	if status := <-rejected; status != http.StatusTooManyRequests {
		t.Errorf("a rejected request is answered %d", status)
	}
	if status := <-banned; status != http.StatusForbidden {
		t.Errorf("a banned address is answered %d", status)
	}
}

// Heavy users are rejected when all threads of the background still send answers.
func TestBackgroundIsFull(t *testing.T) {
	t.Parallel()
	s := sitetest.OpenSite(t, web.Config{Limits: web.Limits{ReadsAt: limit.Limit{Burst: 9, Every: time.Hour}}})
	get := func() *httptest.ResponseRecorder {
		answer := httptest.NewRecorder()
		s.Router.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/rules", http.NoBody))
		return answer
	}
	get()
	empty := s.Guard.FillBackground()
	full := get()
	if wait := full.Header().Get("Retry-After"); full.Code != http.StatusTooManyRequests || wait != "10" {
		t.Errorf("with no thread left a page is answered %d, to come again after %q s", full.Code, wait)
	}
	empty()
	if status := get().Code; status != http.StatusOK {
		t.Errorf("afterwards a page is answered %d", status)
	}
}
