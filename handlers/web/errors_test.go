package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/db/pgtest"
	"hexclub/handlers/sitetest"
)

func TestErrorPages(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game := s.Client(t).NewGame("device", "me")
	for _, tt := range []struct {
		name, method, path string
		status             int
		en, fr             string
	}{
		{"unknown address", "GET", "/nowhere", 404, "There’s nothing at this address", "Il n’y a rien à cette adresse"},
		{"unknown below known", "GET", game + "/nowhere", 404, "There’s nothing at this address", "Il n’y a rien à cette adresse"},
		{"unknown, posted to", "POST", "/nowhere", 404, "There’s nothing at this address", "Il n’y a rien à cette adresse"},
		{"unknown game", "GET", "/games/nonsense", 404, "There’s no game at this address", "Il n’y a pas de partie à cette adresse"},
		{"unknown rules", "GET", "/rules/chess", 404, "This site doesn’t have that game", "Ce jeu n’existe pas ici"},
		{"method of a page", "DELETE", "/rules/hexone", 405, "This address doesn’t accept", "Cette adresse n’accepte pas"},
		{"method of a form", "GET", "/games/" + "x/resign", 405, "This address doesn’t accept", "Cette adresse n’accepte pas"},
		{"method put", "PUT", "/login", 405, "This address doesn’t accept", "Cette adresse n’accepte pas"},
		{"refused", "POST", "/games", 422, "The form had an unknown value", "Le formulaire contenait"},
		{"forbidden", "POST", game + "/resign", 403, "You have no seat in this game", "Vous n’avez pas de place dans cette partie"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for language, want := range map[string]string{"en": tt.en, "fr": tt.fr} {
				c := s.Client(t).With("Accept-Language", language)
				p := c.Do(tt.method, tt.path, nil, nil).WantStatus(t, tt.status)
				p.WantText(t, "main", want).WantCount(t, "header .bar", 1).WantCount(t, "main h1", 1)
				if got := p.Attribute("html", "lang"); got != language {
					t.Errorf("the page is in %q, want %s", got, language)
				}
				if p.Header.Get("Retry-After") != "" || strings.Contains(p.Text("main"), p.Header.Get("X-Request-Id")) {
					t.Errorf("it is treated as the site's fault: %s", p.Text("main"))
				}
				p = c.Htmx().Do(tt.method, tt.path, nil, nil).WantStatus(t, tt.status)
				p.WantText(t, "p.notice.bad", want).WantCount(t, "[role], header, title, html[lang]", 0)
				if p.Header.Get("HX-Retarget") != "#notice" || p.Header.Get("HX-Reswap") != "innerHTML" {
					t.Errorf("htmx puts it at %q by %q", p.Header.Get("HX-Retarget"), p.Header.Get("HX-Reswap"))
				}
			}
		})
	}
	// Every page has the element in which htmx shows errors.
	s.Client(t).Get(game).WantCount(t, "#notice", 1)
}

// The address of a refused form redirects a reader to the page above; programs get 404.
func TestFormAddresses(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, _ := s.WithRole(t, "Alma", db.Admin)
	s.NewAccount(t, "Mona Lisa")
	for path, want := range map[string]string{
		"/club/members/Mona%20Lisa/close": "/club/members/Mona%20Lisa", "/people/Mona%20Lisa/block": "/people/Mona%20Lisa",
		"/settings/sessions": "/settings", "/admin/bans/lift": "/admin/bans",
		"/logout": "/", "/language": "/", "/club/import/links": "/club/import",
	} {
		p := admin.NoRedirects().With("Accept", "text/html,*/*").Get(path).WantStatus(t, http.StatusFound)
		if got := p.Header.Get("Location"); got != want {
			t.Errorf("%s leads to %q, want %s", path, got, want)
		}
		if want != "/" {
			admin.Get(want).WantStatus(t, http.StatusOK)
		}
		admin.With("Accept", "*/*").Get(path).WantStatus(t, http.StatusMethodNotAllowed)
		admin.Htmx().With("Accept", "text/html").Get(path).WantStatus(t, http.StatusMethodNotAllowed)
	}
}

// The error's page for a refused form links back to the form's page, if that is on this site.
func TestErrorPagesLeadBack(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	game := s.Client(t).NewGame("device", "me")
	for referrer, want := range map[string]string{
		s.Url + game:                      game,
		s.Url + "/people/A%20B/games?x=1": "/people/A%20B/games?x=1",
		s.Url + game + "/resign":          "", // only accepts forms
		"https://elsewhere.example/":      "",
		"":                                "",
	} {
		p := c.With("Referer", referrer).Post(game+"/resign").WantStatus(t, http.StatusForbidden)
		if back := p.Find("main a.primary:not([href='/'])").AttrOr("href", ""); back != want {
			t.Errorf("from %q it leads back to %q, want %q", referrer, back, want)
		}
	}
	c.With("Referer", s.Url+game).Get("/nowhere").WantCount(t, "main a.primary[href='/']", 1)
}

func TestBrokenForms(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	multipart := http.Header{"Content-Type": {"multipart/form-data; boundary=x"}}
	for name, tt := range map[string]struct {
		header http.Header
		body   string
	}{
		"escape":              {sitetest.FormType, "lang=%zz"},
		"multipart, cut off":  {multipart, "--x\r\nContent-Disposition: form-data; name=\"lang\"\r\n\r\nfr"},
		"multipart, no parts": {multipart, "lang=fr"},
	} {
		t.Run(name, func(t *testing.T) {
			p := c.NoRedirects().Do(http.MethodPost, "/language", strings.NewReader(tt.body), tt.header)
			p.WantStatus(t, http.StatusBadRequest).WantText(t, "main", "The site can’t understand this request")
		})
	}
	t.Run("multipart", func(t *testing.T) {
		body := "--x\r\nContent-Disposition: form-data; name=\"lang\"\r\n\r\nfr\r\n--x--\r\n"
		c.NoRedirects().Do(http.MethodPost, "/language", strings.NewReader(body), multipart).WantStatus(t, http.StatusSeeOther)
	})
}

// Pages do not show internal errors. They have the request's id, with which the operator finds the error in the
// log.
func TestInternalErrors(t *testing.T) {
	t.Parallel()
	s, log := sitetest.LoggedSite(t)
	c := s.Client(t)
	game := c.DeviceGame("c2")
	// A game with an event that the engine refuses.
	if _, err := s.Raw(t).Exec("UPDATE events SET event = 'c3'; UPDATE games SET revision = revision + 1"); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{game, game + "/board", game + "/record.json", game + "/turns/1"} {
		wantTrouble(t, c, http.MethodGet, path, http.StatusInternalServerError, log)
	}
	wantTrouble(t, c, http.MethodPost, game+"/turns?moved=1&draft=d3", http.StatusInternalServerError, log)
	c.Get("/rules/hexone").WantStatus(t, http.StatusOK)
}

func TestClosedDatabase(t *testing.T) {
	t.Parallel()
	s, log := sitetest.LoggedSite(t)
	c := s.Client(t)
	game := c.DeviceGame("c2")
	if err := s.DB.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{game, "/", "/settings"} {
		wantTrouble(t, c, http.MethodGet, path, http.StatusInternalServerError, log)
	}
	c.Get("/nowhere").WantStatus(t, http.StatusNotFound) // needs no database
	c.Do(http.MethodHead, game, nil, nil).WantStatus(t, http.StatusInternalServerError)
}

// Another process locks the database for longer than a request waits.
func TestBusyDatabase(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	game := c.DeviceGame("c2")
	holder, err := s.Raw(t).Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	lock := "BEGIN IMMEDIATE"
	if pgtest.On() {
		lock = "BEGIN; LOCK TABLE events IN EXCLUSIVE MODE" // others read
	}
	if _, err := holder.ExecContext(t.Context(), lock); err != nil {
		t.Fatal(err)
	}
	p := c.Turn(game, "d3", 1).WantStatus(t, http.StatusServiceUnavailable)
	if p.Header.Get("Retry-After") == "" {
		t.Error("the answer does not say when to try again")
	}
	wantNoDetails(t, p)
	c.Get(game).WantStatus(t, http.StatusOK).WantCount(t, ".turns li", 1) // reads still work
	if _, err := holder.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	c.Turn(game, "d3", 1).WantStatus(t, http.StatusOK).WantCount(t, ".turns li", 2)
}

// wantTrouble sends a request that must fail with an internal error.
func wantTrouble(t *testing.T, c *sitetest.Client, method, path string, status int, log *sitetest.LogBuffer) {
	t.Helper()
	for language, want := range map[string]string{"en": "This is our mistake", "fr": "L’erreur vient de nous"} {
		p := c.With("Accept-Language", language).Do(method, path, nil, sitetest.FormType).WantStatus(t, status)
		p.WantText(t, "main", want).WantText(t, "main", p.Header.Get("X-Request-Id"))
		wantNoDetails(t, p)
		if !strings.Contains(log.String(), "request="+p.Header.Get("X-Request-Id")) {
			t.Errorf("the log does not name the request %s:\n%s", p.Header.Get("X-Request-Id"), log)
		}
	}
	p := c.Htmx().Do(method, path, nil, sitetest.FormType).WantStatus(t, status)
	p.WantText(t, ".notice.bad", "This is our mistake")
	wantNoDetails(t, p)
}

func wantNoDetails(t *testing.T, p sitetest.WebPage) {
	t.Helper()
	for _, detail := range []string{"sql", "database", "closed", "SQLITE", "disk", "as stored", "error.", "goroutine", ".go:"} {
		if strings.Contains(p.Text("body"), detail) {
			t.Errorf("%s tells of %q: %s", p.Path, detail, p.Text("body"))
		}
	}
	if p.Header.Get("Set-Cookie") != "" {
		t.Errorf("%s sets a cookie", p.Path)
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	p := s.Client(t).Get("/healthz").WantStatus(t, http.StatusOK)
	if p.Body != "ok\n" || p.Header["Set-Cookie"] != nil {
		t.Errorf("answers %q with cookies %q", p.Body, p.Header["Set-Cookie"])
	}
}

// The page of an error shows that the reader is logged in, if the site can know that.
func TestErrorPagesKnowTheReader(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	c.SignUp("Anna")
	game := c.DeviceGame("c2")
	for _, path := range []string{"/nowhere", "/games/nonsense", "/rules/chess"} {
		c.Get(path).WantStatus(t, http.StatusNotFound).WantText(t, "header nav a[href='/people/Anna']", "Anna")
	}
	c.Post("/games").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "header nav", "Anna")
	c.With("Sec-Fetch-Site", "cross-site").Post("/games").WantStatus(t, http.StatusForbidden).WantText(t, "header nav", "Anna")
	// The visitor is read before the game, which fails.
	if _, err := s.Raw(t).Exec("UPDATE events SET event = 'c3'; UPDATE games SET revision = revision + 1"); err != nil {
		t.Fatal(err)
	}
	c.Post(game+"/resign").WantStatus(t, http.StatusInternalServerError).WantText(t, "header nav", "Anna")
	if err := s.DB.Close(); err != nil {
		t.Fatal(err)
	}
	c.Get("/nowhere").WantStatus(t, http.StatusNotFound).WantCount(t, "header nav a[href^='/people/']", 0)
	c.Get(game).WantStatus(t, http.StatusInternalServerError).WantCount(t, "header nav a[href^='/people/']", 0)
}

// A reader who disconnects causes no error of the site.
func TestReaderGoesAway(t *testing.T) {
	t.Parallel()
	s, log := sitetest.LoggedSite(t)
	c := s.Client(t)
	game := c.DeviceGame("c2")
	ctx, leave := context.WithCancel(t.Context())
	leave()
	for _, target := range []string{
		"GET /", "GET " + game, "GET " + game + "/board", "GET /nowhere", "POST " + game + "/resign",
		"POST /games?game=hexone&opponent=device", "POST /login?name=Anna&password=correct+horse",
	} {
		method, path, _ := strings.Cut(target, " ")
		r := httptest.NewRequestWithContext(ctx, method, path, nil)
		r.Header.Set("Cookie", "hexclub="+c.Session())
		w := httptest.NewRecorder()
		s.Router.ServeHTTP(w, r)
		if w.Code == http.StatusInternalServerError {
			t.Errorf("%s answers %d", target, w.Code)
		}
	}
	if text := log.String(); text != "" {
		t.Errorf("the log says\n%s", text)
	}
}

func TestPanic(t *testing.T) {
	t.Parallel()
	s, log := sitetest.LoggedSite(t)
	s.Router.GET("/panic", func(echo.Context) error { panic("on purpose") })
	wantTrouble(t, s.Client(t), http.MethodGet, "/panic", http.StatusInternalServerError, log)
	for _, want := range []string{"msg=panic request=", "on purpose", "errors_test.go"} {
		if text := log.String(); !strings.Contains(text, want) {
			t.Errorf("the log does not say %q:\n%s", want, text)
		}
	}
}
