package db

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hexclub/db/pgtest"
	"hexclub/rules/rulestest"
)

// A file of every earlier schema keeps all that it stores, its games replay to what they
// were, and whatever was under way in it goes on. Opening it a second time changes nothing.
func TestEverySchemaIsKept(t *testing.T) {
	for version := 1; version < len(knownMigrations(t)); version++ {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			t.Parallel()
			wantSchemaKept(t, filepath.Join(t.TempDir(), "test.db"), version)
		})
	}
}

// So does a database on a server. Unless the check is full, only the first and the last versions are tested, and those
// before a migration that has a text of its own for servers.
func TestEverySchemaOnServersIsKept(t *testing.T) {
	known := knownMigrations(t)
	for version := 1; version < len(known); version++ {
		_, err := fs.Stat(migrations, strings.TrimSuffix(known[version], ".sql")+".postgres.sql")
		if err != nil && version > 1 && version < len(known)-1 && !rulestest.Full() {
			continue
		}
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			t.Parallel()
			wantSchemaKept(t, pgtest.Empty(t), version)
		})
	}
}

// wantSchemaKept makes a database of an earlier version in a file, or in the empty database at a URL, and fails the test
// unless it is kept.
func wantSchemaKept(t *testing.T, path string, version int) {
	t.Helper()
	next := 1
	if version > beforeReplaced {
		oldFile(t, path, beforeReplaced, rowsOf(t, 1, beforeReplaced))
		next = beforeReplaced + 1
	}
	var before, after map[string]table
	openAtVersion(t, path, version, func(d *DB) {
		mustExec(t, d, rowsOf(t, next, version))
		before = allRows(t, d)
	})
	openAt(t, path, func(d *DB) {
		wantKept(t, d, before)
		wantDerived(t, d, version)
		wantReplays(t, d, version)
		after = allRows(t, d)
	})
	openAt(t, path, func(d *DB) {
		for name, rows := range allRows(t, d) {
			if !slices.Equal(rows.rows, after[name].rows) {
				t.Errorf("opened again, %s has the rows %q, want %q", name, rows.rows, after[name].rows)
			}
		}
		playOn(t, d, version)
		wantCascade(t, d)
	})
	report, err := Verify(t.Context(), path)
	if err != nil || len(report.Damage)+len(report.BadRecords) > 0 {
		t.Errorf("the database has the faults %v and the bad games %v, %v", report.Damage, report.BadRecords, err)
	}
}

// beforeReplaced is the last version in which the scripts of all versions before it run: the next one replaced
// tables that they fill.
const beforeReplaced = 21

// rowsOf returns the statements that store rows in a file of the version last, if it has those of the versions
// before first. For each version that can store more than the one before, testdata/schemas has a script, which
// uses the columns of that version.
func rowsOf(t *testing.T, first, last int) string {
	t.Helper()
	var scripts strings.Builder
	for number := first; number <= last; number++ {
		script, err := os.ReadFile(fmt.Sprintf("testdata/schemas/%04d.sql", number))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		scripts.Write(script)
	}
	return scripts.String()
}

// A table is what a table stores, in some of its columns.
type table struct {
	columns []string // as expressions in SQL
	rows    []string // sorted
}

// allRows returns the rows of all tables, by name. Skeletons are left out: the program
// computes them when it opens a file.
func allRows(t *testing.T, d *DB) map[string]table {
	t.Helper()
	columns := "SELECT t.name, c.name FROM t, pragma_table_info(t.name) c ORDER BY t.name, c.cid"
	if d.file == nil {
		columns = "SELECT t.name, attname FROM t JOIN pg_attribute ON attrelid = t.oid AND attnum > 0 AND NOT attisdropped ORDER BY t.name, attnum"
	}
	tables := map[string]table{}
	for _, row := range textRows(t, d, "WITH t AS ("+tablesOf(d)+") "+columns) {
		name, column, _ := strings.Cut(row, " ")
		if of := tables[name]; !strings.HasPrefix(column, "skeleton") {
			tables[name] = table{columns: append(of.columns, column)}
		}
	}
	for name, of := range tables {
		tables[name] = table{of.columns, sortedRows(t, d, name, of.columns)}
	}
	return tables
}

// sortedRows returns the rows of a table as constants in SQL.
func sortedRows(t *testing.T, d *DB, name string, columns []string) []string {
	t.Helper()
	quote := "quote"
	if d.file == nil {
		quote = "quote_nullable"
	}
	list := quote + "(" + strings.Join(columns, "), "+quote+"(") + ")"
	return slices.Sorted(slices.Values(textRows(t, d, "SELECT "+list+" FROM "+name)))
}

// replacedTables are the tables that migration 22 replaced, by their names before.
var replacedTables = map[string]string{"log": "audit_log", "matters": "club_notices"}

// address is an expression for the address of what a row is about, which was stored before
// migration 22.
const address = `CASE about_kind WHEN '' THEN '' WHEN 'club' THEN '/club' WHEN 'members' THEN '/club/members'
	WHEN 'invitations' THEN '/club/invitations' ELSE '/' || about_kind || 's/' || about_id END`

// wantKept fails the test unless the database has all rows of an earlier version, with the
// same values in the columns that this version had.
func wantKept(t *testing.T, d *DB, before map[string]table) {
	t.Helper()
	for name, was := range before {
		columns := slices.Clone(was.columns)
		if now, ok := replacedTables[name]; ok && slices.Contains(columns, "href") {
			name, columns[slices.Index(columns, "href")] = now, address
		}
		rows := sortedRows(t, d, name, columns)
		for _, row := range was.rows {
			if i, ok := slices.BinarySearch(rows, row); ok {
				rows = slices.Delete(rows, i, i+1)
			} else {
				t.Errorf("%s has lost the row %s", name, row)
			}
		}
	}
}

// wantDerived fails the test unless the database has what migrations 6 and 21 compute from the
// games of older files.
func wantDerived(t *testing.T, d *DB, version int) {
	t.Helper()
	if got := textRows(t, d, "SELECT s.game FROM seats s JOIN games g ON g.id = s.game WHERE s.open <> (g.status <> 'over')"); len(got) > 0 {
		t.Errorf("the seats of the games %q are wrong about whether these are over", got)
	}
	want := []string{"over anna 1 ben hexone  won", "over ben 1 anna hexone  lost"}
	if version >= 3 {
		want = append(want, "timed anna 1 ben hexone days won", "timed ben 1 anna hexone days lost", "leg-1 anna 1 ben hexone  lost",
			"leg-1 ben 1 anna hexone  won", "leg-2 anna 1 ben hexone  won", "leg-2 ben 1 anna hexone  lost")
	}
	got := textRows(t, d, "SELECT game, person, nth, rival, kind, class, outcome FROM finished WHERE game IN ('over', 'gone', 'timed', 'leg-1', 'leg-2')")
	if slices.Sort(want); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
		t.Errorf("finished games are %q, want %q", got, want)
	}
	want = []string{"device nobody", "guest people", "runs people", "stars people", "teams people"}
	if version >= 3 {
		want = append(want, "days people")
	}
	if version >= 8 {
		want = append(want, "bot bots")
	}
	if version >= 13 {
		want = append(want, "swiss-1-2 people", "swiss-2-1 people")
	}
	got = textRows(t, d, "SELECT id, coalesce(opponents, 'nobody') FROM games WHERE status = 'running'")
	if slices.Sort(want); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
		t.Errorf("games are played against %q, want %q", got, want)
	}
	wantFromLog(t, d, version)
}

// wantFromLog fails the test unless the database has what migration 22 takes from the audit log.
func wantFromLog(t *testing.T, d *DB, version int) {
	t.Helper()
	ctx := t.Context()
	if version >= 12 {
		c, err := d.Challenge(ctx, "let-lapse")
		if err != nil || c.Decision == nil || c.Decision.By.ID != "olga" || !c.Decision.At.Equal(c.Decided) || c.Decision.Reason != "Dora is ill." {
			t.Errorf("the challenge that an organiser decided is %+v with the decision %+v, %v", c, c.Decision, err)
		}
		if c, err = d.Challenge(ctx, "asked"); err != nil || c.Decision != nil {
			t.Errorf("the open challenge has the decision %+v, %v", c.Decision, err)
		}
	}
	if version >= 13 {
		p, err := d.Pairing(ctx, "replaced")
		if err != nil {
			t.Fatal(err)
		}
		if tournament, round, ok, err := d.TournamentOf(ctx, p); err != nil || !ok || tournament.ID != "knockout" || round != 1 {
			t.Errorf("the replaced pairing is of round %d of %q, %t, %v", round, tournament.ID, ok, err)
		}
	}
}

// wantCascade fails the test unless the rows of a game go with it, and no row may
// reference what is not there.
func wantCascade(t *testing.T, d *DB) {
	t.Helper()
	mustExec(t, d, "DELETE FROM games WHERE id = 'over'")
	for _, table := range []string{"events", "seats", "finished"} {
		if got := textRows(t, d, "SELECT game FROM "+table+" WHERE game = 'over'"); len(got) > 0 {
			t.Errorf("%s keeps %d rows of a deleted game", table, len(got))
		}
		if _, err := d.write.ExecContext(t.Context(), "UPDATE "+table+" SET game = 'nowhere'"); table != "finished" && err == nil {
			t.Errorf("%s may reference a game that is not there", table)
		}
	}
}

// textRows returns the rows of a query, each as its columns separated by spaces.
func textRows(t *testing.T, d *DB, query string) (list []string) {
	t.Helper()
	rows, err := d.read.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	texts, targets := make([]string, len(columns)), make([]any, len(columns))
	for i := range texts {
		targets[i] = &texts[i]
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			t.Fatal(err)
		}
		list = append(list, strings.Join(texts, " "))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// The large tables store each key once: their rows are in the order of the key.
func TestKeysAreStoredOnce(t *testing.T) {
	d := openFile(t)
	got := textRows(t, d, "SELECT name FROM pragma_table_list WHERE type = 'table' AND wr ORDER BY name")
	if want := []string{"events", "finished", "ladder_events", "seats"}; !slices.Equal(got, want) {
		t.Errorf("without rowids are %q, want %q", got, want)
	}
}
