package sitetest

import (
	"fmt"
	"log/slog"
	"net/netip"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"hexclub/handlers/limit"
	"hexclub/handlers/web"
	"hexclub/views/page"
)

// A Clock shows the time that the test sets.
type Clock struct {
	mu   sync.Mutex
	time time.Time
	runs func(until time.Time) // records that a site ran until then; may be nil
}

func NewClock() *Clock { return &Clock{time: time.Now()} }

func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.time
}

// Calendar returns the calendar of a reader without a zone, in English.
func Calendar(t testing.TB, now time.Time) page.Calendar {
	t.Helper()
	return page.Calendar{T: LoadTexts(t).Match("en", ""), Now: now}
}

// Advance advances the clock while the site runs.
func (c *Clock) Advance(by time.Duration) {
	now := c.Stall(by)
	if c.runs != nil {
		c.runs(now)
	}
}

// Stall advances the clock as if the site had been down.
func (c *Clock) Stall(by time.Duration) (now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.time = c.time.Add(by)
	return c.time
}

// LimitedSite opens a site with limits, whose clock is stopped.
func LimitedSite(t *testing.T, limits web.Limits, proxies ...string) (*Site, *Clock) {
	t.Helper()
	clock := NewClock()
	config := web.Config{Now: clock.Now, Limits: limits}
	for _, proxy := range proxies {
		config.Proxies = append(config.Proxies, netip.MustParsePrefix(proxy))
	}
	s := Serve(t, OpenSite(t, config))
	clock.runs = func(until time.Time) {
		t.Helper()
		s.ran(t, until)
	}
	return s, clock
}

// FloodedSite opens a site with limits behind a proxy, and returns its clock and its log.
func FloodedSite(t *testing.T, limits web.Limits) (*Site, *Clock, *LogBuffer) {
	t.Helper()
	clock, log := NewClock(), &LogBuffer{}
	s := OpenSite(t, web.Config{
		Log: slog.New(slog.NewJSONHandler(log, nil)), Now: clock.Now, Limits: limits, Metrics: true,
		Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	})
	return Serve(t, s), clock, log
}

// At opens another site over the same database, at another time.
func (s *Site) At(t testing.TB, now time.Time) *Site {
	t.Helper()
	app := NewApp(t, web.Config{DB: s.DB, Now: func() time.Time { return now }})
	return Serve(t, &Site{App: app, File: s.File, Router: app.Router()})
}

// LockOut sends wrong passwords for an account until other browsers are locked out.
func (s *Site) LockOut(t *testing.T, name string) {
	t.Helper()
	for i := range 15 {
		s.Client(t).With("X-Forwarded-For", fmt.Sprintf("192.0.2.%d", i)).Post("/login", "name", name, "password", fmt.Sprint("guess guess ", i))
	}
	s.Client(t).Post("/login", "name", name, "password", Password).WantTooMany(t)
}

// Limited restarts the app with a single limit of one request an hour, and returns its log. Most is
// the name of a field of web.Limits.
func (w *World) Limited(t *testing.T, most string) *LogBuffer {
	t.Helper()
	limits, log := web.Limits{}, &LogBuffer{}
	field := reflect.ValueOf(&limits).Elem().FieldByName(most)
	if !field.IsValid() {
		t.Fatalf("there is no limit %s", most)
	}
	field.Set(reflect.ValueOf(limit.Limit{Burst: 1, Every: time.Hour}))
	app := NewApp(t, web.Config{
		DB: w.DB, Log: slog.New(slog.NewJSONHandler(log, nil)), Now: w.Now, Limits: limits,
		URL: "http://hex.example", SMTP: "smtp://127.0.0.1:1", MailFrom: "club@hex.example",
	})
	w.App, w.Router = app, app.Router()
	return log
}

// A Spread is a list of measured durations.
type Spread []time.Duration

// Percentile returns the nth percentile in milliseconds. It is 0 for an empty Spread.
func (s Spread) Percentile(n int) float64 {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	return sorted[min(len(sorted)*n/100, len(sorted)-1)].Seconds() * 1000
}
