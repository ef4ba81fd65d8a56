//go:build unix

package handlers_test

import (
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

// A disk that takes no more is told as something that may work later; what is
// there can still be read. The disk is full for a process of its own, which
// may not let files grow.
func TestFullDisk(t *testing.T) {
	const child = "HEXCLUB_TEST_FULL_DISK"
	if os.Getenv(child) == "" {
		t.Parallel()
		command := exec.Command(os.Args[0], "-test.run=^TestFullDisk$")
		command.Env = append(os.Environ(), child+"=1")
		if output, err := command.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, output)
		}
		return
	}
	s, log := loggedSite(t)
	c := s.client(t)
	game := c.deviceGame("c2")
	const notice = "#notice"
	told, old := s.client(t), s.client(t)
	old.signUp("Olga")
	told.still().post("/signup", "name", "Tom", "password", password).wantStatus(t, http.StatusSeeOther)
	if _, err := s.raw(t).Exec("UPDATE sessions SET expires = $1 WHERE person = (SELECT id FROM people WHERE name = 'Olga')",
		s.Now().Add(time.Hour).UnixMilli()); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ) // the write that fails shall return
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	limit.Cur = 1
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	for _, language := range []string{"en", "fr"} {
		for to, form := range map[string][]string{
			game + "/turns": {"draft", "d3", "ply", "1"}, "/games": {"game", "hexone", "opponent", "device"},
			game + "/resign": nil, "/settings/confirm": {"confirm", "off"}, "/signup": {"name", "Anna", "password", password},
		} {
			for _, c := range []*client{c, c.htmx()} {
				p := c.with("Accept-Language", language).post(to, form...).wantStatus(t, http.StatusServiceUnavailable)
				if p.header.Get("Retry-After") == "" {
					t.Errorf("%s does not say when to try again", to)
				}
				wantNoDetails(t, p)
			}
		}
	}
	s.client(t).post("/games", "game", "hexone", "opponent", "device").wantStatus(t, http.StatusServiceUnavailable)
	c.get(game).wantStatus(t, http.StatusOK).wantCount(t, ".turns li", 1)
	welcome := ""
	for _, path := range []string{game, "/", "/settings"} {
		welcome = told.get(path).wantStatus(t, http.StatusOK).text(notice)
		if p := old.get(path).wantStatus(t, http.StatusOK); welcome == "" || sessionCookie(p) != nil {
			t.Errorf("%s tells %q whom a message waits for, and renews a session that is not stored by %v", path, welcome, sessionCookie(p))
		}
	}
	if s.Ops.CheckHealth(t.Context()) == nil {
		t.Error("the site finds nothing wrong with a full disk")
	}
	if r, _ := ready(t, s.router); r.state("writes") != "failed" || r.state("database") != "ok" {
		t.Errorf("the site tells that it is %s", r.Checks)
	}

	limit.Cur = limit.Max
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	c.turn(game, "d3", 1).wantStatus(t, http.StatusOK).wantCount(t, ".turns li", 2)
	if err := s.Ops.CheckHealth(t.Context()); err != nil {
		t.Errorf("the site is not well afterwards: %v", err)
	}
	if r, _ := ready(t, s.router); !r.Ready {
		t.Errorf("the site is not ready afterwards: %s", r.Checks)
	}
	if told.get("/").text(notice) != welcome || told.get("/").text(notice) != "" {
		t.Error("the message is not taken once it can be")
	}
	if sessionCookie(old.get("/")) == nil || sessionCookie(old.get("/")) != nil {
		t.Error("the session is not renewed once it can be")
	}
	if log.String() == "" {
		t.Error("the operator is not told")
	}
}
