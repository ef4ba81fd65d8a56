package db

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// An allowedScan is a step of a plan that reads a whole table or index.
type allowedScan struct {
	step   string
	in     string // text that the statement holds
	reason string
}

// allowedScans are the scans that stay quick.
var allowedScans = []allowedScan{
	{"SCAN club", "club", "it has one row"},
	{"SCAN pulse", "pulse", "it has one row"},
	{"SCAN p", "FROM games, pulse p", "it has one row"},
	{"SCAN first_admin", "first_admin", "it has one row at most"},
	{"SCAN nodes", "FROM nodes ORDER BY", "a site has a few nodes, and this is the list of them"},
	{"SCAN bans", "bans", "an admin makes each by hand, and they expire"},
	{"SCAN b", "FROM bans b", "an admin makes each by hand, and they expire"},
	{"SCAN s", "FROM seasons s", "a club has a few a year, and this is the list of them"},
	{"SCAN seasons USING COVERING INDEX seasons_continues", "SELECT count(*) FROM seasons", "a club has a few a year"},
	{"SCAN people USING INDEX people_members", "SELECT count(*)", "it counts the members, without guests"},
	{"SCAN people USING INDEX people_members", "SELECT name FROM people", "the sitemap lists them all, and is kept for a while"},
	{"SCAN people USING INDEX people_members", "DELETE FROM sessions", "an operator logs all members out"},
	{"SCAN people USING INDEX people_members", "SELECT id, name FROM people WHERE name IS NOT NULL", "a new version compares all names anew, once"},
	{"SCAN renames", "SELECT CAST(number AS text), was FROM renames", "a new version compares all names anew, once"},
	{"SCAN people", "WHERE id NOT LIKE 'bot-%' AND name IS NULL", "tests count guests"},
	{"SCAN l USING INDEX sqlite_autoindex_audit_log_1", "LIMIT $1", "it reads from the end as far as one page goes"},
	{"SCAN games USING INDEX games_awaits_bot", "awaits_bot", "the index has only the games in which a bot is to move"},
	{"SCAN p USING INDEX pairings_open", "", "the index has only the open pairings"},
	{"SCAN challenges USING INDEX challenges_open", "", "the index has only the open challenges"},
	{"SCAN todo", "'answer' AS task", "it has the open challenges and pairings of one person"},
	{"SCAN people USING COVERING INDEX sqlite_autoindex_people_1", "SELECT NOT EXISTS", "it ends at the first person that is no bot"},
	{"SCAN mail_links", "restore.go", "restoring a backup deletes all of them"},
	{"SCAN resets", "restore.go", "restoring a backup deletes all of them"},
	{"SCAN ladder_players USING INDEX ladder_players_place", "UPDATE ladder_players", "once after downtime, of the players on ladders"},
	{"SEARCH games USING INDEX games_status (status=?)", "SELECT game, count(*) FROM games WHERE status = 'running'", "metrics count the running games"},
}

// wantPlans fails the test when a statement that ran since the last call scans a table
// that grows: each has to be answered by an index, or to be listed above.
func wantPlans(t testing.TB, d *DB) {
	t.Helper()
	if d.file == nil {
		return
	}
	for _, ran := range statements.take() {
		args := make([]any, len(ran.args))
		for i, arg := range ran.args {
			args[i] = arg.Value
		}
		plan, err := explain(context.WithoutCancel(t.Context()), d, ran.query, args)
		if err != nil {
			t.Errorf("%v\nin\n%s", err, ran.query)
		}
		wantNoScans(t, ran.query, plan)
	}
}

// wantNoScans fails the test when the plan of a query has a scan that is not allowed.
func wantNoScans(t testing.TB, query string, plan []string) {
	t.Helper()
	for _, step := range append(scansOf(plan), wideSearches(query, plan)...) {
		if !slices.ContainsFunc(allowedScans, func(a allowedScan) bool { return a.step == step && strings.Contains(query, a.in) }) {
			t.Errorf("%s\nin\n%s", step, query)
		}
	}
}

// scansOf returns the steps of a plan that read a whole table or index, or build an index
// for the one statement. What the statement itself makes, a subquery or a constant row, is
// not counted: the steps that make it are in the plan too.
func scansOf(plan []string) (scans []string) {
	made := []string{"CONSTANT"}
	for _, step := range plan {
		for _, verb := range []string{"MATERIALIZE ", "CO-ROUTINE "} {
			if name, ok := strings.CutPrefix(step, verb); ok {
				made = append(made, name)
			}
		}
	}
	for _, step := range plan {
		name, isScan := strings.CutPrefix(step, "SCAN ")
		name, _, _ = strings.Cut(name, " ")
		if isScan && !slices.Contains(made, name) && !strings.HasPrefix(name, "(") && !strings.HasSuffix(step, "-ROW VALUES CLAUSE") || strings.Contains(step, " AUTOMATIC ") {
			scans = append(scans, step)
		}
	}
	return scans
}

// wideSearch finds a search of games by a column alone that many of them have in common.
var wideSearch = regexp.MustCompile(`^SEARCH \S+ USING (?:COVERING )?INDEX games_\w+ \((status|pairing)=\?\)`)

// wideSearches returns the steps of a plan that read all running or all finished games, or all
// games without a pairing. SQLite keeps no statistics, so it takes an index for narrow whatever
// it holds. Few games wait at a time: a search for them is narrow.
func wideSearches(query string, plan []string) (steps []string) {
	for _, step := range plan {
		by := wideSearch.FindStringSubmatch(step)
		switch {
		case by == nil:
		case by[1] == "status" && (strings.Contains(query, "status = 'running'") || strings.Contains(query, "status = 'over'")),
			by[1] == "pairing" && strings.Contains(query, "pairing IS NULL"):
			steps = append(steps, step)
		}
	}
	return steps
}

// explain returns the steps by which SQLite answers a statement.
func explain(ctx context.Context, d *DB, query string, args []any) (steps []string, err error) {
	rows, err := d.read.QueryContext(ctx, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return steps, rows.Err()
}
