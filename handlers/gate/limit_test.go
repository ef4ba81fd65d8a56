package gate_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/limit"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// Clients within the limit are never rejected. Others can continue after the time in the answer.
func TestLimitRecovers(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{Games: limit.Limit{Burst: 3, Every: 10 * time.Second}})
	c := s.Client(t).NoRedirects()
	make := func() sitetest.WebPage { return c.Post("/games", "game", "hexone", "opponent", "device") }
	for range 3 {
		make().WantStatus(t, http.StatusSeeOther)
	}
	for range 5 { // rejected requests do not count
		if wait := make().WantTooMany(t); wait != 10*time.Second {
			t.Errorf("it says to wait %v", wait)
		}
	}
	clock.Advance(9 * time.Second)
	if wait := make().WantTooMany(t); wait != time.Second {
		t.Errorf("a second before the time it says to wait %v", wait)
	}
	for range 4 {
		clock.Advance(time.Second)
		make().WantStatus(t, http.StatusSeeOther)
		make().WantTooMany(t)
		clock.Advance(9 * time.Second)
	}
	clock.Advance(time.Hour)
	for range 3 { // a long pause restores only one burst
		make().WantStatus(t, http.StatusSeeOther)
	}
	make().WantTooMany(t)
	s.Client(t).NewGame("device", "me") // others are not affected
}

// A person within the short-term limit still reaches the daily limit of games.
func TestGamesOfADay(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{
		Games: limit.Limit{Burst: 2, Every: time.Second}, GamesADay: limit.Limit{Burst: 3, Every: time.Hour},
	})
	c := s.Client(t).NoRedirects()
	game := func() sitetest.WebPage {
		clock.Advance(time.Second)
		return c.Post("/games", "game", "hexone", "opponent", "device")
	}
	for range 3 {
		game().WantStatus(t, http.StatusSeeOther)
	}
	p := game()
	if wait := p.WantTooMany(t); wait < 59*time.Minute {
		t.Errorf("it says to wait %v", wait)
	}
	p.WantText(t, "form [role=alert]", "the daily limit for new games")
	clock.Advance(time.Hour)
	game().WantStatus(t, http.StatusSeeOther)
}

func TestTooManyIsSaidInEveryForm(t *testing.T) {
	t.Parallel()
	once := limit.Limit{Burst: 1, Every: time.Minute}
	s, _ := sitetest.LimitedSite(t, web.Limits{LogInsAt: once, SignUps: once, Games: once})
	c := s.Client(t).With("Accept-Language", "fr")
	c.SignUp("Anna")
	other := s.Client(t).With("Accept-Language", "fr")
	other.Post("/login", "name", "Anna", "password", "wrong wrong").WantStatus(t, http.StatusUnprocessableEntity)
	for path, want := range map[string]string{"/login": "Trop de tentatives", "/signup": "Trop de nouveaux comptes"} {
		p := other.Post(path, "name", "Béatrice", "password", sitetest.Password)
		p.WantTooMany(t)
		p.WantText(t, "form [role=alert]", want)
		if got := p.Attribute("input[name=name]", "value"); got != "Béatrice" {
			t.Errorf("%s has kept %q", path, got)
		}
	}
	c.NewGame("invite", "me")
	form := []string{"game", "hexone", "opponent", "device", "explore", "no"}
	p := c.Post("/games", form...)
	p.WantTooMany(t)
	p.WantText(t, "form [role=alert]", "Trop de parties").WantCount(t, "input[name=explore][value=no][checked]", 1)
	p = c.Htmx().Post("/games", form...)
	p.WantTooMany(t)
}

// A password cannot be guessed, neither from one address nor from many. The spelling of the name makes no
// difference, nor whether the account exists.
func TestGuessingPasswords(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Anna", "Nobody"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, clock := sitetest.LimitedSite(t, web.DefaultLimits(), "127.0.0.0/8")
			s.Client(t).SignUp("Anna")
			guess := func(i int) sitetest.WebPage {
				spelt := []string{name, strings.ToUpper(name), " " + name + ".", strings.ToLower(name)}[i%4]
				from := fmt.Sprintf("192.0.2.%d", i)
				return s.Client(t).With("X-Forwarded-For", from).Post("/login", "name", spelt, "password", fmt.Sprint("guess guess ", i))
			}
			right := func() sitetest.WebPage {
				return s.Client(t).NoRedirects().With("X-Forwarded-For", "198.51.100.1").Post("/login", "name", "Anna", "password", sitetest.Password)
			}
			for i := range 10 {
				guess(i).WantStatus(t, http.StatusUnprocessableEntity)
			}
			for i := range 10 {
				guess(10 + i).WantTooMany(t)
			}
			if name == "Anna" {
				right().WantTooMany(t) // the right one is rejected, too, or it would stand out
				clock.Advance(time.Minute)
			}
			right().WantStatus(t, http.StatusSeeOther)
		})
	}
	t.Run("many names from one address", func(t *testing.T) {
		t.Parallel()
		limits := web.Limits{LogInsAt: limit.Limit{Burst: 4, Every: time.Minute}}
		s, _ := sitetest.LimitedSite(t, limits, "127.0.0.0/8")
		attempt := func(i int, from string) sitetest.WebPage {
			return s.Client(t).With("X-Forwarded-For", from).Post("/login", "name", fmt.Sprint("Carl ", i), "password", sitetest.Password)
		}
		for i := range 4 {
			attempt(i, "2001:db8:1:2::1").WantStatus(t, http.StatusUnprocessableEntity)
		}
		for _, same := range []string{"2001:db8:1:2::1", "2001:db8:1:2:ffff::2", "2001:0DB8:1:2:0:0:0:3"} {
			attempt(9, same).WantTooMany(t)
		}
		for _, other := range []string{"2001:db8:1:3::1", "192.0.2.1"} {
			attempt(9, other).WantStatus(t, http.StatusUnprocessableEntity)
		}
	})
	t.Run("a name that is nobody's is not remembered", func(t *testing.T) {
		t.Parallel()
		s, _ := sitetest.LimitedSite(t, web.Limits{LogInsAs: limit.Limit{Burst: 1, Every: time.Minute}})
		for range 3 {
			s.Client(t).Post("/login", "name", strings.Repeat("\uFDFA", 5000), "password", sitetest.Password).WantStatus(t, http.StatusUnprocessableEntity)
		}
	})
}

// The members of a club can all log in from one address.
func TestClubBehindOneAddress(t *testing.T) {
	t.Parallel()
	s, _ := sitetest.LimitedSite(t, web.DefaultLimits())
	const members = 30
	games := make([]string, members)
	for i := range members {
		c := s.Client(t)
		c.SignUp(fmt.Sprint("Member ", i))
		if i%3 == 0 { // a member with another session
			c = s.Client(t)
			c.LogIn(fmt.Sprint("Member ", i))
		}
		games[i] = c.NewGame("invite", "me")
		for range 3 { // pages of each
			c.Listen(games[i]+"/events", "").Want(sitetest.Opening)
		}
		s.Client(t).Post(c.Invitation(games[i])).WantStatus(t, http.StatusOK)
	}
}

// A class opens its pages and logs in within a few seconds, some after a wrong password.
func TestClassLogsIn(t *testing.T) {
	t.Parallel()
	s, _ := sitetest.LimitedSite(t, web.DefaultLimits())
	const class = 30
	for range class {
		for _, page := range []string{"/", "/lobby", "/club", "/rules/hexone", "/seasons", "/learn/hexone"} {
			for range 2 {
				s.Client(t).Get(page).WantStatus(t, http.StatusOK)
			}
		}
	}
	for i := range 4 * class / 3 {
		s.Client(t).Post("/login", "name", fmt.Sprint("Pupil ", i), "password", sitetest.Password).WantStatus(t, http.StatusUnprocessableEntity)
	}
}

// The number of guests is limited, whatever they do first.
func TestManyGuests(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{Guests: limit.Limit{Burst: 2, Every: time.Minute}})
	invitation := func() string { c := s.Client(t); return c.Invitation(c.NewGame("invite", "me")) }()
	known := s.Client(t)
	known.NewGame("device", "me")
	before := s.Count(t, "people")
	for path, form := range map[string][]string{
		"/games": {"game", "hexone", "opponent", "device"}, "/settings/confirm": {"alone", "off"}, invitation: nil,
	} {
		p := s.Client(t).Post(path, form...)
		p.WantTooMany(t)
		p.WantText(t, "main", "Too many new guests")
		if p.Header["Set-Cookie"] != nil {
			t.Errorf("%s sets a cookie", path)
		}
		p = s.Client(t).Htmx().Post(path, form...)
		p.WantTooMany(t)
		p.WantText(t, ".notice.bad", "Too many new guests")
	}
	if after := s.Count(t, "people"); after != before {
		t.Errorf("there are %d people, and were %d", after, before)
	}
	known.NewGame("device", "me")
	clock.Advance(time.Minute)
	s.Client(t).Post(invitation).WantStatus(t, http.StatusOK)
}

func TestStreamsOfOneAddress(t *testing.T) {
	t.Parallel()
	s, _ := sitetest.LimitedSite(t, web.Limits{StreamsAt: 3}, "127.0.0.0/8")
	c := s.Client(t)
	game := c.NewGame("device", "me")
	from := func(address string) (*http.Response, context.CancelFunc) {
		ctx, leave := context.WithCancel(t.Context())
		t.Cleanup(leave)
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Url+game+"/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Forwarded-For", address)
		response, err := c.Http.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = response.Body.Close() })
		return response, leave
	}
	var leave context.CancelFunc
	for range 3 {
		var response *http.Response
		if response, leave = from("192.0.2.1"); response.StatusCode != http.StatusOK {
			t.Fatalf("a stream is answered %d", response.StatusCode)
		}
	}
	if refused, _ := from("192.0.2.1"); refused.StatusCode != http.StatusTooManyRequests || refused.Header.Get("Retry-After") == "" {
		t.Errorf("one too many is answered %d, %v", refused.StatusCode, refused.Header)
	}
	if other, _ := from("192.0.2.2"); other.StatusCode != http.StatusOK {
		t.Errorf("one from elsewhere is answered %d", other.StatusCode)
	}
	leave()
	for start := time.Now(); ; { // the server notices soon
		if next, _ := from("192.0.2.1"); next.StatusCode == http.StatusOK {
			break
		}
		if time.Since(start) > sitetest.EventTimeout {
			t.Fatal("a stream that was left still counts")
		}
	}
}

// The address of a request is that of its connection, or that in the header of a known proxy. Headers of other
// senders are ignored.
func TestAddresses(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		proxies   []string
		from, xff string
		want      string
	}{
		"no proxy":                  {nil, "192.0.2.1:5", "", "192.0.2.1"},
		"no proxy, a header":        {nil, "192.0.2.1:5", "198.51.100.1", "192.0.2.1"},
		"no proxy, here":            {nil, "127.0.0.1:5", "198.51.100.1", "127.0.0.1"},
		"no proxy, nearby":          {nil, "10.0.0.1:5", "198.51.100.1", "10.0.0.1"},
		"proxy":                     {[]string{"127.0.0.1/32"}, "127.0.0.1:5", "198.51.100.1", "198.51.100.1"},
		"proxy says nothing":        {[]string{"127.0.0.1/32"}, "127.0.0.1:5", "", "127.0.0.1"},
		"proxy says rubbish":        {[]string{"127.0.0.1/32"}, "127.0.0.1:5", "rubbish", "127.0.0.1"},
		"forged behind the proxy":   {[]string{"127.0.0.1/32"}, "127.0.0.1:5", "203.0.113.9, 198.51.100.1", "198.51.100.1"},
		"forged as the proxy":       {[]string{"127.0.0.1/32"}, "127.0.0.1:5", "203.0.113.9, 127.0.0.1, 198.51.100.1", "198.51.100.1"},
		"past the proxy":            {[]string{"10.0.0.0/8"}, "192.0.2.1:5", "198.51.100.1", "192.0.2.1"},
		"two proxies":               {[]string{"127.0.0.1/32", "10.0.0.0/8"}, "127.0.0.1:5", "203.0.113.9, 198.51.100.1, 10.1.2.3", "198.51.100.1"},
		"proxy of version 6":        {[]string{"::1/128"}, "[::1]:5", "2001:db8::7", "2001:db8::7"},
		"nearby is not trusted too": {[]string{"127.0.0.1/32"}, "127.0.0.1:5", "203.0.113.9, 10.1.2.3", "10.1.2.3"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := sitetest.LimitedSite(t, web.Limits{}, tt.proxies...)
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = tt.from
			if tt.xff != "" {
				r.Header.Set("X-Forwarded-For", tt.xff)
			}
			if got := s.Router.IPExtractor(r); got != tt.want {
				t.Errorf("it comes from %q, want %q", got, tt.want)
			}
		})
	}
}

// The log and the admins' page warn once of an unknown proxy on the machine or nearby. Senders elsewhere cause
// no warning, because any client can send the header.
func TestUnknownProxy(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		proxies   []string
		from, xff string
		want      int // warnings
	}{
		"on the machine":    {nil, "127.0.0.1:5", "198.51.100.1", 1},
		"in a container":    {[]string{"127.0.0.1/32"}, "172.18.0.2:5", "198.51.100.1", 1},
		"by version 6":      {nil, "[fd00::2]:5", "198.51.100.1", 1},
		"by a shared range": {nil, "100.64.0.2:5", "198.51.100.1", 1},
		"by a link":         {nil, "[fe80::2%eth0]:5", "198.51.100.1", 1},
		"by an old link":    {nil, "169.254.0.2:5", "198.51.100.1", 1},
		"known":             {[]string{"127.0.0.1/32"}, "127.0.0.1:5", "198.51.100.1", 0},
		"none":              {nil, "127.0.0.1:5", "", 0},
		"forged, from afar": {nil, "192.0.2.1:5", "198.51.100.1", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := sitetest.LimitedSite(t, web.Limits{}, tt.proxies...)
			for range 2 {
				r := httptest.NewRequest(http.MethodGet, "/healthz", nil)
				r.RemoteAddr = tt.from
				if tt.xff != "" {
					r.Header.Set("X-Forwarded-For", tt.xff)
				}
				s.Router.ServeHTTP(httptest.NewRecorder(), r)
			}
			admin, _ := s.WithRole(t, "Alma", db.Admin)
			warnings := strings.Count(admin.Get("/admin").Body, "--proxy (HEXCLUB_PROXY) does not name it")
			if warnings != tt.want {
				t.Errorf("admins are warned %d times, want %d", warnings, tt.want)
			}
		})
	}
}
