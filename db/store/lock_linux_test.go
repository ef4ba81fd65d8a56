package store

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The owner of the folder cannot make root, who works in it, write to other files through links.
// The folder of backups may be a link to another disk, and keeps its owner.
func TestLinksAreNotFollowed(t *testing.T) {
	folder, victim := t.TempDir(), t.TempDir()
	path, file := filepath.Join(folder, "club.db"), filepath.Join(victim, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		if err := os.Chown(folder, 65532, 65532); err != nil {
			t.Fatal(err)
		}
	}
	before, folderBefore := ownerOf(t, file), ownerOf(t, victim)
	for name, do := range map[string]func(link string) error{
		"club.db.lock": func(string) error { _, err := open(t.Context(), path); return err },
		"copy.db":      func(link string) error { return handOver(link, path) },
	} {
		link := filepath.Join(folder, name)
		if err := os.Symlink(file, link); err != nil {
			t.Fatal(err)
		}
		if err := do(link); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
		if err := os.Remove(link); err != nil {
			t.Fatal(err)
		}
	}
	elsewhere := filepath.Join(folder, "elsewhere")
	if err := os.Symlink(victim, elsewhere); err != nil {
		t.Fatal(err)
	}
	if err := (Backups{Dir: elsewhere}).Probe(path); err != nil {
		t.Error(err)
	}
	if err := os.Remove(elsewhere); err != nil {
		t.Fatal(err)
	}
	if after, folderAfter := ownerOf(t, file), ownerOf(t, victim); after != before || folderAfter != folderBefore {
		t.Errorf("the file is of user %d, was of %d; the folder of %d, was of %d", after, before, folderAfter, folderBefore)
	}

	// What root makes there is the folder's owner's.
	d, err := open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := d.MakeBackup(t.Context(), DefaultBackups(path), noon.Add(time.Hour)); err != nil {
		t.Error(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range names(t, folder) {
		if user := ownerOf(t, filepath.Join(folder, name)); user != ownerOf(t, folder) {
			t.Errorf("%s is of user %d", name, user)
		}
	}
}

// ownerOf returns the user id of a file's owner.
func ownerOf(t *testing.T, path string) uint32 {
	t.Helper()
	var info syscall.Stat_t
	if err := syscall.Stat(path, &info); err != nil {
		t.Fatal(err)
	}
	return info.Uid
}

// The copy of a running program is kept, however old it is. It is removed once the program is
// killed, which releases the lock.
func TestCopiesInUseStay(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "club.db")
	var held []*workFolder
	for _, parent := range []string{folder, DefaultBackups(path).Dir} {
		if err := os.MkdirAll(parent, 0o700); err != nil {
			t.Fatal(err)
		}
		work, err := newWorkFolder(parent, backupPrefix)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(work.path, "copy.part"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		old := time.Now().Add(-2 * abandoned)
		if err := os.Chtimes(work.path, old, old); err != nil {
			t.Fatal(err)
		}
		held = append(held, work)
	}
	openAt(t, path, func(*SQLite) {})
	for _, work := range held {
		if _, err := os.Stat(filepath.Join(work.path, "copy.part")); err != nil {
			t.Error(err)
		}
		if err := work.release(); err != nil {
			t.Fatal(err)
		}
	}
	openAt(t, path, func(*SQLite) {})
	for _, work := range held {
		if _, err := os.Stat(work.path); !os.IsNotExist(err) {
			t.Errorf("%s is left: %v", work.path, err)
		}
	}
}
