package web_test

import (
	"net/http"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// Each cost belongs to a route that can be read, and every file of a tournament costs more than its page.
func TestReadCostsAreOfRoutes(t *testing.T) {
	t.Parallel()
	costs := web.ReadCosts()
	for _, route := range sitetest.New(t).Router.Routes() {
		if route.Method != http.MethodGet {
			continue
		}
		delete(costs, route.Path)
		file, isFile := strings.CutPrefix(route.Path, "/tournaments/:tournament/")
		isFile = isFile && (strings.HasSuffix(file, ".csv") || strings.HasSuffix(file, ".json"))
		if cost := web.ReadCost(route.Path); isFile && cost <= web.ReadCost("/tournaments/:tournament") {
			t.Errorf("%s costs %d", route.Path, cost)
		}
		if cost := web.ReadCost(route.Path); (cost == 0) != (route.Path == "/healthz" || route.Path == "/readyz" || strings.HasSuffix(route.Path, "*")) {
			t.Errorf("%s costs %d", route.Path, cost)
		}
	}
	for path := range costs {
		t.Errorf("%s is no route", path)
	}
}
