//go:build unix

package web_test

import (
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"hexclub/handlers/sitetest"
)

// A full disk is reported as a temporary error; reads still work. The disk is full for a child process, whose
// files may not grow.
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
	s, log := sitetest.LoggedSite(t)
	c := s.Client(t)
	game := c.DeviceGame("c2")
	const notice = "#notice"
	newcomer, old := s.Client(t), s.Client(t)
	old.SignUp("Olga")
	newcomer.NoRedirects().Post("/signup", "name", "Tom", "password", sitetest.Password).WantStatus(t, http.StatusSeeOther)
	if _, err := s.Raw(t).Exec("UPDATE sessions SET expires = $1 WHERE person = (SELECT id FROM people WHERE name = 'Olga')",
		s.Now().Add(time.Hour).UnixMilli()); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ) // so that the write returns an error
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
			game + "/turns": {"draft", "d3", "moved", "1"}, "/games": {"game", "hexone", "opponent", "device"},
			game + "/resign": nil, "/settings/confirm": {"alone", "on"}, "/signup": {"name", "Anna", "password", sitetest.Password},
		} {
			for _, c := range []*sitetest.Client{c, c.Htmx()} {
				p := c.With("Accept-Language", language).Post(to, form...).WantStatus(t, http.StatusServiceUnavailable)
				if p.Header.Get("Retry-After") == "" {
					t.Errorf("%s does not say when to try again", to)
				}
				wantNoDetails(t, p)
			}
		}
	}
	s.Client(t).Post("/games", "game", "hexone", "opponent", "device").WantStatus(t, http.StatusServiceUnavailable)
	c.Get(game).WantStatus(t, http.StatusOK).WantCount(t, ".turns li", 1)
	welcome := ""
	for _, path := range []string{game, "/", "/settings"} {
		welcome = newcomer.Get(path).WantStatus(t, http.StatusOK).Text(notice)
		if p := old.Get(path).WantStatus(t, http.StatusOK); welcome == "" || sitetest.SessionCookie(p) != nil {
			t.Errorf("%s shows the message %q, and renews a session that is not stored by %v", path, welcome, sitetest.SessionCookie(p))
		}
	}
	if s.Ops.CheckHealth(t.Context()) == nil {
		t.Error("the site finds nothing wrong with a full disk")
	}
	if r, _ := sitetest.Ready(t, s.Router); r.State("writes") != "failed" || r.State("database") != "ok" {
		t.Errorf("the site reports %s", r.Checks)
	}

	limit.Cur = limit.Max
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	c.Turn(game, "d3", 1).WantStatus(t, http.StatusOK).WantCount(t, ".turns li", 2)
	if err := s.Ops.CheckHealth(t.Context()); err != nil {
		t.Errorf("the site is not well afterwards: %v", err)
	}
	if r, _ := sitetest.Ready(t, s.Router); !r.Ready {
		t.Errorf("the site is not ready afterwards: %s", r.Checks)
	}
	if newcomer.Get("/").Text(notice) != welcome || newcomer.Get("/").Text(notice) != "" {
		t.Error("the message is not taken once it can be")
	}
	if sitetest.SessionCookie(old.Get("/")) == nil || sitetest.SessionCookie(old.Get("/")) != nil {
		t.Error("the session is not renewed once it can be")
	}
	if log.String() == "" {
		t.Error("the operator is not notified")
	}
}
