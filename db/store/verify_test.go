package store

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
)

// A backup of an older program may be in a folder that cannot be written.
func TestScratchFolder(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", t.TempDir())
	for path, want := range map[string]string{
		filepath.Join(folder, "backup.db"):         folder,
		filepath.Join(folder, "none", "backup.db"): os.Getenv("TMPDIR"),
	} {
		work, err := scratchFolder(path)
		if err != nil || filepath.Dir(work.path) != want {
			t.Fatalf("for %s it is %+v, %v; want it in %s", path, work, err, want)
		}
		if err := work.remove(); err != nil {
			t.Error(err)
		}
	}
}

// A copy that would fill the disk is not begun.
func TestCopyNeedsRoom(t *testing.T) {
	d := openTest(t)
	target := filepath.Join(t.TempDir(), "copy.db")
	err := look(d.path, func(on *sql.Conn) error { return copyTo(t.Context(), on, target, 1<<40) })
	wantInternal(t, err, "MB left, and a copy of the database needs")
	wantNames(t, filepath.Dir(target))
}
