package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"hexclub/handlers"
)

// Each cost is that of a route that can be read, and every file of a tournament costs more than
// its page.
func TestReadCostsAreOfRoutes(t *testing.T) {
	t.Parallel()
	costs := handlers.ReadCosts()
	for _, route := range newSite(t).router.Routes() {
		if route.Method != http.MethodGet {
			continue
		}
		delete(costs, route.Path)
		file, isFile := strings.CutPrefix(route.Path, "/tournaments/:tournament/")
		isFile = isFile && (strings.HasSuffix(file, ".csv") || strings.HasSuffix(file, ".json"))
		if cost := handlers.ReadCost(route.Path); isFile && cost <= handlers.ReadCost("/tournaments/:tournament") {
			t.Errorf("%s costs %d", route.Path, cost)
		}
		if cost := handlers.ReadCost(route.Path); (cost == 0) != (route.Path == "/healthz" || route.Path == "/readyz" || strings.HasSuffix(route.Path, "*")) {
			t.Errorf("%s costs %d", route.Path, cost)
		}
	}
	for path := range costs {
		t.Errorf("%s is no route", path)
	}
}
