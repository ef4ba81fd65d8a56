package store

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A damaged file is not opened: the error names a remedy, and nothing is changed. Damage in a large
// file is reported soon after opening.
func TestCorruption(t *testing.T) {
	d := openTest(t)
	add(t, d, 1)
	mustExec(t, d, "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 200) INSERT INTO texts (text) SELECT $1 FROM n", strings.Repeat("text ", 200))
	sound := filepath.Join(t.TempDir(), "sound.db")
	if _, _, err := d.schema.Backup(t.Context(), d.path, sound); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(sound)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	for name, tt := range map[string]struct {
		content []byte // nil: there is no file
		want    string
		begin   bool // an empty club is offered
	}{
		"missing":                {nil, "it is missing, but there are backups of it", true},
		"empty":                  {[]byte{}, "it is empty, but there are backups of it", true},
		"text":                   {bytes.Repeat([]byte("text "), 5000), "not a database", false},
		"noise":                  {bytes.Repeat([]byte{7, 91, 200, 13, 0}, 5000), "not a database", false},
		"short of its half":      {whole[:len(whole)/page/2*page], "malformed", false},
		"short of its last page": {whole[:len(whole)-page], "malformed", false},
		"short of a header":      {whole[:50], "malformed", false},
		"zeroes at the start":    {overwritten(whole, 100, 8000), "malformed", false},
		"zeroes in the middle":   {overwritten(whole, len(whole)/page/2*page, 2*page), "it is damaged", false},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, "club.db")
			b := DefaultBackups(path)
			older, _, err := d.MakeBackup(t.Context(), b, noon)
			if err != nil {
				t.Fatal(err)
			}
			newer, _, err := d.MakeBackup(t.Context(), b, noon.Add(time.Hour))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(newer.Path, newer.Size-page); err != nil {
				t.Fatal(err)
			}
			files := []string{"club.db", "club.db.backups", "club.db.lock"}
			if tt.content == nil {
				files = files[1:]
			} else if err := os.WriteFile(path, tt.content, 0o600); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				_, err := open(t.Context(), path)
				wantInternal(t, err, tt.want)
				if want := "To restore it: hexclub restore " + older.Path + " --db " + path; !strings.Contains(err.Error(), want) {
					t.Errorf("it says %v, want %q", err, want)
				}
				if begin := strings.Contains(err.Error(), "To start an empty club"); begin != tt.begin {
					t.Errorf("it says %v", err)
				}
			}
			wantNames(t, folder, files...)
			if content, _ := os.ReadFile(path); !bytes.Equal(content, tt.content) {
				t.Error("the file was changed")
			}
		})
	}
	t.Run("without backups", func(t *testing.T) {
		_, err := open(t.Context(), writeFile(t, whole[:len(whole)-page]))
		wantInternal(t, err, "There are no backups in ")
		path := writeFile(t, nil)
		openAt(t, path, func(*SQLite) {})
		if err := os.Rename(path, path+"-wal"); err != nil {
			t.Fatal(err)
		}
		_, err = open(t.Context(), path)
		wantInternal(t, err, "it is missing, but its write-ahead log exists")
	})
	t.Run("what another program has just made, after it was missed", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "club.db")
		openAt(t, path, func(*SQLite) {
			if !inUse(path) {
				t.Fatal("there is no write-ahead log")
			}
			if err := DefaultBackups(path).mayBegin(path, true); err != nil {
				t.Error(err)
			}
		})
	})
	t.Run("another program's database", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "notes.db")
		notes, err := testSchema().newDB(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		mustExec(t, notes, "CREATE TABLE notes (n bigint)")
		if err := notes.Close(); err != nil {
			t.Fatal(err)
		}
		_, err = open(t.Context(), path)
		wantInternal(t, err, "it is another program's database")
	})
	t.Run("what is large is checked while it is open", func(t *testing.T) {
		path := writeFile(t, whole)
		openAt(t, path, func(d *SQLite) {
			mustExec(t, d, "INSERT INTO texts (text) VALUES ($1)", strings.Repeat("x", checkedFirst))
		})
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, damage := range []bool{false, true} {
			if damage {
				if err := os.WriteFile(path, overwritten(content, len(content)/page/2*page, 2*page), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			openAt(t, path, func(d *SQLite) {
				if err := d.CheckWhole(t.Context()); Damaged(err) != damage || damage && !strings.Contains(err.Error(), "There are no backups in ") {
					t.Errorf("damaged: %v; found %v", damage, err)
				}
			})
		}
		// From then on it is not opened, until what is there is whole.
		for range 2 {
			_, err := open(t.Context(), path)
			wantInternal(t, err, "it is damaged")
			if !strings.Contains(err.Error(), "There are no backups in ") {
				t.Errorf("it says %v", err)
			}
		}
		wantNames(t, filepath.Dir(path), "test.db", "test.db.damaged", "test.db.lock")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		openAt(t, path, func(*SQLite) {})
		wantNames(t, filepath.Dir(path), "test.db", "test.db.lock")
	})
	t.Run("of backups the newest without faults is named, or else the newest that is whole", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "club.db")
		b := DefaultBackups(path)
		sound, _, err := d.MakeBackup(t.Context(), b, noon)
		if err != nil {
			t.Fatal(err)
		}
		mustExec(t, d, "UPDATE numbers SET n = -1")
		defer mustExec(t, d, "UPDATE numbers SET n = 1")
		bad, _, err := d.MakeBackup(t.Context(), b, noon.Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		_, err = open(t.Context(), path)
		wantInternal(t, err, "hexclub restore "+sound.Path+" --db "+path)
		if err := os.Remove(sound.Path); err != nil {
			t.Fatal(err)
		}
		_, err = open(t.Context(), path)
		wantInternal(t, err, "hexclub restore --with-faults "+bad.Path+" --db "+path)
		if err := os.Truncate(bad.Path, bad.Size-page); err != nil {
			t.Fatal(err)
		}
		_, err = open(t.Context(), path)
		wantInternal(t, err, "None of the 1 backups in "+b.Dir+" verifies.")
	})
}

// overwritten returns the content of a file with some bytes replaced by zeroes.
func overwritten(content []byte, at, n int) []byte {
	content = bytes.Clone(content)
	clear(content[at : at+n])
	return content
}
