package db

import (
	"fmt"
	"slices"
	"testing"
)

// A foreignKey is one reference of a child table to its parent.
type foreignKey struct {
	child, parent string
	columns       []string // of the child
}

// A row of a parent is deleted without a scan of the tables that reference it: SQLite
// looks for their rows by the columns of the foreign key. A partial index does not count,
// because SQLite cannot use it for every value.
func TestForeignKeysAreIndexed(t *testing.T) {
	d := openFile(t)
	keys := foreignKeys(t, d)
	if len(keys) < 50 {
		t.Errorf("only %d foreign keys were found", len(keys))
	}
	for _, key := range keys {
		indexed := slices.ContainsFunc(wholeIndexes(t, d, key.child), func(columns []string) bool {
			return len(columns) >= len(key.columns) && slices.Equal(columns[:len(key.columns)], key.columns)
		})
		if !indexed {
			t.Errorf("no index of %s begins with %v, which references %s", key.child, key.columns, key.parent)
		}
	}
}

// foreignKeys returns the foreign keys of all tables.
func foreignKeys(t *testing.T, d *DB) (keys []foreignKey) {
	t.Helper()
	rows, err := d.read.QueryContext(t.Context(), `SELECT m.name, k.id, k."table", k."from"
		FROM sqlite_schema m, pragma_foreign_key_list(m.name) k WHERE m.type = 'table' ORDER BY m.name, k.id, k.seq`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	last := ""
	for rows.Next() {
		var key foreignKey
		var column string
		var id int
		if err := rows.Scan(&key.child, &id, &key.parent, &column); err != nil {
			t.Fatal(err)
		}
		if now := fmt.Sprint(key.child, id); now != last {
			keys, last = append(keys, key), now
		}
		columns := &keys[len(keys)-1].columns
		*columns = append(*columns, column)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return keys
}

// wholeIndexes returns the columns of each index of a table that has all of its rows.
func wholeIndexes(t *testing.T, d *DB, table string) (indexes [][]string) {
	t.Helper()
	rows, err := d.read.QueryContext(t.Context(), `SELECT l.name, i.name
		FROM pragma_index_list($1) l, pragma_index_info(l.name) i WHERE NOT l.partial ORDER BY l.name, i.seqno`, table)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	last := ""
	for rows.Next() {
		var name, column string
		if err := rows.Scan(&name, &column); err != nil {
			t.Fatal(err)
		}
		if name != last {
			indexes, last = append(indexes, nil), name
		}
		indexes[len(indexes)-1] = append(indexes[len(indexes)-1], column)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return indexes
}
