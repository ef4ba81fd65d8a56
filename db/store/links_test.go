package store

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
	d, err := open(t.Context(), link) // the file is made where the link leads
	if err != nil {
		t.Fatal(err)
	}
	add(t, d, 1)
	if report, err := d.schema.Verify(t.Context(), link); err != nil || report.Total() != 1 {
		t.Errorf("verified while it is open: %+v, %v", report, err)
	}
	if sizes, err := d.Sizes(t.Context()); err != nil || sizes.Log == 0 {
		t.Errorf("sizes %+v, %v", sizes, err)
	}
	backup := filepath.Join(t.TempDir(), "backup.db")
	if _, report, err := d.schema.Backup(t.Context(), link, backup); err != nil || report.Total() != 1 {
		t.Fatalf("backup %+v, %v", report, err)
	}
	left := filepath.Join(t.TempDir(), "left.db") // as if the machine had stopped
	copyFiles(t, real, left)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	copyFiles(t, left, real)
	wantNumbersAt(t, link, 1)
	_, aside, err := restore(t, Restoring{Backup: backup, Path: link})
	if err != nil || aside != real+".before-restore-2026-07-01T120000Z" {
		t.Fatalf("aside %q, %v", aside, err)
	}
	wantNumbersAt(t, link, 1)
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
	if _, err := open(t.Context(), filepath.Join(disk, "none", "club.db")); err == nil {
		t.Error("a folder was made")
	}
}
