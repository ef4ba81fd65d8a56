package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"go.yaml.in/yaml/v4"

	"hexclub/db/pgtest"
)

// handbook is the document on several nodes.
const handbook = ".github/docs/many-machines.md"

// The commands in the handbook on several nodes work, one after the other, on a PostgreSQL server, and so does the shipped load
// balancer with the database that they make.
func TestManyMachines(t *testing.T) {
	t.Parallel()
	server, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Remove(); err != nil {
			t.Error(err)
		}
	})
	m := newMachine(t, server)
	m.run(t, strings.Join(shellBlocks(source(t, handbook)), ""))
	m.checkCalls(t)
	if t.Failed() {
		return
	}
	t.Run("load balancer", func(t *testing.T) { loadBalancer(t, server.URL("hexclub"), server.Stop) })
}

// shellBlocks returns the code blocks of a text that are for a shell.
func shellBlocks(text string) (blocks []string) {
	for _, found := range regexp.MustCompile("(?ms)^```sh\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
		blocks = append(blocks, found[1])
	}
	return blocks
}

// A machine is a folder that commands take for the root of a machine, with a checkout in it.
type machine struct {
	root   string
	server *pgtest.Server
}

// stubs are programs that a test cannot run: they only note how they are called. "sudo" runs its command, as the user of
// PostgreSQL if that is asked for.
var stubs = map[string]string{
	"docker": `echo "$@" >>"$0.calls"`, "systemctl": `echo "$@" >>"$0.calls"`, "useradd": `echo "$@" >>"$0.calls"`,
	"sudo": `if [ "$1" = -u ]; then PGUSER=$2; export PGUSER; shift 2; fi; exec "$@"`,
}

// newMachine returns a machine with a club in a file, next to a server on which the role postgres may do everything.
func newMachine(t *testing.T, server *pgtest.Server) machine {
	t.Helper()
	m := machine{t.TempDir(), server}
	for _, folder := range []string{"bin", "etc/systemd/system", "usr/local/bin", "work/.deploy/cluster"} {
		if err := os.MkdirAll(filepath.Join(m.root, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	files := map[string]string{"work/url": server.URL("hexclub") + "\n"}
	for _, path := range []string{".deploy/cluster/compose.yaml", ".deploy/cluster/hexclub@.service"} {
		files["work/"+path] = source(t, path)
	}
	for name, script := range stubs {
		files["bin/"+name] = "#!/bin/sh\n" + script + "\n"
	}
	for path, text := range files {
		if err := os.WriteFile(filepath.Join(m.root, path), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(shipped(t), filepath.Join(m.root, "work/hexclub")); err != nil {
		t.Fatal(err)
	}
	if err := server.Exec("postgres", "CREATE ROLE postgres SUPERUSER LOGIN"); err != nil {
		t.Fatal(err)
	}
	m.run(t, `psql -U postgres -q -c 'ALTER ROLE hexclub RENAME TO pgtest'
		./hexclub admin create Anna`)
	return m
}

// run runs a script, whose paths and addresses are those of the machine. It stops at the first error.
func (m machine) run(t *testing.T, script string) {
	t.Helper()
	script = regexp.MustCompile(`postgres://hexclub@db\.example/(\w+)`).ReplaceAllStringFunc(script, func(address string) string {
		return "'" + m.server.URL(filepath.Base(address)) + "'"
	})
	script = regexp.MustCompile(`/(etc|usr)/`).ReplaceAllString(script, m.root+"/$1/")
	command := exec.Command("sh", "-eux", "-c", script)
	command.Dir = filepath.Join(m.root, "work")
	programs, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // the pattern is valid
	command.Env = slices.DeleteFunc(os.Environ(), func(set string) bool { return strings.HasPrefix(set, "HEXCLUB_") || strings.HasPrefix(set, "PG") })
	command.Env = append(command.Env, "PGHOST="+m.server.Folder, "PGDATABASE=postgres",
		"PATH="+filepath.Join(m.root, "bin")+":"+filepath.Join(m.root, "usr/local/bin")+":"+command.Dir+":"+slices.Max(programs)+":"+os.Getenv("PATH"))
	command.Stdin = strings.NewReader(strings.Repeat("password\n", 2)) // for createuser
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}           // without a terminal, it reads standard input
	if output, ok := printed(t, command); !ok || strings.Contains(output, "FAULT") {
		t.Fatalf("the commands print %s", output)
	}
}

// checkCalls checks the calls of programs that did not run.
func (m machine) checkCalls(t *testing.T) {
	t.Helper()
	var compose struct{ Services map[string]any }
	if err := yaml.Unmarshal([]byte(source(t, ".deploy/cluster/compose.yaml")), &compose); err != nil {
		t.Fatal(err)
	}
	for program, pattern := range map[string]string{
		"docker":    `^compose -f \.deploy/cluster/compose\.yaml (?:up -d(?: --build| --wait| --no-deps)*|exec(?: -T)?)(?: (node\d|postgres)(?: /hexclub \w+| pg_dump --username=hexclub --format=custom hexclub)?)?$`,
		"systemctl": `^(?:enable --now|restart) (hexclub@)\d+$`,
		"useradd":   `^--system --home-dir / --shell /usr/sbin/nologin hexclub$`,
	} {
		calls, err := os.ReadFile(filepath.Join(m.root, "bin", program+".calls"))
		if err != nil {
			t.Error(err)
		}
		for call := range strings.Lines(strings.ReplaceAll(string(calls), m.root, "")) {
			found := regexp.MustCompile(pattern).FindStringSubmatch(strings.TrimSpace(call))
			switch {
			case found == nil:
				t.Errorf("%s is called with %s", program, call)
			case program == "docker" && found[1] != "" && compose.Services[found[1]] == nil:
				t.Errorf("there is no service %s", found[1])
			case program == "systemctl":
				if _, err := os.Stat(filepath.Join(m.root, "etc/systemd/system", found[1]+".service")); err != nil {
					t.Error(err)
				}
			}
		}
	}
	secret, err := os.ReadFile(filepath.Join(m.root, "work/.deploy/cluster/secrets/url"))
	if config, bad := pgx.ParseConfig(strings.TrimSpace(string(secret))); err != nil || bad != nil || config.Host != "postgres" || config.User != "hexclub" || len(config.Password) != 48 {
		t.Errorf("the URL of the cluster is %s, %v, %v", secret, err, bad)
	}
}

// The driver understands the URLs in the handbook, the program has the metrics that it names, and the commands in the comments of
// shipped files are those of the handbook.
func TestHandbookOnNodes(t *testing.T) {
	t.Parallel()
	text := source(t, handbook)
	urls := regexp.MustCompile(`(?m)^postgres://\S+$`).FindAllString(text, -1)
	if len(urls) != 2 {
		t.Errorf("the handbook has the URLs %v", urls)
	}
	for _, url := range urls {
		config, err := pgx.ParseConfig(strings.ReplaceAll(url, "&sslrootcert=/etc/hexclub/ca.pem", ""))
		if err != nil || config.TLSConfig == nil || config.Database != "hexclub" || len(config.Fallbacks) != strings.Count(url, ",") {
			t.Errorf("%s is read as %+v, %v", url, config, err)
		}
	}
	metrics := regexp.MustCompile("`hexclub_(\\w+)`").FindAllStringSubmatch(chapter(t, text, "Monitor"), -1)
	known := source(t, "handlers/ops/metrics.go")
	for _, metric := range metrics {
		if !strings.Contains(known, `describe("`+metric[1]+`", `) {
			t.Errorf("there is no metric %s", metric[0])
		}
	}
	if len(metrics) < 8 {
		t.Errorf("the handbook has only the metrics %v", metrics)
	}
	commands := strings.ReplaceAll(strings.Join(shellBlocks(text), ""), "sudo ", "")
	for _, path := range []string{".deploy/cluster/compose.yaml", ".deploy/cluster/hexclub@.service"} {
		found := 0
		for _, comment := range regexp.MustCompile(`(?m)^#\t(.+)$`).FindAllStringSubmatch(source(t, path), -1) {
			if strings.HasPrefix(comment[1], "journalctl ") || strings.Contains(comment[1], "compose.yaml logs ") || strings.HasPrefix(comment[1], "HEXCLUB_DB_FILE=") {
				continue // other than in the handbook, which has one command for both
			}
			found++
			if !strings.Contains(commands, comment[1]+"\n") {
				t.Errorf("%s has %q, the handbook does not", path, comment[1])
			}
		}
		if found < 5 {
			t.Errorf("%s has only %d commands", path, found)
		}
	}
}
