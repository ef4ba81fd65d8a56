package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"hexclub/db/pgtest"
	"hexclub/db/store"
	"hexclub/rules/rulestest"
)

// oddRows fills the tables that no script fills, and stores values that engines may treat differently: bytes, floating-point
// numbers, large integers, texts, and references to rows that are copied later.
const oddRows = `
	INSERT INTO mail_links (hash, person, address, expires) VALUES ('link', 'anna', 'anna@hex.example', 9223372036854775807);
	INSERT INTO first_admin (hash, expires) VALUES ('first', -9223372036854775808);
	UPDATE sessions SET data = CAST(data AS blob);
	INSERT INTO sessions (hash, person, data, created, expires) VALUES
		('none', 'anna', NULL, 0, 0), ('empty', NULL, x'', 0, 0), ('bytes', 'anna', x'00ff27e29883', 0, 0);
	INSERT INTO ratings (person, game, class, rating, deviation, volatility, games, at) VALUES
		('anna', 'six', 'a', 0.1 + 0.2, 5e-324, 1.7976931348623157e308, 1, 0), ('anna', 'six', 'b', 1500, 0, 1e-7, 1, 0);
	INSERT INTO messages (game, number, person, text, at) VALUES ('runs', 90, 'anna', 'L''été – 육각 🐝' || char(10) || '"x"', 0), ('runs', 91, 'anna', '', 0);
	UPDATE games SET rematch_of = 'timed' WHERE id = 'days';
	UPDATE games SET rematch_of = 'bot' WHERE id = 'over';
	INSERT INTO seasons (id, name, folded, status, continues, made) VALUES ('first', 'First', 'first', 'open', 'winter', 0);
	INSERT INTO nodes (id, name, version, started, seen, streams, leader, draining) VALUES ('node', 'here:8080', 'old', 0, 0, 1, true, false);`

// fullFile returns a file with rows in all tables.
func fullFile(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "full.db")
	last := len(knownMigrations(t))
	oldFile(t, path, beforeReplaced, rowsOf(t, 1, beforeReplaced))
	oldFile(t, path, last, rowsOf(t, beforeReplaced+1, last)+oddRows)
	local := localTables()
	for name, table := range storedIn(t, path) {
		if _, ok := local[name]; len(table.rows) == 0 && !ok {
			t.Errorf("the test has no rows in table %s", name)
		}
	}
	return path
}

// storedIn returns all rows of the file at path.
func storedIn(t *testing.T, path string) map[string]table {
	t.Helper()
	pool, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := pool.Close(); err != nil {
			t.Error(err)
		}
	}()
	return allRows(t, &DB{file: new(store.SQLite), read: pool})
}

// execAt runs statements on a database that no program has open.
func execAt(t *testing.T, source, statements string) {
	t.Helper()
	driver := "sqlite"
	if OnServer(source) {
		driver = "pgx"
	}
	pool, err := sql.Open(driver, source)
	if err == nil {
		_, err = pool.ExecContext(t.Context(), statements)
		err = errors.Join(err, pool.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// move moves a database, with few rows in a transaction.
func move(ctx context.Context, from, to string) (printed string, err error) {
	var lines strings.Builder
	_, err = Move(ctx, Moving{From: from, To: to, batch: 3, Print: func(line string) { lines.WriteString(line + "\n") }})
	return lines.String(), err
}

func mustMove(t *testing.T, from, to string) {
	t.Helper()
	if printed, err := move(t.Context(), from, to); err != nil {
		t.Fatalf("%v after %s", err, printed)
	}
}

// wantSameRows fails the test unless the files a and b have the same rows, except in local tables.
func wantSameRows(t *testing.T, a, b string) {
	t.Helper()
	was, is := storedIn(t, a), storedIn(t, b)
	if !slices.Equal(slices.Sorted(maps.Keys(was)), slices.Sorted(maps.Keys(is))) {
		t.Errorf("the tables are %v, want %v", slices.Sorted(maps.Keys(is)), slices.Sorted(maps.Keys(was)))
	}
	for name := range localTables() {
		if rows := is[name].rows; len(rows) > 0 {
			t.Errorf("table %s has the rows %q, which belong to other servers", name, rows)
		}
		if _, ok := was[name]; !ok {
			t.Errorf("there is no table %s", name)
		}
		delete(was, name)
	}
	for name, table := range was {
		if !slices.Equal(table.columns, is[name].columns) || !slices.Equal(table.rows, is[name].rows) {
			t.Errorf("table %s has the rows %q, want %q", name, is[name].rows, table.rows)
		}
	}
}

// A club moves from a file to a server, to another server, and to a file, with all that it stores. It goes on there.
func TestMove(t *testing.T) {
	t.Parallel()
	source := fullFile(t)
	before, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	first, second, last := pgtest.Empty(t), pgtest.Empty(t), filepath.Join(t.TempDir(), "last.db")
	mustMove(t, source, first)
	execAt(t, first, "UPDATE ratings SET deviation = '-0' WHERE person = 'anna' AND class = 'b'") // which SQLite cannot store
	execAt(t, second, `CREATE SCHEMA "A club"`)
	second += "&search_path=%22A%20club%22" // another schema than public
	mustMove(t, first, second)
	mustMove(t, second, last)
	wantSameRows(t, source, last)
	if after, err := os.ReadFile(source); err != nil || !slices.Equal(after, before) {
		t.Errorf("the source has changed, %v", err)
	}
	for _, moved := range []string{second, last} {
		openAt(t, moved, func(d *DB) {
			wantReplays(t, d, len(knownMigrations(t)))
			playOn(t, d, len(knownMigrations(t)))
		})
		report, err := Verify(t.Context(), moved)
		if err != nil || len(report.Faults()) > 0 {
			t.Errorf("after a move the faults are %q, %v", report.Faults(), err)
		}
	}
}

// A move copies what is only in the write-ahead log of a server that was killed.
func TestMoveOfKilledServer(t *testing.T) {
	t.Parallel()
	open, killed, target := filepath.Join(t.TempDir(), "open.db"), filepath.Join(t.TempDir(), "killed.db"), filepath.Join(t.TempDir(), "target.db")
	openAt(t, open, func(d *DB) {
		newGuest(t, d)
		for _, end := range []string{"", "-wal"} {
			content, err := os.ReadFile(open + end)
			if err == nil {
				err = os.WriteFile(killed+end, content, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	mustMove(t, killed, target)
	wantSameRows(t, open, target)
}

// stoppedAt returns a context that ends at the nth statement of a move.
func stoppedAt(ctx context.Context, n int) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	var ran atomic.Int64
	return WithTrace(ctx, func(string, []driver.NamedValue) {
		if ran.Add(1) == int64(n) {
			cancel()
		}
	})
}

// A move that is interrupted again and again goes on each time, and nothing opens its target before it is whole.
func TestMoveGoesOn(t *testing.T) {
	t.Parallel()
	source := fullFile(t)
	server, last := pgtest.Empty(t), filepath.Join(t.TempDir(), "last.db")
	step := 61
	if rulestest.Full() {
		step = 3
	}
	for _, m := range [][2]string{{source, server}, {server, last}} {
		unfinished := 0
		for n := 2; ; n += step {
			printed, err := move(stoppedAt(t.Context(), n), m[0], m[1])
			if err == nil {
				break
			}
			if n > 10000 || !errors.Is(err, context.Canceled) {
				t.Fatalf("interrupted at statement %d: %v after %s", n, err, printed)
			}
			if strings.Contains(err.Error(), "the same command continues it") {
				if unfinished++; unfinished == 1 {
					wantUnfinished(t, m[1])
				}
			}
		}
		if unfinished < 3 {
			t.Errorf("the move to %s was interrupted only %d times", Redact(m[1]), unfinished)
		}
	}
	wantSameRows(t, source, last)
}

// wantUnfinished fails the test unless nothing opens the target of a move.
func wantUnfinished(t *testing.T, target string) {
	t.Helper()
	ctx := t.Context()
	for name, open := range map[string]func() (*DB, error){
		"Open":       func() (*DB, error) { return Open(ctx, target) },
		"OpenWith":   func() (*DB, error) { return OpenWith(ctx, target, DefaultBackups(target)) },
		"OpenBeside": func() (*DB, error) { return OpenBeside(ctx, target, DefaultBackups(target)) },
	} {
		d, err := open()
		if !errors.Is(err, ErrUnfinished) {
			t.Errorf("%s of an unfinished target returns %v", name, err)
		}
		if err == nil {
			_ = d.Close()
		}
	}
	if _, err := Verify(ctx, target); !errors.Is(err, ErrUnfinished) {
		t.Errorf("Verify of an unfinished target returns %v", err)
	}
	if _, err := move(ctx, target, filepath.Join(t.TempDir(), "other.db")); !errors.Is(err, ErrUnfinished) {
		t.Errorf("an unfinished target moves with %v", err)
	}
}

// interruptMove begins a move and ends it before all is copied.
func interruptMove(t *testing.T, from, to string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ctx = WithTrace(ctx, func(query string, _ []driver.NamedValue) {
		if strings.HasPrefix(query, `INSERT INTO "games"`) {
			cancel()
		}
	})
	if _, err := move(ctx, from, to); err == nil || !strings.Contains(err.Error(), "the same command continues it") {
		t.Fatalf("the move ends with %v", err)
	}
}

// A move notices that the source is another one, or has changed, when it goes on.
func TestMoveOfChangedSource(t *testing.T) {
	t.Parallel()
	source, other := fullFile(t), filepath.Join(t.TempDir(), "other.db")
	copyEmpty(t, other)
	for _, target := range []string{filepath.Join(t.TempDir(), "target.db"), pgtest.Empty(t)} {
		interruptMove(t, source, target)
		_, err := move(t.Context(), other, target)
		wantText(t, err, "began with another source")
		execAt(t, source, "UPDATE people SET confirm_live = NOT confirm_live WHERE id = 'anna'")
		_, err = move(t.Context(), source, target)
		wantText(t, err, "the source has changed since (tables: people)\nTo start over: ")
		execAt(t, source, "UPDATE people SET confirm_live = NOT confirm_live WHERE id = 'anna'")
		execAt(t, target, "INSERT INTO schema_version (version) SELECT max(version) + 1 FROM schema_version")
		_, err = move(t.Context(), source, target)
		wantText(t, err, "another version of the program began the move to it")
		execAt(t, target, "DELETE FROM schema_version WHERE version = (SELECT max(version) FROM schema_version)")
		mustMove(t, source, target)
	}
}

// wantText fails the test unless an error contains a text.
func wantText(t *testing.T, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("the error is %v, want %q", err, text)
	}
}

// A move refuses targets that are not empty, and leaves them as they are.
func TestMoveToFullTarget(t *testing.T) {
	t.Parallel()
	source, file, text, foreign := filepath.Join(t.TempDir(), "source.db"), filepath.Join(t.TempDir(), "club.db"), filepath.Join(t.TempDir(), "text.db"), filepath.Join(t.TempDir(), "foreign.db")
	copyEmpty(t, source)
	copyEmpty(t, file)
	if err := os.WriteFile(text, []byte(strings.Repeat("text\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	club, tables := templates.Database(t), pgtest.Empty(t)
	execAt(t, foreign, "CREATE TABLE theirs (id text)")
	execAt(t, tables, "CREATE TABLE theirs (id text)")
	for _, tt := range []struct{ target, want string }{
		{source, "it has a club in it"},
		{file, "it has a club in it"},
		{text, "not a database"},
		{foreign, "another program's database"},
		{club, "it has a club in it"},
		{tables, "the tables of another program"},
		{filepath.Join(t.TempDir(), "no", "club.db"), "its folder: "},
	} {
		_, err := move(t.Context(), source, tt.target)
		wantText(t, err, "the target "+Redact(tt.target)+": ")
		wantText(t, err, tt.want)
	}
	lost := filepath.Join(t.TempDir(), "lost.db")
	if err := os.WriteFile(lost+"-wal", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := move(t.Context(), source, lost)
	wantText(t, err, "its write-ahead log exists")
}

// A move refuses sources that are no clubs, are in use, or have another version of the schema.
func TestMoveFromBadSource(t *testing.T) {
	t.Parallel()
	older, newer, used, none := filepath.Join(t.TempDir(), "older.db"), filepath.Join(t.TempDir(), "newer.db"), filepath.Join(t.TempDir(), "used.db"), filepath.Join(t.TempDir(), "none.db")
	oldFile(t, older, 30, "")
	copyEmpty(t, newer)
	execAt(t, newer, "INSERT INTO schema_version (version) SELECT max(version) + 1 FROM schema_version")
	copyEmpty(t, used)
	server, openServer, olderServer := pgtest.Empty(t), templates.Database(t), templates.Database(t)
	execAt(t, olderServer, "DELETE FROM schema_version WHERE version = (SELECT max(version) FROM schema_version)")
	for _, open := range []string{used, openServer} {
		d, err := Open(t.Context(), open)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := d.Close(); err != nil {
				t.Error(err)
			}
		}()
	}
	for _, tt := range []struct{ source, want string }{
		{older, "start the new server first"},
		{newer, "written by a newer program"},
		{used, "stop the server first"},
		{none, "no such file"},
		{server, "it has no tables of Hexclub"},
		{openServer, "stop the servers first"},
		{olderServer, "start the new server first"},
	} {
		target := filepath.Join(t.TempDir(), "target.db")
		_, err := move(t.Context(), tt.source, target)
		wantText(t, err, "the source "+Redact(tt.source)+": ")
		wantText(t, err, tt.want)
		if _, err := os.Stat(target); err == nil {
			t.Errorf("the target of a move from %s was made", tt.source)
		}
	}
	if _, err := os.Stat(none + ".lock"); err == nil {
		t.Error("a lock was made next to a file that does not exist")
	}
}

// While a club moves, nothing opens its file, and no other move has the same target.
func TestMoveIsAlone(t *testing.T) {
	t.Parallel()
	source, other, target := filepath.Join(t.TempDir(), "source.db"), filepath.Join(t.TempDir(), "other.db"), pgtest.Empty(t)
	copyEmpty(t, source)
	copyEmpty(t, other)
	tried := false
	_, err := Move(t.Context(), Moving{From: source, To: target, Print: func(line string) {
		if tried || !strings.HasPrefix(line, "Copying") {
			return
		}
		tried = true
		_, err := Open(t.Context(), source)
		wantText(t, err, "it is being restored or moved")
		_, err = Open(t.Context(), target)
		wantText(t, err, ErrUnfinished.Error())
		_, err = move(t.Context(), other, target)
		wantText(t, err, "another program is moving a database to it")
	}})
	if err != nil || !tried {
		t.Errorf("the move ends with %v", err)
	}
}

// Games that cannot be replayed move only if that is asked for. A damaged file never moves.
func TestMoveWithFaults(t *testing.T) {
	t.Parallel()
	source := fullFile(t)
	execAt(t, source, "UPDATE games SET to_act = 7 WHERE id = 'runs'")
	target, back := pgtest.Empty(t), filepath.Join(t.TempDir(), "back.db")
	printed, err := move(t.Context(), source, target)
	wantText(t, err, "add --with-faults")
	if !strings.Contains(printed, "FAULT: game runs of hexone is stored as ") {
		t.Errorf("printed is %s", printed)
	}
	for _, m := range [][2]string{{source, target}, {target, back}} {
		moved, err := Move(t.Context(), Moving{From: m[0], To: m[1], WithFaults: true, Print: func(string) {}})
		if err != nil || len(moved.Report.BadRecords) != 1 {
			t.Fatalf("moved with the faults %q, %v", moved.Report.BadRecords, err)
		}
	}
	wantSameRows(t, source, back)
	execAt(t, source, "DELETE FROM people WHERE id = 'ben'") // whom other rows refer to: foreign keys are off by default
	_, err = Move(t.Context(), Moving{From: source, To: filepath.Join(t.TempDir(), "no.db"), WithFaults: true, Print: func(string) {}})
	wantText(t, err, "it is damaged: ")
}

// A value that PostgreSQL cannot store is named, before anything is copied.
func TestMoveOfBadValues(t *testing.T) {
	t.Parallel()
	source, target := fullFile(t), pgtest.Empty(t)
	const message = " WHERE game = 'runs' AND number = 90"
	for change, want := range map[string]string{
		"text = 'a' || char(0)":        `has a text that PostgreSQL cannot store, in the column text: "a\x00"`,
		"text = CAST(x'61ff' AS text)": `has a text that PostgreSQL cannot store, in the column text: "a\xff"`,
		"at = 'soon'":                  "column at is of type bigint and has a value of type string",
	} {
		execAt(t, source, "UPDATE messages SET text = '', at = 0"+message+"; UPDATE messages SET "+change+message)
		_, err := move(t.Context(), source, target)
		wantText(t, err, "table messages: the row [runs 90]")
		wantText(t, err, want)
	}
	execAt(t, source, "UPDATE messages SET text = '', at = 0"+message)
	mustMove(t, source, target)
}
