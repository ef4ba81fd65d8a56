package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/handlers"
)

// Forms of heavy users are done one by one, those of all addresses together. A form that waits for
// something else gives its place back, and so does one whose handler panics.
func TestHeavyUsersWaitForEachOther(t *testing.T) {
	t.Parallel()
	s := openSite(t, handlers.Config{Limits: handlers.Limits{WorkingAt: 1, WritesAt: handlers.Limit{Burst: 2, Every: time.Hour}}})
	begun, wait, end := make(chan struct{}), make(chan struct{}), make(chan struct{})
	s.router.POST("/long", func(c echo.Context) error {
		begun <- struct{}{}
		<-wait
		handlers.LeavePlaces(c)
		<-end
		return nil
	})
	s.router.POST("/broken", func(echo.Context) error { panic("on purpose") })
	post := func(path, from string) (answered chan int) {
		answered = make(chan int, 1)
		go func() {
			request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, http.NoBody)
			request.RemoteAddr = from + ":1234"
			answer := httptest.NewRecorder()
			s.router.ServeHTTP(answer, request)
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
	for s.Background() < 2 { // the second one does not wait yet
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

// A log-in from an address that uses much of its limit of writes counts three times, but not
// behind a proxy that the site does not know.
func TestLogInsOfHeavyUsers(t *testing.T) {
	t.Parallel()
	limits := handlers.Limits{WritesAt: handlers.Limit{Burst: 100, Every: time.Hour}, LogInsAt: handlers.Limit{Burst: 12, Every: time.Hour}}
	for name, tt := range map[string]struct {
		forms   int // sent before
		through string
		want    int
	}{
		"little used":             {0, "", 10},
		"heavily used":            {12, "", 4},
		"behind an unknown proxy": {12, "192.0.2.77", 12},
	} {
		t.Run(name, func(t *testing.T) {
			s := openSite(t, handlers.Config{Limits: limits})
			post := func(path string) int {
				request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader("name=nobody&password=wrong"))
				request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				request.RemoteAddr = "127.0.0.1:1234"
				if tt.through != "" {
					request.Header.Set("X-Forwarded-For", tt.through)
				}
				answer := httptest.NewRecorder()
				s.router.ServeHTTP(answer, request)
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
