package main

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/rules/hexone"
)

// TestReplacedDatabase moves, overwrites and removes the database of a running server. After that
// the server acknowledges no turn and is not ready. It exits without changing any file. No
// acknowledged turn is lost, unless the file was overwritten.
func TestReplacedDatabase(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		replace func(t *testing.T, path, other string)
		recover func(t *testing.T, path, other string) // called before the next start
		lost    bool                                   // the turns are lost
	}{
		{
			name:    "mv",
			replace: func(t *testing.T, path, _ string) { move(t, path, path+".moved") },
			recover: func(t *testing.T, path, _ string) { move(t, path+".moved", path) },
		},
		{
			name:    "mv, and its log after it",
			replace: func(t *testing.T, path, _ string) { move(t, path, path+".moved") },
			recover: func(t *testing.T, path, _ string) {
				move(t, path+"-wal", path+".moved-wal")
				wantWhole(t, path+".moved")
				says(t, true, "", "restore", "--db", path, path+".moved", "--keep-guests")
			},
		},
		{
			name:    "mv of another over it",
			replace: func(t *testing.T, path, other string) { move(t, other, path) },
			recover: restoreRescued,
		},
		{
			name:    "rm",
			replace: func(t *testing.T, path, _ string) { remove(t, path) },
			recover: restoreRescued,
		},
		{
			name: "rm of all its files",
			replace: func(t *testing.T, path, _ string) {
				files, err := filepath.Glob(path + "*")
				if err != nil {
					t.Fatal(err)
				}
				for _, file := range files {
					remove(t, file)
				}
			},
			recover: restoreRescued,
		},
		{
			name:    "rm of its log",
			replace: func(t *testing.T, path, _ string) { remove(t, path+"-wal") },
			recover: restoreRescued,
		},
		{
			name:    "cp over",
			replace: func(t *testing.T, path, other string) { overwrite(t, path, other) },
			recover: func(t *testing.T, path, other string) {
				says(t, true, "is now", "restore", "--db", path, other)
			},
			lost: true,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "hexclub.db")
			other := filepath.Join(t.TempDir(), "other.db")
			var log bytes.Buffer
			command := program(t, "--db", path, "--listen", "localhost:0", "--backup-every", "0")
			command.Stderr = &log
			s := start(t, command)
			if _, _, err := db.Backup(t.Context(), path, other); err != nil {
				t.Fatal(err)
			}
			table, err := begin(t.Context(), hexone.Game{}, s.player(t, 0))
			for range 5 {
				if err == nil {
					_, err = table.turn(t.Context())
				}
			}
			if err != nil {
				t.Fatalf("%v, the log is %s", err, log.String())
			}
			tt.replace(t, path, other)
			for range 2 {
				if _, err := table.turn(t.Context()); statusOf(err) != http.StatusServiceUnavailable {
					t.Fatalf("a turn: %v, the log is %s", err, log.String())
				}
			}
			s.wantNotReady(t)
			wantOperator(t, table, tt.lost)
			time.Sleep(time.Second) // background jobs run four times a second
			before := contents(t, filepath.Dir(path))
			if rest, status := s.end(t); status != damagedStatus {
				t.Errorf("it ends with status %d: %s", status, rest)
			}
			for name, sum := range contents(t, filepath.Dir(path)) {
				if was, ok := before[name]; !ok || was != sum {
					t.Errorf("%s was changed at the end", name)
				}
				delete(before, name)
			}
			if len(before) > 0 {
				t.Errorf("removed at the end: %v", before)
			}
			if text := log.String(); !strings.Contains(text, path) || !strings.Contains(text, "while it was in use") {
				t.Errorf("the log is %s", text)
			} else if n := strings.Count(text, "background job failed"); n > 0 {
				t.Errorf("%d failures of jobs are logged: %s", n, text)
			}
			tt.recover(t, path, other)
			wantWhole(t, path)
			if tt.lost {
				return
			}
			again := serve(t, path, "--backup-every", "0")
			table.players[0].url = again.url
			if more, err := table.reconcile(t.Context()); more || err != nil {
				t.Errorf("stored is what was refused: %v, %v", more, err)
			}
			again.stop(t)
		})
	}
}

// TestReplacedAtTheEnd stops a server right after its database was removed, before it can notice.
func TestReplacedAtTheEnd(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "hexclub.db")
	s, table := playOn(t, path)
	remove(t, path)
	if _, status := s.end(t); status != damagedStatus {
		t.Errorf("it ends with status %d", status)
	}
	says(t, false, path+".rescued-", "--listen", "localhost:0", "--db", path)
	restoreRescued(t, path, "")
	again := serve(t, path, "--backup-every", "0")
	table.players[0].url = again.url
	wantStored(t, table)
}

// TestReplacedIsNotOpened checks that no command opens the file that replaced a database, with the
// write-ahead log of the old one, until the operator has decided.
func TestReplacedIsNotOpened(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "hexclub.db")
	other := filepath.Join(t.TempDir(), "other.db")
	s, table := playOn(t, path)
	if _, _, err := db.Backup(t.Context(), path, other); err != nil {
		t.Fatal(err)
	}
	move(t, other, path)
	if _, err := table.turn(t.Context()); statusOf(err) != http.StatusServiceUnavailable {
		t.Fatalf("a turn: %v", err)
	}
	before := contents(t, filepath.Dir(path))
	const want = "was replaced while it was in use"
	for _, running := range []bool{true, false} {
		if !running {
			s.end(t)
			says(t, false, want, "--listen", "localhost:0", "--db", path)
		}
		says(t, false, want, "backup", "--db", path)
		says(t, false, want, "admin", "list", "--db", path)
		says(t, false, want, "verify", path)
	}
	for name, sum := range contents(t, filepath.Dir(path)) {
		if was, ok := before[name]; ok && was != sum {
			t.Errorf("%s was changed", name)
		}
	}
	for _, file := range []string{path + "-wal", path + "-shm", path + ".replaced"} {
		remove(t, file)
	}
	wantWhole(t, path)
	serve(t, path, "--backup-every", "0").stop(t)
}

// TestOtherPrograms checks that commands and other programs may write to the database of a running
// server, even if they checkpoint its log.
func TestOtherPrograms(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "hexclub.db")
	s, table := playOn(t, path)
	play := func(after string) {
		t.Helper()
		for range 2 {
			if _, err := table.turn(t.Context()); err != nil {
				t.Fatalf("a turn after %s: %v", after, err)
			}
		}
		s.wantReadiness(t, "ok", "ok")
	}
	says(t, true, "", "admin", "create", "Anna", "--db", path)
	play("a command that adds an account")
	says(t, true, "", "bans", "add", "192.0.2.7", "--db", path)
	play("a command that adds a ban")
	says(t, true, "", "backup", "--db", path)
	play("a backup")
	now := time.Now().Add(time.Hour)
	if err := errors.Join(os.Chtimes(path, now, now), os.Chmod(path, 0o640)); err != nil {
		t.Fatal(err)
	}
	play("new times and rights of the file")
	raw, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	raw.SetMaxOpenConns(1)
	for _, statement := range []string{
		"CREATE TABLE large (n integer, text text)",
		"WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 3000) INSERT INTO large SELECT n, hex(randomblob(1000)) FROM c",
		"PRAGMA wal_checkpoint(PASSIVE)",
		"DELETE FROM large WHERE n > 10",
		"PRAGMA wal_checkpoint(RESTART)",
		"DROP TABLE large",
		"PRAGMA wal_checkpoint(TRUNCATE)",
		"VACUUM",
		"PRAGMA wal_checkpoint(TRUNCATE)",
	} {
		if _, err := raw.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
		play(statement)
	}
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
	play("another program has closed it")
	s.stop(t)
	wantWhole(t, path)
}

// wantOperator checks that the error page says that the operator must act, and does not suggest to
// try again. An overwritten database is not read either.
func wantOperator(t *testing.T, table *table, overwritten bool) {
	t.Helper()
	p := table.players[0]
	for _, script := range []bool{false, true} {
		for language, word := range map[string]string{"en": "operator", "fr": "exploitant", "es": "operador", "ko": "서버 담당자"} {
			for path, form := range map[string]url.Values{table.path: nil, "/": nil, "/games": formOf("game", "hexone", "opponent", "device")} {
				method := http.MethodPost
				if form == nil {
					method = http.MethodGet
				}
				if !overwritten && form == nil {
					if _, err := p.get(t.Context(), path); err != nil {
						t.Error(err)
					}
					continue
				}
				request, err := http.NewRequestWithContext(t.Context(), method, p.url+path, strings.NewReader(form.Encode()))
				if err != nil {
					t.Fatal(err)
				}
				request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				request.Header.Set("Accept-Language", language)
				if script {
					request.Header.Set("HX-Request", "true")
				}
				answer, err := p.http.Do(request)
				if err != nil {
					t.Fatal(err)
				}
				body, err := io.ReadAll(answer.Body)
				if err := errors.Join(err, answer.Body.Close()); err != nil {
					t.Fatal(err)
				}
				text := string(body)
				if answer.StatusCode != http.StatusServiceUnavailable || !strings.Contains(text, word) {
					t.Errorf("%s %s in %s answers %d, without the word %s: %s", method, path, language, answer.StatusCode, word, text)
				}
				if answer.Header.Get("Retry-After") != "" {
					t.Errorf("%s %s says to try again: %s", method, path, text)
				}
			}
		}
	}
}

// wantNotReady fails the test unless the site reports that it cannot write.
func (s *server) wantNotReady(t *testing.T) {
	t.Helper()
	answer, err := http.Get(s.url + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var text bytes.Buffer
	_, err = text.ReadFrom(answer.Body)
	if err != nil || answer.StatusCode != http.StatusServiceUnavailable || !strings.Contains(text.String(), `"writes":"failed"`) {
		t.Errorf("/readyz answers %d, %v: %s", answer.StatusCode, err, text.String())
	}
}

// end stops the server with SIGTERM. It returns the rest of its output and its status.
func (s *server) end(t *testing.T) (rest string, status int) {
	t.Helper()
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	_, err := text.ReadFrom(s.printed)
	var exit *exec.ExitError
	if err := errors.Join(err, s.command.Wait()); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return text.String(), s.command.ProcessState.ExitCode()
}

// restoreRescued restores the copy that the server saved when its database was replaced.
func restoreRescued(t *testing.T, path, _ string) {
	t.Helper()
	saved, err := filepath.Glob(path + ".rescued-*")
	if err != nil || len(saved) != 1 {
		t.Fatalf("saved are %v, %v", saved, err)
	}
	says(t, true, "", "restore", "--db", path, "--keep-guests", saved[0])
}

// contents returns the hashes of all files in a folder, by name.
func contents(t *testing.T, folder string) map[string][sha256.Size]byte {
	t.Helper()
	sums := map[string][sha256.Size]byte{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		sums[path] = sha256.Sum256(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sums
}

func move(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
}

// overwrite copies a file over another, as cp does.
func overwrite(t *testing.T, path, with string) {
	t.Helper()
	if output, err := exec.Command("cp", with, path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
}
