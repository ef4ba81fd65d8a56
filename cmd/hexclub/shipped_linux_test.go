package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hexclub/rules/hexone"
)

// sealed is a shell script that runs a program in a folder in which only "data" is writable,
// without new privileges, like a container with --read-only.
const sealed = `set -eu
root=$1 user=$2
shift 2
mount --bind "$root" "$root"
mount --bind "$root/data" "$root/data"
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs chroot ${user:+--userspec=$user} "$root" "$@"`

// An image is the result of the Dockerfile: a folder with the binary and a volume.
type image struct {
	root string
	env  []string // set by the Dockerfile
	user string   // "65532:65532"; empty if the test does not run as root
}

// newImage builds the image as the Dockerfile describes.
func newImage(t *testing.T) image {
	t.Helper()
	text := source(t, "Dockerfile")
	var i image
	for _, line := range regexp.MustCompile(`(?m)^ENV (.+)$`).FindAllStringSubmatch(text, -1) {
		i.env = append(i.env, strings.Fields(line[1])...)
	}
	user := regexp.MustCompile(`(?m)^USER (\d+:\d+)$`).FindStringSubmatch(text)
	if !slices.Contains(i.env, "TMPDIR=/data") || user == nil { // large sorts of SQLite need a folder for temporary files
		t.Fatal("the Dockerfile sets no folder for temporary files, or runs as root")
	}
	i.root = t.TempDir()
	if err := os.Mkdir(filepath.Join(i.root, "data"), 0o700); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		i.user = user[1]
		if err := os.Chown(filepath.Join(i.root, "data"), 65532, 65532); err != nil {
			t.Fatal(err)
		}
	}
	binary, err := os.ReadFile(shipped(t))
	if err == nil {
		err = os.WriteFile(filepath.Join(i.root, "hexclub"), binary, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// command runs the program in the image, with the environment of the image.
func (i image) command(args ...string) *exec.Cmd {
	own := []string{"--mount", "sh", "-c", sealed, "sealed", i.root, i.user, "/hexclub"}
	if i.user == "" {
		own = append([]string{"--map-root-user"}, own...) // mounting needs a user namespace
	}
	command := exec.Command("unshare", append(own, args...)...)
	command.Env = append([]string{"PATH=" + os.Getenv("PATH")}, i.env...)
	command.Env = append(command.Env, "HEXCLUB_LISTEN=127.0.0.1:0") // overrides the value of the image
	return command
}

// The image is sufficient: the program needs no other file, writes only to its volume, and needs no
// privileges. The test fails for a user who may not mount.
func TestImage(t *testing.T) {
	t.Parallel()
	i := newImage(t)
	s := start(t, i.command())
	p := s.player(t, 0)
	if _, err := p.post(t.Context(), "/signup", "name", "Anna", "password", "correct horse battery"); err != nil {
		t.Error(err)
	}
	table, err := begin(t.Context(), hexone.Game{}, p)
	if err == nil {
		_, err = table.turn(t.Context())
	}
	if err != nil {
		t.Error(err)
	}
	if output, err := i.command("healthcheck", "--listen", strings.TrimPrefix(s.url, "http://")).CombinedOutput(); err != nil {
		t.Errorf("the check of its health: %v, %s", err, output)
	}
	if output, err := i.command("--db", "/other.db").CombinedOutput(); err == nil || !strings.Contains(string(output), "/other.db") {
		t.Errorf("a database outside of the volume: %v, %s", err, output)
	}
	i.restores(t, s)
}

// restores makes a backup, moves it to a read-only place, like one that is mounted into a
// container, and restores it from there.
func (i image) restores(t *testing.T, s *server) {
	t.Helper()
	said, err := i.command("backup").CombinedOutput()
	made := regexp.MustCompile(`/data/hexclub\.db\.backups/\S+\.db`).FindString(string(said))
	if err != nil || made == "" {
		t.Fatalf("a backup: %v, %s", err, said)
	}
	if err := os.Rename(filepath.Join(i.root, made), filepath.Join(i.root, "backup.db")); err != nil {
		t.Fatal(err)
	}
	s.kill(t)
	for _, command := range []string{"verify", "restore"} {
		if said, err := i.command(command, "/backup.db").CombinedOutput(); err != nil || !strings.Contains(string(said), "no fault") {
			t.Errorf("%s: %v, %s", command, err, said)
		}
	}
	start(t, i.command())
}
