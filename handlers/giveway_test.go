package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"runtime"
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
