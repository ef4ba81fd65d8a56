package db

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// differences are the lines of the catalogs, as catalogOfFile and catalogOnServer write them, that only one engine has.
var differences = map[string]string{
	"trigger audit_log_not_truncated on audit_log": "SQLite has no TRUNCATE",
}

// Both engines have the same tables, columns, keys, indexes and triggers.
func TestEnginesHaveOneSchema(t *testing.T) {
	file := catalogOfFile(t, openFile(t))
	server := catalogOnServer(t, openAny(t, t.Context(), templates.Database(t)))
	for what, lines := range map[string][2][]string{
		"only SQLite":     {file, server},
		"only PostgreSQL": {server, file},
	} {
		for _, line := range lines[0] {
			if !slices.Contains(lines[1], line) && differences[line] == "" {
				t.Errorf("%s has: %s", what, line)
			}
		}
	}
	for line := range differences {
		if slices.Contains(file, line) == slices.Contains(server, line) {
			t.Errorf("it is no difference between the engines: %s", line)
		}
	}
	if counted := countKinds(file); counted["table"] < 40 || counted["column"] < 300 || counted["index"] < 90 || counted["reference"] < 70 ||
		counted["key"] != counted["table"]-2 || counted["unique"] == 0 || counted["trigger"] != 3 {
		t.Errorf("the catalog has %v: some kind of line is missing", counted)
	}
}

// countKinds counts lines by their first words.
func countKinds(lines []string) map[string]int {
	kinds := map[string]int{}
	for _, line := range lines {
		kind, _, _ := strings.Cut(line, " ")
		kinds[kind]++
	}
	return kinds
}

// catalogOfFile returns a line for each part of the schema of a database in a file.
func catalogOfFile(t *testing.T, d *DB) []string {
	t.Helper()
	return catalog(t, d,
		"SELECT 'table ' || name FROM t",
		`SELECT 'column ' || t.name || '.' || c.name || ' is number ' || (c.cid + 1) || ', ' || lower(c.type)
			|| CASE WHEN c."notnull" THEN ' NOT NULL' ELSE '' END || coalesce(' DEFAULT ' || c.dflt_value, '')
			FROM t, pragma_table_info(t.name) c`,
		`SELECT 'key of ' || t.name || ' (' || group_concat(c.name, ', ' ORDER BY c.pk) || ')'
			FROM t, pragma_table_info(t.name) c WHERE c.pk > 0 GROUP BY t.name`,
		`SELECT 'unique in ' || t.name || ' (' || group_concat(c.name, ', ' ORDER BY c.seqno) || ')'
			FROM t, pragma_index_list(t.name) i, pragma_index_info(i.name) c WHERE i.origin = 'u' GROUP BY t.name, i.name`,
		`SELECT 'index ' || i.name || CASE WHEN i."unique" THEN ' UNIQUE' ELSE '' END || ' on ' || t.name
			|| ' (' || group_concat(coalesce(c.name, 'expression') || CASE WHEN c."desc" THEN ' DESC' ELSE '' END, ', ' ORDER BY c.seqno) || ')'
			|| CASE WHEN i.partial THEN ' ' || substr(s.sql, instr(s.sql, ' WHERE ') + 1) ELSE '' END
			FROM t, pragma_index_list(t.name) i, pragma_index_xinfo(i.name) c JOIN sqlite_schema s ON s.name = i.name
			WHERE i.origin = 'c' AND c.key GROUP BY t.name, i.name`,
		`SELECT 'reference from ' || t.name || ' (' || group_concat(f."from", ', ' ORDER BY f.seq) || ') to ' || f."table"
			|| ' (' || group_concat(f."to", ', ' ORDER BY f.seq) || ') ON DELETE ' || f.on_delete || ' ON UPDATE ' || f.on_update
			FROM t, pragma_foreign_key_list(t.name) f GROUP BY t.name, f.id`,
		"SELECT 'trigger ' || name || ' on ' || tbl_name FROM sqlite_schema WHERE type = 'trigger'",
	)
}

// catalogOnServer is catalogOfFile for a database on a server.
func catalogOnServer(t *testing.T, d *DB) []string {
	t.Helper()
	const action = `(CASE %s WHEN 'a' THEN 'NO ACTION' WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE 'another' END)`
	const names = `(SELECT string_agg(a.attname, ', ' ORDER BY k.nth) FROM unnest(%s) WITH ORDINALITY AS k (number, nth)
		JOIN pg_attribute a ON a.attrelid = %s AND a.attnum = k.number)`
	ofKey, ofTarget := fmt.Sprintf(names, "c.conkey", "c.conrelid"), fmt.Sprintf(names, "c.confkey", "c.confrelid")
	return catalog(t, d,
		"SELECT 'table ' || name FROM t",
		`SELECT 'column ' || t.name || '.' || a.attname || ' is number ' || row_number() OVER (PARTITION BY t.oid ORDER BY a.attnum) || ', ' || format_type(a.atttypid, a.atttypmod)
			|| CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END || coalesce(' DEFAULT ' || pg_get_expr(e.adbin, e.adrelid), '')
			FROM t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
			LEFT JOIN pg_attrdef e ON e.adrelid = t.oid AND e.adnum = a.attnum`,
		"SELECT 'key of ' || t.name || ' (' || "+ofKey+" || ')' FROM t JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype = 'p'",
		"SELECT 'unique in ' || t.name || ' (' || "+ofKey+" || ')' FROM t JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype = 'u'",
		`SELECT 'index ' || r.relname || CASE WHEN i.indisunique THEN ' UNIQUE' ELSE '' END || ' on ' || t.name || ' ('
			|| (SELECT string_agg(pg_get_indexdef(i.indexrelid, n, false) || CASE WHEN i.indoption[n - 1] & 1 = 1 THEN ' DESC' ELSE '' END, ', ' ORDER BY n)
				FROM generate_series(1, i.indnkeyatts) AS n)
			|| ')' || coalesce(' WHERE ' || pg_get_expr(i.indpred, i.indrelid), '')
			FROM t JOIN pg_index i ON i.indrelid = t.oid JOIN pg_class r ON r.oid = i.indexrelid
			WHERE NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u'))`,
		"SELECT 'reference from ' || t.name || ' (' || "+ofKey+" || ') to ' || other.relname || ' (' || "+ofTarget+` || ') ON DELETE '
			|| `+fmt.Sprintf(action, "c.confdeltype")+" || ' ON UPDATE ' || "+fmt.Sprintf(action, "c.confupdtype")+`
			FROM t JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype = 'f' JOIN pg_class other ON other.oid = c.confrelid`,
		"SELECT 'trigger ' || g.tgname || ' on ' || t.name FROM t JOIN pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal",
	)
}

// catalog returns the rows of queries about the tables t, with their expressions in one form.
func catalog(t *testing.T, d *DB, queries ...string) (lines []string) {
	t.Helper()
	for _, query := range queries {
		for _, line := range textRows(t, d, "WITH t AS ("+tablesOf(d)+") "+query) {
			lines = append(lines, normalized(line))
		}
	}
	return lines
}

// tablesOf returns a query for the tables of a database: its names, and on a server its oids.
func tablesOf(d *DB) string {
	if d.file == nil {
		return "SELECT oid, relname AS name FROM pg_class WHERE relnamespace = to_regnamespace(current_schema()) AND relkind IN ('r', 'p')"
	}
	return "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'"
}

// pgCast finds the casts that PostgreSQL adds to constants.
var pgCast = regexp.MustCompile(`::\w+`)

// normalized returns a line without what only one engine writes around the same expression: casts, quotes of names, and
// parentheses in a predicate.
func normalized(line string) string {
	line = strings.ReplaceAll(pgCast.ReplaceAllString(line, ""), `"`, "")
	head, predicate, partial := strings.Cut(line, " WHERE ")
	if !partial {
		return line
	}
	return head + " WHERE " + strings.NewReplacer("(", "", ")", "").Replace(strings.TrimSpace(predicate))
}
