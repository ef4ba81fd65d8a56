package web_test

import (
	"bytes"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/mail/mailtest"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// verboseSite returns a site that logs at every level.
func verboseSite(t *testing.T, config web.Config) (*sitetest.Site, *mailtest.Server, *sitetest.LogBuffer) {
	t.Helper()
	log := &sitetest.LogBuffer{}
	s, post := sitetest.SiteWithMail(t, config)
	s.Log = slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	return s, post, log
}

func TestAccessLog(t *testing.T) {
	t.Parallel()
	s, _, log := verboseSite(t, web.Config{})
	anna, person := s.NewAccount(t, "Anna")
	game := anna.DeviceGame()
	from := len(log.Logged(t))
	anna.Get(game + "?draft=c2")
	anna.Get("/nowhere?secret=1").WantStatus(t, http.StatusNotFound)
	s.Client(t).Get("/healthz")
	lines := log.Logged(t)[from:]
	want := []map[string]any{
		{"msg": "request", "level": "INFO", "method": "GET", "route": "/games/:id", "status": 200.0, "person": person.ID, "address": "127.0.0.1"},
		{"msg": "request", "level": "INFO", "method": "GET", "route": "none", "status": 404.0},
		{"msg": "request", "level": "DEBUG", "method": "GET", "route": "/healthz", "status": 200.0},
	}
	if len(lines) != len(want) {
		t.Fatalf("logged is %v", lines)
	}
	for i, line := range lines {
		for key, value := range want[i] {
			if line[key] != value {
				t.Errorf("line %d: %s is %v, want %v", i, key, line[key], value)
			}
		}
		for _, key := range []string{"request", "ms", "bytes", "time"} {
			if line[key] == nil {
				t.Errorf("line %d has no %s: %v", i, key, line)
			}
		}
	}

	response, err := http.Get(s.Url + game + "/events")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(log.Logged(t)); n != from+3 {
		t.Errorf("a stream that goes on is logged: %v", log.Logged(t)[from+3:])
	}
	ended := log.Await("stream ended")
	s.Live.Close()
	_ = response.Body.Close()
	<-ended
	lines = log.Logged(t)
	if last := lines[len(lines)-1]; last["msg"] != "stream ended" || last["route"] != "/games/:id/events" || last["seconds"] == nil || last["request"] != response.Header.Get("X-Request-Id") {
		t.Errorf("of a stream that ended is logged %v", last)
	}
}

// The log has no secrets: nothing that gives access, and no messages.
func TestNoSecretsInTheLog(t *testing.T) {
	t.Parallel()
	s, post, log := verboseSite(t, web.Config{})
	const typed, wrong, message, query = sitetest.Password, "Tr0ub4dor and three", "Meet me at the lamp", "hush-hush-query"
	offer := s.Offer(t)
	s.Client(t).Get(offer).WantStatus(t, 200)
	s.Client(t).Post(offer, "name", "A", "password", typed).WantStatus(t, 422)
	admin, _ := s.WithRole(t, "Alma", db.Admin)
	c := s.Client(t)
	c.Post("/signup", "name", "Anna", "password", typed).WantStatus(t, 200)
	s.Client(t).Post("/login", "name", "Anna", "password", wrong).WantStatus(t, 422)
	s.Client(t).Post("/login", "name", wrong, "password", "Anna").WantStatus(t, 422) // the password of the other account
	s.Client(t).Post("/login", "name", "Anna", "password", typed).WantStatus(t, 200)
	secrets := []string{typed, wrong, message, query, c.Session(), admin.Session(), "@mail.example"}
	mails := s.WritesTo(t, c, "Anna", post)
	for _, address := range []string{mails.Confirm, mails.Stop} {
		c.Get(address)
		c.Post(address, "notices", "off")
	}
	secrets = append(secrets, path.Base(mails.Confirm), path.Base(path.Dir(mails.Stop)))
	for _, refused := range []string{"MAIL", "RCPT", "DATA"} {
		post.Answer(func(command, _ string) error {
			if command == refused {
				return mailtest.Code(550)
			}
			return nil
		})
		c.Post("/settings/mail", "password", typed, "address", "no@mail.example").WantStatus(t, 200)
		if err := s.SendMail(t.Context()); err != nil {
			s.Log.Error("background job failed", "error", err)
		}
	}
	post.Answer(nil)
	reset := admin.ResetBy("Anna")
	s.Client(t).Get(reset).WantStatus(t, 200)
	s.Client(t).Post(reset, "password", "short").WantStatus(t, 422)
	secrets = append(secrets, path.Base(offer), path.Base(reset), c.Mark())
	link, _, _ := s.ClubPlaces(t)
	s.Client(t).Get("/invited/"+link).WantStatus(t, 200)
	s.Client(t).Post("/invited/"+link, "name", "Ben", "password", typed).WantStatus(t, 200)
	game := c.NewGame("invite", "me")
	invitation := c.Invitation(game)
	friend := s.Client(t)
	friend.Get(invitation)
	friend.Post(invitation)
	friend.Get(invitation + "/more")
	c.Post(game+"/chat", "text", message)
	c.Get("/?x=" + query)
	c.Get("/nowhere/" + query)
	c.With("Origin", "https://evil.example").Post("/logout", "x", query).WantStatus(t, 403)
	c.Post("/club/settings", "name", query).WantStatus(t, 403)
	secrets = append(secrets, link, path.Base(invitation), friend.Session())
	if err := s.DB.Close(); err != nil { // from now on everything fails, and is logged in full
		t.Fatal(err)
	}
	for _, address := range []string{mails.Confirm, mails.Stop, "/invited/" + link, invitation, reset, offer, "/signup", "/login"} {
		for _, p := range []sitetest.WebPage{c.Get(address + "?x=" + query), c.Post(address, "name", "Anna", "password", typed)} {
			wantNoDetails(t, p)
		}
	}
	text := log.String()
	for _, line := range log.Logged(t) {
		if line["level"] == "ERROR" {
			text += "!"
		}
	}
	if !strings.Contains(text, "!") {
		t.Fatal("no failure was logged")
	}
	for _, secret := range secrets {
		if len(secret) < 8 {
			t.Fatalf("%q is no secret", secret)
		}
		for _, form := range []string{secret, url.QueryEscape(secret), url.PathEscape(secret)} {
			if at := strings.Index(text, form); at >= 0 {
				t.Errorf("the log tells %q: …%s…", secret, text[max(0, at-200):min(len(text), at+60)])
			}
		}
	}
	events := map[string]bool{}
	for _, line := range log.Logged(t) {
		if event, _ := line["event"].(string); line["msg"] == "security" {
			events[event] = true
		}
	}
	for _, want := range []string{"log-in.allowed", "log-in.refused", "sign-up.done", "request.cross-origin", "page.forbidden"} {
		if !events[want] {
			t.Errorf("%s is not logged, but %v", want, slices.Collect(maps.Keys(events)))
		}
	}
}

// Only a known proxy can set ids of requests, if these are fit for a log.
func TestRequestIDs(t *testing.T) {
	t.Parallel()
	s, _ := sitetest.LimitedSite(t, web.Limits{}, "10.0.0.0/8")
	ask := func(peer, id string) string {
		r := httptest.NewRequest(http.MethodGet, "/healthz", nil)
		r.RemoteAddr = peer
		r.Header.Set("X-Request-Id", id)
		w := httptest.NewRecorder()
		s.Router.ServeHTTP(w, r)
		return w.Header().Get("X-Request-Id")
	}
	const good = "0f3b_8c-Trace1"
	for _, tt := range []struct {
		peer, id string
		kept     bool
	}{
		{"10.1.2.3:4000", good, true},
		{"[::ffff:10.1.2.3]:4000", good, true},
		{"192.0.2.1:4000", good, false},
		{"10.1.2.3:4000", "short", false},
		{"10.1.2.3:4000", "with a space in it", false},
		{"10.1.2.3:4000", "line\nbreak-line", false},
		{"10.1.2.3:4000", strings.Repeat("x", 65), false},
		{"nonsense", good, false},
	} {
		got := ask(tt.peer, tt.id)
		if kept := got == tt.id; kept != tt.kept || len(got) < 8 {
			t.Errorf("%s with %q gets %q", tt.peer, tt.id, got)
		}
	}
	if first, second := ask("192.0.2.1:1", ""), ask("192.0.2.1:1", ""); first == second {
		t.Error("two requests have the same id")
	}
}

// The admins' page also has lines below the level of the log.
func TestLogLevel(t *testing.T) {
	t.Parallel()
	var text bytes.Buffer
	s := sitetest.Serve(t, sitetest.OpenSite(t, web.Config{Log: slog.New(slog.NewTextHandler(&text, &slog.HandlerOptions{Level: slog.LevelError}))}))
	admin, _ := s.WithRole(t, "Alma", db.Admin)
	admin.Get("/admin").WantText(t, ".noticed", "Account created")
	if text.Len() > 0 {
		t.Errorf("the log has %s", text.String())
	}
}
