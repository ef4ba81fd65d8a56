package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// One file has one server: each would tell of its own turns alone. Once it is gone,
// however it went, there may be another; other programs may come at any time.
func TestOneServer(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "hexclub.db")
	s := serve(t, database)
	output, ok := run(t, "--db", database, "--listen", "localhost:0")
	if ok || !strings.Contains(output, "hexclub: error: --db (HEXCLUB_DB): serve "+database+": another server has it open") {
		t.Errorf("the second is told %q", output)
	}
	if output, ok := run(t, "admin", "--db", database, "list"); !ok {
		t.Errorf("the operator is told %q", output)
	}
	s.kill(t)
	serve(t, database)
}

// A link is printed for an address alone that the server takes.
func TestLinkAddress(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "hexclub.db")
	serve(t, database)
	for _, bad := range []string{"hex.example", "https://hex.example:99999", "https://hex.example/club"} {
		output, ok := run(t, "admin", "--db", database, "create", "Anna", "--url", bad)
		if ok || !strings.HasPrefix(output, "hexclub: error: --url (HEXCLUB_URL): ") {
			t.Errorf("for %s the operator is told %q", bad, output)
		}
	}
	if output, _ := run(t, "admin", "--db", database, "list"); output != "" {
		t.Errorf("there are accounts: %q", output)
	}
}
