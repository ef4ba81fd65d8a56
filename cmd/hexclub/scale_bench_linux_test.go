package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hexclub/db/pgtest"
	"hexclub/rules/games"
)

// durable are the settings of a server that keeps what it has committed.
var durable = []string{"fsync=on", "full_page_writes=on", "synchronous_commit=on", "autovacuum=on", "shared_buffers=256MB", "max_wal_size=1GB"}

// nodeShare is the part of a core that a node may use in BenchmarkNodes.
const nodeShare = 0.08

// BenchmarkNodes measures how many turns a second 1, 2, 4 and 8 nodes take that each may use 8 % of a core, and share one
// PostgreSQL, which has no limit and syncs each commit. Its folder is in TMPDIR:
//
//	TMPDIR=/tmp go test ./cmd/hexclub -run '^$' -bench Nodes -benchtime 1x -long
//
// Each node has six games. The two players of a game are on different nodes. They send turns as scripts do, and fetch the board after
// each turn of the opponent. The benchmark reports turns a second, the part of that what as many single nodes would do
// (target: 0.9), and the CPU time of nodes and of PostgreSQL for each turn with its fetch.
func BenchmarkNodes(b *testing.B) {
	single := 0.0
	for _, n := range []int{1, 2, 4, 8} {
		b.Run(fmt.Sprintf("nodes=%d", n), func(b *testing.B) {
			for b.Loop() {
				took := scale(b, n)
				if n == 1 {
					single = took
				}
				b.ReportMetric(took/(single*float64(n)), "of-linear")
				b.ReportMetric(0, "ns/op")
			}
		})
	}
}

// scale returns how many turns a second a number of nodes take.
func scale(b *testing.B, many int) float64 {
	b.Helper()
	server, database := durableServer(b)
	nodes := make([]*node, many)
	for i := range nodes {
		nodes[i] = startNode(b, shipped(b), database)
		if i == 0 {
			copyGames(b, server, nodes[0])
		}
		limitCPU(b, nodes[i].command.Process.Pid, nodeShare)
	}
	ctx, stop := context.WithCancel(b.Context())
	var turns atomic.Int64
	var playing sync.WaitGroup
	for i := range 6 * many {
		first, second := nodes[i%many].player(b, 2*i), nodes[(i+1)%many].player(b, 2*i+1)
		playing.Go(func() {
			if err := playFast(ctx, i, &turns, first, second); err != nil && ctx.Err() == nil {
				b.Error(err)
			}
		})
	}
	warm, duration := time.Second, 2*time.Second
	if *long {
		warm, duration = 5*time.Second, 10*time.Second
	}
	pause(ctx, warm)
	used := func() (onNodes, onServer time.Duration) {
		for _, n := range nodes {
			onNodes += n.cpuTime(b)
		}
		return onNodes, serverCPU(b, server)
	}
	before, begun := turns.Load(), time.Now()
	nodesBefore, serverBefore := used()
	pause(ctx, duration)
	nodesAfter, serverAfter := used()
	played, took := float64(turns.Load()-before), time.Since(begun).Seconds()
	stop()
	playing.Wait()
	b.ReportMetric(played/took, "turns/s")
	b.ReportMetric(inMS(nodesAfter-nodesBefore)/played, "node-ms/turn")
	b.ReportMetric(inMS(serverAfter-serverBefore)/played, "db-ms/turn")
	b.ReportMetric((nodesAfter-nodesBefore).Seconds()/took/float64(many), "cores/node")
	b.ReportMetric((serverAfter-serverBefore).Seconds()/took, "db-cores")
	for _, n := range nodes {
		n.kill(b)
	}
	return played / took
}

// playFast plays games as fast as two players can, until ctx is done.
func playFast(ctx context.Context, number int, turns *atomic.Int64, players ...*player) error {
	for ctx.Err() == nil {
		players[0].script, players[1].script = false, false
		t, err := begin(ctx, games.All()[number%len(games.All())], players...)
		if err != nil {
			return err
		}
		players[0].script, players[1].script = true, true
		for !t.over() && ctx.Err() == nil {
			if _, err := t.turn(ctx); err != nil {
				return err
			}
			turns.Add(1)
			if !t.over() {
				if _, err := t.mover().get(ctx, t.path+"/board"); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// filledGames is the number of games in the database of a benchmark that it does not play.
const filledGames = 5000

// copyGames fills the database of a node: it plays a game and copies it, with its players and their sessions. A serializable
// transaction locks pages of indexes, so that in an almost empty database all transactions would conflict.
func copyGames(t testing.TB, server *pgtest.Server, n *node) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	players := []*player{n.player(t, 9000), n.player(t, 9001)}
	table, err := begin(ctx, games.All()[0], players...)
	for err == nil && !table.over() {
		_, err = table.turn(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
	id := strings.TrimPrefix(table.path, "/games/")
	const of = "IN (SELECT person FROM seats WHERE game = 'ID')"
	for _, copied := range []struct{ table, where, changed string }{
		{"people", "id " + of, "'id', copy(o.id, n)"},
		{"sessions", "person " + of, "'hash', copy(o.hash, n), 'person', copy(o.person, n)"},
		{"games", "id = 'ID'", "'id', copy(o.id, n), 'host', copy(o.host, n), 'invite', NULL"},
		{"seats", "game = 'ID'", "'game', copy(o.game, n), 'person', copy(o.person, n)"},
		{"events", "game = 'ID'", "'game', copy(o.game, n)"},
	} {
		statement := "CREATE OR REPLACE FUNCTION copy(id text, n int) RETURNS text LANGUAGE sql AS 'SELECT substr(md5(id || n), 1, 16)'; " +
			"INSERT INTO " + copied.table + " SELECT (jsonb_populate_record(o, jsonb_build_object(" + copied.changed + "))).* FROM " +
			copied.table + " o, generate_series(1, " + strconv.Itoa(filledGames) + ") n WHERE " + copied.where + "; ANALYZE " + copied.table
		if err := server.Exec("club", strings.ReplaceAll(statement, "'ID'", "'"+id+"'")); err != nil {
			t.Fatalf("%s: %v", copied.table, err)
		}
	}
}

// durableServer starts a server that syncs each commit, for the duration of the test, with an empty database.
func durableServer(t testing.TB) (server *pgtest.Server, database string) {
	t.Helper()
	server, err := pgtest.Start(durable...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Remove(); err != nil {
			t.Error(err)
		}
	})
	if err := server.Exec("postgres", "CREATE DATABASE club"); err != nil {
		t.Fatal(err)
	}
	return server, server.URL("club")
}

// serverCPU returns the CPU time that all processes of a PostgreSQL server have used.
func serverCPU(t testing.TB, server *pgtest.Server) (sum time.Duration) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(server.Folder, "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	main, _, _ := strings.Cut(string(text), "\n")
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // the process has ended: its parent has its time
		}
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:])) // from the state on, proc(5)
		var ticks []string
		switch {
		case filepath.Base(filepath.Dir(path)) == main:
			ticks = fields[11:15] // with ended children
		case fields[1] == main:
			ticks = fields[11:13]
		}
		for _, field := range ticks {
			n, err := strconv.Atoi(field)
			if err != nil {
				t.Fatal(err)
			}
			sum += time.Duration(n) * 10 * time.Millisecond
		}
	}
	return sum
}

// limitCPU limits a process to a part of a core by a control group, which is removed at the end of the test. The caller must be
// root.
func limitCPU(t testing.TB, process int, share float64) {
	t.Helper()
	const period = 50_000 // microseconds
	quota := int(share * period)
	name, folder, settings := fmt.Sprintf("hexclub-test-%d", process), "/sys/fs/cgroup", map[string]string{"cpu.max": fmt.Sprint(quota, period)}
	if _, err := os.Stat("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"); err == nil { // version 1
		folder, settings = "/sys/fs/cgroup/cpu", map[string]string{
			"cpu.cfs_period_us": fmt.Sprint(period), "cpu.cfs_quota_us": fmt.Sprint(quota), "cpu.shares": "8192",
		}
	} else if err := os.WriteFile("/sys/fs/cgroup/cgroup.subtree_control", []byte("+cpu"), 0o644); err != nil {
		t.Fatalf("the CPU time of nodes cannot be limited without writable control groups, version 1 or 2: %v", err)
	}
	group := filepath.Join(folder, name)
	if err := os.Mkdir(group, 0o755); err != nil {
		t.Fatalf("the CPU time of nodes cannot be limited without writable control groups: %v", err)
	}
	t.Cleanup(func() { // when the process has ended
		await(t, 5*time.Second, "the control group is empty", func() bool { return os.Remove(group) == nil })
	})
	for _, file := range []string{"cpu.cfs_period_us", "cpu.cfs_quota_us", "cpu.shares", "cpu.max"} {
		if value, set := settings[file]; set {
			if err := os.WriteFile(filepath.Join(group, file), []byte(value), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(group, "cgroup.procs"), []byte(strconv.Itoa(process)), 0o644); err != nil {
		t.Fatal(err)
	}
}
