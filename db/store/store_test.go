package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"hexclub/rules"
)

// noon is when everything in these tests happens.
var noon = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

// testSchema returns a schema of numbers, of which the negative ones are bad.
func testSchema() Schema {
	script := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	return Schema{
		Migrations: fstest.MapFS{
			"migrations/0001_numbers.sql":  script("CREATE TABLE numbers (n bigint NOT NULL PRIMARY KEY)"),
			"migrations/0002_children.sql": script("CREATE TABLE children (n bigint NOT NULL REFERENCES numbers (n))"),
			"migrations/0003_texts.sql":    script("CREATE TABLE texts (text text NOT NULL)"),
		},
		AfterMigrations: func(context.Context, *sql.Tx) error { return nil },
		VerifyRows: func(ctx context.Context, tx *sql.Tx, report *Report, _ int) error {
			list, err := ScanTexts(tx.QueryContext(ctx, "SELECT n FROM numbers ORDER BY n"))
			report.Records = map[string]int{"numbers": len(list)}
			for _, n := range list {
				if strings.HasPrefix(n, "-") {
					report.BadRecords = append(report.BadRecords, fmt.Sprintf("number %s is negative", n))
				}
			}
			return err
		},
	}
}

// open opens a database of the test schema with the default backups.
func open(ctx context.Context, path string) (*SQLite, error) {
	return testSchema().Open(ctx, path, DefaultBackups(path), true)
}

func openTest(t testing.TB) *SQLite {
	t.Helper()
	d, err := open(t.Context(), filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// openAt opens the database in the file at path, does something, and closes it.
func openAt(t testing.TB, path string, do func(*SQLite)) {
	t.Helper()
	d, err := open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	do(d)
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}

// oldFile makes a file as a program left it that knew two migrations, with what the script puts
// there.
func oldFile(t testing.TB, path, script string) {
	t.Helper()
	old := testSchema()
	delete(old.Migrations.(fstest.MapFS), "migrations/0003_texts.sql")
	d, err := old.Open(t.Context(), path, Backups{}, true)
	if err != nil {
		t.Fatal(err)
	}
	mustExec(t, d, script)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

func wantVersion(t testing.TB, d *SQLite, want int) {
	t.Helper()
	if got, _, err := d.Schema(t.Context()); err != nil || got != want {
		t.Errorf("schema version %d (%v), want %d", got, err, want)
	}
}

func mustExec(t testing.TB, d *SQLite, query string, args ...any) {
	t.Helper()
	if _, err := d.Write.ExecContext(t.Context(), query, args...); err != nil {
		t.Fatal(err)
	}
}

// add adds numbers to a database.
func add(t testing.TB, d *SQLite, numbers ...int) {
	t.Helper()
	for _, n := range numbers {
		if err := d.inTx(t.Context(), put(n)); err != nil {
			t.Fatal(err)
		}
	}
}

// wantNumbersAt checks the numbers in the file at path.
func wantNumbersAt(t testing.TB, path string, want ...int) {
	t.Helper()
	openAt(t, path, func(d *SQLite) { wantNumbers(t, d, want...) })
}

// wantError checks the kind and key of an error.
func wantError(t testing.TB, err error, kind rules.ErrorKind, key string) {
	t.Helper()
	var known *rules.Error
	if !errors.As(err, &known) || known.Kind != kind || known.Key != key {
		t.Errorf("error %v, want kind %d and key %s", err, kind, key)
	}
}

// wantInternal checks that an error is internal, so users do not see its text.
func wantInternal(t testing.TB, err error, part string) {
	t.Helper()
	if err == nil || classified(err) || !strings.Contains(err.Error(), part) {
		t.Errorf("error %v, want an internal one about %q", err, part)
	}
}

// names returns the names of the files in a folder, sorted.
func names(t testing.TB, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, entry := range entries {
		list = append(list, entry.Name())
	}
	return list
}

func wantNames(t testing.TB, folder string, want ...string) {
	t.Helper()
	if got := names(t, folder); !slices.Equal(got, want) {
		t.Errorf("in the folder are %q, want %q", got, want)
	}
}

// writeFile makes a file with this content.
func writeFile(t testing.TB, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
