package main

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// systemd accepts the service, and rates its exposure at most 1.5 of 10 points.
func TestSystemdService(t *testing.T) {
	t.Parallel()
	binary, err := os.Executable() // if it is installed
	if err != nil {
		t.Fatal(err)
	}
	unit := filepath.Join(t.TempDir(), "hexclub.service")
	here := strings.ReplaceAll(source(t, ".deploy/hexclub.service"), "/usr/local/bin/hexclub", binary)
	if err := os.WriteFile(unit, []byte(here), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"verify", "--man=no", unit},
		{"security", "--offline=true", "--threshold=15", "--no-pager", unit},
	} {
		if output, err := exec.Command("systemd-analyze", args...).CombinedOutput(); err != nil {
			t.Errorf("systemd-analyze %v: %v\n%s", args, err, output)
		}
	}
}

// The exit status prevents systemd from restarting a server whose database is damaged or newer, or
// whose configuration is wrong. Other errors allow a restart.
func TestStatusForSystemd(t *testing.T) {
	t.Parallel()
	if want := fmt.Sprintf("\nRestartPreventExitStatus=%d %d\n", damagedStatus, configStatus); !strings.Contains(source(t, ".deploy/hexclub.service"), want) {
		t.Errorf("the service has no %q", want)
	}
	folder := t.TempDir()
	file, newer := filepath.Join(folder, "text.db"), filepath.Join(folder, "newer.db")
	if err := os.WriteFile(file, []byte(strings.Repeat("this is no database\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	alter(t, newer, "CREATE TABLE schema_version (version bigint NOT NULL PRIMARY KEY); INSERT INTO schema_version VALUES (9999)")
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = taken.Close() }) // when all subtests are done
	for name, tt := range map[string]struct {
		flags  []string
		status int
		want   string
	}{
		"a damaged database":    {[]string{"--db", file}, damagedStatus, ""},
		"a newer database":      {[]string{"--db", newer}, configStatus, "written by a newer program"},
		"no such folder":        {[]string{"--db", filepath.Join(folder, "no/such.db")}, configStatus, ""},
		"a folder for no files": {[]string{"--db", "/proc/hexclub.db"}, configStatus, "serve /proc/hexclub.db: no file can be created in /proc: "},
		"no such flag":          {[]string{"--no-such-flag"}, configStatus, ""},
		"no such host":          {[]string{"--url", "hex.example"}, configStatus, ""},
		"no port":               {[]string{"--listen", "8080"}, configStatus, `"8080" is not like localhost:8080`},
		"no port for metrics":   {[]string{"--metrics", "9090"}, configStatus, `"9090" is not like localhost:9090`},
		"no folder for backups": {[]string{"--backups", filepath.Join(file, "there")}, configStatus, "--backups (HEXCLUB_BACKUPS): backups cannot be written: "},
		"a file for backups":    {[]string{"--backups", file}, configStatus, "--backups (HEXCLUB_BACKUPS): backups cannot be written: "},
		"an address in use":     {[]string{"--listen", taken.Addr().String()}, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command := program(t, append([]string{"--listen", "localhost:0"}, tt.flags...)...)
			output, err := command.CombinedOutput()
			if err == nil || command.ProcessState.ExitCode() != tt.status || !strings.Contains(string(output), tt.want) {
				t.Errorf("it ends with %v, want status %d and %q: %s", err, tt.status, tt.want, output)
			}
		})
	}
}

// The proxies do not log the secrets in addresses of routes.
func TestProxiesLogNoSecrets(t *testing.T) {
	t.Parallel()
	secrets := regexp.MustCompile(`(?m)^GET (/\S*/):(?:invite|link|offer|reset|secret|stop)\b\S*$`).FindAllStringSubmatch(source(t, "handlers/testdata/access.txt"), -1)
	if len(secrets) < 6 {
		t.Fatalf("secret are only %v", secrets)
	}
	const caddy = `regexp "\^\((.+)\)\.\*\|`
	for name, pattern := range map[string]string{"nginx.conf": `"~\^\(\?<hexclub_way>(.+)\)\.\*"`, "Caddyfile": caddy, "cluster/Caddyfile": caddy} {
		found := regexp.MustCompile(pattern).FindStringSubmatch(source(t, ".deploy/"+name))
		if found == nil {
			t.Errorf("%s leaves out nothing", name)
			continue
		}
		hides := regexp.MustCompile("^(?:" + found[1] + ")$")
		for _, route := range secrets {
			if !hides.MatchString(route[1]) {
				t.Errorf("%s does not omit the secret after %s", name, route[1])
			}
		}
	}
}

// The proxies generate request ids, which appear in the log, and ignore those of clients.
func TestProxiesNameRequests(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ proxy, line string }{
		"nginx.conf": {"proxy_pass ", "proxy_set_header X-Request-Id $request_id;"}, "Caddyfile": {"reverse_proxy ", "header_up X-Request-Id {http.request.uuid}"},
		"cluster/Caddyfile": {"reverse_proxy ", "header_up X-Request-Id {http.request.uuid}"},
	} {
		if text := source(t, ".deploy/"+name); strings.Count(text, want.line) != strings.Count(text, "\t"+want.proxy) {
			t.Errorf("%s has %q not for each %q", name, want.line, want.proxy)
		}
	}
}

// The image is built from all files in git. Otherwise its version would end in "+dirty".
func TestImageIsOfTheCommit(t *testing.T) {
	t.Parallel()
	patterns := strings.Fields(source(t, ".dockerignore"))
	if len(patterns) == 0 {
		t.Fatal("nothing is left out")
	}
	args := []string{"-C", "../..", "-c", "safe.directory=*", "ls-files", "--cached", "--ignored"}
	for _, pattern := range patterns {
		args = append(args, "--exclude=/"+pattern) // patterns of .dockerignore are relative to the root
	}
	if left, err := exec.Command("git", args...).Output(); err != nil || len(left) > 0 {
		t.Errorf("left out are, %v:\n%s", err, left)
	}
}

// The container has minimal privileges, and a health check.
func TestComposeFile(t *testing.T) {
	t.Parallel()
	file := readCompose(t, ".deploy/compose.yaml")
	for name, s := range file.Services {
		if !s.ReadOnly || !slices.Equal(s.Drops, []string{"ALL"}) || !slices.Contains(s.Security, "no-new-privileges:true") || s.Memory == "" {
			t.Errorf("%s may do more than it has to: %+v", name, s)
		}
	}
	// The proxy's address is in the network, but outside of the range for other containers.
	network := file.Networks["club"].IPAM.Config[0]
	proxy, err := netip.ParseAddr(file.Services["caddy"].Networks["club"].Address)
	if err != nil || !network.Subnet.Contains(proxy) || !network.Range.IsValid() || network.Range.Contains(proxy) ||
		!network.Subnet.Contains(network.Range.Addr()) || file.Services["hexclub"].Environment["HEXCLUB_PROXY"] != proxy.String() {
		t.Errorf("the proxy has %v, %v, in the network %+v", proxy, err, network)
	}
	own := file.Services["hexclub"]
	if !slices.Equal(own.Volumes, []string{"data:/data"}) || !slices.Equal(own.Healthcheck.Test, []string{"CMD", "/hexclub", "healthcheck"}) {
		t.Errorf("the site's own is %+v", own)
	}
}

// Shipped configuration files only set variables that the program knows.
func TestShippedSettings(t *testing.T) {
	t.Parallel()
	help, ok := run(t, "serve", "--help")
	if !ok {
		t.Fatal(help)
	}
	var files []string
	for _, pattern := range []string{"../../.deploy/*.*", "../../.deploy/cluster/*.*", "../../.deploy/*/Caddyfile", "../../.deploy/Caddyfile"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("found %v, %v", found, err)
		}
		files = append(files, found...)
	}
	setting := regexp.MustCompile(`\bHEXCLUB_[A-Z_]+\b`)
	for _, file := range append(files, "../../Dockerfile") {
		for _, name := range setting.FindAllString(source(t, strings.TrimPrefix(file, "../../")), -1) {
			if !strings.Contains(help, "$"+strings.TrimSuffix(name, "_FILE")+")") {
				t.Errorf("%s sets %s, which does not exist", file, name)
			}
		}
	}
}

// A composeFile is what tests read of a file for compose.
type composeFile struct {
	Services map[string]struct {
		ReadOnly    bool     `yaml:"read_only"`
		Drops       []string `yaml:"cap_drop"`
		Security    []string `yaml:"security_opt"`
		Memory      string   `yaml:"mem_limit"`
		Grace       string   `yaml:"stop_grace_period"`
		Hostname    string
		Volumes     []string
		Secrets     []string
		Healthcheck struct{ Test []string }
		Environment map[string]string
		Networks    map[string]struct {
			Address string `yaml:"ipv4_address"`
		}
	}
	Networks map[string]struct {
		IPAM struct {
			Config []struct {
				Subnet netip.Prefix
				Range  netip.Prefix `yaml:"ip_range"`
			}
		}
	}
	Secrets map[string]struct{ File string }
}

func readCompose(t *testing.T, path string) (file composeFile) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(source(t, path)), &file); err != nil {
		t.Fatal(err)
	}
	return file
}
