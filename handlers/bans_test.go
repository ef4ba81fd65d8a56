package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
)

func TestBannedAddresses(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.Limits{}, "127.0.0.0/8")
	admin, _ := s.withRole(t, "Anna", db.Admin)
	organiser, _ := s.withRole(t, "Otto", db.Organiser)
	admin = admin.with("X-Forwarded-For", "198.51.100.9")
	member, _ := s.newAccount(t, "Mona")
	game := member.newGame("invite", "me")
	from := func(address string) *client { return member.with("X-Forwarded-For", address) }
	admin.post("/club/settings", "name", "Six Corners", "sign-up", "open", "guests", "on").wantStatus(t, http.StatusOK)

	organiser.get("/admin/bans").wantStatus(t, http.StatusForbidden)
	organiser.post("/admin/bans", "range", "192.0.2.1", "reason", "Spam").wantStatus(t, http.StatusForbidden)
	admin.get("/admin/bans").wantStatus(t, http.StatusOK).wantText(t, "main", "Yours is 198.51.100.9").wantCount(t, ".archive", 0)
	for _, refused := range [][3]string{
		{"", "Spam", "no address"},
		{"here", "Spam", "no address"},
		{"0.0.0.0/0", "Spam", "too wide"},
		{"::/0", "Spam", "too wide"},
		{"198.51.100.9", "Spam", "You come from there yourself"},
		{"198.51.0.0/16", "Spam", "You come from there yourself"},
		{"127.1.2.3", "Spam", "a proxy in front of the site"},
		{"192.0.2.1", "", "Give a reason"},
	} {
		p := admin.post("/admin/bans", "range", refused[0], "reason", refused[1], "length", "week").wantText(t, "#problem", refused[2])
		if p.status != http.StatusUnprocessableEntity && p.status != http.StatusConflict {
			t.Errorf("%q is answered %d", refused[0], p.status)
		}
		p.wantCount(t, "option[value=week][selected]", 1)
		if got := p.attribute("input[name=range]", "value"); got != refused[0] {
			t.Errorf("the field has %q, had %q", got, refused[0])
		}
	}
	admin.post("/admin/bans", "range", "192.0.2.1", "reason", "Spam", "length", "age").wantStatus(t, http.StatusUnprocessableEntity)
	from("192.0.2.1").get("/").wantStatus(t, http.StatusOK)

	for _, banned := range []string{"192.0.2.77/24", "2001:db8::1"} {
		admin.post("/admin/bans", "range", banned, "reason", "Spam", "length", "day").wantStatus(t, http.StatusOK).wantText(t, "#notice", "The address is banned")
	}
	p := admin.post("/admin/bans", "range", "203.0.113.7", "reason", "Spam", "length", "day")
	if got := strings.Join(p.list(".archive b"), " "); !strings.Contains(got+" ", "203.0.113.7 ") || strings.Contains(admin.get("/admin").text(".noticed"), "203.0.113.7/") {
		t.Errorf("of a single address the list has %s", got)
	}
	admin.post("/admin/bans/lift", "range", p.attribute("li:contains('203.0.113.7') [name=range]", "value")).wantStatus(t, http.StatusOK)
	admin.get("/admin/bans").wantText(t, ".archive", "192.0.2.0/24").wantText(t, ".archive", "2001:db8::/64").wantText(t, ".archive", "By Anna").wantText(t, ".archive q", "Spam")
	if log := admin.get("/club/log"); strings.Contains(log.text("main"), "192.0.2") {
		t.Error("the log has the address")
	}
	if text := admin.get("/admin").text(".noticed"); strings.Contains(text, "+0000") || !strings.Contains(text, "until= "+clock.now().AddDate(0, 0, 1).UTC().Format("2006-01-02")) {
		t.Errorf("admins read %s", text)
	}
	admin.post("/admin/bans", "range", "192.0.2.0/25", "reason", "Spam", "length", "hour").wantStatus(t, http.StatusOK) // which is over first
	t.Run("what is refused", func(t *testing.T) {
		until := clock.now().AddDate(0, 0, 1).UTC().Format("2006-01-02")
		for _, address := range []string{"192.0.2.1", "192.0.2.255", "2001:db8::ffff", "::ffff:192.0.2.9"} {
			for _, path := range []string{"/", "/login", "/nowhere", game, game + "/events", "/club/members", "/healthz/", "/rules"} {
				from(address).get(path).wantStatus(t, http.StatusForbidden).wantText(t, "main", "Nobody is let in from your address until "+until)
			}
			before := s.stored(t)
			for _, path := range []string{"/login", "/signup", "/games", game + "/turns", "/language", "/nowhere"} {
				from(address).post(path, "name", "Mona", "password", password, "game", "hexone", "opponent", "device").wantStatus(t, http.StatusForbidden)
			}
			s.wantStored(t, before)
		}
		p := from("192.0.2.1").with("Accept-Language", "ko").get("/").wantText(t, "main", "이 주소에서는").wantText(t, "main", "Six Corners").wantCount(t, "a, form", 0)
		if p.header.Get("Retry-After") != "86400" {
			t.Errorf("it says to wait %s", p.header.Get("Retry-After"))
		}
		from("192.0.2.1").htmx().get(game+"/board").wantStatus(t, http.StatusForbidden).wantText(t, ".notice", "Nobody is let in").wantCount(t, "header", 0)
	})
	t.Run("what is not", func(t *testing.T) {
		style := admin.get("/").attribute("link[rel=stylesheet]", "href")
		for _, path := range []string{"/healthz", style} {
			from("192.0.2.1").get(path).wantStatus(t, http.StatusOK)
		}
		for _, address := range []string{"192.0.3.1", "2001:db8:0:1::1", "rubbish"} {
			from(address).get("/").wantStatus(t, http.StatusOK)
		}
	})
	t.Run("lifted", func(t *testing.T) {
		organiser.post("/admin/bans/lift", "range", "192.0.2.0/24").wantStatus(t, http.StatusForbidden)
		admin.post("/admin/bans/lift", "range", "192.0.3.0/24").wantStatus(t, http.StatusNotFound)
		admin.post("/admin/bans/lift", "range", "nowhere").wantStatus(t, http.StatusUnprocessableEntity)
		admin.post("/admin/bans/lift", "range", "192.0.2.0/25").wantStatus(t, http.StatusOK).wantCount(t, ".archive li", 2)
		admin.post("/admin/bans/lift", "range", "192.0.2.0/24").wantStatus(t, http.StatusOK).wantText(t, "#notice", "let in again").wantCount(t, ".archive li", 1)
		from("192.0.2.1").get("/").wantStatus(t, http.StatusOK)
		from("2001:db8::1").get("/").wantStatus(t, http.StatusForbidden)
	})
	t.Run("over", func(t *testing.T) {
		clock.advance(24 * time.Hour)
		from("2001:db8::1").get("/").wantStatus(t, http.StatusOK)
	})
	t.Run("by the operator", func(t *testing.T) {
		ban := db.Ban{Prefix: netip.MustParsePrefix("203.0.113.0/24"), Until: clock.now().Add(time.Hour)}
		if err := s.DB.AddBan(t.Context(), ban, db.Operator, clock.now()); err != nil {
			t.Fatal(err)
		}
		if err := s.LoadBans(t.Context()); err != nil { // as the duty does
			t.Fatal(err)
		}
		from("203.0.113.5").get("/").wantStatus(t, http.StatusForbidden)
		admin.get("/admin/bans").wantText(t, ".archive", "203.0.113.0/24")
	})
}

// A ban ends the open streams of its addresses, and leaves those of others. The operator's ban
// does so when it is read.
func TestBansEndStreams(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.Limits{}, "127.0.0.0/8")
	admin, _ := s.withRole(t, "Anna", db.Admin)
	admin = admin.with("X-Forwarded-For", "198.51.100.9")
	member, _ := s.newAccount(t, "Mona")
	game := member.newGame("invite", "me")
	listen := func(c *client, address string) *stream {
		t.Helper()
		stream := c.with("X-Forwarded-For", address).listen(game+"/events", "")
		stream.want(opening)
		return stream
	}
	banned, other, stranger := listen(member, "192.0.2.1"), listen(member, "192.0.3.1"), listen(s.client(t), "2001:db8::7")
	admin.post("/admin/bans", "range", "192.0.2.0/24", "reason", "Spam", "length", "day").wantStatus(t, http.StatusOK)
	banned.wantEnd()
	ban := db.Ban{Prefix: netip.MustParsePrefix("2001:db8::/64"), Until: clock.now().Add(time.Hour)}
	if err := s.DB.AddBan(t.Context(), ban, db.Operator, clock.now()); err != nil {
		t.Fatal(err)
	}
	if err := s.LoadBans(t.Context()); err != nil { // as the duty does
		t.Fatal(err)
	}
	stranger.wantEnd()
	s.Live.Publish(strings.TrimPrefix(game, "/games/"))
	other.want(changed)
}

// A ban keeps out also while the database answers nobody.
func TestBansAskNoDatabase(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.Limits{}, "127.0.0.0/8")
	ban := db.Ban{Prefix: netip.MustParsePrefix("192.0.2.0/24"), Until: clock.now().Add(time.Hour)}
	if err := s.DB.AddBan(t.Context(), ban, db.Operator, clock.now()); err != nil {
		t.Fatal(err)
	}
	if err := s.LoadBans(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.DB.Close(); err != nil {
		t.Fatal(err)
	}
	s.client(t).with("X-Forwarded-For", "192.0.2.5").get("/").wantStatus(t, http.StatusForbidden).wantText(t, "main", "Nobody is let in")
}

// A ban holds for an address however the other end of its connection is written.
func TestBansOfAddressesWrittenOtherwise(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.Limits{})
	for _, prefix := range []string{"192.0.2.0/24", "fe80::/64"} {
		ban := db.Ban{Prefix: netip.MustParsePrefix(prefix), Until: clock.now().Add(time.Hour)}
		if err := s.DB.AddBan(t.Context(), ban, db.Operator, clock.now()); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.LoadBans(t.Context()); err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]int{
		"192.0.2.5:1": 403, "[::ffff:192.0.2.5]:1": 403, "[::ffff:c000:205]:1": 403, "[fe80::5%eth0]:1": 403, "[::ffff:192.0.3.5]:1": 200, "[::192.0.2.5]:1": 200,
	} {
		r, w := httptest.NewRequest(http.MethodGet, "/", nil), httptest.NewRecorder()
		r.RemoteAddr = from
		if s.router.ServeHTTP(w, r); w.Code != want {
			t.Errorf("from %s it is answered %d, want %d", from, w.Code, want)
		}
	}
}
