package ops_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

func TestBannedAddresses(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{}, "127.0.0.0/8")
	admin, _ := s.WithRole(t, "Anna", db.Admin)
	organiser, _ := s.WithRole(t, "Otto", db.Organiser)
	admin = admin.With("X-Forwarded-For", "198.51.100.9")
	member, _ := s.NewAccount(t, "Mona")
	game := member.NewGame("invite", "me")
	from := func(address string) *sitetest.Client { return member.With("X-Forwarded-For", address) }
	admin.Post("/club/settings", "name", "Six Corners", "sign-up", "open", "guests", "on").WantStatus(t, http.StatusOK)

	organiser.Get("/admin/bans").WantStatus(t, http.StatusForbidden)
	organiser.Post("/admin/bans", "range", "192.0.2.1", "reason", "Spam").WantStatus(t, http.StatusForbidden)
	admin.Get("/admin/bans").WantStatus(t, http.StatusOK).WantText(t, "main", "Yours is 198.51.100.9").WantCount(t, ".list", 0)
	for _, refused := range [][3]string{
		{"", "Spam", "valid IP address"},
		{"here", "Spam", "valid IP address"},
		{"0.0.0.0/0", "Spam", "widest ranges"},
		{"::/0", "Spam", "widest ranges"},
		{"198.51.100.9", "Spam", "That includes your own address"},
		{"198.51.0.0/16", "Spam", "That includes your own address"},
		{"127.1.2.3", "Spam", "this server or its proxy"},
		{"192.0.2.1", "", "Give a reason"},
	} {
		p := admin.Post("/admin/bans", "range", refused[0], "reason", refused[1], "length", "week").WantText(t, "#problem", refused[2])
		if p.Status != http.StatusUnprocessableEntity && p.Status != http.StatusConflict {
			t.Errorf("%q is answered %d", refused[0], p.Status)
		}
		p.WantCount(t, "option[value=week][selected]", 1)
		if got := p.Attribute("input[name=range]", "value"); got != refused[0] {
			t.Errorf("the field has %q, had %q", got, refused[0])
		}
	}
	admin.Post("/admin/bans", "range", "192.0.2.1", "reason", "Spam", "length", "age").WantStatus(t, http.StatusUnprocessableEntity)
	from("192.0.2.1").Get("/").WantStatus(t, http.StatusOK)

	for _, banned := range []string{"192.0.2.77/24", "2001:db8::1"} {
		admin.Post("/admin/bans", "range", banned, "reason", "Spam", "length", "day").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Address banned")
	}
	p := admin.Post("/admin/bans", "range", "203.0.113.7", "reason", "Spam", "length", "day")
	if got := strings.Join(p.List(".list b"), " "); !strings.Contains(got+" ", "203.0.113.7 ") || strings.Contains(admin.Get("/admin").Text(".noticed"), "203.0.113.7/") {
		t.Errorf("of a single address the list has %s", got)
	}
	admin.Post("/admin/bans/lift", "range", p.Attribute("li:contains('203.0.113.7') [name=range]", "value")).WantStatus(t, http.StatusOK)
	admin.Get("/admin/bans").WantText(t, ".list", "192.0.2.0/24").WantText(t, ".list", "2001:db8::/64").WantText(t, ".list", "By Anna").WantText(t, ".list q", "Spam")
	if log := admin.Get("/club/log"); strings.Contains(log.Text("main"), "192.0.2") {
		t.Error("the log has the address")
	}
	until := sitetest.Calendar(t, clock.Now()).At(clock.Now().AddDate(0, 0, 1))
	if text := admin.Get("/admin").Text(".noticed"); strings.Contains(text, "+0000") || !strings.Contains(text, "until= "+until.Text) {
		t.Errorf("admins read %s", text)
	}
	admin.Post("/admin/bans", "range", "192.0.2.0/25", "reason", "Spam", "length", "hour").WantStatus(t, http.StatusOK) // this ban ends first
	t.Run("what is refused", func(t *testing.T) {
		until := sitetest.Calendar(t, clock.Now()).Written(clock.Now().AddDate(0, 0, 1))
		for _, address := range []string{"192.0.2.1", "192.0.2.255", "2001:db8::ffff", "::ffff:192.0.2.9"} {
			for _, path := range []string{"/", "/login", "/nowhere", game, game + "/events", "/club/members", "/healthz/", "/rules"} {
				from(address).Get(path).WantStatus(t, http.StatusForbidden).WantText(t, "main", "Your address is banned until "+until)
			}
			before := s.Stored(t)
			for _, path := range []string{"/login", "/signup", "/games", game + "/turns", "/language", "/nowhere"} {
				from(address).Post(path, "name", "Mona", "password", sitetest.Password, "game", "hexone", "opponent", "device").WantStatus(t, http.StatusForbidden)
			}
			s.WantStored(t, before)
		}
		p := from("192.0.2.1").With("Accept-Language", "ko").Get("/").WantText(t, "main", "이 주소는").WantText(t, "main", "Six Corners").WantCount(t, "a, form", 0)
		if p.Header.Get("Retry-After") != "86400" {
			t.Errorf("it says to wait %s", p.Header.Get("Retry-After"))
		}
		from("192.0.2.1").Htmx().Get(game+"/board").WantStatus(t, http.StatusForbidden).WantText(t, ".notice", "Your address is banned").WantCount(t, "header", 0)
	})
	t.Run("what is not", func(t *testing.T) {
		style := admin.Get("/").Attribute("link[rel=stylesheet]", "href")
		for _, path := range []string{"/healthz", style} {
			from("192.0.2.1").Get(path).WantStatus(t, http.StatusOK)
		}
		for _, address := range []string{"192.0.3.1", "2001:db8:0:1::1", "rubbish"} {
			from(address).Get("/").WantStatus(t, http.StatusOK)
		}
	})
	t.Run("lifted", func(t *testing.T) {
		organiser.Post("/admin/bans/lift", "range", "192.0.2.0/24").WantStatus(t, http.StatusForbidden)
		admin.Post("/admin/bans/lift", "range", "192.0.3.0/24").WantStatus(t, http.StatusNotFound)
		admin.Post("/admin/bans/lift", "range", "nowhere").WantStatus(t, http.StatusUnprocessableEntity)
		admin.Post("/admin/bans/lift", "range", "192.0.2.0/25").WantStatus(t, http.StatusOK).WantCount(t, ".list li", 2)
		admin.Post("/admin/bans/lift", "range", "192.0.2.0/24").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Ban lifted").WantCount(t, ".list li", 1)
		from("192.0.2.1").Get("/").WantStatus(t, http.StatusOK)
		from("2001:db8::1").Get("/").WantStatus(t, http.StatusForbidden)
	})
	t.Run("over", func(t *testing.T) {
		clock.Advance(24 * time.Hour)
		from("2001:db8::1").Get("/").WantStatus(t, http.StatusOK)
	})
	t.Run("by the operator", func(t *testing.T) {
		ban := db.Ban{Prefix: netip.MustParsePrefix("203.0.113.0/24"), Until: clock.Now().Add(time.Hour)}
		if err := s.DB.AddBan(t.Context(), ban, db.Operator, clock.Now()); err != nil {
			t.Fatal(err)
		}
		if err := s.LoadBans(t.Context()); err != nil { // as the job does
			t.Fatal(err)
		}
		from("203.0.113.5").Get("/").WantStatus(t, http.StatusForbidden)
		admin.Get("/admin/bans").WantText(t, ".list", "203.0.113.0/24")
	})
}

// A ban ends the open streams of its addresses and no others. A ban by command does so when it is
// loaded.
func TestBansEndStreams(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{}, "127.0.0.0/8")
	admin, _ := s.WithRole(t, "Anna", db.Admin)
	admin = admin.With("X-Forwarded-For", "198.51.100.9")
	member, _ := s.NewAccount(t, "Mona")
	game := member.NewGame("invite", "me")
	listen := func(c *sitetest.Client, address string) *sitetest.Stream {
		t.Helper()
		stream := c.With("X-Forwarded-For", address).Listen(game+"/events", "")
		stream.Want(sitetest.Opening)
		return stream
	}
	banned, other, stranger := listen(member, "192.0.2.1"), listen(member, "192.0.3.1"), listen(s.Client(t), "2001:db8::7")
	admin.Post("/admin/bans", "range", "192.0.2.0/24", "reason", "Spam", "length", "day").WantStatus(t, http.StatusOK)
	banned.WantEnd()
	ban := db.Ban{Prefix: netip.MustParsePrefix("2001:db8::/64"), Until: clock.Now().Add(time.Hour)}
	if err := s.DB.AddBan(t.Context(), ban, db.Operator, clock.Now()); err != nil {
		t.Fatal(err)
	}
	if err := s.LoadBans(t.Context()); err != nil { // as the job does
		t.Fatal(err)
	}
	stranger.WantEnd()
	s.Live.Publish(strings.TrimPrefix(game, "/games/"))
	other.Want(sitetest.Changed)
}

// Bans work while the database does not answer.
func TestBansNeedNoDatabase(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{}, "127.0.0.0/8")
	ban := db.Ban{Prefix: netip.MustParsePrefix("192.0.2.0/24"), Until: clock.Now().Add(time.Hour)}
	if err := s.DB.AddBan(t.Context(), ban, db.Operator, clock.Now()); err != nil {
		t.Fatal(err)
	}
	if err := s.LoadBans(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.DB.Close(); err != nil {
		t.Fatal(err)
	}
	s.Client(t).With("X-Forwarded-For", "192.0.2.5").Get("/").WantStatus(t, http.StatusForbidden).WantText(t, "main", "Your address is banned")
}

// A ban covers all notations of an address.
func TestBansCoverAllNotations(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{})
	for _, prefix := range []string{"192.0.2.0/24", "fe80::/64"} {
		ban := db.Ban{Prefix: netip.MustParsePrefix(prefix), Until: clock.Now().Add(time.Hour)}
		if err := s.DB.AddBan(t.Context(), ban, db.Operator, clock.Now()); err != nil {
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
		if s.Router.ServeHTTP(w, r); w.Code != want {
			t.Errorf("from %s it is answered %d, want %d", from, w.Code, want)
		}
	}
}
