package store

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"testing/fstest"
)

// The program runs as several processes, because in one process SQLite's locks on a file end when
// any copy of that file is closed.
func TestProgramsThatStartAtOnce(t *testing.T) {
	const opened = "HEXCLUB_TEST_OPENED"
	if path := os.Getenv(opened); path != "" {
		openAt(t, path, func(*SQLite) {})
		return
	}
	for range 5 {
		path := filepath.Join(t.TempDir(), "test.db")
		errs := make(chan error)
		for range 4 {
			go func() {
				program := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestProgramsThatStartAtOnce$")
				program.Env = append(os.Environ(), opened+"="+path)
				if out, err := program.CombinedOutput(); err != nil {
					errs <- fmt.Errorf("%w: %s", err, out)
					return
				}
				errs <- nil
			}()
		}
		for range 4 {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
		openAt(t, path, func(d *SQLite) { wantVersion(t, d, len(testSchema().Migrations.(fstest.MapFS))) })
	}
}

func TestMigrate(t *testing.T) {
	known := len(testSchema().Migrations.(fstest.MapFS))
	path := filepath.Join(t.TempDir(), "test.db")
	t.Run("a file of a newer program", func(t *testing.T) {
		openAt(t, path, func(d *SQLite) { mustExec(t, d, "INSERT INTO schema_version (version) VALUES ($1)", known+1) })
		_, err := open(t.Context(), path)
		wantInternal(t, err, "newer program")
	})
	t.Run("a migration that fails leaves nothing", func(t *testing.T) {
		d := openTest(t)
		tx, err := d.Write.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		err = apply(t.Context(), tx, known+1, "CREATE TABLE half (n bigint); CREATE TABLE half (n bigint)")
		wantInternal(t, err, "half")
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
		wantVersion(t, d, known)
		_, err = d.Write.ExecContext(t.Context(), "SELECT n FROM half")
		wantInternal(t, err, "no such table")
	})
}
