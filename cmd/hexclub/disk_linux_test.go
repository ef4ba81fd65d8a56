package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/hexone"
)

// A diskGame is a game that is played while the disk takes writes, and while it does not.
type diskGame struct {
	client *http.Client
	s      *server
	path   string
	st     rules.State
	events []string // of turns that were acknowledged
}

func newDiskGame(t *testing.T, s *server) *diskGame {
	t.Helper()
	g := &diskGame{client: browser(t), s: s}
	var status int
	if status, g.path = post(t, g.client, s.url+"/games", url.Values{"game": {"hexone"}, "opponent": {"device"}}); status != http.StatusOK {
		t.Fatalf("a new game is answered %d", status)
	}
	g.start(t)
	return g
}

func (g *diskGame) start(t *testing.T) {
	t.Helper()
	var err error
	if g.st, err = (hexone.Game{}).New(rules.Setup{}); err != nil {
		t.Fatal(err)
	}
}

// turn tries the next turn and is the status that answers it.
func (g *diskGame) turn(t *testing.T) int {
	t.Helper()
	st := g.st.Clone()
	draft := nextTurn(st, len(g.events))
	status, _ := post(t, g.client, g.s.url+g.path+"/turns", url.Values{"draft": {strings.Join(draft, " ")}, "ply": {fmt.Sprint(len(g.events))}})
	if status == http.StatusOK {
		g.st, g.events = st, append(g.events, draft...)
	}
	return status
}

// refused checks that nothing is written, that what is there is read, and that there is
// nothing of what was refused.
func (g *diskGame) refused(t *testing.T) {
	t.Helper()
	for range 3 {
		if status := g.turn(t); status != http.StatusServiceUnavailable {
			t.Fatalf("a turn is answered %d", status)
		}
	}
	for path, form := range map[string]url.Values{
		"/games":  {"game": {"hexone"}, "opponent": {"device"}},
		"/signup": {"name": {"Anna"}, "password": {"correct horse battery"}},
	} {
		if status, _ := post(t, g.client, g.s.url+path, form); status != http.StatusServiceUnavailable {
			t.Errorf("%s is answered %d", path, status)
		}
	}
	for _, path := range []string{g.path, "/", "/healthz", "/learn"} {
		response, err := g.client.Get(g.s.url + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Errorf("%s is answered %d", path, response.StatusCode)
		}
	}
	if got := events(t, g.s.url+g.path); !slices.Equal(got, g.events) {
		t.Errorf("the game is %v, and acknowledged were %v", got, g.events)
	}
}

// recovered checks that turns are played again, and that the file has no fault.
func (g *diskGame) recovered(t *testing.T, database string) {
	t.Helper()
	if status := g.turn(t); status != http.StatusOK {
		t.Errorf("a turn is answered %d", status)
	}
	if got := events(t, g.s.url+g.path); !slices.Equal(got, g.events) {
		t.Errorf("the game is %v, and acknowledged were %v", got, g.events)
	}
	if report, err := db.Verify(t.Context(), database); err != nil || report.Err() != nil {
		t.Errorf("the file is %+v, %v", report, err)
	}
}

// A disk that is full refuses what would be written, and takes it again when there is
// room, without a restart. The disk is a small one in memory, for a process of its own
// whose mounts nobody else sees.
func TestFullDisk(t *testing.T) {
	const child = "HEXCLUB_TEST_DISK"
	folder := os.Getenv(child)
	if folder == "" {
		t.Parallel()
		command := exec.Command(os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
		command.Env = append(os.Environ(), child+"="+t.TempDir())
		command.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
		if os.Geteuid() != 0 { // then root of a namespace of its own
			command.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
			command.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
			command.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}
		}
		output, err := command.CombinedOutput()
		if err != nil {
			t.Errorf("%v (it needs to mount a disk for itself)\n%s", err, output)
		} else if !strings.Contains(string(output), "--- PASS: TestFullDisk") {
			t.Errorf("nothing was tested: %s", output)
		}
		return
	}
	if err := errors.Join(
		syscall.Mount("none", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""),
		syscall.Mount("none", folder, "tmpfs", 0, "size=3m"),
	); err != nil {
		t.Fatal(err)
	}
	database := filepath.Join(folder, "hexclub.db")
	g := newDiskGame(t, serve(t, database, "--backup-every", "0"))
	if status := g.turn(t); status != http.StatusOK {
		t.Fatalf("a turn is answered %d", status)
	}
	readers := newReaders(t, g.s, database)
	for range 2 {
		ballast, err := os.Create(filepath.Join(folder, "ballast"))
		if err != nil {
			t.Fatal(err)
		}
		for block := make([]byte, 4096); err == nil; {
			_, err = ballast.Write(block)
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
		status := http.StatusOK
		for n := 0; n < 20 && status == http.StatusOK; n++ { // while there is room in the log itself
			status = g.turn(t)
		}
		g.refused(t)
		wantRead(t, g.s, readers, g.path, "/", "/settings")
		if output, ok := run(t, "backup", "--db", database); ok || !strings.Contains(output, "the disk has 0 MB left") {
			t.Errorf("a backup says %s", output)
		}
		if err := errors.Join(ballast.Close(), os.Remove(ballast.Name())); err != nil {
			t.Fatal(err)
		}
		g.recovered(t, database)
	}
}

// A disk that becomes read-only, as disks do that fail, is told like a full one. The
// system's answers to all writes to files are replaced by strace.
func TestReadOnlyDisk(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	database := filepath.Join(folder, "hexclub.db")
	g := newDiskGame(t, serve(t, database, "--backup-every", "0"))
	if status := g.turn(t); status != http.StatusOK {
		t.Fatalf("a turn is answered %d", status)
	}
	readers := newReaders(t, g.s, database)
	writable := g.s.strace(t, folder, "-e", "trace=pwrite64,ftruncate,fsync,fdatasync",
		"-e", "inject=pwrite64,ftruncate:error=EROFS", "-e", "inject=fsync,fdatasync:error=EIO")
	g.refused(t)
	wantRead(t, g.s, readers, g.path, "/", "/settings")
	if failed := len(writable()); failed < 3 {
		t.Errorf("calls that failed: %d", failed)
	}
	g.recovered(t, database)
}
