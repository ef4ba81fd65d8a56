package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A wholeRead is a table or an index of which a plan of PostgreSQL reads all.
type wholeRead struct {
	of     string // index, or table if no index is used
	in     string // text that the statement holds
	reason string
}

// allowedOnServer are the reads of whole tables and indexes that stay quick.
var allowedOnServer = []wholeRead{
	{"club", "", "it has one row"},
	{"pulse", "", "it has one row"},
	{"first_admin", "", "it has one row at most"},
	{"nodes", "FROM nodes ORDER BY", "a site has a few nodes, and this is the list of them"},
	{"bans", "", "an admin makes each by hand, and they expire"},
	{"bans_person", "", "an admin makes each by hand, and they expire"},
	{"people_pkey", "FROM bans b", "there are few bans, but the planner does not know that"},
	{"seasons_continues", "FROM seasons", "a club has a few a year"},
	{"seasons_pkey", "FROM seasons s", "a club has a few a year, and this is the list of them"},
	{"people_roles", "count(*)", "it counts the members, without guests"},
	{"people", "WHERE id NOT LIKE 'bot-%' AND name IS NULL", "tests count guests"},
	{"people_guests", "WHERE g.status = 'waiting' AND p.name IS NULL", "a club no longer admits guests"},
	{"people_skeleton", "HAVING count(*) > 1", "admins look for names that look alike"},
	{"log_pkey", "LIMIT $1", "it reads from the end as far as one page goes"},
	{"games_current", "s.person = $1 AND s.open", "the planner takes running games for few: with statistics, it begins with the person's"},
	{"people_members", "SELECT name FROM people", "the sitemap lists them all, and is kept for a while"},
	{"people_roles", "DELETE FROM sessions", "an operator logs all members out"},
	{"sessions_person", "DELETE FROM sessions", "an operator logs all members out"},
	{"people_roles", "SELECT id, name FROM people WHERE name IS NOT NULL", "a new version compares all names anew, once"},
	{"renames", "SELECT CAST(number AS text), was FROM renames", "a new version compares all names anew, once"},
	{"people_pkey", "SELECT NOT EXISTS", "it ends at the first person that is no bot"},
	{"games_pkey", "since = since + $1 - seen.at", "once after downtime, if so many clocks ran that the planner prefers that"},
	{"games_awaits_bot", "", "the index has only the games in which a bot is to move"},
	{"games_listed", "", "the index has only the games in the lobby"},
	{"seats_left", "", "the index has only seats of games that were called off, until these are deleted"},
	{"pairings_open", "", "the index has only the open pairings"},
	{"challenges_open", "", "the index has only the open challenges"},
	{"letters_unsent", "", "the index has only the e-mails that are to be sent"},
}

// On a server too, an index answers each statement whose text is constant. Those that are composed follow when all tests
// have run: see TestMain.
func TestConstantStatementsOnServer(t *testing.T) {
	p, err := openPlanner(t.Context(), templates.Fresh(t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := p.close(); err != nil {
			t.Error(err)
		}
	}()
	constant := map[string]string{}
	for _, of := range statements.source() {
		if of.whole && !strings.HasPrefix(of.where, "restore.go:") { // of a file that is not in use
			constant[strings.Join(of.parts, "")] = of.where
		}
	}
	if len(constant) < 300 {
		t.Errorf("only %d statements were found", len(constant))
	}
	faults, err := p.faults(t.Context(), constant)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range faults {
		t.Error(fault)
	}
	faults, err = p.faults(t.Context(), map[string]string{
		"SELECT id FROM games WHERE position = $1":                     "example.go:1",
		"SELECT count(*) FROM events":                                  "example.go:2",
		"UPDATE people SET seen = $2 WHERE hash = $1":                  "example.go:3",
		"SELECT event FROM events WHERE game = $1 ORDER BY ply DESC":   "example.go:4",
		"SELECT s.seat FROM games g JOIN seats s ON s.person = g.game": "example.go:5",
	})
	if slices.Sort(faults); err != nil || len(faults) != 5 || strings.Contains(strings.Join(faults, ""), "example.go:4") {
		t.Errorf("the examples have the faults\n%s\n%v", strings.Join(faults, "\n"), err)
	}
}

// composedOnServer prints the faults of the plans that PostgreSQL has for the package's statements that ran on files. It
// returns the code to exit with.
func (s *suite) composedOnServer(ctx context.Context) (code int) {
	p, err := openPlanner(ctx, templates.URL("template")) // which TestConstantStatementsOnServer has made
	if err != nil {
		fmt.Println(err)
		return 1
	}
	faults, err := p.faults(ctx, s.ours)
	if err = errors.Join(err, p.close()); err != nil {
		faults = append(faults, err.Error())
	}
	for _, fault := range faults {
		fmt.Println(fault)
		code = 1
	}
	return code
}

// A planner makes plans on a server.
//
// With the few rows of tests, PostgreSQL would read whole tables. So the planner gets 10,000 for each, and an order not to
// read tables without an index if there is another way, as connections that write have it. Then an index is used where
// one can be, which is all that this shows. It knows nothing about the values, and so the plan is the one for any values.
type planner struct {
	d    *DB
	conn *sql.Conn
}

// openPlanner returns a planner for the database at a URL, which gets a row in each table: an empty one stays empty for
// the planner.
func openPlanner(ctx context.Context, url string) (p planner, err error) {
	if p.d, err = Open(ctx, url); err != nil {
		return p, err
	}
	if p.conn, err = p.d.write.Conn(ctx); err != nil {
		return p, errors.Join(err, p.d.Close())
	}
	var inserts string
	err = p.conn.QueryRowContext(ctx, `SELECT string_agg('INSERT INTO ' || relname || ' VALUES (' || (
			SELECT string_agg('''0''', ', ') FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) || ')', ';')
		FROM pg_class c WHERE relnamespace = to_regnamespace(current_schema()) AND relkind = 'r' AND pg_relation_size(c.oid) = 0`).Scan(&inserts)
	if err == nil {
		_, err = p.conn.ExecContext(ctx, `SET session_replication_role = replica; -- without foreign keys and triggers
			`+inserts+`;
			UPDATE pg_class SET reltuples = 10000, relpages = 1 WHERE relnamespace = to_regnamespace(current_schema()) AND relkind = 'r';
			SET plan_cache_mode = force_generic_plan`)
	}
	if err != nil {
		err = errors.Join(err, p.close())
	}
	return p, err
}

func (p planner) close() error { return errors.Join(p.conn.Close(), p.d.Close()) }

// faults returns, for statements with the places where they are in the source, which have a plan that reads all of a table
// or of an index and is not allowed to.
func (p planner) faults(ctx context.Context, where map[string]string) (faults []string, err error) {
	for query, at := range where {
		read, err := p.readsWhole(ctx, query)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
		for _, of := range read {
			if !slices.ContainsFunc(allowedOnServer, func(a wholeRead) bool { return a.of == of && strings.Contains(query, a.in) }) {
				faults = append(faults, fmt.Sprintf("%s: PostgreSQL reads all of %s in\n%s", at, of, query))
			}
		}
	}
	return faults, nil
}

// A serverPlan is a step of a plan of PostgreSQL, with those before it.
type serverPlan struct {
	Kind  string       `json:"Node Type"`
	Table string       `json:"Relation Name"`
	Index string       `json:"Index Name"`
	Cond  string       `json:"Index Cond"`
	Plans []serverPlan `json:"Plans"`
}

// readsWhole returns the tables that the plan of a statement reads without an index, and the indexes of which it reads all.
func (p planner) readsWhole(ctx context.Context, query string) (list []string, err error) {
	if _, err := p.conn.ExecContext(ctx, "PREPARE planned AS "+query); err != nil {
		return nil, err
	}
	explain := "EXPLAIN (COSTS OFF, FORMAT JSON) EXECUTE planned"
	if n := parameters(query); n > 0 {
		explain += "(NULL" + strings.Repeat(", NULL", n-1) + ")"
	}
	var text []byte
	if err := p.conn.QueryRowContext(ctx, explain).Scan(&text); err != nil {
		return nil, err
	}
	var plans []struct{ Plan serverPlan }
	if err := json.Unmarshal(text, &plans); err != nil {
		return nil, err
	}
	var walk func(serverPlan)
	walk = func(step serverPlan) {
		switch {
		case step.Kind == "Seq Scan":
			list = append(list, step.Table)
		case step.Index != "" && step.Cond == "":
			list = append(list, step.Index)
		}
		for _, before := range step.Plans {
			walk(before)
		}
	}
	for _, of := range plans {
		walk(of.Plan)
	}
	_, err = p.conn.ExecContext(ctx, "DEALLOCATE planned")
	return list, err
}
