package handlers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules/rulestest"
)

// TestEnginesAnswerAlike sends the same requests to a world in a file and to one on a server. Pages, outcomes and what is
// stored are the same. In the check's full mode it sends those of all routes, otherwise of every tenth.
func TestEnginesAnswerAlike(t *testing.T) {
	t.Parallel()
	built := sitetest.BuildWorld(t)
	worlds := [2]*sitetest.World{built.CopyInFile(t), built.CopyOnServer(t)}
	asked, changed := 0, 0
	for _, route := range rulestest.Part(built.Routes(t), 1, 10) {
		if differs(route) {
			continue
		}
		for _, state := range sitetest.States {
			for _, role := range []string{"nobody", "host", "opponent", "admin"} {
				var answers [2]enginesAnswer
				for i, w := range worlds {
					answers[i] = askEngine(t, w, route, state.Name, role)
				}
				asked++
				file, server := answers[0], answers[1]
				if file.stored != nil {
					changed++
				}
				if file.outcome != server.outcome || file.body != server.body || !slices.Equal(file.stored, server.stored) {
					t.Errorf("%s as %s, game %s: %s in a file, %s on a server:\n%s", route, role, state.Name, file.outcome, server.outcome,
						sitetest.Changes(file.text(), server.text()))
				}
			}
			if !sitetest.OfGames(route) {
				break
			}
		}
	}
	t.Logf("%d requests, of which %d changed something", asked, changed)
	if asked < 100 || changed < 10 {
		t.Error("too little was tried")
	}
}

// differs reports whether the answers of a route differ by design, or take long to draw.
func differs(route string) bool {
	switch route {
	case "GET /readyz", "GET /admin", "POST /settings/confirm": // the last stores a row that is the same as before
		return true
	}
	return strings.HasSuffix(route, "/events") || strings.HasSuffix(route, ".png") || strings.HasPrefix(route, "GET /static")
}

// An enginesAnswer is the answer to a request.
type enginesAnswer struct {
	outcome string
	body    string   // of a page
	stored  []string // all rows after a request that changes something
}

// text returns the answer in lines.
func (a enginesAnswer) text() string {
	return strings.ReplaceAll(a.body, "<", "\n<") + "\n" + strings.Join(a.stored, "\n") + "\n"
}

// askEngine sends a request to a route, and undoes its changes.
func askEngine(t *testing.T, w *sitetest.World, route, state, role string) (a enginesAnswer) {
	t.Helper()
	method, address, form := w.Request(route, state, role)
	before := w.Version(t)
	answer := w.Ask(method, address, role, sitetest.FormOf(form...))
	a.outcome = w.Outcome(state, answer)
	if method == http.MethodGet {
		a.body = answer.Body.String()
	}
	if w.Version(t) != before {
		for _, row := range w.Rows(t) {
			switch table, _, _ := strings.Cut(row, " "); table {
			case "nodes", "presence", "pulse", "schema_version": // of each engine
			default:
				a.stored = append(a.stored, strings.NewReplacer("=true ", "=1 ", "=false ", "=0 ").Replace(row+" "))
			}
		}
		slices.Sort(a.stored)
		w.Restore(t)
	}
	return a
}
