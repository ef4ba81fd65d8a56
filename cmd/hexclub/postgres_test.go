package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hexclub/db/pgtest"
)

// TestPostgres starts the program with databases on a server. Its exit status says whether a service should restart it.
func TestPostgres(t *testing.T) {
	t.Parallel()
	const secret = "s3cr3t"
	server, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Remove(); err != nil {
			t.Error(err)
		}
	})
	if err := server.Exec("postgres", "CREATE DATABASE club"); err != nil {
		t.Fatal(err)
	}
	with := func(database string) string { return strings.Replace(server.URL(database), "@", ":"+secret+"@", 1) }
	port, err := pgtest.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	starting := pgtest.Fake(t, pgtest.Refuse("57P03", "the database system is starting up"))
	for name, tt := range map[string]struct {
		source string
		status int
		want   string
	}{
		"a bad URL":            {"postgres://anna:" + secret + "@db.example:port/club", configStatus, " like postgres://user:password@host:5432/hexclub"},
		"no such database":     {with("none"), configStatus, "the server has no database none. To create it: createdb "},
		"nothing listens":      {fmt.Sprintf("postgres://anna:%s@127.0.0.1:%d/club", secret, port), 1, "connection refused"},
		"a server that starts": {"postgres://anna:" + secret + "@" + starting + "/club", 1, "the database system is starting up"},
	} {
		t.Run(name, func(t *testing.T) {
			command := program(t, "serve", "--listen", "localhost:0", "--db", tt.source)
			output, err := command.CombinedOutput()
			text := string(output)
			if err == nil || command.ProcessState.ExitCode() != tt.status || !strings.Contains(text, "--db (HEXCLUB_DB): ") || !strings.Contains(text, tt.want) {
				t.Errorf("%v: %s", err, text)
			}
			if strings.Contains(text, secret) || strings.Count(text, "\n") != 1 {
				t.Errorf("it has the password, or not one line: %s", text)
			}
		})
	}
	t.Run("a URL in a file", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "url")
		if err := os.WriteFile(file, []byte(with("club")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		command := program(t, "serve", "--listen", "localhost:0")
		command.Env = append(command.Env, "HEXCLUB_DB=", "HEXCLUB_DB_FILE="+file) // empty, it overrides that of an image
		var log bytes.Buffer
		command.Stderr = &log
		s := start(t, command)
		if status := get(t, http.DefaultClient, s.url+"/readyz"); status != http.StatusOK {
			t.Errorf("status %d", status)
		}
		if rest := s.stop(t); strings.Contains(rest+log.String(), secret) || !strings.Contains(log.String(), server.URL("club")) {
			t.Errorf("the log has the password, or not the address: %s", log.String())
		}
		admin := program(t, "admin", "create", "Anna")
		admin.Env = append(admin.Env, "HEXCLUB_DB_FILE="+file)
		if output, ok := printed(t, admin); !ok || !strings.Contains(output, "Anna is now admin") {
			t.Errorf("output %s", output)
		}
	})
}
