package ops

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
)

const (
	HealthEvery    = 5 * time.Second  // between two looks at how the site does, and so between pulses
	healthPatience = 30 * time.Second // for a look, before it is taken for stuck
	leastSpace     = 64 << 20         // bytes that the disk must have left
	firstBackup    = 15 * time.Minute // for the first backup to be made, after the start
)

// A checkState is how a check went.
type checkState string

const (
	checkOK     checkState = "ok"
	checkFailed checkState = "failed"
	checkOff    checkState = "off" // not asked of this site
)

// A check is one thing that must be well for the site to be ready.
type check struct {
	name    string // of views.Checks
	state   checkState
	err     error          // what is wrong, for the operator alone
	figures map[string]any // for the operator alone
}

// A healthReport is how the site does, with the measurements.
type healthReport struct {
	at      time.Time
	checks  []check
	sizes   db.Sizes
	backups []db.BackupFile // the newest first
	newest  db.BackupFile   // the newest that is believed, where they are made by the clock; zero when there is none
}

// ready reports whether all is well.
func (r healthReport) ready() bool {
	for _, c := range r.checks {
		if c.state == checkFailed {
			return false
		}
	}
	return true
}

// health is the last report, and the look that goes on. Requests only read it: however
// many there are, they cost nothing and write nothing.
type health struct {
	mu    sync.Mutex
	began time.Time // when the look began that goes on; zero for none
	last  healthReport

	replaced string // what was logged about a replaced database; of CheckHealth alone
}

// CheckHealth looks at how the site does. It writes to the database as a turn does, for
// nothing else shows whether turns can be stored: the pulse that clocks go by after a
// crash. It is to be called every few seconds, and never by two at the same time. Its error
// is all that is not well.
func (a *Area) CheckHealth(ctx context.Context) error {
	now := a.Now()
	a.health.mu.Lock()
	a.health.began = now
	was := a.health.last.ready()
	a.health.mu.Unlock()
	r := a.examine(ctx, now)
	a.health.mu.Lock()
	a.health.began, a.health.last = time.Time{}, r
	a.health.mu.Unlock()
	var problem error
	for _, c := range r.checks {
		if c.state == checkFailed {
			problem = errors.Join(problem, fmt.Errorf("%s: %w", c.name, c.err))
		}
	}
	if err := a.DB.Replacement(); err != nil && err.Error() != a.health.replaced {
		a.health.replaced = err.Error()
		a.Log.Error("the database was replaced", "error", err)
	}
	if problem == nil && !was {
		a.Log.Info("the site is ready again")
	}
	return problem
}

// examine makes all checks.
func (a *Area) examine(ctx context.Context, now time.Time) healthReport {
	ctx, cancel := context.WithTimeout(ctx, healthPatience/2)
	defer cancel()
	r := healthReport{at: now}
	add := func(name string, figures map[string]any, err error) {
		state := checkOK
		if err != nil {
			state = checkFailed
		}
		r.checks = append(r.checks, check{name, state, err, figures})
	}
	add("database", nil, a.DB.Ping(ctx))
	err := a.DB.Pulse(ctx, now)
	add("writes", map[string]any{"refused": a.DB.Writes().Refused}, err)
	version, known, err := a.DB.Schema(ctx)
	if err == nil && version != known {
		err = fmt.Errorf("the file has version %d, this program knows %d", version, known)
	}
	add("schema", map[string]any{"version": version, "known": known}, err)
	r.sizes, err = a.DB.Sizes()
	if err == nil {
		err = enoughSpace(r.sizes)
	}
	add("disk", map[string]any{"free_bytes": r.sizes.Free, "database_bytes": r.sizes.File, "wal_bytes": r.sizes.Log}, err)
	var backups check
	r.backups, err = a.listing.list(ctx, a.backups.List)
	backups, r.newest = a.checkBackups(r.backups, err, now)
	r.checks = append(r.checks, backups)
	return r
}

// enoughSpace is an error where the disk has too little left. It has no figure in it, so that
// a byte less is not logged again.
func enoughSpace(sizes db.Sizes) error {
	if sizes.Free >= 0 && sizes.Free < leastSpace {
		return fmt.Errorf("fewer than %d MiB are left", leastSpace>>20)
	}
	return nil
}

// checkBackups reports, of the listed backups, or why they are not, whether the last was
// whole, is without faults and not too old. It is too old at twice the time after which
// one is due; where there is none, the first is waited for.
func (a *Area) checkBackups(list []db.BackupFile, err error, now time.Time) (check, db.BackupFile) {
	c := check{name: "backups", state: checkOff}
	if a.backups.Dir == "" || a.backups.Every == 0 {
		return c, db.BackupFile{}
	}
	c.state, c.figures = checkOK, map[string]any{"count": len(list)}
	newest, some := db.Newest(list, now)
	if some {
		c.figures["age_seconds"], c.figures["bytes"], c.figures["faulty"] = int64(now.Sub(newest.At).Seconds()), newest.Size, newest.Faulty
	}
	tried, failed := a.backupTries.last()
	switch {
	case err != nil:
		c.err = err
	case failed != nil && newest.At.Before(tried): // none was made by hand since
		c.err = fmt.Errorf("the last one failed: %w", failed)
	case !some && now.Sub(a.started) > firstBackup:
		c.err = errors.New("there is none")
	case some && now.Sub(newest.At) > 2*a.backups.Every && now.Sub(a.started) > firstBackup:
		c.err = fmt.Errorf("the newest is of %s, and one is due every %v", newest.At.Format(time.RFC3339), a.backups.Every)
	case newest.Faulty:
		c.err = fmt.Errorf("games cannot be replayed in the newest, %s: hexclub verify names them; when they are mended, hexclub backup makes one without faults", filepath.Base(newest.Path))
	}
	if c.err != nil {
		c.state = checkFailed
	}
	return c, newest
}

// healthNow returns the last report, updated by what is known since: no transaction can begin, or
// the last check of health still waits for a write.
func (a *Area) healthNow() healthReport {
	a.health.mu.Lock()
	r, began := a.health.last, a.health.began
	a.health.mu.Unlock()
	now, writes := a.Now(), a.DB.Writes()
	err := writes.Err
	if !began.IsZero() && now.Sub(began) >= healthPatience {
		err = fmt.Errorf("nothing has been written since %s", began.Format(time.RFC3339))
	}
	r.checks = slices.Clone(r.checks)
	for i, c := range r.checks {
		if c.name != "writes" {
			continue
		}
		r.checks[i].figures = map[string]any{"refused": writes.Refused}
		if err != nil {
			r.checks[i].state, r.checks[i].err = checkFailed, err
		}
	}
	return r
}

// Healthz answers programs 200 while the site can read its database, else 503.
func (a *Area) Healthz(w http.ResponseWriter, r *http.Request) {
	if err := a.DB.Ping(r.Context()); err != nil {
		why := web.Rejection{Problem: "healthz"}
		if times, due := a.Repeats.Note(why, a.Now()); due && r.Context().Err() == nil {
			a.LogRejections(r.Context(), why, times, []slog.Attr{slog.Any("error", err)})
		}
		http.Error(w, "the database is not read", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set(echo.HeaderContentType, echo.MIMETextPlainCharsetUTF8)
	_, _ = io.WriteString(w, "ok\n") // who asked is gone
}

// Readyz answers 200 while all is well, else 503, and shows what is not, but
// no more.
func (a *Area) Readyz(c echo.Context) error {
	r := a.healthNow()
	return c.JSON(r.status(), r.public())
}

func (r healthReport) status() int {
	if r.ready() {
		return http.StatusOK
	}
	return http.StatusServiceUnavailable
}

// public is what anybody may know.
func (r healthReport) public() map[string]any {
	states := map[string]checkState{}
	for _, c := range r.checks {
		states[c.name] = c.state
	}
	return map[string]any{"ready": r.ready(), "checks": states}
}

// private is what the operator may know.
func (r healthReport) private() map[string]any {
	checks := map[string]any{}
	for _, c := range r.checks {
		one := map[string]any{"state": c.state}
		for name, figure := range c.figures {
			one[name] = figure
		}
		if c.err != nil {
			one["error"] = c.err.Error()
		}
		checks[c.name] = one
	}
	return map[string]any{"ready": r.ready(), "checked": r.at.UTC().Format(time.RFC3339), "checks": checks}
}
