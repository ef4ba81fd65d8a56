package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
)

var soakFor = flag.Duration("soak", 4*time.Second, "how long BenchmarkSoak lets people use the site")

// BenchmarkSoak lets 200 people use the site on one core, for the duration of -soak:
//
//	go test ./cmd/hexclub -run '^$' -bench Soak -benchtime 1x -timeout 0 -soak 30m
//
// 150 play each other in all five games, a turn every four seconds a table, most with open streams
// and some with chat; 20 play bots of all levels; 30 read all kinds of pages, follow lists, and log
// in and out. In a run of a minute or more all have accounts. The benchmark prints a line a minute.
// It reports the p99 of turns (target 100 ms), peak memory (512 MB), growth of memory an hour after
// the first third of the run, and the largest write-ahead log (64 MiB). No request may be rejected,
// the file must have no faults, and a run of a minute or more must play ten turns a second.
func BenchmarkSoak(b *testing.B) {
	for b.Loop() {
		soak(b, *soakFor)
	}
}

func soak(b *testing.B, during time.Duration) {
	file := filepath.Join(b.TempDir(), "hexclub.db")
	const password = "correct horse battery"
	accounts(b, file, 200, password)
	u := &use{server: onOneCore(b, "", file), file: file, password: password, accounts: during >= time.Minute, unwanted: map[string]int{}}
	ctx, stop := context.WithTimeout(b.Context(), during)
	defer stop()
	var using sync.WaitGroup
	for i := range 75 {
		using.Go(func() { u.again(ctx, func() error { return u.pair(ctx, b, i) }) })
	}
	for i := range 20 {
		using.Go(func() { u.again(ctx, func() error { return u.againstBots(ctx, b, 150+i) }) })
	}
	for i := range 30 {
		using.Go(func() { u.again(ctx, func() error { return u.reader(ctx, b, 170+i) }) })
	}
	u.watch(ctx, b, min(time.Minute, during/4))
	using.Wait()
	u.report(b, during)
	u.server.stop(b)
	wantWhole(b, file)
}

// A use is the simulated use of a site.
type use struct {
	server         *server
	file, password string
	accounts       bool // all people have accounts
	logIn          sync.Mutex

	mu       sync.Mutex
	turns    sitetest.Spread
	all      sitetest.Spread
	unwanted map[string]int // unexpected errors and their number
	rows     []row
}

// A row has the figures of a minute, or of less in a short run.
type row struct {
	at              time.Duration
	turns           int
	p50, p99, worst float64 // ms
	resident, most  int     // KB
	log, file       int64   // bytes; log is the maximum
	open            int     // open files and connections
	cpu             float64 // percent of one core
}

const rowHead = "   min  turns  p50 ms  p99 ms  worst ms   RSS MB  most MB  WAL MiB   DB MiB  open  CPU %"

func (r row) String() string {
	return fmt.Sprintf("%6.1f %6d %7.1f %7.1f %9.1f %8.1f %8.1f %8.1f %8.1f %5d %6.0f", r.at.Minutes(), r.turns, r.p50, r.p99, r.worst,
		float64(r.resident)/1024, float64(r.most)/1024, float64(r.log)/(1<<20), float64(r.file)/(1<<20), r.open, r.cpu*100)
}

// again calls do until ctx is done, and counts its errors.
func (u *use) again(ctx context.Context, do func() error) {
	for ctx.Err() == nil {
		if err := do(); err != nil && ctx.Err() == nil {
			what := err.Error()
			if no := new(unwanted); errors.As(err, no) {
				what = fmt.Sprintf("%d: %s", no.status, idInPath.ReplaceAllString(no.what, "/…"))
			}
			u.mu.Lock()
			u.unwanted[what]++
			u.mu.Unlock()
			pause(ctx, 5*time.Second)
		}
	}
}

// pause waits, or returns early if ctx is done.
func pause(ctx context.Context, during time.Duration) {
	timer := time.NewTimer(during)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// think pauses for a random time around a mean.
func (p *player) think(ctx context.Context, mean time.Duration) {
	pause(ctx, mean/2+time.Duration(p.random.Int64N(int64(mean))))
}

// newPlayer opens the site as a new player, with an account if wanted.
func (u *use) newPlayer(ctx context.Context, t testing.TB, number int, account bool) (*player, error) {
	p := u.server.player(t, number)
	p.think(ctx, time.Second)
	if !account {
		return p, ctx.Err()
	}
	u.logIn.Lock() // one after the other, so as not to exceed the limits
	defer u.logIn.Unlock()
	_, err := p.post(ctx, "/login", "name", nameOf(number), "password", u.password)
	return p, err
}

func (u *use) turn(ctx context.Context, t *table) error {
	took, err := t.turn(ctx)
	if err == nil {
		u.mu.Lock()
		u.turns = append(u.turns, took)
		u.mu.Unlock()
	}
	return err
}

// pair lets two players play games with each other.
func (u *use) pair(ctx context.Context, t testing.TB, number int) error {
	players := make([]*player, 2)
	for i := range players {
		var err error
		if players[i], err = u.newPlayer(ctx, t, 2*number+i, u.accounts); err != nil {
			return err
		}
	}
	for ctx.Err() == nil {
		players[0].script, players[1].script = false, false
		table, err := begin(ctx, games.All()[number%len(games.All())], players...)
		if err != nil {
			return err
		}
		players[0].script, players[1].script = true, true
		if err := u.playOut(ctx, table, number%3 > 0); err != nil {
			return err
		}
	}
	return nil
}

func (u *use) playOut(ctx context.Context, t *table, streams bool) error {
	playing, stop := context.WithCancel(ctx)
	var listening sync.WaitGroup
	defer listening.Wait()
	defer stop()
	if streams {
		for _, p := range t.players {
			listening.Go(func() { _, _ = p.get(playing, t.path+"/events") })
		}
	}
	for !t.over() && ctx.Err() == nil {
		mover := t.mover()
		mover.think(ctx, 4*time.Second)
		if err := u.turn(ctx, t); err != nil {
			return err
		}
		if !t.over() {
			if _, err := t.mover().get(ctx, t.path+"/board"); err != nil {
				return err
			}
		}
		if mover.random.IntN(20) == 0 {
			if err := mover.send(ctx, t.path+"/chat", "text", "Well played!"); err != nil {
				return err
			}
		}
	}
	return nil
}

// againstBots lets a player play games against bots.
func (u *use) againstBots(ctx context.Context, t testing.TB, number int) error {
	p, err := u.newPlayer(ctx, t, number, u.accounts)
	if err != nil {
		return err
	}
	game := games.All()[number%len(games.All())]
	setup, err := game.Info().Complete(rules.Setup{})
	if err != nil {
		return err
	}
	for played := 0; ctx.Err() == nil; played++ {
		p.script = false
		path, err := p.post(ctx, "/play-bot", "game", game.Info().Key, "level", strconv.Itoa(1+number%6))
		if err != nil {
			return err
		}
		p.script = true
		for mine := rules.Seat(played%2 + 1); ctx.Err() == nil; {
			p.think(ctx, 2*time.Second)
			events, err := p.events(ctx, path)
			if err != nil {
				return err
			}
			r, err := record.Replay(game, setup, events)
			if err != nil {
				return err
			}
			if r.Turn().Seat == 0 {
				break
			}
			if r.Turn().Seat != mine {
				continue // waiting for the bot
			}
			if err := u.turn(ctx, &table{players: []*player{p}, game: game, path: path, record: r}); err != nil {
				return err
			}
		}
	}
	return nil
}

// reader lets a person read pages, follow a list, and log in and out.
func (u *use) reader(ctx context.Context, t testing.TB, number int) error {
	p, err := u.newPlayer(ctx, t, number, true)
	if err != nil {
		return err
	}
	listening, stop := context.WithCancel(ctx)
	var streams sync.WaitGroup
	defer streams.Wait()
	defer stop()
	streams.Go(func() { _, _ = p.get(listening, []string{"/games/events", "/lobby/events", "/events"}[number%3]) })
	pages := []string{
		"/", "/games", "/lobby", "/lobby/list", "/desk", "/people/" + nameOf(number-20), "/people/" + nameOf(number) + "/games",
		"/rules", "/rules/hexone", "/rules/six/sheet", "/learn", "/learn/tartan", "/analysis/hexit", "/club", "/club/members", "/club/log",
		"/seasons", "/settings", "/games/new?game=six", "/settings/games.json",
	}
	for range 30 {
		p.think(ctx, 3*time.Second)
		if ctx.Err() != nil {
			return nil
		}
		if _, err := p.get(ctx, pages[p.random.IntN(len(pages))]); err != nil {
			return err
		}
	}
	_, err = p.post(ctx, "/logout")
	return err
}

// watch records a row at each interval until ctx is done.
func (u *use) watch(ctx context.Context, t testing.TB, every time.Duration) {
	begun, second := time.Now(), time.NewTicker(min(time.Second, every/4))
	defer second.Stop()
	rows, said := time.NewTicker(every), every >= time.Minute
	defer rows.Stop()
	if said {
		fmt.Fprintln(os.Stderr, rowHead)
	}
	var log int64
	last, lastAt := u.server.cpuTime(t), begun
	for {
		select {
		case <-ctx.Done():
			return
		case <-second.C:
			log = max(log, sizeOf(u.file+"-wal"))
			continue
		case <-rows.C:
		}
		u.mu.Lock()
		turns := u.turns
		u.all, u.turns = append(u.all, turns...), nil
		u.mu.Unlock()
		worked, now := u.server.cpuTime(t), time.Now()
		r := row{
			at: now.Sub(begun), turns: len(turns), p50: turns.Percentile(50), p99: turns.Percentile(99), worst: turns.Percentile(100),
			resident: u.server.residentMemory(t), most: u.server.peakMemory(t), log: log, file: sizeOf(u.file), open: u.server.sockets(t),
			cpu: (worked - last).Seconds() / now.Sub(lastAt).Seconds(),
		}
		last, lastAt, log = worked, now, 0
		u.rows = append(u.rows, r)
		if said {
			fmt.Fprintln(os.Stderr, r)
		}
	}
}

func sizeOf(file string) int64 {
	info, err := os.Stat(file)
	if err != nil {
		return 0 // the file does not exist
	}
	return info.Size()
}

// cpuTime returns the CPU time that the server has used.
func (s *server) cpuTime(t testing.TB) time.Duration {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.command.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	var ticks time.Duration
	for _, field := range fields[11:13] { // utime and stime, proc(5)
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		ticks += time.Duration(n)
	}
	return ticks * 10 * time.Millisecond
}

// report reports the results, and checks the targets after a long run.
func (u *use) report(b *testing.B, during time.Duration) {
	b.Helper()
	earnest := during >= 10*time.Minute
	u.all = append(u.all, u.turns...) // the turns after the last row
	var text strings.Builder
	var log int64
	for _, r := range u.rows {
		fmt.Fprintln(&text, r)
		log = max(log, r.log)
	}
	b.Logf("\n%s\n%s", rowHead, text.String())
	for what, times := range u.unwanted {
		b.Errorf("%d times: %s", times, what)
	}
	if least := 10 * int(during.Seconds()); during >= time.Minute && len(u.all) < least {
		b.Errorf("%d turns were played, want at least %d", len(u.all), least)
	}
	most := u.server.peakMemory(b) / 1024
	if most >= 512 {
		b.Errorf("the server took %d MB", most)
	}
	if log >= 64<<20 {
		b.Errorf("the write-ahead log was %d bytes long", log)
	}
	aim(b, earnest, "ms for a turn in 99 % of cases", u.all.Percentile(99), 100)
	b.ReportMetric(float64(len(u.all)), "turns")
	b.ReportMetric(u.all.Percentile(50), "p50-ms")
	b.ReportMetric(u.all.Percentile(99), "p99-ms")
	b.ReportMetric(float64(most), "most-MB")
	b.ReportMetric(float64(log)/(1<<20), "WAL-MiB")
	if third := u.rows[len(u.rows)/3:]; len(third) > 1 {
		from, to := third[0], third[len(third)-1]
		grown := float64(to.resident-from.resident) / 1024
		aim(b, earnest, "MB grown since a third of the run", grown, 50)
		b.ReportMetric(grown/(to.at-from.at).Hours(), "MB/hour")
	}
	b.ReportMetric(0, "ns/op")
}
