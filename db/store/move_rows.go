package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A tableSum is the number of rows of a table, and their hash. It is the same on both engines.
type tableSum struct {
	rows int64
	hash string
}

// sumsOf returns the sums of tables, by their names. It fails if the target cannot store a row.
func (m mover) sumsOf(ctx context.Context, tx *sql.Tx, tables []movedTable) (map[string]tableSum, error) {
	sums := map[string]tableSum{}
	for _, table := range tables {
		sum, err := table.sum(ctx, tx, m.Batch, m.target.server)
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", table.name, err)
		}
		sums[table.name] = sum
	}
	return sums, nil
}

// sum goes over all rows of a table. With toServer, it fails if PostgreSQL cannot store one.
func (t movedTable) sum(ctx context.Context, tx *sql.Tx, batch int, toServer bool) (sum tableSum, err error) {
	all := sha256.New()
	err = t.each(ctx, tx, "", nil, batch, func(rows [][]any) error {
		sum.rows += int64(len(rows))
		for _, row := range rows {
			if toServer {
				if err := t.checkTexts(row); err != nil {
					return err
				}
			}
			for _, value := range row {
				addValue(all, value)
			}
		}
		return nil
	})
	sum.hash = hex.EncodeToString(all.Sum(nil))
	return sum, err
}

// addValue adds a value to a hash in a form that no other value has.
func addValue(to hash.Hash, value any) {
	switch v := value.(type) {
	case nil:
		_, _ = io.WriteString(to, "null\n") // a hash never fails, like below
	case bool:
		_, _ = io.WriteString(to, strconv.FormatBool(v)+"\n")
	case int64:
		_, _ = io.WriteString(to, "i"+strconv.FormatInt(v, 10)+"\n")
	case float64:
		_, _ = io.WriteString(to, "f"+strconv.FormatUint(math.Float64bits(v), 16)+"\n")
	case string:
		_, _ = io.WriteString(to, "s"+strconv.Itoa(len(v))+":"+v+"\n")
	case []byte:
		_, _ = io.WriteString(to, "x"+hex.EncodeToString(v)+"\n")
	}
}

// differing returns the names of the tables whose sums differ.
func differing(tables []movedTable, a, b map[string]tableSum) (names []string) {
	for _, table := range tables {
		if a[table.name] != b[table.name] {
			names = append(names, table.name)
		}
	}
	return names
}

// canonical returns the value of a column as both engines take it: nil, a bool, an int64, a float64, a string, or bytes.
func (c movedColumn) canonical(value any) (any, error) {
	switch v := value.(type) {
	case nil:
		return nil, nil
	case bool:
		if c.kind == "boolean" {
			return v, nil
		}
	case int64:
		switch c.kind {
		case "bigint":
			return v, nil
		case "boolean": // SQLite keeps them so
			if v == 0 || v == 1 {
				return v == 1, nil
			}
		case "double precision": // SQLite keeps whole numbers so
			return float64(v), nil
		}
	case float64:
		switch {
		case c.kind != "double precision" || math.IsNaN(v):
		case v == 0:
			return 0.0, nil // SQLite has no negative zero
		default:
			return v, nil
		}
	case string:
		switch c.kind {
		case "text":
			return v, nil
		case "bytea": // SQLite takes both
			return []byte(v), nil
		}
	case []byte:
		if c.kind == "bytea" {
			return append([]byte{}, v...), nil // an empty value is not nil, which would be NULL
		}
	}
	return nil, fmt.Errorf("column %s is of type %s and has a value of type %T", c.name, c.kind, value)
}

// each calls do with the rows after a key, some at once, in the order of the primary key. A condition selects rows; an
// empty one selects all.
func (t movedTable) each(ctx context.Context, tx *sql.Tx, condition string, after []any, batch int, do func([][]any) error) error {
	for {
		rows, err := t.read(ctx, tx, condition, after, batch)
		if err != nil || len(rows) == 0 {
			return err
		}
		if err := do(rows); err != nil {
			return err
		}
		after = t.keyOf(rows[len(rows)-1])
	}
}

// read returns the next rows after a key, with all columns; the first ones after nil.
func (t movedTable) read(ctx context.Context, tx *sql.Tx, condition string, after []any, limit int) ([][]any, error) {
	if len(t.key) == 0 {
		return t.readOnly(ctx, tx, after != nil)
	}
	var conditions []string
	if condition != "" {
		conditions = append(conditions, "("+condition+")")
	}
	if after != nil {
		conditions = append(conditions, "("+t.names(t.key, "")+") > ("+marks(0, len(t.key))+")")
	}
	query := "SELECT " + t.names(t.all(), "") + " FROM " + quoted(t.name)
	if len(conditions) > 0 {
		query += " WHERE " + strings.Join(conditions, " AND ")
	}
	query += " ORDER BY " + t.names(t.key, "") + " LIMIT " + strconv.Itoa(limit)
	rows, err := tx.QueryContext(ctx, query, after...)
	return t.scan(t.all(), rows, err)
}

// readOnly returns the only row of a table without a primary key, and nothing after it.
func (t movedTable) readOnly(ctx context.Context, tx *sql.Tx, after bool) ([][]any, error) {
	if after {
		return nil, nil
	}
	rows, err := tx.QueryContext(ctx, "SELECT "+t.names(t.all(), "")+" FROM "+quoted(t.name)+" LIMIT 2")
	list, err := t.scan(t.all(), rows, err)
	if len(list) > 1 {
		err = errors.New("it has no primary key, and more than one row")
	}
	return list, err
}

// lastKey returns the greatest primary key, nil if there are no rows.
func (t movedTable) lastKey(ctx context.Context, tx *sql.Tx) ([]any, error) {
	if len(t.key) == 0 {
		list, err := t.readOnly(ctx, tx, false)
		if err != nil || len(list) == 0 {
			return nil, err
		}
		return t.keyOf(list[0]), nil
	}
	rows, err := tx.QueryContext(ctx, "SELECT "+t.names(t.key, "")+" FROM "+quoted(t.name)+" ORDER BY "+t.names(t.key, " DESC")+" LIMIT 1")
	keys, err := t.scan(t.key, rows, err)
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	return keys[0], nil
}

// scan reads rows of some columns.
func (t movedTable) scan(columns []int, rows *sql.Rows, err error) (list [][]any, _ error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	targets := make([]any, len(columns))
	for rows.Next() {
		row := make([]any, len(columns))
		for i := range row {
			targets[i] = &row[i]
		}
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		for i, column := range columns {
			value, err := t.columns[column].canonical(row[i])
			if err != nil {
				return nil, t.inRow(row, columns, err)
			}
			row[i] = value
		}
		list = append(list, row)
	}
	return list, errors.Join(rows.Err(), rows.Close())
}

// inRow returns an error that names a row of some columns.
func (t movedTable) inRow(row []any, columns []int, err error) error {
	if len(columns) == len(t.columns) {
		row = t.keyOf(row)
	}
	return fmt.Errorf("the row %v: %w", row, err)
}

// insertedAtOnce is about the number of values in a statement. SQLite compares the name of each parameter with those of all
// before it.
const insertedAtOnce = 500

// insert inserts rows, without their references to others of the table.
func (t movedTable) insert(ctx context.Context, tx *sql.Tx, rows [][]any) error {
	for len(rows) > 0 {
		n := min(len(rows), 1+insertedAtOnce/len(t.columns))
		values := make([]string, n)
		var args []any
		for i, row := range rows[:n] {
			values[i] = "(" + marks(len(args), len(row)) + ")"
			start := len(args)
			args = append(args, row...)
			for _, column := range t.selfRefs {
				args[start+column] = nil
			}
		}
		statement := "INSERT INTO " + quoted(t.name) + " (" + t.names(t.all(), "") + ") VALUES " + strings.Join(values, ", ")
		if _, err := tx.ExecContext(ctx, statement, args...); err != nil {
			return fmt.Errorf("rows from %v to %v: %w", t.keyOf(rows[0]), t.keyOf(rows[n-1]), err)
		}
		rows = rows[n:]
	}
	return nil
}

// checkTexts returns an error if PostgreSQL cannot store a text of a row.
func (t movedTable) checkTexts(row []any) error {
	for i, value := range row {
		if text, ok := value.(string); ok && (strings.ContainsRune(text, 0) || !utf8.ValidString(text)) {
			return fmt.Errorf("the row %v has a text that PostgreSQL cannot store, in the column %s: %.100q", t.keyOf(row), t.columns[i].name, text)
		}
	}
	return nil
}

// refers returns the condition for rows that refer to others of the table.
func (t movedTable) refers() string {
	conditions := make([]string, len(t.selfRefs))
	for i, column := range t.selfRefs {
		conditions[i] = quoted(t.columns[column].name) + " IS NOT NULL"
	}
	return strings.Join(conditions, " OR ")
}

// setReferences stores the references of rows to others of the table.
func (t movedTable) setReferences(ctx context.Context, tx *sql.Tx, rows [][]any) error {
	statement := "UPDATE " + quoted(t.name) + " SET " + t.equal(t.selfRefs, 0, ", ") + " WHERE " + t.equal(t.key, len(t.selfRefs), " AND ")
	for _, row := range rows {
		args := make([]any, 0, len(t.selfRefs)+len(t.key))
		for _, column := range t.selfRefs {
			args = append(args, row[column])
		}
		if _, err := tx.ExecContext(ctx, statement, append(args, t.keyOf(row)...)...); err != nil {
			return err
		}
	}
	return nil
}

// all returns the positions of all columns.
func (t movedTable) all() []int {
	list := make([]int, len(t.columns))
	for i := range list {
		list[i] = i
	}
	return list
}

// names returns the names of columns in a list, each with an ending.
func (t movedTable) names(columns []int, ending string) string {
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = quoted(t.columns[column].name) + ending
	}
	return strings.Join(names, ", ")
}

// equal returns the columns, each equal to the next parameter after the first ones.
func (t movedTable) equal(columns []int, after int, separator string) string {
	parts := make([]string, len(columns))
	for i, column := range columns {
		parts[i] = quoted(t.columns[column].name) + " = $" + strconv.Itoa(after+i+1)
	}
	return strings.Join(parts, separator)
}

// keyOf returns the values of the primary key in a row of all columns.
func (t movedTable) keyOf(row []any) []any {
	key := make([]any, len(t.key))
	for i, column := range t.key {
		key[i] = row[column]
	}
	return key
}

// marks returns a list of n parameters after the first ones.
func marks(after, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = "$" + strconv.Itoa(after+i+1)
	}
	return strings.Join(list, ", ")
}

// quoted returns a name as it can stand in a statement.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
