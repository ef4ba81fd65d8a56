package db

import (
	"os"
	"path/filepath"
	"testing"
)

// A database may be named by a link, as to another disk: all that belongs to it is beside
// the file itself, and is found there.
func TestLinkedDatabase(t *testing.T) {
	disk, link := t.TempDir(), filepath.Join(t.TempDir(), "club.db")
	real := filepath.Join(disk, "real.db")
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	d, err := Open(t.Context(), link) // the file is made where the link leads
	if err != nil {
		t.Fatal(err)
	}
	game := playRandom(t, d, newGame(t, d, true), 20, 7)
	if report, err := Verify(t.Context(), link); err != nil || report.Replayed() != 1 {
		t.Errorf("verified while it is open: %+v, %v", report, err)
	}
	if sizes, err := d.Sizes(); err != nil || sizes.Log == 0 {
		t.Errorf("sizes %+v, %v", sizes, err)
	}
	backup := filepath.Join(t.TempDir(), "backup.db")
	if _, report, err := Backup(t.Context(), link, backup); err != nil || report.Replayed() != 1 {
		t.Fatalf("backup %+v, %v", report, err)
	}
	left := filepath.Join(t.TempDir(), "left.db") // as if the machine had stopped
	copyFiles(t, real, left)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	copyFiles(t, left, real)
	wantPly(t, link, game.ID, game.Record.EventCount())
	_, aside, err := Restore(t.Context(), Restoring{Backup: backup, Path: link}, noon)
	if err != nil || aside != real+".before-restore-2026-07-01T120000Z" {
		t.Fatalf("aside %q, %v", aside, err)
	}
	wantPly(t, link, game.ID, game.Record.EventCount())
	wantNames(t, filepath.Dir(link), "club.db")
	wantNames(t, disk, "real.db", filepath.Base(aside), "real.db.lock")
	if target, err := os.Readlink(link); err != nil || target != real {
		t.Errorf("the link is %q, %v", target, err)
	}

	// One that leads nowhere is what it would be if the file were there.
	if err := os.Remove(real); err != nil {
		t.Fatal(err)
	}
	if path, err := realPath(link); err != nil || path != real {
		t.Errorf("it leads to %q, %v", path, err)
	}
	if _, err := Open(t.Context(), filepath.Join(disk, "none", "club.db")); err == nil {
		t.Error("a folder was made")
	}
}
