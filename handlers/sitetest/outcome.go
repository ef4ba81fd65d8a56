package sitetest

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
)

// Outcome returns the status of an answer, or the target of its redirect: a page of the same game
// ("→game"), of a new one ("→new"), or another page.
func (w *World) Outcome(state string, answer *httptest.ResponseRecorder) string {
	location := answer.Header().Get("Location")
	if location == "" {
		return strconv.Itoa(answer.Code)
	}
	if answer.Code != http.StatusSeeOther {
		return fmt.Sprint(answer.Code, location)
	}
	path, _, _ := strings.Cut(location, "#")
	if ladder := w.ladderOutcome(path); ladder != "" {
		return ladder
	}
	switch id, rest, _ := strings.Cut(strings.TrimPrefix(path, "/games/"), "/"); {
	case path == "/":
		return "→home"
	case path == "/login/forgotten?sent=yes":
		return "→sent"
	case path == "/pairings/"+w.Pairing, path == "/pairings/"+w.Own:
		return "→pairing"
	case strings.HasPrefix(path, "/tournaments/"):
		id, rest, _ := strings.Cut(strings.TrimPrefix(path, "/tournaments/"), "/")
		if !slices.Contains(slices.Collect(maps.Values(w.Tournaments)), id) {
			return "→new"
		}
		return "→" + cmp.Or(rest, "tourney")
	case strings.HasSuffix(path, url.PathEscape(clubName)+"/games"):
		return "→own"
	case strings.HasPrefix(path, "/seasons/") && path != "/seasons/"+seasonID:
		return "→seasons/new"
	case !strings.HasPrefix(path, "/games/"):
		return "→" + path[1:]
	case id == w.second:
		return "→second" + rest
	case id != w.Games[state].ID:
		return "→new" + rest
	case rest != "":
		return "→" + rest
	}
	return "→game"
}

// Try sends a request to a route, checks the answer, and undoes the changes.
func (w *World) Try(t *testing.T, route, state, role string) (outcome string) {
	t.Helper()
	method, address, form := w.Request(route, state, role)
	before := w.Version(t)
	answer := w.Ask(method, address, role, FormOf(form...))
	describe := func(answer *httptest.ResponseRecorder) string {
		if outcome := w.Outcome(state, answer); route != "GET /next" || outcome != "→new" && outcome != "→second" {
			return outcome
		}
		return "→one" // one of several equally urgent games
	}
	outcome = describe(answer)
	what := fmt.Sprintf("%s as %s, game %s: %s", route, role, state, outcome)
	if answer.Code >= http.StatusInternalServerError {
		t.Errorf("%s, logged is %s", what, w.Log)
	}
	if w.Version(t) != before {
		if method == http.MethodGet || answer.Code >= http.StatusBadRequest {
			t.Errorf("%s, and something is stored", what)
		}
		w.Restore(t)
	}
	if method == http.MethodGet && w.answersHead(route) {
		if head := describe(w.Ask(http.MethodHead, address, role, "")); head != outcome {
			t.Errorf("%s, to HEAD %s", what, head)
		}
	}
	return outcome
}

// answersHead reports whether the route also accepts HEAD. Only streams do not.
func (w *World) answersHead(route string) bool {
	_, path, _ := strings.Cut(route, " ")
	return slices.ContainsFunc(w.Router.Routes(), func(r *echo.Route) bool { return r.Method == http.MethodHead && r.Path == path })
}

// Changes lists the lines that are in only one of two tables, each with its route.
func Changes(want, got string) string {
	lines := func(text string) map[string]bool {
		set, route := map[string]bool{}, ""
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, " ") {
				route = strings.TrimSpace(line)
			}
			set[route+": "+strings.TrimSpace(line)] = true
		}
		return set
	}
	before, after := lines(want), lines(got)
	var b strings.Builder
	for _, line := range slices.Sorted(maps.Keys(before)) {
		if !after[line] {
			fmt.Fprintln(&b, "-", line)
		}
	}
	for _, line := range slices.Sorted(maps.Keys(after)) {
		if !before[line] {
			fmt.Fprintln(&b, "+", line)
		}
	}
	return b.String()
}

// ladderOutcome returns the target of a redirect to ladders and challenges: the world's ladder
// ("→ladder"), a page of it, the world's challenge ("→itself"), or a new ladder, challenge or
// pairing ("→new"). It returns "" for other targets.
func (w *World) ladderOutcome(path string) string {
	switch {
	case path == "/ladders/"+w.Ladder:
		return "→ladder"
	case strings.HasPrefix(path, "/ladders/"+w.Ladder+"/"):
		return "→" + strings.TrimPrefix(path, "/ladders/"+w.Ladder+"/")
	case path == "/challenges/"+w.Challenge:
		return "→itself"
	case strings.HasPrefix(path, "/ladders/"), strings.HasPrefix(path, "/challenges/"), strings.HasPrefix(path, "/pairings/") && path != "/pairings/"+w.Pairing:
		return "→new"
	}
	return ""
}

// Rows returns all stored rows as text. Ids, secrets and hashes that the snapshot does not have are
// replaced by "new".
func (w *World) Rows(t *testing.T) (lines []string) {
	t.Helper()
	for _, table := range w.Tables {
		rows, err := w.File.Query("SELECT * FROM main." + table)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		values, targets := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		for rows.Next() {
			if err := rows.Scan(targets...); err != nil {
				t.Fatal(err)
			}
			line := table
			for i, value := range values {
				line += fmt.Sprintf(" %s=%s", columns[i], value.String)
			}
			lines = append(lines, generatedIDs.ReplaceAllStringFunc(line, func(id string) string {
				if w.known[id] || len(w.known) == 0 {
					return id
				}
				return "new"
			}))
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(lines)
	return lines
}

// after returns the rows after a request, and undoes its changes. Before is the version before the
// request.
func (w *World) after(t *testing.T, before int) (lines []string) {
	t.Helper()
	if w.Version(t) == before {
		return w.clean
	}
	lines = w.Rows(t)
	w.Restore(t)
	return lines
}

// generatedIDs matches ids, secrets and hashes.
var generatedIDs = regexp.MustCompile(`\$argon2id\S+|\b[0-9a-z]{12,64}\b`)

// SQL returns the statement for the engine of the world's database.
func (w *World) SQL(sqlite, postgres string) string {
	if w.DB.OnServer() {
		return postgres
	}
	return sqlite
}

// prepareRestore gives the database what Restore and Version need.
func (w *World) prepareRestore(t *testing.T) {
	t.Helper()
	if w.DB.OnServer() {
		if _, err := w.File.Exec(saving); err != nil {
			t.Fatal(err)
		}
		return
	}
	if _, err := w.File.Exec("ATTACH $1 AS snapshot", w.snapshot); err != nil {
		t.Fatal(err)
	}
	w.dropTriggers(t)
}

// saving is the script of prepareRestore on a server. There the snapshot is a schema of the same database. Its table changed
// gets the name of a table for each row that a transaction changes.
const saving = `
SET session_replication_role = replica; -- no triggers but ours, and no checks of foreign keys, in this connection
CREATE SCHEMA snapshot;
CREATE TABLE snapshot.changed (number bigint GENERATED ALWAYS AS IDENTITY, name text);
CREATE FUNCTION snapshot.note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO snapshot.changed (name) VALUES (tg_table_name);
	RETURN NULL;
END $$;
CREATE FUNCTION snapshot.restore() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	name text;
BEGIN
	FOR name IN SELECT DISTINCT c.name FROM snapshot.changed c LOOP
		EXECUTE format('DELETE FROM main.%1$I m WHERE NOT EXISTS (SELECT FROM snapshot.%1$I s WHERE s = m)', name);
		EXECUTE format('INSERT INTO main.%1$I SELECT * FROM snapshot.%1$I EXCEPT SELECT * FROM main.%1$I', name);
	END LOOP;
	DELETE FROM snapshot.changed;
END $$;
DO $$
DECLARE
	name text;
BEGIN
	FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'main' LOOP
		EXECUTE format('CREATE TABLE snapshot.%1$I AS TABLE main.%1$I', name);
		EXECUTE format('CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE ON main.%I FOR EACH ROW EXECUTE FUNCTION snapshot.note()', name);
		EXECUTE format('ALTER TABLE main.%I ENABLE ALWAYS TRIGGER note', name);
	END LOOP;
END $$`

// Restore undoes all changes since the snapshot.
func (w *World) Restore(t *testing.T) {
	t.Helper()
	script := "PRAGMA foreign_keys = 0; PRAGMA synchronous = 0; BEGIN IMMEDIATE; "
	for _, table := range w.Tables {
		script += fmt.Sprintf("DELETE FROM main.%s; INSERT INTO main.%[1]s SELECT * FROM snapshot.%[1]s; ", table)
	}
	if _, err := w.File.Exec(w.SQL(script+"COMMIT", "SELECT snapshot.restore()")); err != nil {
		t.Fatal(err)
	}
}

// dropTriggers drops all triggers, so that the append-only audit log can be restored too.
func (w *World) dropTriggers(t *testing.T) {
	t.Helper()
	rows, err := w.File.Query("SELECT name FROM main.sqlite_master WHERE type = 'trigger'")
	if err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		script.WriteString("DROP TRIGGER main." + name + "; ")
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.File.Exec(script.String()); err != nil {
		t.Fatal(err)
	}
}

// Version returns a number that changes when another connection stores something.
func (w *World) Version(t *testing.T) (n int) {
	t.Helper()
	if err := w.File.QueryRow(w.SQL("PRAGMA data_version", "SELECT coalesce(max(number), 0) FROM snapshot.changed")).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
