package handlers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// Every kind of db.Ref has a page at the address that web.Href returns.
func TestRefsHavePages(t *testing.T) {
	t.Parallel()
	s := sitetest.OpenSite(t, web.Config{})
	for _, kind := range db.RefKinds() {
		address := web.Href(db.Ref{Kind: kind, ID: "id"})
		at := strings.TrimSuffix(address, "id")
		if !slices.ContainsFunc(s.Router.Routes(), func(r *echo.Route) bool {
			path, parameter, _ := strings.Cut(r.Path, ":")
			return r.Method == http.MethodGet && path == at && !strings.Contains(parameter, "/") && (parameter != "") == (at != address)
		}) {
			t.Errorf("no page is at %s, the address of the ref %q", address, kind)
		}
	}
	if got := web.Href(db.Ref{}); got != "" {
		t.Errorf("nothing has the address %q", got)
	}
}
