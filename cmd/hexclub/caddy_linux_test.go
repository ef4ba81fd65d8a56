package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hexclub/db/pgtest"
	"hexclub/rules/hexone"
)

// A logged is a log that a test reads while the program writes it.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(text)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// A cluster is two nodes behind Caddy.
type cluster struct {
	database  string
	nodes     []*server
	logs      []*logged
	addresses []string // of nodes
	url       string   // of Caddy
	log       logged   // of Caddy
}

// drain is how long a node of a test goes on: longer than Caddy takes to notice.
const drain = "3s"

// node starts a node at its address.
func (c *cluster) node(t *testing.T, i int) {
	t.Helper()
	c.logs[i] = &logged{}
	command := program(t, "--db", c.database, "--listen", c.addresses[i], "--proxy", "127.0.0.1", "--drain", drain, "--log", "json")
	command.Stderr = c.logs[i]
	c.nodes[i] = start(t, command)
}

// newCluster starts two nodes, and Caddy with the file that is shipped, without TLS.
func newCluster(t *testing.T, database string) *cluster {
	t.Helper()
	c := &cluster{database: database, nodes: make([]*server, 2), logs: make([]*logged, 2)}
	ports := make([]int, 3)
	for i := range ports {
		var err error
		if ports[i], err = pgtest.FreePort(); err != nil {
			t.Fatal(err)
		}
	}
	for i := range c.nodes {
		c.addresses = append(c.addresses, fmt.Sprintf("127.0.0.1:%d", ports[i]))
		c.node(t, i)
	}
	c.url = startCaddy(t, ".deploy/cluster/Caddyfile", ports[2], &c.log, "NODES="+strings.Join(c.addresses, " "))
	c.wait(t, "the site answers", func() bool { return c.status(c.url+"/readyz") == http.StatusOK })
	return c
}

// startCaddy starts Caddy at a port with a file that is shipped, without TLS, and returns its address.
func startCaddy(t *testing.T, path string, port int, log *logged, env ...string) (address string) {
	t.Helper()
	address = fmt.Sprintf("http://127.0.0.1:%d", port)
	text := source(t, path)
	text = strings.Replace(text, "\nhex.example {", "\n"+address+" {", 1)
	text = strings.Replace(text, "\n{\n", "\n{\n\tadmin off\n\tauto_https off\n", 1)
	folder := t.TempDir()
	file := filepath.Join(folder, "Caddyfile")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("caddy", "run", "--config", file)
	command.Env = append(append(os.Environ(), env...), "HOME="+folder, "XDG_DATA_HOME="+folder, "XDG_CONFIG_HOME="+folder)
	command.Stderr = log
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait() // it was killed
		if t.Failed() {
			t.Logf("Caddy logged %s", regexp.MustCompile(`(?m)^.*"handled request".*\n`).ReplaceAllString(log.String(), ""))
		}
	})
	return address
}

// status returns the status of an address, 0 for no answer.
func (c *cluster) status(address string) int {
	answer, err := http.Get(address)
	if err != nil {
		return 0
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// wait waits for a condition.
func (c *cluster) wait(t *testing.T, what string, condition func() bool) {
	t.Helper()
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for end := time.Now().Add(time.Minute); !condition(); <-again.C {
		if time.Now().After(end) {
			t.Fatalf("in vain: %s", what)
		}
	}
}

// Through the load balancer that is shipped, clients stay at their nodes, streams are not delayed, nodes are replaced one after
// the other without a failed request, and the loss of one, or of the database, is answered as the handbook says.
func loadBalancer(t *testing.T, database string, stopDatabase func()) {
	c := newCluster(t, database)
	site := &server{url: c.url}

	if said, ok := run(t, "nodes", "--db", database); !ok || strings.Count(said, " up ") != 2 {
		t.Errorf("the nodes are %s", said)
	}

	// Each client comes to one node, which knows its address.
	const clients = 16
	for i := range clients {
		p := site.player(t, i)
		for range 2 {
			request, _ := http.NewRequest(http.MethodGet, c.url+"/learn", nil) // the address is valid
			request.Header.Set("X-Forwarded-For", "203.0.113.9")
			if answer, err := p.http.Do(request); err != nil || answer.StatusCode != http.StatusOK || answer.Body.Close() != nil {
				t.Fatalf("%v, %v", answer, err)
			}
		}
	}
	client := regexp.MustCompile(`"address":"127\.0\.\d+\.\d+","method"`) // of requests
	shares := make([]map[string]int, 2)
	for i, log := range c.logs {
		shares[i] = map[string]int{}
		for line := range strings.Lines(log.String()) {
			if found := client.FindString(line); found != "" && strings.Contains(line, `"route":"/learn"`) {
				shares[i][found]++
			}
		}
		if strings.Contains(log.String(), "203.0.113.9") {
			t.Error("a client chooses its address")
		}
	}
	if len(shares[0])+len(shares[1]) != clients || len(shares[0]) == 0 || len(shares[1]) == 0 {
		t.Errorf("the nodes have the clients %v", shares)
	}

	// What happens on one node is seen on the other at once.
	anna := site.player(t, 0)
	game, err := begin(t.Context(), hexone.Game{}, anna)
	if err != nil {
		t.Fatal(err)
	}
	for _, node := range c.addresses {
		direct := &player{http: anna.http, url: "http://" + node}
		if _, err := direct.get(t.Context(), game.path); err != nil {
			t.Error(err)
		}
	}
	lines := follow(t, anna, game.path)
	if line := lines.next(t); line == "" {
		t.Error("the stream begins with nothing")
	}
	if _, err := game.turn(t.Context()); err != nil {
		t.Fatal(err)
	}
	for !strings.HasPrefix(lines.next(t), "event: changed") {
	}

	// A rolling restart, while people play.
	var stop atomic.Bool
	var players sync.WaitGroup
	for i := range 4 {
		p := site.player(t, 20+i)
		own, err := begin(t.Context(), hexone.Game{}, p)
		if err != nil {
			t.Fatal(err)
		}
		players.Go(func() {
			pause := time.NewTicker(100 * time.Millisecond) // slower than the limit of turns
			defer pause.Stop()
			turns := 0
			for ; !stop.Load(); <-pause.C {
				if _, err := own.turn(context.Background()); err != nil {
					t.Errorf("turn %d during a rolling restart: %v", turns, err)
					return
				}
				turns++
			}
			if _, err := own.reconcile(context.Background()); err != nil || turns < 5 {
				t.Errorf("of %d turns, %v", turns, err)
			}
		})
	}
	for i := range c.nodes {
		c.nodes[i].stop(t)
		c.node(t, i)
		c.wait(t, "the node is ready", func() bool { return c.status("http://"+c.addresses[i]+"/readyz") == http.StatusOK })
		asked := 0
		c.wait(t, "its clients are back", func() bool {
			_, err := site.player(t, asked%clients).get(t.Context(), "/learn")
			asked++
			return err != nil || strings.Contains(c.logs[i].String(), `"route":"/learn"`)
		})
	}
	stop.Store(true)
	players.Wait()
	if t.Failed() {
		return
	}

	// A node that is killed is left out.
	c.nodes[0].kill(t)
	for i := range 8 {
		if _, err := site.player(t, i).get(t.Context(), "/learn"); err != nil {
			t.Errorf("after the death of a node: %v", err)
		}
	}

	// Without the database, the other one explains what happens.
	stopDatabase()
	before := len(c.log.String())
	unhealthy := regexp.MustCompile(`health_checker.*` + regexp.QuoteMeta(c.addresses[1]))
	c.wait(t, "no node is ready", func() bool { return unhealthy.MatchString(c.log.String()[before:]) })
	answer, err := anna.http.Get(c.url + game.path)
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	_, _ = page.ReadFrom(answer.Body) // what there is
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" || !strings.Contains(page.String(), "</html>") {
		t.Errorf("without the database, the site answers %d: %s", answer.StatusCode, page.String())
	}
}
