package main

import (
	"path/filepath"
	"testing"

	"hexclub/db/pgtest"
)

// All commands about a database work on a server, but those that are about files.
func TestCommandsOnServer(t *testing.T) {
	t.Parallel()
	database := pgtest.Empty(t)
	do := func(succeeds bool, want string, args ...string) {
		t.Helper()
		says(t, succeeds, want, append(args, "--db", database)...)
	}
	do(true, "Anna is now admin", "admin", "create", "Anna")
	do(false, "This name is taken", "admin", "create", "Anna")
	do(true, "/reset/", "admin", "reset-link", "Anna")
	do(true, "sessions deleted: 0", "sessions", "revoke", "--all")
	do(true, "192.0.2.7", "bans", "add", "192.0.2.7")
	do(true, "No node serves the site.", "nodes")
	do(true, "all games: no faults", "verify")
	do(false, "PostgreSQL server: use its own tools", "backup")
	do(false, "already contains a club", "demo")
	do(false, "PostgreSQL server: use its own tools", "restore", filepath.Join(t.TempDir(), "backup.db"))
	says(t, false, "is a file, which one program serves", "nodes", "--db", "hexclub.db")
}
