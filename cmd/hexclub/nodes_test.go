package main

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"hexclub/db/pgtest"
	"hexclub/rules/games"
	"hexclub/rules/hexone"
)

// A node is a running node of a site.
type node struct {
	*server
	metrics string // the address of its metrics
}

// startNode starts a node, with additional flags. Its log is shown if the test fails.
func startNode(t testing.TB, binary, database string, flags ...string) *node {
	t.Helper()
	command := program(t, append([]string{
		"--db", database, "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--proxy", "127.0.0.1", "--drain", "2s", "--log-level", "warn",
	}, flags...)...)
	command.Path = binary
	path := filepath.Join(command.Dir, "log")
	log, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	command.Stderr = log
	t.Cleanup(func() {
		_ = log.Close()
		if text, err := os.ReadFile(path); err == nil && t.Failed() {
			t.Logf("the log of a node:\n%s", text)
		}
	})
	n := &node{server: start(t, command)}
	line, err := n.printed.ReadString('\n')
	_, address, found := strings.Cut(strings.TrimSpace(line), "Metrics are at ")
	if err != nil || !found {
		t.Fatalf("the program printed %q: %v", line, err)
	}
	n.metrics = address
	return n
}

// leads reports whether the node runs the jobs of all.
func (n *node) leads(t testing.TB) bool {
	t.Helper()
	answer, err := http.Get(n.metrics)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "hexclub_node_leads") {
			return strings.HasSuffix(lines.Text(), " 1")
		}
	}
	t.Fatal("the metrics do not say who leads")
	return false
}

// await waits until a condition holds.
func await(t testing.TB, within time.Duration, what string, holds func() bool) (took time.Duration) {
	t.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for begun := time.Now(); ; <-tick.C {
		if holds() {
			return time.Since(begun)
		}
		if time.Since(begun) > within {
			t.Fatalf("after %v it is not so that %s", within, what)
		}
	}
}

// A node is killed while people play through a load balancer without health checks. They go on with the other node: their
// streams are there again within 3 s, the lead moves within 5 s, no acknowledged turn is lost, and each clock has run as long as
// its player took.
func TestNodeKilled(t *testing.T) {
	t.Parallel()
	database := pgtest.Empty(t)
	nodes := []*node{startNode(t, shipped(t), database), startNode(t, shipped(t), database)}
	const tables = 5
	b := balance(t, false, nodes...)
	r := play(t, b.URL, tables, 200*time.Millisecond)
	var dead, other *node
	await(t, 10*time.Second, "one node leads", func() bool {
		for i, n := range nodes {
			if n.leads(t) {
				dead, other = n, nodes[1-i]
			}
		}
		return dead != nil
	})
	begun := time.Now()
	all := func(since time.Time, node string) func() bool {
		return func() bool {
			for i := range 2 * tables {
				events := r.since(i, since)
				if len(events) == 0 || node != "" && events[len(events)-1].node != node {
					return false
				}
			}
			return true
		}
	}
	await(t, 10*time.Second, "all streams announce turns", all(begun, ""))
	onDead := 0
	for i := range 2 * tables {
		if events := r.since(i, begun); events[len(events)-1].node == dead.url {
			onDead++
		}
	}
	if onDead == 0 || onDead == 2*tables {
		t.Fatalf("%d of %d streams are on the node that will be killed", onDead, 2*tables)
	}
	dead.kill(t)
	killed := time.Now()
	heard := await(t, 3*time.Second, "all streams announce turns from the other node", all(killed, other.url))
	led := time.Since(killed) + await(t, 5*time.Second-time.Since(killed), "the other node leads", func() bool { return other.leads(t) })
	turns, missed := r.end(t)
	t.Logf("%d turns; %d streams of %d moved within %v, the lead within %v; %d requests failed", turns, onDead, 2*tables, heard, led, len(missed))
	if len(missed) > 2*tables {
		t.Errorf("requests failed: %q", missed)
	}
	wantWhole(t, database)
}

// Both nodes of a site are replaced, one after the other, while people play through a load balancer that asks for /readyz. No request
// fails, also if the new nodes are of another version. A node that is asked to stop answers while it drains, its streams move, and
// it is no longer listed when it has ended.
func TestNodesReplaced(t *testing.T) {
	t.Parallel()
	for name, u := range upgrades(t, firstNodes) {
		t.Run(name, func(t *testing.T) { replaceNodes(t, u) })
	}
}

// replaceNodes replaces two nodes of one version with nodes of another one.
func replaceNodes(t *testing.T, u upgrade) {
	database := pgtest.Empty(t)
	old := []*node{startNode(t, u.from, database), startNode(t, u.from, database)}
	tables := 5
	if full() {
		tables = 20
	}
	b := balance(t, true, old...)
	r := play(t, b.URL, tables, 200*time.Millisecond)
	for _, n := range old {
		added := startNode(t, u.to, database)
		across(t, n, added)
		b.add(t, added)
		kept := n.dial(t, net.Dialer{}) // a load balancer's connection
		wantKept(t, kept, false)
		turn := func() {}
		if u.from == shipped(t) { // the first nodes announced nothing while they drained
			turn = n.watched(t, b.node(t, n))
		}
		asked := time.Now()
		if err := n.command.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		n.wantDraining(t)
		turn()
		wantKept(t, kept, true)
		rest, err := io.ReadAll(n.printed)
		if err != nil || n.command.Wait() != nil {
			t.Errorf("the node ends with %v: %s", n.command.ProcessState, rest)
		}
		ended := time.Now()
		nodes := map[string]bool{} // which announced turns
		await(t, 15*time.Second, "all streams announce turns from other nodes", func() bool {
			for i := range 2 * tables {
				events := r.since(i, ended)
				if len(events) == 0 || events[len(events)-1].node == n.url {
					return false
				}
				nodes[events[len(events)-1].node] = true
			}
			return true
		})
		t.Logf("a node ended after %v, its streams moved within %v", ended.Sub(asked), time.Since(ended))
		if len(nodes) != 2 {
			t.Errorf("players are on the nodes %v", nodes)
		}
		b.remove(n)
		r.load(t)
		list, ok := runOf(t, u.to, "nodes", "--db", database)
		if name := nodeAddress(t, n); !ok || strings.Contains(list, name) || strings.Count(list, "up") != 2 {
			t.Errorf("the nodes are %s", list)
		}
	}
	turns, missed := r.end(t)
	failed := b.failures()
	t.Logf("%d requests of players, %d turns; failed: %d", r.requests, turns, len(failed)+len(missed))
	if len(failed)+len(missed) > 0 {
		t.Errorf("requests failed: %q, %q", failed, missed)
	}
	if said, ok := runOf(t, u.to, "verify", "--db", database); !ok {
		t.Errorf("the database is %s", said)
	}
}

// across plays games that begin at one node and go on at another, and the other way round. In some of them a bot plays, on any
// node.
func across(t *testing.T, nodes ...*node) {
	t.Helper()
	for i, game := range games.All() {
		for j, opponent := range []string{"device", "bot"} {
			p := nodes[(i+j)%2].player(t, 100+i)
			table, err := beginWith(t.Context(), game, []string{"opponent", opponent, "level", "1"}, p)
			if err != nil {
				t.Fatal(err)
			}
			for turn := range 2 {
				p.url = nodes[(i+j+turn+1)%2].url
				if _, err := table.turn(t.Context()); err != nil {
					t.Fatalf("turn %d of a game with a %s, on another node: %v", turn, opponent, err)
				}
				if opponent == "bot" {
					table.awaitBot(t)
				}
			}
		}
	}
}

// awaitBot waits for the turn of a bot, and adds it to the record.
func (t *table) awaitBot(tb testing.TB) {
	tb.Helper()
	own := len(t.record.Events())
	await(tb, 20*time.Second, "the bot plays", func() bool {
		events, err := t.players[0].events(tb.Context(), t.path)
		if err != nil {
			tb.Fatal(err)
		}
		if len(events) == own {
			return false
		}
		t.sent = events[own:]
		return true
	})
	if err := t.acknowledge(); err != nil {
		tb.Fatal(err)
	}
}

// wantKept sends a request on a connection, and checks whether the answer says that it is the last one.
func wantKept(t testing.TB, conn net.Conn, last bool) {
	t.Helper()
	if _, err := io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("a request on an open connection: %v", err)
	}
	if answer.StatusCode != http.StatusOK || answer.Close != last {
		t.Errorf("a request is answered %d, and the connection is closed: %t, want %t", answer.StatusCode, answer.Close, last)
	}
}

// nodeAddress returns the port of a node, with which its name ends.
func nodeAddress(t testing.TB, n *node) string {
	t.Helper()
	return n.url[strings.LastIndex(n.url, ":"):] + " "
}

// wantDraining waits until the node says that it is about to stop, and checks that it still answers.
func (n *node) wantDraining(t testing.TB) {
	t.Helper()
	await(t, time.Second, "the node says that it is draining", func() bool {
		answer, err := http.Get(n.url + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		var text bytes.Buffer
		if _, err := text.ReadFrom(answer.Body); err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode == http.StatusServiceUnavailable && strings.Contains(text.String(), `"draining":true`)
	})
	if status := get(t, http.DefaultClient, n.url+"/"); status != http.StatusOK {
		t.Errorf("a page is answered %d", status)
	}
}

// watched starts a game on a node that is watched on another one. The returned function plays a turn, and waits until that one
// announces it.
func (n *node) watched(t *testing.T, elsewhere string) (turn func()) {
	t.Helper()
	p := n.player(t, 500)
	game, err := begin(t.Context(), hexone.Game{}, p)
	if err != nil {
		t.Fatal(err)
	}
	stream := follow(t, &player{http: p.http, url: elsewhere}, game.path)
	changes := func(n int) {
		for n > 0 {
			if strings.HasPrefix(stream.next(t), "event: changed") {
				n--
			}
		}
	}
	changes(1) // when it opens
	return func() {
		t.Helper()
		if _, err := game.turn(t.Context()); err != nil {
			t.Errorf("a turn on a draining node: %v", err)
			return
		}
		changes(1)
	}
}

// A follower reads the lines of a stream.
type follower chan string

// next returns the next line.
func (f follower) next(t *testing.T) string {
	t.Helper()
	select {
	case line, open := <-f:
		if !open {
			t.Fatal("the stream has ended")
		}
		return line
	case <-time.After(time.Minute):
		t.Fatal("the stream is silent")
		return ""
	}
}

// follow opens the stream of a game.
func follow(t *testing.T, p *player, game string) follower {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.url+game+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: p.http.Jar, Transport: &http.Transport{DialContext: (&net.Dialer{}).DialContext}}
	answer, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	lines := make(follower, 100)
	go func() {
		defer close(lines)
		for scan := bufio.NewScanner(answer.Body); scan.Scan(); {
			select {
			case lines <- scan.Text():
			case <-t.Context().Done():
				return
			}
		}
	}()
	return lines
}
