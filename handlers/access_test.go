package handlers_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
)

var update = flag.Bool("update", false, "renew testdata/access.txt")

// TestAccess compares the answers of every route, in every role and state of a game, with
// testdata/access.txt; -update renews it. Each request starts from the same world.
func TestAccess(t *testing.T) {
	t.Parallel()
	w := sitetest.BuildWorld(t)
	routes := rulestest.Few(t, w.Routes(t), 60)
	got := map[string]string{} // by cell
	var mu sync.Mutex
	t.Run("roles", func(t *testing.T) {
		for _, role := range rulestest.Few(t, sitetest.Roles, 2) {
			t.Run(role, func(t *testing.T) {
				t.Parallel()
				w := w.CopyOf(t)
				for _, route := range routes {
					for _, state := range sitetest.States {
						outcome := w.Try(t, route, state.Name, role)
						mu.Lock()
						got[cell(route, state.Name, role)] = outcome
						mu.Unlock()
						if !sitetest.OfGames(route) {
							break // no game matters
						}
					}
				}
			})
		}
	})
	if t.Failed() || testing.Short() {
		return // the table is of all routes and roles
	}
	text, file := accessTable(routes, got), filepath.Join("testdata", "access.txt")
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("who may do what is not what %s says. If it should be, run this test with -update.\n%s", file, sitetest.Changes(string(want), text))
	}
}

// Every act of the record that people can ask for has a route, and so a row of
// the access table and a limit. The clock decides timeouts.
func TestActsHaveRoutes(t *testing.T) {
	for _, act := range record.Acts() {
		route := "POST /games/:id/" + string(act)
		if _, ok := sitetest.RouteRequests[route]; !ok && act != "timeout" {
			t.Errorf("there is no route %s", route)
		}
	}
}

// cell names one answer.
func cell(route, state, role string) string { return route + "\n" + state + "\n" + role }

// accessTable writes all answers: of each route, a row for the states in which
// everybody gets the same.
func accessTable(routes []string, got map[string]string) string {
	var b strings.Builder
	b.WriteString("Who may do what. Written by TestAccess, run with -update; every route of the site is here.\n\n" +
		"An answer is its status, or → and the page to which it leads. \"new\" is a game that was just made.\n" +
		"Of the roles, \"blocked\" is an account that the host has blocked, \"invited\" one that knows the secret of\n" +
		"the game's invitation, as host and opponent do; other accounts play elsewhere, the guest where it is said.\n" +
		"\"organiser\" and \"admin\" are what they are called in the club, and in no game.\n\nA game is\n")
	for _, state := range sitetest.States {
		fmt.Fprintf(&b, "  %-8s %s\n", state.Name, state.Meaning)
	}
	const nameWidth = 48
	line := func(name string, cells []string) {
		b.WriteString(strings.TrimRight(fmt.Sprintf("  %-*s%s", nameWidth, name, strings.Join(cells, "")), " ") + "\n")
	}
	for _, route := range routes {
		b.WriteString("\n" + route + "\n")
		header := make([]string, len(sitetest.Roles))
		for i, role := range sitetest.Roles {
			header[i] = fmt.Sprintf("%-9s ", role)
		}
		line("", header)
		rows, order := map[string][]string{}, []string{}
		for _, state := range sitetest.States {
			cells := make([]string, len(sitetest.Roles))
			for i, role := range sitetest.Roles {
				cells[i] = fmt.Sprintf("%-9s ", got[cell(route, state.Name, role)])
			}
			row := strings.Join(cells, "")
			if rows[row] == nil {
				order = append(order, row)
			}
			rows[row] = append(rows[row], state.Name)
			if !sitetest.OfGames(route) {
				break
			}
		}
		for _, row := range order {
			name := strings.Join(rows[row], " ")
			if len(rows[row]) == len(sitetest.States) || !sitetest.OfGames(route) {
				name = "always"
			}
			for len(name) > nameWidth-1 {
				end := strings.LastIndex(name[:nameWidth], " ")
				line(name[:end], nil)
				name = name[end+1:]
			}
			line(name, []string{row})
		}
	}
	return b.String()
}
