package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"hexclub/cmd/hexclub/demo"
	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/rules/six"
)

var attackFor = flag.Duration("attack", 3*time.Second, "how long each BenchmarkAttack attacks the site")

// BenchmarkAttack measures the turns of 40 players while another address uses as much of
// the site as its limits allow. The server has one core.
//
//	go test ./cmd/hexclub -run '^$' -bench Attack -benchtime 1x -timeout 0 -attack 5m
//
// "everything" creates games, takes turns back, starts bots, asks for hints and for 20 pictures at
// once, logs in, follows 250 streams and reads pages of every cost. "takebacks" only reads games of
// an older version in which 3,000 turns were taken back. Rejected clients wait as long as the answer
// says, except those of "impolite", which ask for pages over 16 connections without a pause, and of
// "impolite-proxy", which do so over 1,000 connections through a named proxy.
//
// The benchmark reports the p95 of turns before the attack and during it, and the most memory
// that the server used. Answers of 5xx and 150 MB or more fail it. In a run of five minutes
// and more, so does a p95 of more than twice that before. It logs how many requests of which
// kind were answered with which status.
func BenchmarkAttack(b *testing.B) {
	for name, attack := range map[string]struct {
		run     func(*attack, context.Context, testing.TB, *sync.WaitGroup)
		through string // address that a named proxy sends; empty for no proxy
	}{
		"everything": {run: (*attack).useEverything},
		"takebacks":  {run: (*attack).readOldGames},
		"impolite":   {run: func(a *attack, ctx context.Context, t testing.TB, g *sync.WaitGroup) { a.insistOnPages(ctx, t, g, 16) }},
		"impolite-proxy": {run: func(a *attack, ctx context.Context, t testing.TB, g *sync.WaitGroup) {
			a.insistOnPages(ctx, t, g, 1000)
		}, through: "192.0.2.1"},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				measureAttack(b, attack.through, attack.run)
			}
		})
	}
}

func measureAttack(b *testing.B, through string, run func(*attack, context.Context, testing.TB, *sync.WaitGroup)) {
	file := filepath.Join(b.TempDir(), "hexclub.db")
	a := &attack{answers: map[string]map[int]int{}, through: through}
	a.site = fillTarget(b, file)
	var flags []string
	if through != "" {
		flags = []string{"--proxy", addressOf(0)}
	}
	a.server = onOneCore(b, "", file, flags...)
	crowd := a.server.gather(b, 40, time.Second)
	pause(b.Context(), time.Second) // until all attackers have started
	crowd.since(b)
	pause(b.Context(), max(2*time.Second, *attackFor/5))
	quiet := crowd.since(b)
	worked := a.server.cpuTime(b)

	ctx, stop := context.WithTimeout(b.Context(), *attackFor)
	defer stop()
	var attacking sync.WaitGroup
	run(a, ctx, b, &attacking)
	attacking.Wait()
	<-ctx.Done()
	attacked := crowd.since(b)
	crowd.stop()

	a.report(b)
	most := float64(a.server.peakMemory(b)) / 1024
	if most >= 150 {
		b.Errorf("the server used %.0f MB", most)
	}
	ratio := attacked.Percentile(95) / quiet.Percentile(95)
	aim(b, *attackFor >= 5*time.Minute, "p95 of turns, compared with that before the attack", ratio, 2)
	b.ReportMetric(quiet.Percentile(95), "quiet-turn-p95-ms")
	b.ReportMetric(attacked.Percentile(95), "turn-p95-ms")
	b.ReportMetric(ratio, "ratio")
	b.ReportMetric(float64(len(attacked)), "turns")
	b.ReportMetric(100*(a.server.cpuTime(b)-worked).Seconds()/attackFor.Seconds(), "CPU-%")
	b.ReportMetric(most, "most-MB")
	b.ReportMetric(0, "ns/op")
	a.server.kill(b)
}

// An attack is what one address does at the same time.
type attack struct {
	server  *server
	site    target
	through string // X-Forwarded-For; empty for none

	mu      sync.Mutex
	answers map[string]map[int]int // by what was asked for, then by status
}

// attacker is a browser at the address of the attack, without cookies.
func (a *attack) attacker(t testing.TB) *player { return a.server.player(t, 0) }

// ask sends a request and counts its answer. It returns the status, where the answer leads,
// and after how long a rejected request may come again. The status is 0 once ctx is done.
func (a *attack) ask(ctx context.Context, p *player, what, method, path string, form ...string) (status int, leads string, wait time.Duration) {
	request, err := http.NewRequestWithContext(ctx, method, p.url+path, strings.NewReader(formOf(form...).Encode()))
	if err != nil {
		return 0, "", 0
	}
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if a.through != "" {
		request.Header.Set("X-Forwarded-For", a.through)
	}
	request.Header.Set("Accept-Encoding", "gzip") // as a browser does; the answer is not unpacked
	answer, err := p.http.Do(request)
	if err == nil {
		_, err = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
	}
	if ctx.Err() != nil {
		return 0, "", 0
	}
	if err == nil {
		status, leads = answer.StatusCode, answer.Header.Get("Location")
		seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		wait = time.Duration(max(1, seconds)) * time.Second
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.answers[what] == nil {
		a.answers[what] = map[int]int{}
	}
	a.answers[what][status]++
	return status, leads, wait
}

// report logs how many requests were answered with which status, and fails for faults of
// the server and for connections that it closed.
func (a *attack) report(b *testing.B) {
	b.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	var text strings.Builder
	for _, what := range slices.Sorted(maps.Keys(a.answers)) {
		fmt.Fprintf(&text, "\n%-12s", what)
		for _, status := range slices.Sorted(maps.Keys(a.answers[what])) {
			n := a.answers[what][status]
			fmt.Fprintf(&text, " %d: %d", status, n)
			if status >= 500 || status == 0 {
				b.Errorf("%s: %d answers with status %d", what, n, status)
			}
		}
	}
	b.Log(text.String())
}

// useEverything uses all of the limits of the address at once.
func (a *attack) useEverything(ctx context.Context, t testing.TB, attacking *sync.WaitGroup) {
	a.follow(ctx, t)
	workers := func(many int, work func(context.Context, testing.TB)) {
		for range many {
			attacking.Go(func() { work(ctx, t) })
		}
	}
	workers(1, func(ctx context.Context, t testing.TB) {
		a.make(ctx, t, "create", "/games", "game", "hexellation", "opponent", "device")
	})
	workers(1, func(ctx context.Context, t testing.TB) {
		a.make(ctx, t, "bot", "/games", "game", "six", "opponent", "bot", "level", "6", "starter", "other")
	})
	workers(2, a.undo)
	workers(4, a.logIn)
	workers(4, a.search)
	workers(20, func(ctx context.Context, t testing.TB) {
		a.read(ctx, t, []string{"/analysis/hexone/board.png?width=2000"})
	})
	workers(8, func(ctx context.Context, t testing.TB) { a.read(ctx, t, a.site.pages()) })
}

// readOldGames reads the games in which many turns were taken back.
func (a *attack) readOldGames(ctx context.Context, t testing.TB, attacking *sync.WaitGroup) {
	var paths []string
	for _, game := range a.site.old {
		paths = append(paths, "/games/"+game, "/games/"+game+"/board")
	}
	for range 8 {
		attacking.Go(func() { a.read(ctx, t, paths) })
	}
}

// insistOnPages reads pages and static files over many connections without ever waiting, whatever
// the answer says.
func (a *attack) insistOnPages(ctx context.Context, t testing.TB, attacking *sync.WaitGroup, connections int) {
	paths := append(a.site.pages(), "/static/site.css", "/healthz", "/nothing")
	for range connections {
		attacking.Go(func() {
			p := a.attacker(t)
			for at := p.random.IntN(len(paths)); ctx.Err() == nil; at++ {
				a.ask(ctx, p, "read", http.MethodGet, paths[at%len(paths)])
			}
		})
	}
}

// follow opens as many streams as one address may.
func (a *attack) follow(ctx context.Context, t testing.TB) {
	p := a.attacker(t)
	_, leads, _ := a.ask(ctx, p, "create", http.MethodPost, "/games", "game", "hexit", "opponent", "device")
	for i := range 250 {
		conn := a.server.follow(t, []string{"/games", "/lobby", leads}[i%3], from(addressOf(0)))
		go func() { _, _ = io.Copy(io.Discard, conn) }() // until the server ends
	}
}

// make sends a form that makes a game, again and again, as a new guest where one may make
// no more.
func (a *attack) make(ctx context.Context, t testing.TB, what, path string, form ...string) {
	p, fresh := a.attacker(t), true
	for ctx.Err() == nil {
		switch status, _, wait := a.ask(ctx, p, what, http.MethodPost, path, form...); {
		case status != http.StatusTooManyRequests:
			fresh = false
		case fresh:
			pause(ctx, wait)
		default:
			p.http.Jar, _ = cookiejar.New(nil) // never fails
			fresh = true
		}
	}
}

// undo plays 40 turns on one device, and then takes the last one back and plays it again.
func (a *attack) undo(ctx context.Context, t testing.TB) {
	p := a.attacker(t)
	for ctx.Err() == nil {
		table, err := begin(ctx, six.Game{}, p)
		for turns := 0; err == nil && !table.over(); turns++ {
			if turns < 40 || turns%2 == 0 {
				err = a.play(ctx, table)
			} else {
				err = a.takeBack(ctx, table)
			}
		}
		pause(ctx, time.Second)
	}
}

func (a *attack) play(ctx context.Context, t *table) error {
	t.sent = sitetest.Turn(t.record, t.players[0].random)
	form := []string{"draft", strings.Join(t.sent, ","), "moved", strconv.Itoa(t.record.Moved())}
	if err := a.insist(ctx, t.players[0], "turn", t.path+"/turns", form...); err != nil {
		return err
	}
	return t.acknowledge()
}

func (a *attack) takeBack(ctx context.Context, t *table) error {
	if err := a.insist(ctx, t.players[0], "undo", t.path+"/takeback"); err != nil {
		return err
	}
	next := t.record.Turn().Seat
	return errors.Join(t.record.AskTakeback(3-next), t.record.Accept(next))
}

// insist sends a form until it is not rejected for coming too often.
func (a *attack) insist(ctx context.Context, p *player, what, path string, form ...string) error {
	for {
		status, _, wait := a.ask(ctx, p, what, http.MethodPost, path, form...)
		switch status {
		case http.StatusSeeOther:
			return nil
		case http.StatusTooManyRequests:
			pause(ctx, wait)
		default:
			return unwanted{path, status}
		}
	}
}

// logIn tries passwords for a new name.
func (a *attack) logIn(ctx context.Context, t testing.TB) {
	p := a.attacker(t)
	for ctx.Err() == nil {
		name := fmt.Sprint("Somebody ", p.random.Uint32())
		if status, _, wait := a.ask(ctx, p, "log in", http.MethodPost, "/login", "name", name, "password", "correct horse"); status == http.StatusTooManyRequests {
			pause(ctx, wait)
		}
	}
}

// search asks for hints, as a new guest where one may have no more.
func (a *attack) search(ctx context.Context, t testing.TB) {
	p := a.attacker(t)
	for ctx.Err() == nil {
		game := []string{"six", "tartan", "hexone", "hexellation"}[p.random.IntN(4)]
		status, _, wait := a.ask(ctx, p, "hint", http.MethodGet, "/analysis/"+game+"/hint")
		if status != http.StatusTooManyRequests {
			continue
		}
		p.http.Jar, _ = cookiejar.New(nil) // never fails
		if status, _, _ := a.ask(ctx, p, "create", http.MethodPost, "/games", "game", "hexit", "opponent", "device"); status != http.StatusSeeOther {
			pause(ctx, wait)
		}
	}
}

// read reads pages in turn, as a guest.
func (a *attack) read(ctx context.Context, t testing.TB, paths []string) {
	p := a.attacker(t)
	a.ask(ctx, p, "create", http.MethodPost, "/games", "game", "hexit", "opponent", "device")
	for at := p.random.IntN(len(paths)); ctx.Err() == nil; at++ {
		if status, _, wait := a.ask(ctx, p, "read", http.MethodGet, paths[at%len(paths)]); status == http.StatusTooManyRequests {
			pause(ctx, wait)
		}
	}
}

// A target holds the ids of the pages to read.
type target struct{ old, games, tournaments, ladders, people []string }

// pages lists pages of every cost.
func (s target) pages() (paths []string) {
	for _, game := range s.old {
		paths = append(paths, "/games/"+game, "/games/"+game+"/turns/100", "/games/"+game+"/record.json", "/games/"+game+"/record.txt")
	}
	for _, game := range s.games {
		paths = append(paths, "/games/"+game, "/games/"+game+"/turns/3")
	}
	for _, tournament := range s.tournaments {
		for _, part := range []string{"", "/table", "/tiebreaks", "/rounds/1", "/standings.csv"} {
			paths = append(paths, "/tournaments/"+tournament+part)
		}
	}
	for _, ladder := range s.ladders {
		paths = append(paths, "/ladders/"+ladder, "/ladders/"+ladder+"/history", "/ladders/"+ladder+"/chronicle")
	}
	for _, name := range s.people {
		paths = append(paths, "/people/"+name, "/people/"+name+"/games")
	}
	return append(paths, "/", "/lobby", "/games", "/archive", "/club", "/seasons", "/rules/hexone", "/learn/six", "/settings/games.json",
		"/analysis/hexellation", "/analysis/six/board.svg", "/analysis/six/board.png?width=2000", "/analysis/tartan/board.png?width=2000")
}

// fillTarget fills a new database with a club, and with ten games in which 3,000 turns were
// taken back.
func fillTarget(t testing.TB, file string) (s target) {
	t.Helper()
	store, err := db.Open(t.Context(), file)
	if err == nil {
		err = errors.Join(demo.Fill(t.Context(), store, "correct horse battery", time.Now()), oldGames(t, store, &s), store.Close())
	}
	raw, openErr := sql.Open("sqlite", "file:"+file)
	if err := errors.Join(err, openErr); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = raw.Close() }()
	events := undone(t, 300, 3000)
	for _, id := range s.old {
		if _, err := raw.Exec(`INSERT INTO events (game, ply, event, at) SELECT $1, key, value, 0 FROM json_each($2)`, id, `["`+strings.Join(events, `","`)+`"]`); err != nil {
			t.Fatal(err)
		}
	}
	for query, ids := range map[string]*[]string{
		"SELECT id FROM games WHERE status <> 'waiting' ORDER BY id LIMIT 20":      &s.games,
		"SELECT id FROM tournaments":                                               &s.tournaments,
		"SELECT id FROM ladders":                                                   &s.ladders,
		"SELECT name FROM people WHERE name NOT LIKE '% %' ORDER BY name LIMIT 10": &s.people,
	} {
		*ids = column(t, raw, query)
	}
	return s
}

func column(t testing.TB, raw *sql.DB, query string) (texts []string) {
	t.Helper()
	rows, err := raw.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	if err := rows.Err(); err != nil || len(texts) == 0 {
		t.Fatalf("%q: %d rows, %v", query, len(texts), err)
	}
	return texts
}

// oldGames makes games of Six for one person, without events.
func oldGames(t testing.TB, store *db.DB, s *target) error {
	now := time.Now()
	host, err := store.SignUp(t.Context(), "", "Undone", "", now)
	for range 10 {
		if err != nil {
			return err
		}
		var game db.Game
		game, err = store.CreateGame(t.Context(), db.NewGame{Key: "six", Host: host.ID, BothSeats: true}, now)
		s.old = append(s.old, game.ID)
	}
	return err
}

// undone returns the events of a game of Six of so many turns, the last of which was taken
// back and played again so often.
func undone(t testing.TB, turns, takebacks int) (events []string) {
	t.Helper()
	setup, err := six.Game{}.Info().Complete(rules.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.New(six.Game{}, setup)
	random := rand.New(rand.NewPCG(1, 1))
	for err == nil && len(r.Events()) < turns {
		err = r.Play(r.Turn().Seat, strings.Join(sitetest.Turn(r, random), " "))
	}
	if err != nil {
		t.Fatal(err)
	}
	next := r.Turn().Seat
	events = r.Events()
	last := events[len(events)-1]
	return append(events, slices.Repeat([]string{fmt.Sprintf("takeback:%d", 3-next), fmt.Sprintf("accept:%d", next), last}, takebacks)...)
}
