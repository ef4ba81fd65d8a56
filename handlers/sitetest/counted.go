package sitetest

import (
	"cmp"
	"database/sql/driver"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"hexclub/db"
	"hexclub/handlers/web"
)

// A countedWorld is a world that counts the statements it runs.
type countedWorld struct {
	*World
	ran *atomic.Int64
}

// Counted returns a copy of the world in a file, with many more rows in its tables. The statements are the same on both engines.
func (w *World) Counted(t *testing.T, rows int) countedWorld {
	t.Helper()
	file := w.copyFile(t)
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
	app := NewApp(t, web.Config{DB: store, Now: w.Now, URL: "http://hex.example", SMTP: "smtp://127.0.0.1:1", MailFrom: "club@hex.example"})
	other := *w
	other.Site = &Site{App: app, File: file, Router: app.Router()}
	other.File = other.Raw(t)
	other.File.SetMaxOpenConns(1)
	other.prepareRestore(t)
	other.fill(t, rows)
	return countedWorld{&other, ran}
}

// An askedPage is the status of a page, and the number of statements that its request ran.
type askedPage struct{ status, Statements int64 }

func (p askedPage) String() string {
	return fmt.Sprintf("%d after %d statements", p.status, p.Statements)
}

// Statements requests a page and counts the statements.
func (w countedWorld) Statements(t *testing.T, role, address string) askedPage {
	t.Helper()
	before := w.ran.Load()
	answer := w.Ask(http.MethodGet, address, role, "")
	if answer.Code >= http.StatusInternalServerError {
		t.Errorf("%s answers %d", address, answer.Code)
	}
	return askedPage{int64(answer.Code), w.ran.Load() - before}
}

// A copied describes copies of rows of a table. The columns give SQL expressions for the values
// that differ. They may use n.n, the number of the copy. The condition where selects rows r and
// copies n.
type copied struct {
	table   string
	where   string
	columns map[string]string
}

// fill adds copies of the world's rows: the given number of each row. Of games, it adds a tenth of
// that number in each of ten states.
func (w *World) fill(t *testing.T, rows int) {
	t.Helper()
	const own, member = "r.id || '-' || n.n", "'member-' || n.n"
	game := func(state string) string { return "'" + w.Games[state].ID + "'" }
	var list []copied
	add := func(table, where string, columns map[string]string) {
		list = append(list, copied{table, where, columns})
	}

	add("people", "r.name = 'Lena'", map[string]string{"id": member, "name": "'Member ' || n.n", "folded": "'member' || n.n"})
	add("ratings", "r.person = '"+w.Ids["host"]+"'", map[string]string{"person": member})
	add("blocks", "true", map[string]string{"blocked": member})
	add("bans", "true", map[string]string{"prefix": "'10.' || (n.n / 256) || '.' || (n.n % 256) || '.0/24'"})
	add("invitations", "true", map[string]string{"id": own, "hash": "r.hash || n.n"})
	add("sessions", "true", map[string]string{"hash": "r.hash || n.n"})
	add("audit_log", "true", map[string]string{"number": "(SELECT max(number) FROM snapshot.audit_log) * n.n + r.number"})
	add("messages", "true", map[string]string{"number": "r.number + n.n"})

	for state, columns := range map[string]map[string]string{
		"sought": {}, "listed": {}, "running": {}, "live": {}, "over": {}, "bot": {}, "beaten": {}, "room": {},
		// One in ten is reserved for the opponent, whose list also needs room for other games.
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
		add("entrants", "r.number = 1 AND r.tournament = '"+w.Tournaments[state]+"'", map[string]string{"person": member, "number": "r.number + 100 + n.n"})
	}

	script := []string{
		"PRAGMA foreign_keys = 0", "PRAGMA synchronous = 0", "BEGIN IMMEDIATE",
		fmt.Sprintf("CREATE TEMP TABLE copies AS WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < %d) SELECT n FROM n", rows),
	}
	for _, c := range list {
		script = append(script, w.copies(t, c))
	}
	for _, statement := range append(script, "COMMIT") {
		if _, err := w.File.Exec(statement); err != nil {
			t.Errorf("%v in %s", err, statement)
		}
	}
}

// copies returns the statement that adds copies of rows of the snapshot.
func (w *World) copies(t *testing.T, c copied) string {
	t.Helper()
	rows, err := w.File.Query("SELECT name FROM pragma_table_info($1)", c.table)
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
