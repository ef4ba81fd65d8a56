package ops_test

import (
	"net/http"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// The style guide is shown in the look of its address, and only on a site that was started with it.
func TestStyleguide(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	p := s.Client(t).Get("/styleguide?theme=dark&palette=safe&style=slate").WantStatus(t, http.StatusOK)
	for _, class := range []string{"theme-dark", "palette-safe", "style-slate"} {
		if p.Find("html."+class).Length() != 1 {
			t.Errorf("the page has no %s", class)
		}
	}
	usual := sitetest.Serve(t, sitetest.OpenSite(t, web.Config{}))
	usual.Client(t).Get("/styleguide").WantStatus(t, http.StatusNotFound)
}
