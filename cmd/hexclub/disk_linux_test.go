package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"hexclub/rules/hexone"
)

// wantRejected checks that writes fail, that reads work, and that nothing of the failed writes is
// stored.
func wantRejected(t *testing.T, table *table) {
	t.Helper()
	p := table.players[0]
	for range 3 {
		if _, err := table.turn(t.Context()); statusOf(err) != http.StatusServiceUnavailable {
			t.Fatalf("a turn: %v", err)
		}
	}
	for path, form := range map[string]url.Values{
		"/games":  formOf("game", "hexone", "opponent", "device"),
		"/signup": formOf("name", "Anna", "password", "correct horse battery"),
	} {
		if _, _, err := p.ask(t.Context(), http.MethodPost, path, form, http.StatusServiceUnavailable); err != nil {
			t.Error(err)
		}
	}
	for _, path := range []string{table.path, "/", "/healthz", "/learn"} {
		if _, err := p.get(t.Context(), path); err != nil {
			t.Error(err)
		}
	}
	wantStored(t, table)
}

// wantStored checks that exactly the acknowledged turns are stored.
func wantStored(t *testing.T, table *table) {
	t.Helper()
	if more, err := table.reconcile(t.Context()); more || err != nil {
		t.Errorf("stored is what was refused: %v, %v", more, err)
	}
}

// wantRecovered checks that turns can be played again, and that the file has no faults.
func wantRecovered(t *testing.T, table *table, database string) {
	t.Helper()
	if _, err := table.turn(t.Context()); err != nil {
		t.Error(err)
	}
	wantStored(t, table)
	wantWhole(t, database)
}

// playOn returns a server with a running game in which a turn was played.
func playOn(t *testing.T, database string) (*server, *table) {
	t.Helper()
	s := serve(t, database, "--backup-every", "0")
	table, err := begin(t.Context(), hexone.Game{}, s.player(t, 0))
	if err == nil {
		_, err = table.turn(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return s, table
}

// On a full disk the site rejects writes. It accepts them again without a restart when there is
// room. The disk is a small tmpfs, in a mount namespace of its own.
func TestFullDisk(t *testing.T) {
	const child = "TEST_DISK"
	folder := os.Getenv(child)
	if folder == "" {
		t.Parallel()
		command := exec.Command(os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
		command.Env = append(os.Environ(), child+"="+t.TempDir(), builtBefore+"="+shipped(t))
		command.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
		if os.Geteuid() != 0 { // run again as root of a namespace
			command.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
			command.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
			command.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}
		}
		output, err := command.CombinedOutput()
		if err != nil {
			t.Errorf("%v (it needs to mount a disk)\n%s", err, output)
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
	s, table := playOn(t, database)
	readers := newReaders(t, s, database)
	for _, again := range []bool{false, true} {
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
		err = nil
		for n := 0; n < 20 && err == nil; n++ { // as long as the log itself has room
			_, err = table.turn(t.Context())
		}
		wantRejected(t, table)
		wantRead(t, s, readers, table.path, "/", "/settings")
		says(t, false, "the disk has 0 MB left", "backup", "--db", database)
		if again { // the check runs every few seconds
			s.wantReadiness(t, "failed", "failed")
		}
		if err := errors.Join(ballast.Close(), os.Remove(ballast.Name())); err != nil {
			t.Fatal(err)
		}
		wantRecovered(t, table, database)
		if again {
			s.wantReadiness(t, "ok", "failed") // less than 64 MiB are free on a disk of three
		}
	}
}

// A disk that becomes read-only, as failing disks do, is handled like a full one. strace injects
// the errors of system calls.
func TestReadOnlyDisk(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	database := filepath.Join(folder, "hexclub.db")
	s, table := playOn(t, database)
	readers := newReaders(t, s, database)
	writable := s.strace(t, folder, "-e", "trace=pwrite64,ftruncate,fsync,fdatasync",
		"-e", "inject=pwrite64,ftruncate:error=EROFS", "-e", "inject=fsync,fdatasync:error=EIO")
	wantRejected(t, table)
	wantRead(t, s, readers, table.path, "/", "/settings")
	s.wantReadiness(t, "failed", "ok")
	if failed := len(writable()); failed < 3 {
		t.Errorf("calls that failed: %d", failed)
	}
	wantRecovered(t, table, database)
	s.wantReadiness(t, "ok", "ok")
}

// wantReadiness waits until the site has noticed the state of writes, which it checks every five
// seconds. Then it checks the state of the disk, and that the site is ready if both are well.
func (s *server) wantReadiness(t *testing.T, writes, disk string) {
	t.Helper()
	look, timeout := time.NewTicker(100*time.Millisecond), time.After(time.Minute)
	defer look.Stop()
	for {
		response, err := http.Get(s.url + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		var report struct{ Checks map[string]string }
		err = json.NewDecoder(response.Body).Decode(&report)
		_ = response.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if report.Checks["writes"] == writes {
			want := http.StatusOK
			if writes != "ok" || disk != "ok" {
				want = http.StatusServiceUnavailable
			}
			if report.Checks["disk"] != disk || response.StatusCode != want {
				t.Errorf("it answers %d, and reports %v; want %d, of the disk %s", response.StatusCode, report.Checks, want, disk)
			}
			return
		}
		select {
		case <-look.C:
		case <-timeout:
			t.Fatalf("after a minute it reports %v, want of writes %s", report.Checks, writes)
		}
	}
}
