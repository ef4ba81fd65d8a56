package handlers_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
)

// Whoever keeps within the limit is never held up; whoever does not may go on
// as soon as it was said.
func TestLimitRecovers(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.Limits{Games: handlers.Limit{Burst: 3, Every: 10 * time.Second}})
	c := s.client(t).still()
	make := func() webPage { return c.post("/games", "game", "hexone", "opponent", "device") }
	for range 3 {
		make().wantStatus(t, http.StatusSeeOther)
	}
	for range 5 { // what is refused does not count
		if wait := make().wantTooMany(t); wait != 10*time.Second {
			t.Errorf("it says to wait %v", wait)
		}
	}
	clock.advance(9 * time.Second)
	if wait := make().wantTooMany(t); wait != time.Second {
		t.Errorf("a second before the time it says to wait %v", wait)
	}
	for range 4 {
		clock.advance(time.Second)
		make().wantStatus(t, http.StatusSeeOther)
		make().wantTooMany(t)
		clock.advance(9 * time.Second)
	}
	clock.advance(time.Hour)
	for range 3 { // a long rest gives no more than a burst
		make().wantStatus(t, http.StatusSeeOther)
	}
	make().wantTooMany(t)
	s.client(t).newGame("device", "me") // others are not held up
}

// Who keeps within the limit of a moment still makes no more games in a day than there
// is room for.
func TestGamesOfADay(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.Limits{
		Games: handlers.Limit{Burst: 2, Every: time.Second}, GamesADay: handlers.Limit{Burst: 3, Every: time.Hour},
	})
	c := s.client(t).still()
	game := func() webPage {
		clock.advance(time.Second)
		return c.post("/games", "game", "hexone", "opponent", "device")
	}
	for range 3 {
		game().wantStatus(t, http.StatusSeeOther)
	}
	p := game()
	if wait := p.wantTooMany(t); wait < 59*time.Minute {
		t.Errorf("it says to wait %v", wait)
	}
	p.wantText(t, "form [role=alert]", "as one can begin in a day")
	clock.advance(time.Hour)
	game().wantStatus(t, http.StatusSeeOther)
}

func TestTooManyIsSaidInEveryForm(t *testing.T) {
	t.Parallel()
	once := handlers.Limit{Burst: 1, Every: time.Minute}
	s, _ := limitedSite(t, handlers.Limits{LogInsAt: once, SignUps: once, Games: once})
	c := s.client(t).with("Accept-Language", "fr")
	c.signUp("Anna")
	other := s.client(t).with("Accept-Language", "fr")
	other.post("/login", "name", "Anna", "password", "wrong wrong").wantStatus(t, http.StatusUnprocessableEntity)
	for path, want := range map[string]string{"/login": "trop de tentatives", "/signup": "Trop de comptes"} {
		p := other.post(path, "name", "Béatrice", "password", password)
		p.wantTooMany(t)
		p.wantText(t, "form [role=alert]", want)
		if got := p.attribute("input[name=name]", "value"); got != "Béatrice" {
			t.Errorf("%s has kept %q", path, got)
		}
	}
	c.newGame("invite", "me")
	form := []string{"game", "hexone", "opponent", "device", "explore", "no"}
	p := c.post("/games", form...)
	p.wantTooMany(t)
	p.wantText(t, "form [role=alert]", "beaucoup de parties").wantCount(t, "input[name=explore][value=no][checked]", 1)
	p = c.htmx().post("/games", form...)
	p.wantTooMany(t)
}

// A password cannot be guessed, neither from one address nor from many; how
// the name is written makes no difference, nor whether it exists.
func TestGuessingPasswords(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Anna", "Nobody"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, clock := limitedSite(t, handlers.DefaultLimits(), "127.0.0.0/8")
			s.client(t).signUp("Anna")
			guess := func(i int) webPage {
				spelt := []string{name, strings.ToUpper(name), " " + name + ".", strings.ToLower(name)}[i%4]
				from := fmt.Sprintf("192.0.2.%d", i)
				return s.client(t).with("X-Forwarded-For", from).post("/login", "name", spelt, "password", fmt.Sprint("guess guess ", i))
			}
			right := func() webPage {
				return s.client(t).still().with("X-Forwarded-For", "198.51.100.1").post("/login", "name", "Anna", "password", password)
			}
			for i := range 10 {
				guess(i).wantStatus(t, http.StatusUnprocessableEntity)
			}
			for i := range 10 {
				guess(10 + i).wantTooMany(t)
			}
			if name == "Anna" {
				right().wantTooMany(t) // the right one is refused too, or else it would stand out
				clock.advance(time.Minute)
			}
			right().wantStatus(t, http.StatusSeeOther)
		})
	}
	t.Run("many names from one address", func(t *testing.T) {
		t.Parallel()
		limits := handlers.Limits{LogInsAt: handlers.Limit{Burst: 4, Every: time.Minute}}
		s, _ := limitedSite(t, limits, "127.0.0.0/8")
		attempt := func(i int, from string) webPage {
			return s.client(t).with("X-Forwarded-For", from).post("/login", "name", fmt.Sprint("Carl ", i), "password", password)
		}
		for i := range 4 {
			attempt(i, "2001:db8:1:2::1").wantStatus(t, http.StatusUnprocessableEntity)
		}
		for _, same := range []string{"2001:db8:1:2::1", "2001:db8:1:2:ffff::2", "2001:0DB8:1:2:0:0:0:3"} {
			attempt(9, same).wantTooMany(t)
		}
		for _, other := range []string{"2001:db8:1:3::1", "192.0.2.1"} {
			attempt(9, other).wantStatus(t, http.StatusUnprocessableEntity)
		}
	})
	t.Run("a name that is nobody's is not remembered", func(t *testing.T) {
		t.Parallel()
		s, _ := limitedSite(t, handlers.Limits{LogInsAs: handlers.Limit{Burst: 1, Every: time.Minute}})
		for range 3 {
			s.client(t).post("/login", "name", strings.Repeat("\uFDFA", 5000), "password", password).wantStatus(t, http.StatusUnprocessableEntity)
		}
	})
}

// A club meets, and all its members come in by one address.
func TestClubBehindOneAddress(t *testing.T) {
	t.Parallel()
	s, _ := limitedSite(t, handlers.DefaultLimits())
	const members = 30
	games := make([]string, members)
	for i := range members {
		c := s.client(t)
		c.signUp(fmt.Sprint("Member ", i))
		if i%3 == 0 { // who was logged in elsewhere
			c = s.client(t)
			c.logIn(fmt.Sprint("Member ", i))
		}
		games[i] = c.newGame("invite", "me")
		for range 3 { // pages of each
			c.listen(games[i]+"/events", "").want(opening)
		}
		s.client(t).post(c.invitation(games[i])).wantStatus(t, http.StatusOK)
	}
}

// A class opens its pages and logs in within a few seconds, some after a wrong password.
func TestClassLogsIn(t *testing.T) {
	t.Parallel()
	s, _ := limitedSite(t, handlers.DefaultLimits())
	const class = 30
	for range class {
		for _, page := range []string{"/", "/lobby", "/club", "/rules/hexone", "/seasons", "/learn/hexone"} {
			for range 2 {
				s.client(t).get(page).wantStatus(t, http.StatusOK)
			}
		}
	}
	for i := range 4 * class / 3 {
		s.client(t).post("/login", "name", fmt.Sprint("Pupil ", i), "password", password).wantStatus(t, http.StatusUnprocessableEntity)
	}
}

// People without an account cannot be made without end, whatever they do first.
func TestManyGuests(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.Limits{Guests: handlers.Limit{Burst: 2, Every: time.Minute}})
	invitation := func() string { c := s.client(t); return c.invitation(c.newGame("invite", "me")) }()
	known := s.client(t)
	known.newGame("device", "me")
	before := s.count(t, "people")
	for path, form := range map[string][]string{
		"/games": {"game", "hexone", "opponent", "device"}, "/settings/confirm": {"confirm", "off"}, invitation: nil,
	} {
		p := s.client(t).post(path, form...)
		p.wantTooMany(t)
		p.wantText(t, "main", "Too many new guests")
		if p.header["Set-Cookie"] != nil {
			t.Errorf("%s sets a cookie", path)
		}
		p = s.client(t).htmx().post(path, form...)
		p.wantTooMany(t)
		p.wantText(t, ".notice.bad", "Too many new guests")
	}
	if after := s.count(t, "people"); after != before {
		t.Errorf("there are %d people, and were %d", after, before)
	}
	known.newGame("device", "me")
	clock.advance(time.Minute)
	s.client(t).post(invitation).wantStatus(t, http.StatusOK)
}

func TestStreamsOfOneAddress(t *testing.T) {
	t.Parallel()
	s, _ := limitedSite(t, handlers.Limits{StreamsAt: 3}, "127.0.0.0/8")
	c := s.client(t)
	game := c.newGame("device", "me")
	from := func(address string) (*http.Response, context.CancelFunc) {
		ctx, leave := context.WithCancel(t.Context())
		t.Cleanup(leave)
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+game+"/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Forwarded-For", address)
		response, err := c.http.Do(r)
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
		if time.Since(start) > patienceForEvents {
			t.Fatal("a stream that was left still counts")
		}
	}
}

// Where a request comes from is what its connection says, and what proxies say
// that the site knows; anybody can write a header.
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
			s, _ := limitedSite(t, handlers.Limits{}, tt.proxies...)
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = tt.from
			if tt.xff != "" {
				r.Header.Set("X-Forwarded-For", tt.xff)
			}
			if got := s.router.IPExtractor(r); got != tt.want {
				t.Errorf("it comes from %q, want %q", got, tt.want)
			}
		})
	}
}

// A proxy that nobody named is told of, once, in the log and to admins: one that is on the
// machine or near it, for anybody may write the header.
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
			s, _ := limitedSite(t, handlers.Limits{}, tt.proxies...)
			for range 2 {
				r := httptest.NewRequest(http.MethodGet, "/healthz", nil)
				r.RemoteAddr = tt.from
				if tt.xff != "" {
					r.Header.Set("X-Forwarded-For", tt.xff)
				}
				s.router.ServeHTTP(httptest.NewRecorder(), r)
			}
			admin, _ := s.withRole(t, "Alma", db.Admin)
			told := strings.Count(admin.get("/admin").body, "--proxy (HEXCLUB_PROXY) does not name it")
			if told != tt.want {
				t.Errorf("admins are told %d times, want %d", told, tt.want)
			}
		})
	}
}
