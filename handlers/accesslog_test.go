package handlers_test

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
	"hexclub/handlers"
	"hexclub/handlers/mail/mailtest"
)

// loudSite is a site whose log tells everything there is to tell.
func loudSite(t *testing.T, config handlers.Config) (*site, *mailtest.Server, *logBuffer) {
	t.Helper()
	log := &logBuffer{}
	s, post := siteWithMail(t, config)
	s.Log = slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	return s, post, log
}

func TestAccessLog(t *testing.T) {
	t.Parallel()
	s, _, log := loudSite(t, handlers.Config{})
	anna, person := s.newAccount(t, "Anna")
	game := anna.deviceGame()
	from := len(log.logged(t))
	anna.get(game + "?draft=c2")
	anna.get("/nowhere?secret=1").wantStatus(t, http.StatusNotFound)
	s.client(t).get("/healthz")
	lines := log.logged(t)[from:]
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

	response, err := http.Get(s.url + game + "/events")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(log.logged(t)); n != from+3 {
		t.Errorf("a stream that goes on is logged: %v", log.logged(t)[from+3:])
	}
	ended := log.await("stream ended")
	s.Live.Close()
	_ = response.Body.Close()
	<-ended
	lines = log.logged(t)
	if last := lines[len(lines)-1]; last["msg"] != "stream ended" || last["route"] != "/games/:id/events" || last["seconds"] == nil || last["request"] != response.Header.Get("X-Request-Id") {
		t.Errorf("of a stream that ended is logged %v", last)
	}
}

// Whoever reads the log learns no secret: nothing that lets anybody in, and nothing that
// people wrote to each other.
func TestNoSecretsInTheLog(t *testing.T) {
	t.Parallel()
	s, post, log := loudSite(t, handlers.Config{})
	const typed, wrong, message, query = password, "Tr0ub4dor and three", "Meet me at the lamp", "hush-hush-query"
	offer := s.offer(t)
	s.client(t).get(offer).wantStatus(t, 200)
	s.client(t).post(offer, "name", "A", "password", typed).wantStatus(t, 422)
	admin, _ := s.withRole(t, "Alma", db.Admin)
	c := s.client(t)
	c.post("/signup", "name", "Anna", "password", typed).wantStatus(t, 200)
	s.client(t).post("/login", "name", "Anna", "password", wrong).wantStatus(t, 422)
	s.client(t).post("/login", "name", wrong, "password", "Anna").wantStatus(t, 422) // the one for the other
	s.client(t).post("/login", "name", "Anna", "password", typed).wantStatus(t, 200)
	secrets := []string{typed, wrong, message, query, c.session(), admin.session(), "@mail.example"}
	mails := s.writesTo(t, c, "Anna", post)
	for _, address := range []string{mails.confirm, mails.stop} {
		c.get(address)
		c.post(address, "notices", "off")
	}
	secrets = append(secrets, path.Base(mails.confirm), path.Base(path.Dir(mails.stop)))
	for _, refused := range []string{"MAIL", "RCPT", "DATA"} {
		post.Answer(func(command, _ string) error {
			if command == refused {
				return mailtest.Code(550)
			}
			return nil
		})
		c.post("/settings/mail", "password", typed, "address", "no@mail.example").wantStatus(t, 200)
		if err := s.SendMail(t.Context()); err != nil {
			s.Log.Error("a duty failed", "error", err)
		}
	}
	post.Answer(nil)
	reset := admin.resetBy("Anna")
	s.client(t).get(reset).wantStatus(t, 200)
	s.client(t).post(reset, "password", "short").wantStatus(t, 422)
	secrets = append(secrets, path.Base(offer), path.Base(reset), c.mark())
	link, _, _ := s.clubPlaces(t)
	s.client(t).get("/invited/"+link).wantStatus(t, 200)
	s.client(t).post("/invited/"+link, "name", "Ben", "password", typed).wantStatus(t, 200)
	game := c.newGame("invite", "me")
	invitation := c.invitation(game)
	friend := s.client(t)
	friend.get(invitation)
	friend.post(invitation)
	friend.get(invitation + "/more")
	c.post(game+"/chat", "text", message)
	c.get("/?x=" + query)
	c.get("/nowhere/" + query)
	c.with("Origin", "https://evil.example").post("/logout", "x", query).wantStatus(t, 403)
	c.post("/club/settings", "name", query).wantStatus(t, 403)
	secrets = append(secrets, link, path.Base(invitation), friend.session())
	if err := s.DB.Close(); err != nil { // from now on everything fails, and is logged in full
		t.Fatal(err)
	}
	for _, address := range []string{mails.confirm, mails.stop, "/invited/" + link, invitation, reset, offer, "/signup", "/login"} {
		for _, p := range []webPage{c.get(address + "?x=" + query), c.post(address, "name", "Anna", "password", typed)} {
			wantNoDetails(t, p)
		}
	}
	text := log.String()
	for _, line := range log.logged(t) {
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
	for _, line := range log.logged(t) {
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

// A proxy that the site knows may give requests their ids, if they are fit for a log;
// anybody else may not.
func TestRequestIDs(t *testing.T) {
	t.Parallel()
	s, _ := limitedSite(t, handlers.Limits{}, "10.0.0.0/8")
	ask := func(peer, id string) string {
		r := httptest.NewRequest(http.MethodGet, "/healthz", nil)
		r.RemoteAddr = peer
		r.Header.Set("X-Request-Id", id)
		w := httptest.NewRecorder()
		s.router.ServeHTTP(w, r)
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

// What is not logged, for the level of the log, is still kept for the admins' page.
func TestLogLevel(t *testing.T) {
	t.Parallel()
	var text bytes.Buffer
	s := serve(t, openSite(t, handlers.Config{Log: slog.New(slog.NewTextHandler(&text, &slog.HandlerOptions{Level: slog.LevelError}))}))
	admin, _ := s.withRole(t, "Alma", db.Admin)
	admin.get("/admin").wantText(t, ".noticed", "An account was created")
	if text.Len() > 0 {
		t.Errorf("the log has %s", text.String())
	}
}
