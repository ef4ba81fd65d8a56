package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A release build uses less than 22 MB after the start, less than 33 MB after its first page (30.5 to
// 31.5 MB measured), and less than 40 KB more for each stream. About two thirds are pages of its own
// file, which the system can reclaim. The rest is less than 13 MB after the start (10.4 to 11.5 MB
// measured).
func TestMemory(t *testing.T) {
	t.Parallel()
	s := serve(t, filepath.Join(t.TempDir(), "hexclub.db"))
	idle := s.residentMemory(t)
	if idle >= 22_000 {
		t.Errorf("the program uses %d KB when it has started", idle)
	}
	own := s.status(t, "RssAnon:")
	if own >= 13_000 {
		t.Errorf("the program uses %d KB that are no pages of its file when it has started", own)
	}
	p := s.player(t, 0)
	if _, err := p.get(t.Context(), "/"); err != nil {
		t.Fatal(err)
	}
	first := s.residentMemory(t)
	if first >= 34_000 {
		t.Errorf("the program uses %d KB after its first page", first)
	}
	game, err := p.post(t.Context(), "/games", "game", "hexone", "opponent", "device")
	if err != nil {
		t.Fatal(err)
	}
	const streams = 1000
	before := s.residentMemory(t)
	for i := range streams {
		s.follow(t, game, from(addressOf(i%10))) // the limit of one address is 250
	}
	each := float64(s.residentMemory(t)-before) / streams
	t.Logf("started %d KB, %d KB of them no pages of its file, after a page %d KB, before the streams %d KB, each stream %.1f KB", idle, own, first, before, each)
	if each >= 40 {
		t.Errorf("a stream takes %.1f KB", each)
	}
}

// residentMemory returns the resident memory of the server, in KB.
func (s *server) residentMemory(t testing.TB) int { return s.status(t, "VmRSS:") }

// peakMemory returns the peak of the resident memory, in KB.
func (s *server) peakMemory(t testing.TB) int { return s.status(t, "VmHWM:") }

// status returns a value from /proc/PID/status, in KB.
func (s *server) status(t testing.TB, name string) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.command.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), name)
	n, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// follow opens a stream of a game, and reads only the beginning of the answer.
func (s *server) follow(t testing.TB, game string, dialer net.Dialer) net.Conn {
	t.Helper()
	conn := s.dial(t, dialer)
	if _, err := fmt.Fprintf(conn, "GET %s/events HTTP/1.1\r\nHost: localhost\r\n\r\n", game); err != nil {
		t.Fatal(err)
	}
	const want = "HTTP/1.1 200 "
	got := make([]byte, len(want))
	if _, err := io.ReadFull(conn, got); err != nil || string(got) != want {
		t.Fatalf("the stream answers %q, %v", got, err)
	}
	return conn
}
