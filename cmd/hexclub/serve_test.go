package main

import (
	"path/filepath"
	"testing"
)

// One file has one server: each would tell of its own turns alone. Once it is gone,
// however it went, there may be another; other programs may come at any time.
func TestOneServer(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "hexclub.db")
	s := serve(t, database)
	says(t, false, "hexclub: error: --db (HEXCLUB_DB): serve "+database+": another server has it open", "--db", database, "--listen", "localhost:0")
	says(t, true, "", "admin", "--db", database, "list")
	s.kill(t)
	serve(t, database)
}

// A link is printed for an address alone that the server takes.
func TestLinkAddress(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "hexclub.db")
	serve(t, database)
	for _, bad := range []string{"hex.example", "https://hex.example:99999", "https://hex.example/club"} {
		says(t, false, "hexclub: error: --url (HEXCLUB_URL): ", "admin", "--db", database, "create", "Anna", "--url", bad)
	}
	if output, _ := run(t, "admin", "--db", database, "list"); output != "" {
		t.Errorf("there are accounts: %q", output)
	}
}
