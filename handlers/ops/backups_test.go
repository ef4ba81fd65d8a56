package ops_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// A backup is made when the newest is too old, but not at the start. A failed one is logged and
// tried again after an hour.
func TestScheduledBackups(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	store, err := db.Open(t.Context(), filepath.Join(folder, "hexclub.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	now := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	backups := db.Backups{Dir: filepath.Join(folder, "backups"), Every: 24 * time.Hour, Keep: 2}
	open := func(b db.Backups) *handlers.App {
		t.Helper()
		return sitetest.NewApp(t, web.Config{DB: store, Now: func() time.Time { return now }, Backups: b})
	}
	app := open(backups)
	// step advances the clock and runs the job. It checks the number of backups.
	step := func(after time.Duration, want string, there int) {
		t.Helper()
		now = now.Add(after)
		err := app.Ops.BackUp(t.Context())
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("at %v: error %v, want %q", now, err, want)
		}
		list, err := backups.List()
		if err != nil || len(list) != there {
			t.Errorf("at %v there are %v, %v; want %d", now, list, err, there)
		}
	}
	step(0, "", 0)
	step(time.Minute, "", 1)
	step(time.Minute, "", 1)
	step(24*time.Hour, "", 2)
	step(24*time.Hour, "", 2)
	list, err := backups.List()
	if err != nil || !list[0].At.Equal(now) {
		t.Errorf("the newest is %v, %v; now it is %v", list, err, now)
	}

	// After a restart there is a recent backup.
	app = open(backups)
	step(0, "", 2)
	step(time.Minute, "", 2)

	// A file replaces the folder.
	if err := os.Rename(backups.Dir, backups.Dir+".away"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(backups.Dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	now = now.Add(24 * time.Hour)
	if err := app.Ops.BackUp(t.Context()); err == nil {
		t.Error("a backup was made nowhere")
	}
	if err := os.Remove(backups.Dir); err != nil {
		t.Fatal(err)
	}
	step(time.Hour, "", 1)

	off := backups
	off.Every = 0
	app = open(off)
	step(0, "", 1)
	step(240*time.Hour, "", 1)
}

// A damaged copy is reported at once, and made again after an hour. A backup with games that cannot
// be replayed is reported once and counts as made.
func TestBackupFails(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game := strings.TrimPrefix(s.Client(t).DeviceGame("c2"), "/games/")
	now := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	backups := db.Backups{Dir: filepath.Join(t.TempDir(), "backups"), Every: 24 * time.Hour, Keep: 2}
	app := sitetest.NewApp(t, web.Config{DB: s.DB, Now: func() time.Time { return now }, Backups: backups})
	step := func(after time.Duration, want string) {
		t.Helper()
		now = now.Add(after)
		err := app.Ops.BackUp(t.Context())
		if fails := err != nil; fails != (want != "") || fails && !strings.Contains(err.Error(), want) {
			t.Errorf("at %v: %v, want %q", now, err, want)
		}
	}
	change := func(statement string) {
		t.Helper()
		if _, err := s.Raw(t).ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	change("INSERT INTO seats (game, seat) VALUES ('none', 1)")
	step(0, "")
	step(time.Minute, "refer to games that do not exist")
	step(time.Minute, "")
	step(58*time.Minute, "")
	step(time.Minute, "refer to games that do not exist")
	change("DELETE FROM seats WHERE game = 'none'")
	change("UPDATE games SET to_act = 9")
	step(time.Hour, "has faults: game "+game)
	step(time.Minute, "")
	step(24*time.Hour, "has faults: game "+game)
	if list, err := backups.List(); err != nil || len(list) != 2 || !list[0].Faulty || !list[1].Faulty {
		t.Errorf("there are %+v, %v", list, err)
	}
}
