package learn_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// A failed request has one line in the log, with the error. While the site is overloaded, these
// lines are summed up too.
func TestFailuresAreLoggedOnce(t *testing.T) {
	t.Parallel()
	s, clock, log := sitetest.FloodedSite(t, web.Limits{})
	c := s.Client(t)
	s.Learn.FillPictures()
	for range 3 {
		c.Get("/analysis/hexone/board.png").WantStatus(t, http.StatusServiceUnavailable)
	}
	clock.Advance(time.Minute)
	if err := s.LogRepeats(t.Context()); err != nil {
		t.Fatal(err)
	}
	lines := log.Logged(t)
	if len(lines) != 2 || lines[0]["msg"] != "request failed" || lines[0]["level"] != "ERROR" || lines[0]["error"] == nil || lines[0]["status"] != 503.0 || lines[1]["times"] != 2.0 {
		t.Errorf("logged is %v", lines)
	}
	if err := s.DB.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		p := c.Get("/club").WantStatus(t, http.StatusInternalServerError)
		all := log.Logged(t)
		last := all[len(all)-1]
		if last["msg"] != "request failed" || last["error"] == nil || !strings.Contains(p.Text("main"), last["request"].(string)) {
			t.Errorf("of %s is logged %v", p.Text("main"), last)
		}
	}
	if n := len(log.Logged(t)); n != 4 {
		t.Errorf("there are %d lines", n)
	}
}
