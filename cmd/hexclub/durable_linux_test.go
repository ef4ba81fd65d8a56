package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"hexclub/db"
)

// The changes of a turn to the write-ahead log are synced before the turn is answered, as strace
// shows.
func TestTurnsAreDurable(t *testing.T) {
	t.Parallel()
	const turns = 10
	folder := t.TempDir()
	s, table := playOn(t, filepath.Join(folder, "hexclub.db"))
	trace := s.strace(t, folder, "-e", "trace=read,write,pwrite64,fsync,fdatasync")
	for range turns {
		if _, err := table.turn(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if durable, faults := durableTurns(trace(), table.path); durable != turns || len(faults) > 0 {
		t.Errorf("of %d turns %d were durable before they were answered: %q", turns, durable, faults)
	}
}

// A backup is on the disk before it is renamed, and its name is on the disk before it is reported,
// as strace shows. The copy is synced twice: by SQLite, which writes it, and by our code.
func TestBackupsAreDurable(t *testing.T) {
	t.Parallel()
	database, folder, log := newDatabase(t, func(*db.DB) error { return nil }), t.TempDir(), filepath.Join(t.TempDir(), "trace")
	backup := program(t, "backup", "--db", database, filepath.Join(folder, "backup.db"))
	traced := exec.Command("strace", append([]string{"-f", "-y", "-s", "200", "-o", log, "-e", "trace=pwrite64,fsync,renameat,write"}, backup.Args...)...)
	traced.Dir, traced.Env = backup.Dir, backup.Env
	if output, ok := printed(t, traced); !ok {
		t.Fatalf("strace, of Debian's package of that name, says %s", output)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	var did []string
	for line := range strings.Lines(string(text)) {
		call := tracedCall.FindStringSubmatch(line)
		switch {
		case strings.Contains(line, " renameat("):
			did = append(did, "rename")
		case call == nil:
		case strings.HasSuffix(call[3], ".part"):
			did = append(did, call[2])
		case call[3] == folder:
			did = append(did, call[2]+" folder")
		case call[2] == "write" && strings.Contains(line, "backup.db"):
			did = append(did, "tell")
		}
	}
	want := []string{"pwrite64", "fsync", "fsync", "rename", "fsync folder", "tell"}
	if got := did[max(len(did)-len(want), 0):]; !slices.Equal(got, want) {
		t.Errorf("the backup ends with %q, want %q", got, want)
	}
}

// durableTurns finds the turns in strace's log that were not durable.
func TestDurableTurns(t *testing.T) {
	t.Parallel()
	const (
		arrives  = `9 read(7<socket:[1]>, "POST /games/g/turns HTTP/1.1"..., 4096) = 400`
		writes   = `9 pwrite64(11</x/hexclub.db-wal>, "\n"..., 4096, 646896) = 4096`
		other    = `9 pwrite64(12</x/hexclub.db>, "\n"..., 4096, 646896) = 4096`
		syncs    = `9 fsync(11</x/hexclub.db-wal>) = 0`
		begins   = `8 fdatasync(11</x/hexclub.db-wal> <unfinished ...>`
		ends     = `8 <... fdatasync resumed>) = 0`
		fails    = `9 fsync(11</x/hexclub.db-wal>) = -1 EIO (Input/output error)`
		answered = `9 write(7<socket:[1]>, "HTTP/1.1 303 See Other\r\n"..., 592) = 592`
	)
	for name, tt := range map[string]struct {
		lines   []string
		durable int
	}{
		"durable":                      {[]string{arrives, writes, other, writes, syncs, answered}, 1},
		"by another thread":            {[]string{arrives, writes, begins, other, ends, answered}, 1},
		"two":                          {[]string{arrives, writes, syncs, answered, arrives, writes, syncs, answered}, 2},
		"not durable":                  {[]string{arrives, writes, answered}, 0},
		"nothing written":              {[]string{arrives, syncs, answered}, 0},
		"before it was written":        {[]string{arrives, writes, syncs, writes, answered}, 0},
		"too late":                     {[]string{arrives, writes, answered, syncs}, 0},
		"in vain":                      {[]string{arrives, writes, fails, answered}, 0},
		"that was the turn before":     {[]string{arrives, writes, syncs, answered, arrives, writes, answered}, 1},
		"not over when it is answered": {[]string{arrives, writes, begins, answered, ends}, 0},
		"the write after the sync":     {[]string{arrives, writes, begins, writes, ends, answered}, 0},
	} {
		if durable, faults := durableTurns(tt.lines, "/games/g"); durable != tt.durable || durable+len(faults) != strings.Count(strings.Join(tt.lines, "\n"), "HTTP/1.1 303") {
			t.Errorf("%s: %d durable, want %d; %q", name, durable, tt.durable, faults)
		}
	}
}

// tracedCall matches a line of strace -f -y: the thread, the call or resumed call, and the file.
var tracedCall = regexp.MustCompile(`^(\d+) +(?:<\.\.\. )?(\w+)(?:\(\d+<([^>]*)>| resumed>)`)

// durableTurns counts the turns in a game whose writes to the log were durable before they were
// answered. It describes the others in faults.
func durableTurns(lines []string, game string) (durable int, faults []string) {
	waits, dirty, wrote := false, false, false
	cleans := map[string]bool{} // by thread: whether its current sync began after the last write
	for _, line := range lines {
		call := tracedCall.FindStringSubmatch(line)
		if call == nil {
			continue
		}
		thread, name, file := call[1], call[2], call[3]
		log := strings.HasSuffix(file, ".db-wal")
		switch {
		case name == "read" && strings.Contains(line, "OST "+game+"/turns "): // the P may be in a separate read
			waits, dirty, wrote = true, false, false
		case name == "pwrite64" && log:
			dirty, wrote = true, true
			clear(cleans)
		case (name == "fsync" || name == "fdatasync") && (log || cleans[thread]):
			cleans[thread] = true
			if strings.HasSuffix(line, "= 0") {
				dirty = false
			}
			if !strings.HasSuffix(line, "<unfinished ...>") {
				delete(cleans, thread)
			}
		case name == "write" && waits && strings.Contains(line, `"HTTP/1.1 303`):
			waits = false
			if wrote && !dirty {
				durable++
			} else {
				faults = append(faults, fmt.Sprintf("wrote %v, durable %v", wrote, !dirty))
			}
		}
	}
	return durable, faults
}

// strace starts tracing the program. The returned function ends it and returns the lines.
func (s *server) strace(t *testing.T, folder string, args ...string) func() []string {
	t.Helper()
	log := filepath.Join(folder, "trace")
	command := exec.Command("strace", append([]string{"-f", "-y", "-s", "200", "-o", log, "-p", fmt.Sprint(s.command.Process.Pid)}, args...)...)
	said, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatalf("strace, of Debian's package of that name: %v", err)
	}
	t.Cleanup(func() { _ = command.Process.Kill() })
	if line, err := bufio.NewReader(said).ReadString('\n'); err != nil || !strings.Contains(line, "attached") {
		t.Fatalf("strace says %q, %v", line, err)
	}
	return func() []string {
		t.Helper()
		if err := command.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		_ = command.Wait() // always an error: it was interrupted
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSpace(string(text)), "\n")
	}
}
