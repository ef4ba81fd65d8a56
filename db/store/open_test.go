package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
)

func TestOpen(t *testing.T) {
	t.Run("makes the file, for nobody else to read", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "a b?c#d%20.db")
		d, err := open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Ping(t.Context()); err != nil {
			t.Error(err)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 || info.Size() == 0 {
			t.Errorf("mode %v, %d bytes", info.Mode(), info.Size())
		}
		if left, _ := filepath.Glob(filepath.Dir(path) + "/*"); len(left) != 2 { // and its lock
			t.Errorf("files left after Close: %v", left)
		}
	})
	t.Run("a folder that is not there", func(t *testing.T) {
		_, err := open(t.Context(), filepath.Join(t.TempDir(), "none", "test.db"))
		if !errors.Is(err, os.ErrNotExist) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("a file that is no database", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "test.db")
		if err := os.WriteFile(path, []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := open(t.Context(), path)
		wantInternal(t, err, "not a database")
	})
	t.Run("a closed database", func(t *testing.T) {
		d, err := open(t.Context(), filepath.Join(t.TempDir(), "test.db"))
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		wantInternal(t, d.Ping(t.Context()), "closed")
	})
}

// TestPragmas holds what durability and the two pools rest on, on every
// connection of both.
func TestPragmas(t *testing.T) {
	d := openTest(t)
	want := map[string]string{
		"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000", "query_only": "0", "secure_delete": "1",
	}
	for range 2 {
		for pragma, value := range want {
			var got string
			if err := d.Write.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != value {
				t.Errorf("writer: %s is %q (%v), want %q", pragma, got, err, value)
			}
		}
	}
	want["query_only"] = "1"
	for range readers { // each is kept until the test ends, so each is another
		conn, err := d.Read.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		for pragma, value := range want {
			var got string
			if err := conn.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != value {
				t.Errorf("reader: %s is %q (%v), want %q", pragma, got, err, value)
			}
		}
	}
	if n := d.Write.Stats().MaxOpenConnections; n != 1 {
		t.Errorf("%d connections write, want 1", n)
	}
}

// TestBusy shows that a transaction takes the write lock when it begins, so it never fails
// half-way, and that a caller who waits too long for the lock gets an error that asks to try again.
func TestBusy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	d, err := open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	tx, err := d.Write.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()

	other, err := sql.Open("sqlite", path) // without our time to wait
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	_, err = other.ExecContext(t.Context(), "DELETE FROM numbers")
	wantError(t, Classify(err), rules.Unavailable, "error.busy")

	d.lead <- struct{}{} // as a call does that holds the one connection
	defer func() { <-d.lead }()
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	err = d.inTx(ctx, put(1))
	wantError(t, err, rules.Unavailable, "error.busy")
}

// Who stops the program while it opens its database finds the file as it was, and free.
func TestOpenStops(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "club.db")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := open(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
	openAt(t, path, func(*SQLite) {})
}
