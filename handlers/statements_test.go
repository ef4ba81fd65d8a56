package handlers_test

import (
	"slices"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules/rulestest"
)

// mostStatements is the maximum number of statements for a page. A page that shows at most eight rows, with a
// query for each, needs as many statements with 10 rows as with 1,000.
const mostStatements = 20

// TestStatementsDoNotGrow requests every page with 10 and with 1,000 rows in the database, as one of three people who see
// different parts of it, or in the check's full mode as each of them. The number of statements is the same, and small: no page runs a query for each row.
func TestStatementsDoNotGrow(t *testing.T) {
	t.Parallel()
	built := sitetest.BuildWorld(t)
	few, many := built.Counted(t, 10), built.Counted(t, 1000)
	roles, pages := []string{"host", "opponent", "admin"}, map[string][]string{}
	for _, role := range roles {
		if pages[role] = few.Pages(t, role); len(pages[role]) < 100 {
			t.Errorf("only %d pages were found for %s", len(pages[role]), role)
		}
	}
	for i, role := range roles {
		for _, address := range rulestest.Part(pages[role], i, len(roles)) {
			if slices.Contains(gameByGame, address) {
				continue
			}
			before, after := few.Statements(t, role, address), many.Statements(t, role, address)
			if before != after || after.Statements > mostStatements {
				t.Errorf("%s as %s: %v with 10 rows, %v with 1,000, at most %d are allowed", address, role, before, after, mostStatements)
			}
		}
	}
}

// gameByGame are files of all games of a person. They are read and sent one game at a time, so that they are
// never in memory as a whole.
var gameByGame = []string{"/settings/games.json", "/settings/games.txt"}
