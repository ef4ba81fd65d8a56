package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/account"
	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/games"
)

// onOneCore starts a release build on one core, with the memory limit of the service and the
// compose file. The shell runs the commands in before first. The log is discarded.
func onOneCore(t testing.TB, before, file string, flags ...string) *server {
	t.Helper()
	const serve = `GOMEMLIMIT=400MiB exec taskset -c 0 "$0" --listen 127.0.0.1:0 --db "$@" 2>/dev/null`
	return start(t, exec.Command("sh", append([]string{"-c", before + serve, shipped(t), file}, flags...)...))
}

// sockets returns the number of open connections of the server, without files.
func (s *server) sockets(t testing.TB) (n int) {
	t.Helper()
	folder := fmt.Sprintf("/proc/%d/fd", s.command.Process.Pid)
	open, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range open {
		if to, err := os.Readlink(filepath.Join(folder, entry.Name())); err == nil && strings.HasPrefix(to, "socket:") { // otherwise it was closed in the meantime
			n++
		}
	}
	return n
}

// A crowd is a group of players, each with a game of their own, who play a turn at an interval
// until they stop.
type crowd struct {
	mu     sync.Mutex
	turns  sitetest.Spread
	failed error
	stop   func()
	play   sync.WaitGroup
}

// gather starts a crowd.
func (s *server) gather(t testing.TB, many int, every time.Duration) *crowd {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	c := &crowd{stop: stop}
	for i := range many {
		p := s.player(t, 1000+i)
		c.play.Go(func() {
			pause(ctx, every*time.Duration(i)/time.Duration(many)) // so that turns are spread over the interval
			c.playOn(ctx, p, games.All()[i%len(games.All())], every)
		})
	}
	t.Cleanup(c.play.Wait)
	t.Cleanup(stop)
	return c
}

// playOn plays one game after the other.
func (c *crowd) playOn(ctx context.Context, p *player, game rules.Game, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	table, err := begin(ctx, game, p)
	for c.note(0, err); err == nil; {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		var took time.Duration
		took, err = table.turn(ctx)
		c.note(took, err)
	}
}

func (c *crowd) note(took time.Duration, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if took > 0 {
		c.turns = append(c.turns, took)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		c.failed = errors.Join(c.failed, err)
	}
}

// since returns the durations of turns since the last call.
func (c *crowd) since(t testing.TB) sitetest.Spread {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed != nil {
		t.Fatal(c.failed)
	}
	turns := c.turns
	c.turns = nil
	return turns
}

// BenchmarkLogIns lets 500 people log in at the same moment, ten from each address, while 20 others
// play two turns a second each, which is the limit. Rejected people try again later. The server has
// one core. The benchmark reports how many logged in and how long that took, the number of rejected
// attempts, durations of turns before and during the log-ins (target: p95 of 500 ms), and the
// growth of memory (150 MB).
func BenchmarkLogIns(b *testing.B) {
	const many, password = 500, "correct horse battery"
	file := filepath.Join(b.TempDir(), "hexclub.db")
	accounts(b, file, many, password)
	for b.Loop() {
		s := onOneCore(b, "", file)
		crowd := s.gather(b, 20, 500*time.Millisecond)
		duration := 2 * time.Second
		time.Sleep(duration)
		quiet := crowd.since(b)
		before := s.residentMemory(b)
		if *long {
			duration = 5 * time.Minute
		}
		var mu sync.Mutex
		var in sitetest.Spread
		var later int
		var coming sync.WaitGroup
		begun := time.Now()
		for i := range many {
			p := s.player(b, i/10)
			coming.Go(func() {
				for time.Since(begun) < duration {
					_, err := p.post(b.Context(), "/login", "name", nameOf(i), "password", password)
					mu.Lock()
					switch status := statusOf(err); {
					case err == nil:
						in = append(in, time.Since(begun))
					case status == http.StatusServiceUnavailable, status == http.StatusTooManyRequests:
						later++
					default:
						b.Error(err)
					}
					mu.Unlock()
					if err == nil || !*long {
						return
					}
					time.Sleep(10 * time.Second) // the value of Retry-After
				}
			})
		}
		coming.Wait()
		busy := crowd.since(b)
		crowd.stop()
		grown := float64(s.peakMemory(b)-before) / 1024
		if grown >= 150 {
			b.Errorf("the server's memory grew by %.0f MB", grown)
		}
		aim(b, *long, "ms for a turn in 95 % of cases", busy.Percentile(95), 500)
		b.ReportMetric(float64(len(in)), "in")
		b.ReportMetric(float64(later), "told-later")
		b.ReportMetric(in.Percentile(50)/1000, "in-p50-s")
		b.ReportMetric(in.Percentile(100)/1000, "in-last-s")
		b.ReportMetric(quiet.Percentile(95), "quiet-turn-p95-ms")
		b.ReportMetric(busy.Percentile(95), "turn-p95-ms")
		b.ReportMetric(float64(len(busy)), "turns")
		b.ReportMetric(grown, "grown-MB")
		b.ReportMetric(0, "ns/op")
		s.kill(b)
	}
}

func nameOf(n int) string { return fmt.Sprintf("Player_%d", n) }

// accounts creates people with the same password.
func accounts(t testing.TB, file string, many int, password string) {
	t.Helper()
	store, err := db.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	hash, err := account.HashPassword(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	var signing sync.WaitGroup // concurrently, to share commits
	for i := range many {
		signing.Go(func() {
			if _, err := store.SignUp(t.Context(), "", nameOf(i), hash, time.Now()); err != nil {
				t.Error(err)
			}
		})
	}
	signing.Wait()
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
}
