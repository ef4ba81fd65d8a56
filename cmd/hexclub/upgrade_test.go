package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hexclub/rules/rulestest"
)

// An upgrade is from one version of the program to another. Both are paths of binaries.
type upgrade struct{ from, to string }

// full reports whether to test all upgrades, under more load.
func full() bool { return rulestest.Full() && !testing.Short() }

// firstNodes is the first commit whose nodes can be replaced without a failed request: they close no idle connections while they
// drain.
const firstNodes = "4401f6e52f68715a0715aa681d69a7593abf49fa"

// upgrades returns the upgrades to test, by their names. In each check it is only a restart of this version. In full mode it is also
// the upgrade from the version before, but none older than the commit since, and the upgrade to a next version, which changes
// the schema.
func upgrades(t *testing.T, since string) map[string]upgrade {
	t.Helper()
	this := shipped(t)
	list := map[string]upgrade{"the same version": {this, this}}
	if full() {
		list["from the version before"] = upgrade{versionBefore(t, since), this}
		list["to the next version"] = upgrade{this, nextVersion(t)}
	}
	return list
}

// versionBefore builds the version before this one: the last commit before the newest migration, which is the version that needs an
// upgrade the most. While the migration is not committed, it is the last commit. It is since if that is newer.
func versionBefore(t *testing.T, since string) (binary string) {
	t.Helper()
	if history(t, "rev-parse", "--is-shallow-repository") != "false" {
		t.Fatal("the version before is not in this clone: git fetch --unshallow")
	}
	commit := "HEAD"
	if added := strings.Fields(history(t, "log", "--format=%H", "--diff-filter=A", "--", newestMigration(t))); len(added) > 0 {
		commit = added[len(added)-1] + "^"
	}
	if since != "" && history(t, "rev-list", "--max-count=1", since, "^"+commit) != "" {
		commit = since
	}
	folder := t.TempDir()
	archive := filepath.Join(folder, "archive.tar")
	history(t, "archive", "--output", archive, commit)
	if output, err := exec.Command("tar", "-x", "-f", archive, "-C", folder).CombinedOutput(); err != nil {
		t.Fatalf("tar: %v: %s", err, output)
	}
	t.Logf("the version before is %s", history(t, "log", "-1", "--format=%h, %s", commit))
	return buildVersion(t, folder, "before")
}

// nextMigration is a typical change of the schema. The program before it must go on while it is applied and after it.
const nextMigration = `-- The schema of a version after this one, for tests.
ALTER TABLE games ADD COLUMN motto text NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN motto text;
ALTER TABLE events ADD COLUMN motto text;
CREATE TABLE mottos (
	person text NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
	motto  text NOT NULL
);
UPDATE games SET motto = game;
INSERT INTO mottos (person, motto) SELECT id, 'Play!' FROM people;
CREATE INDEX games_motto ON games (motto);
`

// nextVersion builds this version with one more migration.
func nextVersion(t *testing.T) (binary string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	number := 0
	if _, err := fmt.Sscanf(filepath.Base(newestMigration(t)), "%d_", &number); err != nil {
		t.Fatal(err)
	}
	migration, overlay := filepath.Join(folder, "next.sql"), filepath.Join(folder, "overlay.json")
	place := filepath.Join(root, "db/migrations", fmt.Sprintf("%04d_next.sql", number+1))
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{place: migration}})
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{migration: nextMigration, overlay: string(text)} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return buildVersion(t, root, "next", "-overlay", overlay)
}

// buildVersion builds the program from a folder with its source. It takes some 20 s of processor time.
func buildVersion(t *testing.T, folder, version string, flags ...string) (binary string) {
	t.Helper()
	binary = filepath.Join(t.TempDir(), "hexclub")
	args := append([]string{"build", "-trimpath", "-ldflags", "-s -w -X main.version=" + version, "-o", binary}, flags...)
	command := exec.Command("go", append(args, "./cmd/hexclub")...)
	command.Dir, command.Env = folder, append(os.Environ(), "CGO_ENABLED=0")
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%q: %v: %s", command.Args, err, output)
	}
	return binary
}

// newestMigration returns the path of the newest migration in the repository.
func newestMigration(t *testing.T) (path string) {
	t.Helper()
	list, err := filepath.Glob("../../db/migrations/*.sql") // in order
	if err != nil || len(list) == 0 {
		t.Fatalf("migrations: %v, %v", list, err)
	}
	return "db/migrations/" + filepath.Base(list[len(list)-1])
}

// history runs git in the repository, and returns its output.
func history(t *testing.T, args ...string) (output string) {
	t.Helper()
	command := exec.Command("git", append([]string{"-C", "../..", "-c", "safe.directory=*"}, args...)...)
	text, err := command.Output()
	if err != nil {
		t.Fatalf("%q: %v: this test needs the history of the repository", command.Args, err)
	}
	return strings.TrimSpace(string(text))
}
