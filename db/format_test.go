package db

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"hexclub/rules/games"
	"hexclub/rules/record"
)

// The acts, games and versions of their rules that needed no migration of their own.
var (
	firstActs     = []record.Act{"resign", "timeout", "draw", "takeback", "accept", "decline", "abort"}
	firstVersions = map[string]int{"hexone": 2, "hexit": 1, "six": 1, "tartan": 1, "hexellation": 1}
)

// An older program cannot replay records with a new act, of a new game, or by a
// new version of a game's rules. It refuses a file whose schema it does not know,
// so each of these needs a migration of its own.
func TestNewKindsOfEventsHaveMigrations(t *testing.T) {
	wantMigration := func(name string) {
		t.Helper()
		if files, err := filepath.Glob("migrations/[0-9][0-9][0-9][0-9]_" + name + ".sql"); err != nil || len(files) != 1 {
			t.Errorf("there are %d migrations named %s, want 1: see %q in CONTRIBUTING (%v)", len(files), name, "An event of the record", err)
		}
	}
	for _, act := range record.Acts() {
		if !slices.Contains(firstActs, act) {
			wantMigration("act_" + string(act))
		}
	}
	for _, game := range games.All() {
		info := game.Info()
		for version := firstVersions[info.Key] + 1; version <= info.Version; version++ {
			wantMigration(fmt.Sprintf("rules_%s_%d", info.Key, version))
		}
	}
}

// A file of a newer program is refused with that reason and stays as it is.
func TestNewerFileIsUntouched(t *testing.T) {
	path := filepath.Join(t.TempDir(), "newer.db")
	openAt(t, path, func(d *DB) {
		mustExec(t, d, "INSERT INTO schema_version (version) SELECT max(version) + 1 FROM schema_version")
	})
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path); !errors.Is(err, ErrNewer) {
		t.Errorf("opened with %v, want %v", err, ErrNewer)
	}
	if after, err := os.ReadFile(path); err != nil || !slices.Equal(after, before) {
		t.Errorf("the file has changed, %v", err)
	}
	wantNames(t, filepath.Dir(path), "newer.db", "newer.db.lock")
}
