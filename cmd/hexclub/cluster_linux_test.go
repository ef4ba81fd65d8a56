package main

import (
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// systemd accepts a node's service, and rates its exposure at most 1.5 of 10 points. Both services protect the machine by the
// same settings, and do not restart after the same statuses.
func TestNodeService(t *testing.T) {
	t.Parallel()
	text := source(t, ".deploy/cluster/hexclub@.service")
	binary, err := os.Executable() // if it is installed
	if err != nil {
		t.Fatal(err)
	}
	unit := filepath.Join(t.TempDir(), "hexclub@8081.service")
	if err := os.WriteFile(unit, []byte(strings.ReplaceAll(text, "/usr/local/bin/hexclub", binary)), 0o600); err != nil {
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
	own := regexp.MustCompile(`^(#|\[|Description|After|StateDirectory|RestrictAddressFamilies|Environment=HEXCLUB|TimeoutStopSec)`)
	for line := range strings.Lines(source(t, ".deploy/hexclub.service")) {
		if !own.MatchString(line) && !strings.Contains(text, "\n"+line) {
			t.Errorf("the service of a node has no %q", line)
		}
	}
	if stop := timeIn(t, text, `\nTimeoutStopSec=(\d+)\n`, "s"); stop <= timeIn(t, text, `\nEnvironment=HEXCLUB_DRAIN=(\S+)\n`, "")+stopTimeout {
		t.Errorf("systemd kills the node after %v", stop)
	}
	for _, want := range []string{"\nLoadCredential=url:/etc/hexclub/url\n", "\nEnvironment=HEXCLUB_DB_FILE=%d/url\n", " postgresql.service\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the service has no %q", want)
		}
	}
}

// timeIn returns the duration that a pattern finds in a text, in a unit unless the text has one.
func timeIn(t *testing.T, text, pattern, unit string) time.Duration {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("no %s", pattern)
	}
	d, err := time.ParseDuration(found[1] + unit)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The containers of a cluster have minimal privileges and health checks, their secrets are in files outside of git and of the
// image, and a node has the time to stop.
func TestClusterComposeFile(t *testing.T) {
	t.Parallel()
	file := readCompose(t, ".deploy/cluster/compose.yaml")
	if len(file.Services) != 4 {
		t.Fatalf("the services are %v", file.Services)
	}
	for name, s := range file.Services {
		if !s.ReadOnly || !slices.Equal(s.Drops, []string{"ALL"}) || !slices.Contains(s.Security, "no-new-privileges:true") || s.Memory == "" {
			t.Errorf("%s may do more than it has to: %+v", name, s)
		}
		for _, secret := range s.Secrets {
			if file := file.Secrets[secret].File; !strings.HasPrefix(file, "./secrets/") {
				t.Errorf("%s has the secret %s from %q", name, secret, file)
			}
		}
	}
	for _, ignored := range []string{".gitignore", ".dockerignore"} {
		if !slices.Contains(strings.Fields(source(t, ignored)), strings.Repeat("/", strings.Count(ignored, "git"))+".deploy/cluster/secrets") {
			t.Errorf("%s does not leave out the secrets", ignored)
		}
	}
	network := file.Networks["cluster"].IPAM.Config[0]
	proxy, err := netip.ParseAddr(file.Services["caddy"].Networks["cluster"].Address)
	if err != nil || !network.Subnet.Contains(proxy) || !network.Range.IsValid() || network.Range.Contains(proxy) || !network.Subnet.Contains(network.Range.Addr()) {
		t.Errorf("the proxy has %v, %v, in the network %+v", proxy, err, network)
	}
	balanced := strings.Fields(file.Services["caddy"].Environment["NODES"])
	for _, name := range []string{"node1", "node2"} {
		node := file.Services[name]
		env := node.Environment
		if node.Hostname != name || !slices.Contains(balanced, name+":8080") || env["HEXCLUB_PROXY"] != proxy.String() || len(node.Volumes) > 0 {
			t.Errorf("%s is %+v", name, node)
		}
		if env["HEXCLUB_DB"] != "" || env["HEXCLUB_DB_FILE"] != "/run/secrets/url" || !slices.Equal(node.Secrets, []string{"url"}) {
			t.Errorf("%s finds its database by %v, %v", name, env, node.Secrets)
		}
		drain, err1 := time.ParseDuration(env["HEXCLUB_DRAIN"])
		grace, err2 := time.ParseDuration(node.Grace)
		if err1 != nil || err2 != nil || grace <= drain+stopTimeout {
			t.Errorf("%s is killed after %v, %v, %v", name, node.Grace, err1, err2)
		}
		if !slices.Equal(node.Healthcheck.Test, []string{"CMD", "/hexclub", "healthcheck"}) {
			t.Errorf("the health of %s is checked by %v", name, node.Healthcheck.Test)
		}
	}
	own := file.Services["postgres"]
	if args := own.Environment["POSTGRES_INITDB_ARGS"]; !strings.Contains(args, "--encoding=UTF8 --locale=C.UTF-8") {
		t.Errorf("the database is created with %q", args)
	}
	if !slices.Equal(own.Volumes, []string{"postgres-data:/var/lib/postgresql/data"}) || !slices.Contains(own.Healthcheck.Test, "pg_isready") ||
		own.Environment["POSTGRES_PASSWORD_FILE"] != "/run/secrets/password" {
		t.Errorf("the database server is %+v", own)
	}
}
