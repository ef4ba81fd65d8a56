package gate_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// The site makes one page at a time for an address. Other requests of the address wait, also for a page whose
// client does not read the answer. Other addresses do not wait.
func TestPagesOfOneAddressWaitForEachOther(t *testing.T) {
	t.Parallel()
	s := sitetest.OpenSite(t, web.Config{Limits: web.Limits{WorkingAt: 1}})
	begun, write, end := make(chan struct{}), make(chan struct{}), make(chan struct{})
	s.Router.GET("/long", func(c echo.Context) error {
		begun <- struct{}{}
		<-write
		c.Response().WriteHeader(http.StatusOK)
		<-end
		return nil
	})
	ask := func(ctx context.Context, path, from string) (answered chan int) {
		answered = make(chan int, 1)
		go func() {
			request := httptest.NewRequestWithContext(ctx, http.MethodGet, path, http.NoBody)
			request.RemoteAddr = from + ":1234"
			answer := httptest.NewRecorder()
			s.Router.ServeHTTP(answer, request)
			answered <- answer.Code
		}()
		return answered
	}
	long := ask(t.Context(), "/long", "192.0.2.1")
	<-begun
	leaving, leave := context.WithCancel(t.Context())
	left := ask(leaving, "/rules", "192.0.2.1")
	leave()
	if status := <-left; status == http.StatusOK { // before the long one
		t.Error("a page is made for a reader that has left while another waits")
	}
	next := ask(t.Context(), "/long", "192.0.2.1")
	if status := <-ask(t.Context(), "/rules", "192.0.2.2"); status != http.StatusOK {
		t.Errorf("another address is answered %d", status)
	}
	if status := <-ask(t.Context(), "/healthz", "192.0.2.1"); status != http.StatusOK {
		t.Errorf("a free route is answered %d", status)
	}
	for s.Guard.Reading("192.0.2.1") < 2 { // the next one does not wait yet
		select {
		case <-begun:
			t.Fatal("two pages of one address are made at the same time")
		default:
			runtime.Gosched()
		}
	}
	write <- struct{}{}
	<-begun // while the first answer is being sent
	write <- struct{}{}
	close(end)
	for _, answered := range []chan int{long, next} {
		if status := <-answered; status != http.StatusOK {
			t.Errorf("a page is answered %d", status)
		}
	}
}
