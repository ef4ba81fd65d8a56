package gate_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/limit"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// statusesOf sends n requests at the same time and counts the statuses of the answers.
func statusesOf(n int, ask func(i int) (status int)) map[int]int {
	var mu sync.Mutex
	var asking sync.WaitGroup
	statuses := map[int]int{}
	for i := range n {
		asking.Go(func() {
			status := ask(i)
			mu.Lock()
			defer mu.Unlock()
			statuses[status]++
		})
	}
	asking.Wait()
	return statuses
}

// An address that asks for many pictures at once waits for its own pictures, and does not fill the queue that
// all addresses share.
func TestPicturesOfOneAddress(t *testing.T) {
	t.Parallel()
	s := sitetest.OpenSite(t, web.Config{Limits: web.DefaultLimits()})
	picture := func(from string) int {
		return s.AskFrom(t.Context(), http.MethodGet, "/analysis/hexone/board.png?width=100", from, "", nil).Code
	}
	var other int
	var waiting sync.WaitGroup
	begun := make(chan struct{}, 30)
	waiting.Go(func() {
		for range cap(begun) {
			<-begun
		}
		other = picture("192.0.2.2:1234")
	})
	statuses := statusesOf(cap(begun), func(int) int {
		begun <- struct{}{}
		return picture("192.0.2.1:1234")
	})
	waiting.Wait()
	if statuses[http.StatusServiceUnavailable] > 0 || statuses[http.StatusOK] == 0 {
		t.Errorf("the pictures are answered %v", statuses)
	}
	if other != http.StatusOK {
		t.Errorf("a picture for another address is answered %d", other)
	}
}

// An address that spends its limits of log-ins and sign-ups at once waits for its own hashes, and does not fill
// the queue that all addresses share.
func TestHashesOfOneAddress(t *testing.T) {
	t.Parallel()
	s := sitetest.OpenSite(t, web.Config{Limits: web.DefaultLimits(), Searches: 2})
	statuses := statusesOf(80, func(i int) int {
		path, from := "/login", "192.0.2.1:1234"
		switch {
		case i >= 60:
			from = fmt.Sprintf("192.0.2.%d:1234", i)
		case i%2 == 0:
			path = "/signup"
		}
		form := url.Values{"name": {fmt.Sprint("Nob ", i)}, "password": {"correct horse battery"}}
		return s.AskFrom(t.Context(), http.MethodPost, path, from, "", form).Code
	})
	if statuses[http.StatusServiceUnavailable] > 0 || statuses[http.StatusSeeOther] == 0 {
		t.Errorf("log-ins and sign-ups are answered %v", statuses)
	}
}

// A heavy user whose requests all wait for something else does not take every thread of the background.
func TestWaitingRequestsOfOneAddress(t *testing.T) {
	t.Parallel()
	s := sitetest.OpenSite(t, web.Config{Limits: web.Limits{ReadsAt: limit.Limit{Burst: 100, Every: time.Hour}}})
	end := make(chan struct{})
	waiting := make(chan struct{}, 100)
	s.Router.GET("/long", func(c echo.Context) error {
		web.ReleaseSlots(c)
		waiting <- struct{}{}
		<-end
		return c.NoContent(http.StatusOK)
	})
	get := func(path, from string) int {
		status := s.AskFrom(t.Context(), http.MethodGet, path, from, "", nil).Code
		if status == http.StatusTooManyRequests {
			waiting <- struct{}{}
		}
		return status
	}
	for range 15 { // more than a tenth of the limit
		for _, from := range []string{"192.0.2.1:1234", "192.0.2.2:1234"} {
			get("/rules/glossary", from)
		}
	}
	var statuses map[int]int
	var attack sync.WaitGroup
	attack.Go(func() {
		statuses = statusesOf(40, func(int) int { return get("/long", "192.0.2.1:1234") })
	})
	for range 40 {
		<-waiting
	}
	if status := get("/rules/glossary", "192.0.2.2:1234"); status != http.StatusOK {
		t.Errorf("another heavy user is answered %d", status)
	}
	close(end)
	attack.Wait()
	if statuses[http.StatusOK] == 0 || statuses[http.StatusTooManyRequests] == 0 {
		t.Errorf("the requests that wait are answered %v", statuses)
	}
}

// Behind a named proxy, at most 64 delayed requests of one address wait. Further ones are rejected with the time
// to wait, as slowly as the others are answered. Otherwise a client that does not wait would use the whole
// processor. Other addresses are not affected.
func TestRequestsThatWaitAreBounded(t *testing.T) {
	t.Parallel()
	const burst, sent = 5, 300
	s := sitetest.Serve(t, sitetest.OpenSite(t, web.Config{
		Limits:  web.Limits{AllAt: limit.Limit{Burst: burst, Every: time.Second}},
		Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")},
	}))
	get := func(from string) (status int, took time.Duration) {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.Url+"/healthz", http.NoBody)
		if err != nil {
			t.Error(err)
			return 0, 0
		}
		request.Header.Set("X-Forwarded-For", from)
		began := time.Now()
		answer, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Error(err)
			return 0, 0
		}
		_ = answer.Body.Close()
		if wait := answer.Header.Get("Retry-After"); answer.StatusCode == http.StatusTooManyRequests && wait != "2" {
			t.Errorf("a rejected request has Retry-After %q", wait)
		}
		return answer.StatusCode, time.Since(began)
	}
	began := time.Now()
	statuses := statusesOf(sent, func(int) int {
		status, took := get("192.0.2.1")
		if status == http.StatusTooManyRequests && took < time.Second {
			t.Errorf("a request is rejected after %v", took)
		}
		return status
	})
	// On a slow machine, requests also arrive after others have waited.
	seconds := int(time.Since(began).Seconds())
	if got := statuses[http.StatusOK]; got < burst+1 || got > burst+64*(1+seconds/2)+seconds {
		t.Errorf("%d of %d requests are answered in %d s, want %d at once and up to 64 after each wait", got, sent, seconds, burst)
	}
	if statuses[http.StatusOK]+statuses[http.StatusTooManyRequests] != sent {
		t.Errorf("the requests are answered %v", statuses)
	}
	if status, took := get("192.0.2.2"); status != http.StatusOK || took > time.Second {
		t.Errorf("another address is answered %d after %v", status, took)
	}
}
