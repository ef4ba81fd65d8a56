package main

import (
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"hexclub/db/pgtest"
)

// A server with its database in a file is stopped and started again while people play through Caddy, with the Caddyfile that is
// shipped. Until it is back, requests wait; nothing acknowledged is lost, and no clock is charged for the time. The same is true if the
// new program has another version and upgrades the file. If it starts much later, requests fail, but the rest is the same.
//
// Caddy before 2.11.2 does not send a form again after a refused connection. So it may answer 502 to a form; no page fails.
func TestRestarted(t *testing.T) {
	t.Parallel()
	for name, u := range upgrades(t, "") {
		t.Run(name, func(t *testing.T) { restart(t, u, 0) })
		if full() {
			t.Run(name+", later", func(t *testing.T) { restart(t, u, longAway) })
		}
	}
}

// longAway is longer than requests wait in Caddy, and shorter than what the site takes for a standstill while it runs.
const longAway = 11 * time.Second

// restart replaces a server of one version by a server of another one, which starts after some time.
func restart(t *testing.T, u upgrade, away time.Duration) {
	database, log := filepath.Join(t.TempDir(), "hexclub.db"), &logged{}
	ports := make([]int, 2)
	for i := range ports {
		var err error
		if ports[i], err = pgtest.FreePort(); err != nil {
			t.Fatal(err)
		}
	}
	address := fmt.Sprintf("127.0.0.1:%d", ports[0])
	serve := func(binary string) *server {
		command := program(t, "--db", database, "--listen", address, "--proxy", "127.0.0.1", "--log-level", "warn")
		command.Path, command.Stderr = binary, log
		return start(t, command)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the servers logged %s", log)
		}
	})
	s := serve(u.from)
	caddy := startCaddy(t, ".deploy/Caddyfile", ports[1], &logged{}, "UPSTREAM="+address)
	await(t, 10*time.Second, "Caddy answers", func() bool {
		answer, err := http.Get(caddy + "/healthz")
		return err == nil && answer.Body.Close() == nil && answer.StatusCode == http.StatusOK
	})
	tables := 5
	if full() {
		tables = 20
	}
	r := play(t, caddy, tables, 200*time.Millisecond)
	heard := func(since time.Time) func() bool {
		return func() bool {
			for i := range 2 * tables {
				if len(r.since(i, since)) == 0 {
					return false
				}
			}
			return true
		}
	}
	await(t, 20*time.Second, "all streams announce turns", heard(time.Now()))
	r.load(t)
	asked := time.Now()
	s.stop(t)
	ended := time.Now()
	<-time.After(away)
	started := time.Now()
	s = serve(u.to)
	back := time.Now()
	r.wasDown(outage{ended, started, back})
	await(t, 20*time.Second, "all streams announce turns again", heard(back))
	again := time.Since(back)
	r.load(t)
	turns, missed := r.end(t)
	t.Logf("%d requests of players, %d turns; failed: %d; the server ended within %v, the next one began %v later, and all streams announced turns within %v",
		r.requests, turns, len(missed), ended.Sub(asked), back.Sub(ended), again)
	forms := regexp.MustCompile(`^POST .* answers 502$`)
	if pages := slices.DeleteFunc(slices.Clone(missed), forms.MatchString); away == 0 && len(pages) > 0 {
		t.Errorf("requests failed: %q", pages)
	}
	if text, ok := runOf(t, u.to, "verify", "--db", database); !ok {
		t.Errorf("the database is %s", text)
	}
	s.stop(t)
	if u.from == u.to {
		return
	}

	// The way back, which loses what was played since.
	backups, err := filepath.Glob(database + ".backups/*-before-*.db")
	if err != nil || len(backups) != 1 {
		t.Fatalf("before the upgrade, the new version made the backups %v, %v", backups, err)
	}
	if text, ok := runOf(t, u.from, "restore", "--db", database, "--keep-guests", backups[0]); !ok {
		t.Fatalf("the old version does not restore the backup: %s", text)
	}
	s = serve(u.from)
	r = play(t, caddy, tables, 200*time.Millisecond)
	r.load(t)
	if _, missed := r.end(t); len(missed) > 0 {
		t.Errorf("after the way back, requests failed: %q", missed)
	}
	s.stop(t)
}
