package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/limit"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// A form that is sent too soon is shown again with its values, on every route, and can be sent again; but never
// a password.
func TestWhatWasTypedIsKept(t *testing.T) {
	t.Parallel()
	const typed = "A long text,\nin two lines, with \"<b>&amp;'\" and ü 한"
	once := limit.Limit{Burst: 1, Every: 90 * time.Second}
	for name, limits := range map[string]web.Limits{"WritesAs": {WritesAs: once}, "WritesAt": {WritesAt: once}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, clock := sitetest.LimitedSite(t, limits)
			admin, _ := s.WithRole(t, "Alma", db.Admin)
			admin.Post("/settings/confirm", "alone", "on") // now it is full
			tried := 0
			for _, route := range s.Router.Routes() {
				if route.Method != http.MethodPost {
					continue
				}
				tried++
				path := strings.ReplaceAll(route.Path, ":", "x") + "?a=1&b=%22"
				p := admin.NoRedirects().Post(path, "text", typed, "many", "1", "many", "2")
				p.WantTooMany(t)
				action, form := p.Resent()
				if action != path || form.Get("text") != typed || strings.Join(form["many"], " ") != "1 2" || len(form) != 2 {
					t.Errorf("%s gives back %q to %q", path, form, action)
				}
				p.WantText(t, "main", "Try again in 90 seconds").WantCount(t, "form.again button", 1)
				admin.NoRedirects().Post(path, "text", typed, "password", sitetest.Password).WantCount(t, "form.again", 0)
			}
			if tried < 50 {
				t.Fatalf("%d routes were tried", tried)
			}
			action, form := admin.Post("/club/settings", "name", "Six Corners", "welcome", typed, "sign-up", "open", "guests", "on").Resent()
			clock.Advance(90 * time.Second)
			admin.Do(http.MethodPost, action, strings.NewReader(form.Encode()), sitetest.FormType).WantStatus(t, http.StatusOK)
			if club, err := s.DB.Club(t.Context()); err != nil || club.Name != "Six Corners" {
				t.Errorf("sent again it makes the club %q, %v", club.Name, err)
			}
			large := strings.Repeat("A member\n", 40_000) // of the longest list that is accepted
			p := admin.Post("/club/import", "list", large)
			p.WantTooMany(t)
			if _, form := p.Resent(); form.Get("list") != large {
				t.Errorf("of a list of %d bytes come back %d", len(large), len(form.Get("list")))
			}
		})
	}
}

// A stranger's refused form is not read, and htmx leaves the form on the page.
func TestWhatIsNotGivenBack(t *testing.T) {
	t.Parallel()
	s, _ := sitetest.LimitedSite(t, web.Limits{WritesAt: limit.Limit{Burst: 1, Every: time.Hour}})
	member, _ := s.NewAccount(t, "Ben")
	member.Post("/settings/confirm", "alone", "on")
	refused := func(c *sitetest.Client, path string, pairs ...string) sitetest.WebPage {
		p := c.NoRedirects().Post(path, pairs...)
		p.WantTooMany(t)
		return p.WantCount(t, "form.again", 0)
	}
	refused(s.Client(t), "/games", "game", "hexone")
	refused(member, "/club/import", "list", "a list")
	refused(member, "/nowhere", "text", "typed")
	refused(member, "/settings/password", "old", sitetest.Password)
	refused(member, "/games")
	refused(member.Htmx(), "/games", "game", "hexone").WantText(t, ".notice.bad", "Too many requests in a short time. Try again in 60 minutes")
	refused(member, "/games", strings.Split(strings.Repeat("a b ", 1001), " ")[:2002]...)
	for _, path := range []string{"//evil.example/x", "/\\evil.example", "/games?to=\\\\evil.example"} {
		refused(member, path, "text", "typed")
	}
}
