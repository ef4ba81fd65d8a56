package main

import (
	"path/filepath"
	"testing"
)

// Only one server can use a file. After it has ended, however that happened, another can start.
// Other commands may use the file at any time.
func TestOneServer(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "hexclub.db")
	s := serve(t, database)
	says(t, false, "hexclub: error: --db (HEXCLUB_DB): serve "+database+": another server has it open", "--db", database, "--listen", "localhost:0")
	says(t, true, "", "admin", "--db", database, "list")
	s.kill(t)
	serve(t, database)
}

// Commands that print links reject an address that the server would reject.
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
