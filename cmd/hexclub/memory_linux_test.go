package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The program itself, built as it is shipped, takes less than 33 MB while nothing
// happens, and less than 40 KB more for each page that listens. Two thirds of that are
// pages of its own file, which the system takes back when it needs them; what it cannot
// take back is less than 11 MB.
func TestMemory(t *testing.T) {
	t.Parallel()
	s := start(t, exec.Command(shipped(t), "--db", filepath.Join(t.TempDir(), "hexclub.db"), "--listen", "127.0.0.1:0"))
	idle := s.resident(t)
	if idle >= 33_000 {
		t.Errorf("the idle program takes %d KB", idle)
	}
	own := s.status(t, "RssAnon:")
	if own >= 11_000 {
		t.Errorf("the idle program takes %d KB that nobody can take back", own)
	}
	status, game := post(t, browser(t), s.url+"/games", url.Values{"game": {"hexone"}, "opponent": {"device"}})
	if status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	const streams = 1000
	before := s.resident(t)
	for i := range streams {
		s.listen(t, game+"/events", fmt.Sprintf("127.0.0.%d", 2+i%10)) // one address may have 250
	}
	each := float64(s.resident(t)-before) / streams
	t.Logf("idle %d KB, %d KB of them its own, before the streams %d KB, each stream %.1f KB", idle, own, before, each)
	if each >= 40 {
		t.Errorf("a stream takes %.1f KB", each)
	}
}

// resident is the memory that a server takes, in KB.
func (s *server) resident(t testing.TB) int { return s.status(t, "VmRSS:") }

// mostResident is the most that it ever took.
func (s *server) mostResident(t testing.TB) int { return s.status(t, "VmHWM:") }

// status is a figure that the system has of a server's memory, in KB.
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

// listen opens a stream from an address of this machine, until the test ends.
func (s *server) listen(t *testing.T, path, from string) {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := dialer.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("the stream answers %v, %v", answer, err)
	}
}
