package db

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// storedSince is what a file of each version of the schema has, by the first version that
// can store it.
var storedSince = []struct {
	version int
	script  string
}{
	{1, `INSERT INTO people (id, confirm_turns, created) VALUES ('anna', true, 0), ('ben', true, 0), ('zoe', true, 0);
		INSERT INTO games (id, game, rules, options, position, host, invite, revision, created, changed, status, to_act, turn, result, reason) VALUES
			('over', 'hexone', 1, '{}', '', 'anna', NULL, 4, 5, 6, 'over', 0, 3, 'win 1', 'resign'),
			('runs', 'hexone', 1, '{}', '', 'anna', NULL, 4, 5, 6, 'running', 1, 3, '', ''),
			('gone', 'hexone', 1, '{}', '', 'anna', 'link', 2, 5, 6, 'over', 0, 1, 'void', 'abort');
		INSERT INTO events (game, ply, event, at) VALUES ('runs', 0, 'd3', 7), ('over', 0, 'd3', 8), ('runs', 1, 'c2', 9), ('over', 1, 'resign-2', 10), ('gone', 0, 'abort', 11);
		INSERT INTO seats (game, seat, person) VALUES ('runs', 2, 'ben'), ('over', 1, 'anna'), ('over', 2, 'ben'), ('gone', 1, 'anna'), ('gone', 2, NULL), ('runs', 1, 'anna')`},
	{3, `UPDATE seats SET reserved = 'zoe' WHERE game = 'gone' AND seat = 2`},
	{6, `UPDATE seats SET open = false WHERE game <> 'runs';
		INSERT OR IGNORE INTO finished (game, person, nth, rival, ended, kind, class, rated, outcome) VALUES
			('over', 'anna', 1, 'ben', 6, 'hexone', '', false, 'won'), ('over', 'ben', 1, 'anna', 6, 'hexone', '', false, 'lost')`},
	{12, `INSERT INTO seasons (id, name, folded, status, made) VALUES ('season', 'Autumn', 'autumn', 'open', 1);
		INSERT INTO ladders (id, season, name, about, settings, venue, control, rated, made) VALUES ('ladder', 'season', 'Ladder', '', '{}', 'site', '', false, 1);
		INSERT INTO challenges (id, ladder, challenger, challenged, game, unit, site, status, made, answer_by, free, reminded)
			VALUES ('challenge', 'ladder', 'ben', 'anna', 'hexone', 'game', true, 'waiting', 2, 3, false, false);
		INSERT INTO ladder_events (ladder, number, at, kind, person, other, from_place, to_place, moved, challenge, decided_by, until, why) VALUES
			('ladder', 2, 5, 'challenged', 'ben', 'anna', 0, 0, false, 'challenge', '', 9, '2.1'), ('ladder', 1, 4, 'joined', 'anna', NULL, 0, 1, true, NULL, '', 0, '1.1')`},
}

// wantKept are the rows of tables that a migration makes anew, in any file that stored
// what is above.
var wantKept = map[string][]string{
	"SELECT game, ply, event, at FROM events": {"over 0 d3 8", "over 1 resign-2 10", "runs 0 d3 7", "runs 1 c2 9", "gone 0 abort 11"},
	"SELECT game, seat, coalesce(person, '-'), open FROM seats": {
		"over 1 anna 0", "over 2 ben 0", "runs 1 anna 1", "runs 2 ben 1", "gone 1 anna 0", "gone 2 - 0",
	},
	"SELECT game, person, nth, rival, ended, kind, class, rated, outcome FROM finished": {
		"over anna 1 ben 6 hexone  0 won", "over ben 1 anna 6 hexone  0 lost",
	},
}

// wantReserved is the seat that files of version 3 and later keep for somebody.
const wantReserved = "SELECT game, seat FROM seats WHERE reserved = 'zoe'"

// wantLadder are the events of files of version 12 and later.
var wantLadder = []string{"ladder 1 4 joined anna - 0 1 1 -  0 1.1", "ladder 2 5 challenged ben anna 0 0 0 challenge  9 2.1"}

// A file of every earlier schema keeps its rows, its foreign keys and its indexes.
func TestEverySchemaIsKept(t *testing.T) {
	known, err := knownMigrations()
	if err != nil {
		t.Fatal(err)
	}
	for version := 1; version < len(known); version++ {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			t.Parallel()
			path, script := filepath.Join(t.TempDir(), "test.db"), ""
			for _, stored := range storedSince {
				if stored.version <= version {
					script += stored.script + ";\n"
				}
			}
			oldFile(t, path, version, script)
			openAt(t, path, func(d *DB) {
				wantStored(t, d, version)
				wantCascade(t, d)
			})
			report, err := Verify(t.Context(), path)
			if err != nil || len(report.Damage) > 0 {
				t.Errorf("the file has the faults %v, %v", report.Damage, err)
			}
		})
	}
}

// wantStored fails the test unless a file of an earlier version has the rows that it had.
func wantStored(t *testing.T, d *DB, version int) {
	t.Helper()
	for query, want := range wantKept {
		got := slices.Sorted(slices.Values(textRows(t, d, query)))
		if want := slices.Sorted(slices.Values(want)); !slices.Equal(got, want) {
			t.Errorf("%s returns %q, want %q", query, got, want)
		}
	}
	if got := textRows(t, d, wantReserved); version >= 3 && !slices.Equal(got, []string{"gone 2"}) {
		t.Errorf("kept are the seats %q", got)
	}
	const events = `SELECT ladder, number, at, kind, person, coalesce(other, '-'), from_place, to_place, moved, coalesce(challenge, '-'), decided_by, until, why
		FROM ladder_events ORDER BY number`
	if got := textRows(t, d, events); version >= 12 && !slices.Equal(got, wantLadder) {
		t.Errorf("the ladder has the events %q", got)
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
	d := openTest(t)
	got := textRows(t, d, "SELECT name FROM pragma_table_list WHERE type = 'table' AND wr ORDER BY name")
	if want := []string{"events", "finished", "ladder_events", "seats"}; !slices.Equal(got, want) {
		t.Errorf("without rowids are %q, want %q", got, want)
	}
}
