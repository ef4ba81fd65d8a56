package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
)

const (
	// movingTable is the table that a target has until the move to it is finished: the sums of the source's tables.
	movingTable  = "moving"
	createMoving = "CREATE TABLE " + movingTable + " (name text NOT NULL PRIMARY KEY, counted bigint NOT NULL, hash text NOT NULL)"

	// versionTable is the table with the versions of the schema, which migrations fill.
	versionTable = "schema_version"
)

func makeMoving(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, createMoving)
	return err
}

// storeSums stores the sums of the source in the target.
func storeSums(ctx context.Context, tx *sql.Tx, sums map[string]tableSum) error {
	for name, sum := range sums {
		_, err := tx.ExecContext(ctx, "INSERT INTO "+movingTable+" (name, counted, hash) VALUES ($1, $2, $3)", name, sum.rows, sum.hash)
		if err != nil {
			return err
		}
	}
	return nil
}

// storedSums returns the sums that the source had when the move began.
func storedSums(ctx context.Context, tx *sql.Tx) (map[string]tableSum, error) {
	rows, err := tx.QueryContext(ctx, "SELECT name, counted, hash FROM "+movingTable)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	sums := map[string]tableSum{}
	for rows.Next() {
		var name string
		var sum tableSum
		if err := rows.Scan(&name, &sum.rows, &sum.hash); err != nil {
			return nil, err
		}
		sums[name] = sum
	}
	return sums, errors.Join(rows.Err(), rows.Close())
}

// A movedTable is a table that a move copies.
type movedTable struct {
	name     string
	columns  []movedColumn // by name
	key      []int         // columns of the primary key, in its order; none in a table of one row
	selfRefs []int         // columns that refer to other rows of the table
	parents  []string      // other tables to which it refers
}

// A movedColumn is a column of a table.
type movedColumn struct{ name, kind string }

// columnKinds are the types of columns, as both engines write them.
var columnKinds = [...]string{"text", "bigint", "boolean", "double precision", "bytea"}

// The tables and columns of a database: the table, the column, its type, and its position in the primary key, from 1, 0
// for none.
const (
	sqliteColumns = `SELECT t.name, c.name, lower(c.type), c.pk FROM pragma_table_list t, pragma_table_info(t.name) c
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`
	postgresColumns = `SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), coalesce(array_position(p.conkey, a.attnum), 0)
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		LEFT JOIN pg_constraint p ON p.conrelid = c.oid AND p.contype = 'p'
		WHERE c.relnamespace = ` + ownSchema + ` AND c.relkind IN ('r', 'p')`
)

// The columns that refer to rows of tables: the table, the column, and the other table.
const (
	sqliteReferences = `SELECT t.name, k."from", k."table" FROM pragma_table_list t, pragma_foreign_key_list(t.name) k
		WHERE t.schema = 'main' AND t.type = 'table'`
	postgresReferences = `SELECT c.relname, a.attname, f.relname
		FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class f ON f.oid = k.confrelid
		JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (k.conkey)
		WHERE k.contype = 'f' AND c.relnamespace = ` + ownSchema
)

// tablesOf returns the tables of a database, except local ones, so that those to which others refer come before these.
func tablesOf(ctx context.Context, tx *sql.Tx, server bool, local map[string]string) ([]movedTable, error) {
	columns, references := sqliteColumns, sqliteReferences
	if server {
		columns, references = postgresColumns, postgresReferences
	}
	tables, err := scanColumns(tx.QueryContext(ctx, columns))
	if err != nil {
		return nil, err
	}
	if err := addReferences(tables)(tx.QueryContext(ctx, references)); err != nil {
		return nil, err
	}
	delete(tables, movingTable)
	for name := range local {
		delete(tables, name)
	}
	return parentsFirst(tables)
}

// scanColumns reads rows of sqliteColumns or postgresColumns.
func scanColumns(rows *sql.Rows, err error) (map[string]*movedTable, error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	tables := map[string]*movedTable{}
	keys := map[string]map[string]int{} // positions of columns in primary keys
	for rows.Next() {
		var name string
		var column movedColumn
		var position int
		if err := rows.Scan(&name, &column.name, &column.kind, &position); err != nil {
			return nil, err
		}
		if !slices.Contains(columnKinds[:], column.kind) {
			return nil, fmt.Errorf("column %s of table %s is of type %s, which cannot be moved", column.name, name, column.kind)
		}
		if tables[name] == nil {
			tables[name], keys[name] = &movedTable{name: name}, map[string]int{}
		}
		tables[name].columns = append(tables[name].columns, column)
		if position > 0 {
			keys[name][column.name] = position
		}
	}
	for name, table := range tables {
		table.arrange(keys[name])
	}
	return tables, errors.Join(rows.Err(), rows.Close())
}

// arrange sorts the columns and finds those of the primary key.
func (t *movedTable) arrange(positions map[string]int) {
	slices.SortFunc(t.columns, func(a, b movedColumn) int { return strings.Compare(a.name, b.name) })
	for i, column := range t.columns {
		if positions[column.name] > 0 {
			t.key = append(t.key, i)
		}
	}
	slices.SortStableFunc(t.key, func(a, b int) int { return positions[t.columns[a].name] - positions[t.columns[b].name] })
}

// addReferences returns a function that reads rows of sqliteReferences or postgresReferences.
func addReferences(tables map[string]*movedTable) func(*sql.Rows, error) error {
	return func(rows *sql.Rows, err error) error {
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var child, column, parent string
			if err := rows.Scan(&child, &column, &parent); err != nil {
				return err
			}
			table := tables[child]
			if child != parent {
				table.parents = append(table.parents, parent)
				continue
			}
			table.selfRefs = append(table.selfRefs, slices.IndexFunc(table.columns, func(c movedColumn) bool { return c.name == column }))
		}
		for _, table := range tables {
			slices.Sort(table.selfRefs)
			slices.Sort(table.parents)
			table.parents = slices.Compact(table.parents)
		}
		return errors.Join(rows.Err(), rows.Close())
	}
}

// parentsFirst returns tables so that each comes after those to which it refers, otherwise by name.
func parentsFirst(tables map[string]*movedTable) (list []movedTable, err error) {
	placed := map[string]bool{}
	for len(tables) > 0 {
		next := ""
		for name, table := range tables {
			waits := slices.ContainsFunc(table.parents, func(parent string) bool { return !placed[parent] })
			if !waits && (next == "" || name < next) {
				next = name
			}
		}
		if next == "" {
			return nil, errors.New("tables that refer to each other, or to tables that are not moved, cannot be moved")
		}
		list, placed[next] = append(list, *tables[next]), true
		delete(tables, next)
	}
	return list, nil
}

// sameTables returns an error unless both ends have the same tables and columns.
func sameTables(source, target []movedTable) error {
	described := func(list []movedTable) map[string]string {
		texts := map[string]string{}
		for _, table := range list {
			texts[table.name] = fmt.Sprintf("columns %v, key %v, references %v %v", table.columns, table.key, table.selfRefs, table.parents)
		}
		return texts
	}
	from, to := described(source), described(target)
	for _, table := range slices.Concat(source, target) {
		if from[table.name] != to[table.name] {
			return fmt.Errorf("table %s differs. In the source it has: %s. In the target: %s", table.name, from[table.name], to[table.name])
		}
	}
	return nil
}
