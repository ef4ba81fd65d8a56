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
	HealthEvery   = 5 * time.Second  // interval of health checks and of pulses
	healthTimeout = 30 * time.Second // for a health check, before it counts as stuck
	leastSpace    = 64 << 20         // minimum free space of the disk, in bytes
	firstBackup   = 15 * time.Minute // for the first backup after the start
)

// checkState is the result of a check.
type checkState string

const (
	checkOK     checkState = "ok"
	checkFailed checkState = "failed"
	checkOff    checkState = "off" // not applicable to this site
)

// A check is one condition for the site to be ready.
type check struct {
	name    string // of views.Checks
	state   checkState
	err     error          // for the operator only
	figures map[string]any // for the operator only
}

// A healthReport has the results and measurements of all checks.
type healthReport struct {
	at      time.Time
	checks  []check
	sizes   db.Sizes
	backups []db.BackupFile // the newest first
	newest  db.BackupFile   // the newest that is not from the future, if backups are scheduled; zero if there is none

	draining bool // the node is about to stop
}

// ready reports whether no check failed, and the node is to go on.
func (r healthReport) ready() bool {
	if r.draining {
		return false
	}
	for _, c := range r.checks {
		if c.state == checkFailed {
			return false
		}
	}
	return true
}

// health has the last report and the running check. Requests only read it, so they cost nothing and
// write nothing.
type health struct {
	mu    sync.Mutex
	began time.Time // start of the running check; zero for none
	last  healthReport

	replaced string // what was logged about a replaced database; only CheckHealth uses it
}

// CheckHealth checks the site. It writes to the database as durably as a turn, because only a write
// shows whether turns can be stored. This write is the pulse from which clocks resume after a
// crash. CheckHealth is called every few seconds, and never concurrently. It returns the errors of
// all failed checks.
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

// examine runs all checks.
func (a *Area) examine(ctx context.Context, now time.Time) healthReport {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout/2)
	defer cancel()
	r := healthReport{at: now}
	add := func(name string, figures map[string]any, err error) {
		r.checks = append(r.checks, newCheck(name, figures, err))
	}
	add("database", nil, a.DB.Ping(ctx))
	err := a.DB.Pulse(ctx, now)
	add("writes", map[string]any{"refused": a.DB.Writes().Refused}, err)
	version, known, err := a.DB.Schema(ctx)
	if err == nil && version != known && !(a.DB.OnServer() && version > known) { // newer nodes leave older ones working
		err = fmt.Errorf("the file has version %d, this program knows %d", version, known)
	}
	add("schema", map[string]any{"version": version, "known": known}, err)
	r.sizes, err = a.DB.Sizes(ctx)
	if err == nil {
		err = enoughSpace(r.sizes)
	}
	add("disk", a.sizeFigures(r.sizes), err)
	if err == nil && r.sizes.Free < 0 {
		r.checks[len(r.checks)-1].state = checkOff // nobody knows: on a server, for example
	}
	var backups check
	r.backups, err = a.listing.list(ctx, a.backups.List)
	backups, r.newest = a.checkBackups(r.backups, err, now)
	r.checks = append(r.checks, backups)
	if a.DB.OnServer() {
		add("clock", nil, a.DB.MeasureClock(ctx))
		r.checks = append(r.checks, a.checkNodes(ctx))
	}
	return r
}

// newCheck returns a check that failed if there is an error.
func newCheck(name string, figures map[string]any, err error) check {
	if err != nil {
		return check{name, checkFailed, err, figures}
	}
	return check{name, checkOK, nil, figures}
}

// sizeFigures returns the measured sizes. Only a database in a file has a write-ahead log of its own and a disk that the
// site can measure.
func (a *Area) sizeFigures(sizes db.Sizes) map[string]any {
	if a.DB.OnServer() {
		return map[string]any{"database_bytes": sizes.File}
	}
	return map[string]any{"free_bytes": sizes.Free, "database_bytes": sizes.File, "wal_bytes": sizes.Log}
}

// enoughSpace returns an error if the disk has too little free space. The error contains no
// measurement, so that it is not logged again whenever that changes.
func enoughSpace(sizes db.Sizes) error {
	if sizes.Free >= 0 && sizes.Free < leastSpace {
		return fmt.Errorf("fewer than %d MiB are left", leastSpace>>20)
	}
	return nil
}

// checkBackups reports whether the last backup succeeded, has no faults and is not too old. err is
// the error of the list. A backup is too old after twice the interval. After the start, the check
// waits for the first backup.
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
	case failed != nil && newest.At.Before(tried): // none was made by command since
		c.err = fmt.Errorf("the last one failed: %w", failed)
	case !some && now.Sub(a.started) > firstBackup:
		c.err = errors.New("there is none")
	case some && now.Sub(newest.At) > 2*a.backups.Every && now.Sub(a.started) > firstBackup:
		c.err = fmt.Errorf("the newest is of %s, and one is due every %v", newest.At.Format(time.RFC3339), a.backups.Every)
	case newest.Faulty:
		c.err = fmt.Errorf("games cannot be replayed in the newest, %s: hexclub verify names them; after they are fixed, hexclub backup makes one without faults", filepath.Base(newest.Path))
	}
	if c.err != nil {
		c.state = checkFailed
	}
	return c, newest
}

// healthNow returns the last report with later findings: no transaction can begin, or the running
// check waits too long for its write.
func (a *Area) healthNow() healthReport {
	a.health.mu.Lock()
	r, began := a.health.last, a.health.began
	a.health.mu.Unlock()
	now, writes := a.Now(), a.DB.Writes()
	err := writes.Err
	if !began.IsZero() && now.Sub(began) >= healthTimeout {
		err = fmt.Errorf("nothing has been written since %s", began.Format(time.RFC3339))
	}
	r.checks, r.draining = slices.Clone(r.checks), a.self.draining.Load()
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

// Healthz answers 200 while the site can read its database, otherwise 503.
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
	_, _ = io.WriteString(w, "ok\n") // the client has left
}

// Readyz answers 200 while all checks pass, otherwise 503. It names the failed checks without
// details.
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

// public returns the part that everybody may see.
func (r healthReport) public() map[string]any {
	states := map[string]checkState{}
	for _, c := range r.checks {
		states[c.name] = c.state
	}
	return r.answer(map[string]any{"ready": r.ready(), "checks": states})
}

// answer adds that the node is about to stop, if it is.
func (r healthReport) answer(parts map[string]any) map[string]any {
	if r.draining {
		parts["draining"] = true
	}
	return parts
}

// private returns the part that the operator may see.
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
	return r.answer(map[string]any{"ready": r.ready(), "checked": r.at.UTC().Format(time.RFC3339), "checks": checks})
}
