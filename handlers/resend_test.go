package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
)

// Whatever somebody typed comes back when it was sent too soon, on every route, and can be
// sent again; but never a password.
func TestWhatWasTypedIsKept(t *testing.T) {
	t.Parallel()
	const typed = "A long text,\nin two lines, with \"<b>&amp;'\" and ü 한"
	once := handlers.Limit{Burst: 1, Every: 90 * time.Second}
	for name, limits := range map[string]handlers.Limits{"WritesAs": {WritesAs: once}, "WritesAt": {WritesAt: once}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, clock := limitedSite(t, limits)
			admin, _ := s.withRole(t, "Alma", db.Admin)
			admin.post("/settings/confirm", "confirm", "on") // now it is full
			tried := 0
			for _, route := range s.router.Routes() {
				if route.Method != http.MethodPost {
					continue
				}
				tried++
				path := strings.ReplaceAll(route.Path, ":", "x") + "?a=1&b=%22"
				p := admin.still().post(path, "text", typed, "many", "1", "many", "2")
				p.wantTooMany(t)
				action, form := p.resent()
				if action != path || form.Get("text") != typed || strings.Join(form["many"], " ") != "1 2" || len(form) != 2 {
					t.Errorf("%s gives back %q to %q", path, form, action)
				}
				p.wantText(t, "main", "Try again in 90 seconds").wantCount(t, "form.again button", 1)
				admin.still().post(path, "text", typed, "password", password).wantCount(t, "form.again", 0)
			}
			if tried < 50 {
				t.Fatalf("%d routes were tried", tried)
			}
			action, form := admin.post("/club/settings", "name", "Six Corners", "welcome", typed, "sign-up", "open", "guests", "on").resent()
			clock.advance(90 * time.Second)
			admin.do(http.MethodPost, action, strings.NewReader(form.Encode()), formType).wantStatus(t, http.StatusOK)
			if club, err := s.DB.Club(t.Context()); err != nil || club.Name != "Six Corners" {
				t.Errorf("sent again it makes the club %q, %v", club.Name, err)
			}
			large := strings.Repeat("A member\n", 40_000) // of the longest list that is taken
			p := admin.post("/club/import", "list", large)
			p.wantTooMany(t)
			if _, form := p.resent(); form.Get("list") != large {
				t.Errorf("of a list of %d bytes come back %d", len(large), len(form.Get("list")))
			}
		})
	}
}

// Strangers' forms are not read to be refused, and htmx leaves the form where it is.
func TestWhatIsNotGivenBack(t *testing.T) {
	t.Parallel()
	s, _ := limitedSite(t, handlers.Limits{WritesAt: handlers.Limit{Burst: 1, Every: time.Hour}})
	member, _ := s.newAccount(t, "Ben")
	member.post("/settings/confirm", "confirm", "on")
	refused := func(c *client, path string, pairs ...string) webPage {
		p := c.still().post(path, pairs...)
		p.wantTooMany(t)
		return p.wantCount(t, "form.again", 0)
	}
	refused(s.client(t), "/games", "game", "hexone")
	refused(member, "/club/import", "list", "a list")
	refused(member, "/nowhere", "text", "typed")
	refused(member, "/settings/password", "old", password)
	refused(member, "/games")
	refused(member.htmx(), "/games", "game", "hexone").wantText(t, ".notice.bad", "That was a lot in a short time. Try again in 60 minutes")
	refused(member, "/games", strings.Split(strings.Repeat("a b ", 1001), " ")[:2002]...)
	for _, path := range []string{"//evil.example/x", "/\\evil.example", "/games?to=\\\\evil.example"} {
		refused(member, path, "text", "typed")
	}
}
