package store

import (
	"path/filepath"
	"testing"
	"testing/fstest"
)

func TestMigrate(t *testing.T) {
	known := len(testSchema().Migrations.(fstest.MapFS))
	path := filepath.Join(t.TempDir(), "test.db")
	t.Run("programs that start at once", func(t *testing.T) {
		for range 20 {
			path := filepath.Join(t.TempDir(), "test.db")
			errs := make(chan error)
			for range 4 {
				go func() {
					d, err := open(t.Context(), path)
					if err == nil {
						err = d.Close()
					}
					errs <- err
				}()
			}
			for range 4 {
				if err := <-errs; err != nil {
					t.Error(err)
				}
			}
		}
	})
	t.Run("a file of a newer program", func(t *testing.T) {
		openAt(t, path, func(d *DB) { mustExec(t, d, "INSERT INTO schema_version (version) VALUES ($1)", known+1) })
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
