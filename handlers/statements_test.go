package handlers_test

import (
	"cmp"
	"database/sql/driver"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"hexclub/db"
	"hexclub/handlers"
)

// mostStatements is the number of statements that a page runs at most. A page that shows at
// most eight rows, and asks the database once for each, runs as many with 10 rows as with 1,000.
const mostStatements = 17

// TestStatementsDoNotGrow asks for every page with 10 rows behind it and with 1,000, as
// people who see different parts of it. The number of statements is the same, and small: no
// page asks the database once a row.
func TestStatementsDoNotGrow(t *testing.T) {
	t.Parallel()
	built := buildWorld(t)
	few, many := built.counted(t, 10), built.counted(t, 1000)
	roles, pages := []string{"host", "opponent", "admin"}, map[string][]string{}
	for _, role := range roles {
		if pages[role] = few.pages(t, role); len(pages[role]) < 100 {
			t.Errorf("only %d pages were found for %s", len(pages[role]), role)
		}
	}
	for _, role := range roles {
		for _, address := range pages[role] {
			if slices.Contains(gameByGame, address) {
				continue
			}
			before, after := few.statements(t, role, address), many.statements(t, role, address)
			if before != after || after.statements > mostStatements {
				t.Errorf("%s as %s: %v with 10 rows, %v with 1,000, at most %d are allowed", address, role, before, after, mostStatements)
			}
		}
	}
}

// gameByGame are files of all of somebody's games. They are read and sent one game at a
// time, however many there are, so that they are never in memory as a whole.
var gameByGame = []string{"/settings/games.json", "/settings/games.txt"}

// A countedWorld is a world that counts the statements it runs.
type countedWorld struct {
	*world
	ran *atomic.Int64
}

// counted returns a copy of the world with rows more of everything.
func (w *world) counted(t *testing.T, rows int) countedWorld {
	t.Helper()
	text, err := os.ReadFile(w.snapshot)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "counted.db")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	ran := &atomic.Int64{}
	store, err := db.Open(db.WithTrace(t.Context(), func(string, []driver.NamedValue) { ran.Add(1) }), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	app := newApp(t, handlers.Config{DB: store, Now: w.Now, URL: "http://hex.example", SMTP: "smtp://127.0.0.1:1", MailFrom: "club@hex.example"})
	other := *w
	other.site = &site{App: app, file: file, router: app.Router()}
	other.file = other.raw(t)
	other.file.SetMaxOpenConns(1)
	if _, err := other.file.Exec("ATTACH $1 AS snapshot", w.snapshot); err != nil {
		t.Fatal(err)
	}
	other.unguard(t)
	other.fill(t, rows)
	return countedWorld{&other, ran}
}

// pages returns the addresses of all pages and files, with tournaments in every state, and
// for the host with games in every state. Streams are left out.
func (w *world) pages(t *testing.T, role string) (list []string) {
	t.Helper()
	for _, route := range w.routes(t) {
		if !strings.HasPrefix(route, "GET ") || strings.HasSuffix(route, "/events") {
			continue
		}
		for _, state := range states {
			_, address, _ := w.request(route, state.name, role)
			list = append(list, address)
			if !ofGames(route) || role != "host" {
				break
			}
		}
		for _, tournament := range w.tournaments {
			_, address, _ := w.request(route, "", role)
			list = append(list, strings.Replace(address, w.tournamentFor(route), tournament, 1))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// An asked page is what it answered and how many statements that took.
type askedPage struct{ status, statements int64 }

// String names both.
func (p askedPage) String() string {
	return fmt.Sprintf("%d after %d statements", p.status, p.statements)
}

// statements asks for a page.
func (w countedWorld) statements(t *testing.T, role, address string) askedPage {
	t.Helper()
	before := w.ran.Load()
	answer := w.ask(http.MethodGet, address, role, "")
	if answer.Code >= http.StatusInternalServerError {
		t.Errorf("%s answers %d", address, answer.Code)
	}
	return askedPage{int64(answer.Code), w.ran.Load() - before}
}

// A copied row differs from the one in the world by the columns that are named: the others
// are the same. The expressions may use n, the number of the copy. The condition selects rows r
// and copies n.
type copied struct {
	table   string
	where   string
	columns map[string]string
}

// fill stores copies of what the world holds: so many of each row, and of the games, of which a
// person has some in each of ten states, so many together.
func (w *world) fill(t *testing.T, rows int) {
	t.Helper()
	const own, member = "r.id || '-' || n.n", "'member-' || n.n"
	game := func(state string) string { return "'" + w.games[state].ID + "'" }
	var list []copied
	add := func(table, where string, columns map[string]string) {
		list = append(list, copied{table, where, columns})
	}

	add("people", "r.name = 'Lena'", map[string]string{"id": member, "name": "'Member ' || n.n", "folded": "'member' || n.n"})
	add("ratings", "r.person = '"+w.ids["host"]+"'", map[string]string{"person": member})
	add("blocks", "true", map[string]string{"blocked": member})
	add("bans", "true", map[string]string{"prefix": "'10.' || (n.n / 256) || '.' || (n.n % 256) || '.0/24'"})
	add("invitations", "true", map[string]string{"id": own, "hash": "r.hash || n.n"})
	add("sessions", "true", map[string]string{"hash": "r.hash || n.n"})
	add("log", "true", map[string]string{"number": "(SELECT max(number) FROM snapshot.log) * n.n + r.number"})
	add("messages", "true", map[string]string{"number": "r.number + n.n"})

	for state, columns := range map[string]map[string]string{
		"sought": {}, "listed": {}, "running": {}, "live": {}, "over": {}, "bot": {}, "beaten": {}, "room": {},
		// Some are challenges of the opponent, whose desk has room for other games too.
		"kept":   {"reserved": "CASE WHEN r.reserved IS NULL OR n.n % 10 = 1 THEN r.reserved ELSE " + member + " END"},
		"asking": {"reserved": "CASE WHEN r.person IS NULL THEN " + member + " END"},
	} {
		of := game(cmp.Or(map[string]string{"asking": "sought"}[state], state))
		suffix := " || '-" + state + "-' || n.n"
		some := fmt.Sprintf(" AND n.n <= %d", rows/10)
		add("games", "r.id = "+of+some, map[string]string{"id": "r.id" + suffix, "invite": "r.invite" + suffix, "created": "r.created + n.n"})
		columns["game"] = "r.game" + suffix
		add("seats", "r.game = "+of+some, columns)
		for _, table := range []string{"events", "finished", "rating_changes", "messages"} {
			add(table, "r.game = "+of+some, map[string]string{"game": "r.game" + suffix})
		}
	}

	season := map[string]string{"id": own, "name": "r.name || n.n", "folded": "r.folded || n.n"}
	add("seasons", "true", season)
	add("ladders", "true", map[string]string{"id": own})
	add("ladders", "true", map[string]string{"id": own + " || '-apart'", "season": "r.season || '-' || n.n"})
	add("ladder_players", "r.place = 5", map[string]string{"person": member, "place": "r.place + n.n"})
	add("ladder_events", "r.number = 1", map[string]string{"number": "r.number + 100 + n.n", "person": member})
	add("challenges", "true", map[string]string{"id": own})
	add("challenges", "true", map[string]string{"id": own + " || '-other'", "challenger": member})
	add("pairings", "r.status = 'open'", map[string]string{"id": own})
	add("pairings", "r.status = 'open'", map[string]string{"id": own + " || '-contested'", "contested_by": "r.first", "contested_at": "r.made"})

	add("tournaments", "true", map[string]string{"id": own})
	add("tournaments", "true", map[string]string{"id": own + " || '-apart'", "season": "r.season || '-' || n.n"})
	of := map[string]string{"tournament": "r.tournament || '-' || n.n"}
	add("entrants", "true", of)
	add("tournament_rounds", "true", of)
	add("tournament_pairings", "r.pairing IN (SELECT id FROM pairings WHERE status = 'open')",
		map[string]string{"tournament": "r.tournament || '-' || n.n", "pairing": "r.pairing || '-' || n.n"})
	for _, state := range []string{"entry", "over"} {
		add("entrants", "r.number = 1 AND r.tournament = '"+w.tournaments[state]+"'", map[string]string{"person": member, "number": "r.number + 100 + n.n"})
	}

	script := []string{
		"PRAGMA foreign_keys = 0", "PRAGMA synchronous = 0", "BEGIN IMMEDIATE",
		fmt.Sprintf("CREATE TEMP TABLE copies AS WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < %d) SELECT n FROM n", rows),
	}
	for _, c := range list {
		script = append(script, w.copies(t, c))
	}
	for _, statement := range append(script, "COMMIT") {
		if _, err := w.file.Exec(statement); err != nil {
			t.Errorf("%v in %s", err, statement)
		}
	}
}

// copies is the statement that stores copies of rows of the snapshot.
func (w *world) copies(t *testing.T, c copied) string {
	t.Helper()
	rows, err := w.file.Query("SELECT name FROM pragma_table_info($1)", c.table)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var names, values []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names, values = append(names, name), append(values, cmp.Or(c.columns[name], "r."+name))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM snapshot.%[1]s r, copies n WHERE %[4]s", c.table, strings.Join(names, ", "), strings.Join(values, ", "), c.where)
}
