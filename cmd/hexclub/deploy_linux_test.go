package main

import (
	"fmt"
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

// The service for systemd is one that systemd understands, and as walled in as it can
// be that listens to the network: of at most 1.5 out of 10 points of exposure.
func TestSystemdService(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../.deploy/hexclub.service")
	if err != nil {
		t.Fatal(err)
	}
	binary, err := os.Executable() // where there is one
	if err != nil {
		t.Fatal(err)
	}
	unit := filepath.Join(t.TempDir(), "hexclub.service")
	here := strings.ReplaceAll(string(text), "/usr/local/bin/hexclub", binary)
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

// A server whose database is damaged ends with the status at which systemd does not start
// it again.
func TestDamagedStatus(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../.deploy/hexclub.service")
	if err != nil {
		t.Fatal(err)
	}
	database := filepath.Join(t.TempDir(), "text.db")
	if err := os.WriteFile(database, []byte(strings.Repeat("this is no database\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for listen, status := range map[string]int{"localhost:0": damagedStatus, "localhost:no": 1} {
		command := program(t, "--listen", listen, "--db", database)
		command.Stderr = nil
		if err := command.Run(); err == nil || command.ProcessState.ExitCode() != status {
			t.Errorf("listening on %s it ends with %v, want status %d", listen, err, status)
		}
	}
	if want := fmt.Sprintf("\nRestartPreventExitStatus=%d\n", damagedStatus); !strings.Contains(string(text), want) {
		t.Errorf("the service has no %q", want)
	}
}

// Proxies are told to leave out of their logs what lets somebody in: whatever of a route
// is a secret.
func TestProxiesLogNoSecrets(t *testing.T) {
	t.Parallel()
	routes, err := os.ReadFile("../../handlers/testdata/access.txt")
	if err != nil {
		t.Fatal(err)
	}
	secrets := regexp.MustCompile(`(?m)^GET (/\S*/):(?:invite|link|offer|reset|secret|stop)\b\S*$`).FindAllStringSubmatch(string(routes), -1)
	if len(secrets) < 6 {
		t.Fatalf("secret are only %v", secrets)
	}
	for name, pattern := range map[string]string{"nginx.conf": `"~\^\(\?<hexclub_way>(.+)\)\.\*"`, "Caddyfile": `regexp "\^\((.+)\)\.\*\|`} {
		text, err := os.ReadFile("../../.deploy/" + name)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(pattern).FindStringSubmatch(string(text))
		if found == nil {
			t.Errorf("%s leaves out nothing", name)
			continue
		}
		hides := regexp.MustCompile("^(?:" + found[1] + ")$")
		for _, route := range secrets {
			if !hides.MatchString(route[1]) {
				t.Errorf("%s does not leave out what comes behind %s", name, route[1])
			}
		}
	}
}

// Proxies give requests their ids, which the log has, whatever visitors send.
func TestProxiesNameRequests(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"nginx.conf": "proxy_set_header X-Request-Id $request_id;", "Caddyfile": "header_up X-Request-Id {http.request.uuid}",
	} {
		text, err := os.ReadFile("../../.deploy/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), want) {
			t.Errorf("%s has no %q", name, want)
		}
	}
}

// The image is built from all that git knows, or it would call itself changed.
func TestImageIsOfTheCommit(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("../../.git"); err != nil {
		t.Skip("there is no git to ask")
	}
	text, err := os.ReadFile("../../.dockerignore")
	if err != nil {
		t.Fatal(err)
	}
	patterns := strings.Fields(string(text))
	if len(patterns) == 0 {
		t.Fatal("nothing is left out")
	}
	args := []string{"-C", "../..", "-c", "safe.directory=*", "ls-files", "--cached", "--ignored"}
	for _, pattern := range patterns {
		args = append(args, "--exclude=/"+pattern) // Docker's begin at the top
	}
	if left, err := exec.Command("git", args...).Output(); err != nil || len(left) > 0 {
		t.Errorf("left out are, %v:\n%s", err, left)
	}
}

// The container has no more than it needs, and there is a check of its health.
func TestComposeFile(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../.deploy/compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Services map[string]struct {
			ReadOnly    bool     `yaml:"read_only"`
			Drops       []string `yaml:"cap_drop"`
			Security    []string `yaml:"security_opt"`
			Memory      string   `yaml:"mem_limit"`
			Volumes     []string
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
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for name, s := range file.Services {
		if !s.ReadOnly || !slices.Equal(s.Drops, []string{"ALL"}) || !slices.Contains(s.Security, "no-new-privileges:true") || s.Memory == "" {
			t.Errorf("%s may do more than it has to: %+v", name, s)
		}
	}
	// The proxy's address is in the network, and nobody else's who starts before it.
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

// What is shipped sets nothing that the program does not know.
func TestShippedSettings(t *testing.T) {
	t.Parallel()
	help, ok := run(t, "serve", "--help")
	if !ok {
		t.Fatal(help)
	}
	files, err := filepath.Glob("../../.deploy/*")
	if err != nil || len(files) < 4 {
		t.Fatalf("found %v, %v", files, err)
	}
	setting := regexp.MustCompile(`\bHEXCLUB_[A-Z_]+\b`)
	for _, file := range append(files, "../../Dockerfile") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range setting.FindAllString(string(text), -1) {
			if !strings.Contains(help, "$"+strings.TrimSuffix(name, "_FILE")+")") {
				t.Errorf("%s sets %s, which there is not", file, name)
			}
		}
	}
}
