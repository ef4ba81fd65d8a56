package ops_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/db/pgtest"
	"hexclub/handlers/ops"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// watchedSite returns a site with backups and metrics, with a clock that only the test advances.
func watchedSite(t *testing.T) (s *sitetest.Site, clock *sitetest.Clock, folder string) {
	t.Helper()
	clock, folder = sitetest.NewClock(), t.TempDir()
	s = sitetest.OpenSite(t, web.Config{
		Now: clock.Now, Metrics: true, Version: "1.2.3", Backups: db.Backups{Dir: folder, Every: time.Hour},
	})
	return s, clock, folder
}

// backup creates a file with the name of a backup and the given ending.
func backup(t *testing.T, folder string, at time.Time, end string) {
	t.Helper()
	name := "hexclub-" + at.UTC().Format("2006-01-02T150405Z") + end
	if err := os.WriteFile(filepath.Join(folder, name), []byte("backup"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// The error about little free space is the same for any amount, so that it is logged once. An
// unknown amount is no error.
func TestEnoughSpace(t *testing.T) {
	t.Parallel()
	const least = 64 << 20
	none, little := ops.EnoughSpace(0), ops.EnoughSpace(least-1)
	if none == nil || little == nil || none.Error() != little.Error() {
		t.Errorf("of a disk with nothing left it says %v, of one with little %v", none, little)
	}
	for _, free := range []int64{least, -1} {
		if err := ops.EnoughSpace(free); err != nil {
			t.Errorf("%d bytes left: %v", free, err)
		}
	}
}

// Old and failing backups are reported. Recovery needs no restart.
func TestReadyWithBackups(t *testing.T) {
	t.Parallel()
	s, clock, folder := watchedSite(t)
	look := func(what, want string) {
		t.Helper()
		err := s.Ops.CheckHealth(t.Context())
		r, body := sitetest.Ready(t, s.Router)
		if got := r.State("backups"); got != want || r.Ready != (want == "ok") || (err == nil) != r.Ready {
			t.Errorf("%s: backups are %q, ready: %v, error: %v", what, got, r.Ready, err)
		}
		private, details := sitetest.Ready(t, s.Ops.Monitoring())
		if private.State("backups") != want || strings.Contains(details, `"error"`) == r.Ready {
			t.Errorf("%s: the operator sees %s", what, details)
		}
		if strings.Contains(body, "error") || strings.Contains(body, folder) || strings.Contains(body, "bytes") {
			t.Errorf("%s: the public sees %s", what, body)
		}
	}
	look("at the start", "ok")
	clock.Advance(20 * time.Minute)
	look("later, with none", "failed")
	backup(t, folder, clock.Now(), ".db")
	look("with one", "ok")
	clock.Advance(119 * time.Minute)
	look("with one that is almost too old", "ok")
	clock.Advance(2 * time.Minute)
	look("with one that is too old", "failed")
	backup(t, folder, clock.Now(), ".db")
	look("with a new one", "ok")
	clock.Advance(time.Minute)
	backup(t, folder, clock.Now(), "-faulty.db")
	look("with one in which games are bad", "failed")
	if _, details := sitetest.Ready(t, s.Ops.Monitoring()); !strings.Contains(details, "hexclub verify names them") {
		t.Errorf("the operator sees %s", details)
	}
	clock.Advance(time.Minute)
	backup(t, folder, clock.Now(), ".db")
	look("with one made by hand when they were mended", "ok")
	if err := s.Ops.BackUp(t.Context()); err != nil { // the first call only notes the time
		t.Fatal(err)
	}
	clock.Advance(time.Hour)
	if _, err := s.Raw(t).Exec("INSERT INTO seats (game, seat) VALUES ('none', 1)"); err != nil {
		t.Fatal(err)
	}
	if err := s.Ops.BackUp(t.Context()); err == nil {
		t.Error("a damaged database is backed up")
	}
	look("with one that is not too old, when the next one failed", "failed")
	if _, details := sitetest.Ready(t, s.Ops.Monitoring()); !strings.Contains(details, "the last one failed: ") {
		t.Errorf("the operator sees %s", details)
	}
	clock.Advance(time.Minute)
	backup(t, folder, clock.Now(), ".db")
	look("with one made by hand since", "ok")
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	look("with a folder that is none", "failed")
}

// The site is not ready after a newer program has changed the file, and without its database. On a server, newer nodes
// leave older ones working.
func TestNotReady(t *testing.T) {
	t.Parallel()
	s, _, _ := watchedSite(t)
	if r, _ := sitetest.Ready(t, s.Router); !r.Ready {
		t.Error("it is not ready at the start")
	}
	if _, err := s.Raw(t).Exec("INSERT INTO schema_version VALUES (9999)"); err != nil {
		t.Fatal(err)
	}
	want := "failed"
	if pgtest.On() {
		want = "ok"
	}
	if err := s.Ops.CheckHealth(t.Context()); (err == nil) != pgtest.On() {
		t.Errorf("a newer schema is the problem %v", err)
	}
	if r, _ := sitetest.Ready(t, s.Router); r.State("schema") != want || r.State("writes") != "ok" {
		t.Errorf("with a newer schema it is %s", r.Checks)
	}
	if err := s.DB.Close(); err != nil {
		t.Fatal(err)
	}
	if s.Ops.CheckHealth(t.Context()) == nil {
		t.Error("a closed database is no problem")
	}
	r, _ := sitetest.Ready(t, s.Router)
	for _, check := range []string{"database", "writes", "schema"} {
		if r.State(check) != "failed" {
			t.Errorf("without a database it is %s", r.Checks)
		}
	}
	for whom, answers := range map[string]http.Handler{"everybody": s.Router, "the operator": s.Ops.Monitoring()} {
		w := httptest.NewRecorder()
		answers.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/healthz", nil))
		if w.Code != http.StatusServiceUnavailable || w.Body.String() != "the database is not read\n" {
			t.Errorf("/healthz answers %s %d: %s", whom, w.Code, w.Body)
		}
	}
}

// Requests for readiness do not cause any work.
func TestAskingForReadinessCostsNothing(t *testing.T) {
	t.Parallel()
	s, clock, _ := watchedSite(t)
	file := s.Raw(t)
	file.SetMaxOpenConns(1) // each connection counts separately
	query := "PRAGMA data_version"
	if pgtest.On() {
		query = "SELECT CAST(pg_snapshot_xmax(pg_current_snapshot()) AS text)" // the number of transactions that wrote
	}
	version := func() (n string) {
		if err := file.QueryRow(query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := version()
	for range 50 {
		sitetest.Ready(t, s.Router)
		sitetest.Ready(t, s.Ops.Monitoring())
	}
	if version() != before {
		t.Error("the database was written")
	}
	clock.Advance(time.Second)
	if err := s.Ops.CheckHealth(t.Context()); err != nil || version() == before {
		t.Errorf("a look fails with %v, or does not write", err)
	}
}

// The site is not ready while a write hangs.
func TestStuckDisk(t *testing.T) {
	t.Parallel()
	s, clock, _ := watchedSite(t)
	end := s.Ops.BeginLook()
	if r, _ := sitetest.Ready(t, s.Router); !r.Ready {
		t.Error("a running check is a problem at once")
	}
	clock.Advance(31 * time.Second)
	if r, _ := sitetest.Ready(t, s.Router); r.State("writes") != "failed" {
		t.Errorf("after half a minute it is %s", r.Checks)
	}
	end()
	if r, _ := sitetest.Ready(t, s.Router); !r.Ready {
		t.Errorf("afterwards it is %s", r.Checks)
	}
}

// Pulses continue while the folder of backups does not answer, as on a network disk: clocks resume
// from the last pulse.
func TestStuckBackups(t *testing.T) {
	t.Parallel()
	s, clock, _ := watchedSite(t)
	answer := s.Ops.HangListing()
	clock.Advance(time.Minute)
	if s.Ops.CheckHealth(t.Context()) == nil {
		t.Error("a folder of backups that does not answer is no problem")
	}
	if r, _ := sitetest.Ready(t, s.Router); r.State("backups") != "failed" || r.State("writes") != "ok" {
		t.Errorf("it is %s", r.Checks)
	}
	var seen int64
	if err := s.Raw(t).QueryRow("SELECT at FROM pulse").Scan(&seen); err != nil || seen != clock.Now().UnixMilli() {
		t.Errorf("it was seen running at %d, %v; it is %d", seen, err, clock.Now().UnixMilli())
	}
	answer()
	if err := s.Ops.CheckHealth(t.Context()); err != nil {
		t.Errorf("afterwards there is %v", err)
	}
}

func TestMonitoring(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t) // without metrics
	server := httptest.NewServer(s.Ops.Monitoring())
	t.Cleanup(server.Close)
	for path, want := range map[string]int{"/metrics": 404, "/healthz": 200, "/readyz": 200, "/": 404, "/club": 404} {
		response, err := http.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("%s answers %d, want %d", path, response.StatusCode, want)
		}
	}
	s.Client(t).Get("/metrics").WantStatus(t, http.StatusNotFound)
}
