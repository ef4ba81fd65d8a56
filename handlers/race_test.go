package handlers_test

import (
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// A race is a site with its clock stopped, and its log.
type race struct {
	*sitetest.Site
	clock  *sitetest.Clock
	log    *sitetest.LogBuffer
	client *http.Client
}

func newRace(t *testing.T) *race {
	t.Helper()
	s, clock := sitetest.LimitedSite(t, web.Limits{})
	r := &race{Site: s, clock: clock, log: &sitetest.LogBuffer{}, client: &http.Client{
		Transport:     &http.Transport{MaxIdleConnsPerHost: 100, DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	s.Log = slog.New(slog.NewTextHandler(r.log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	t.Cleanup(r.client.CloseIdleConnections)
	return r
}

// finish fails the test if anything was logged, such as a busy database.
func (r *race) finish(t *testing.T) {
	t.Helper()
	if text := r.log.String(); text != "" {
		t.Errorf("logged is %.2000s", text)
	}
}

// An answer is the answer to a request.
type answer struct {
	status         int
	body, revision string
}

// send posts a form as a person's browser does, with htmx or without.
func (r *race) send(who sitetest.Racer, path, form string, htmx bool) (a answer, err error) {
	request, err := http.NewRequest(http.MethodPost, r.Url+path, strings.NewReader(form))
	if err != nil {
		return a, err
	}
	request.Header = sitetest.FormType.Clone()
	request.Header.Set("Cookie", who.Session)
	if htmx {
		request.Header.Set("HX-Request", "true")
	}
	response, err := r.client.Do(request)
	if err != nil {
		return a, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, string(body), response.Header.Get("X-Revision")}, err
}

// atOnce runs n functions at the same time, in any order, and waits for them.
func atOnce(t *testing.T, n int, do func(i int) error) {
	t.Helper()
	var all sync.WaitGroup
	start, errs := make(chan struct{}), make([]error, n)
	for _, i := range rand.Perm(n) {
		all.Go(func() { <-start; errs[i] = do(i) })
	}
	close(start)
	all.Wait()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// running returns a game between two people that has just begun.
func (r *race) running(t *testing.T, n db.NewGame, one, two sitetest.Racer) db.Game {
	t.Helper()
	n.Key, n.Host, n.HostSeat = "hexone", one.Id, 1
	game, err := r.DB.CreateGame(t.Context(), n, r.Now())
	if err != nil {
		t.Fatal(err)
	}
	if game, err = r.DB.TakeSeat(t.Context(), game.ID, db.Claim{Person: two.Id, Invite: game.Invite}, r.Now()); err != nil {
		t.Fatal(err)
	}
	return game
}
