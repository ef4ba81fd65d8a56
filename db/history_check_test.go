package db

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/rating"
)

// check decides whether a history is without anomalies: see TestHistory.
func (h *history) check() {
	h.Helper()
	h.Log(h.count())
	acknowledged, late := map[string]int{}, 0
	for _, op := range h.ops {
		var known *rules.Error
		switch errors.As(op.err, &known); {
		case known == nil || known.Kind != rules.Unavailable:
		case known.Key == "error.busy":
			late++
		default:
			h.wrong("%s: %v", op.kind, op.err)
		}
		if op.err == nil {
			acknowledged[op.kind]++
		}
	}
	if late > len(h.ops)/50 {
		h.wrong("%d of %d operations had to wait too long", late, len(h.ops))
	}
	for _, kind := range []string{"turn", "resign", "offer", "say", "create", "now", "seat", "challenge", "accepted", "placed"} {
		if acknowledged[kind] == 0 {
			h.wrong("no %s was acknowledged", kind)
		}
	}
	games := h.stored()
	h.checkGames(games)
	h.checkSeats(games)
	h.checkPlayNow()
	h.checkMessages()
	h.checkRatings(games)
	h.checkLadder()
	h.checkChallenges(games)
	h.checkAudit()
	h.checkEnds(games)
}

// wrong notes an anomaly.
func (h *history) wrong(format string, args ...any) {
	h.found = append(h.found, fmt.Sprintf(format, args...))
}

// rows reads rows of texts from the first node.
func (h *history) rows(query string, args ...any) (list [][]string) {
	h.Helper()
	err := eachRow(h.Context(), h.nodes[0].read, func(rows *sql.Rows) error {
		columns, err := rows.Columns()
		if err != nil {
			return err
		}
		row, places := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range row {
			places[i] = &row[i]
		}
		if err := rows.Scan(places...); err != nil {
			return err
		}
		texts := make([]string, len(row))
		for i, text := range row {
			texts[i] = text.String
		}
		list = append(list, texts)
		return nil
	}, query, args...)
	if err != nil {
		h.Fatal(err)
	}
	return list
}

// stored returns all games by id, as all nodes read them.
func (h *history) stored() map[string]Game {
	h.Helper()
	games := map[string]Game{}
	for i, row := range h.rows("SELECT id FROM games") {
		g := must(h)(h.nodes[0].Game(h.Context(), row[0]))
		other := must(h)(h.nodes[i%len(h.nodes)].Game(h.Context(), row[0]))
		if other.Revision != g.Revision || !slices.Equal(other.Record.Events(), g.Record.Events()) || !slices.Equal(other.Players, g.Players) {
			h.wrong("two nodes read different games %s", g.ID)
		}
		games[g.ID] = g
	}
	return games
}

// A point is a version of an object at which an operation was; if it made the version, no other did.
type point struct {
	start, end time.Duration
	version    int
	made       bool
	what       string
}

// wantLinear checks that operations on an object can have happened in the order of its versions.
func (h *history) wantLinear(object string, points []point) {
	h.Helper()
	made := map[int]bool{}
	for _, p := range points {
		if p.made && made[p.version] {
			h.wrong("%s: two operations have made version %d, one of them %s", object, p.version, p.what)
		}
		made[p.version] = made[p.version] || p.made
	}
	byStart, byEnd := slices.Clone(points), slices.Clone(points)
	slices.SortFunc(byStart, func(a, b point) int { return cmp.Compare(a.start, b.start) })
	slices.SortFunc(byEnd, func(a, b point) int { return cmp.Compare(a.end, b.end) })
	latest := point{version: -1}
	for _, p := range byStart {
		for len(byEnd) > 0 && byEnd[0].end < p.start {
			if byEnd[0].version > latest.version {
				latest = byEnd[0]
			}
			byEnd = byEnd[1:]
		}
		if p.version < latest.version || p.made && p.version == latest.version {
			h.wrong("%s: %s at %v is at version %d, but %s was at version %d up to %v", object, p.what, p.start, p.version, latest.what, latest.version, latest.end)
		}
	}
}

// checkGames checks the answers about games and the events.
func (h *history) checkGames(games map[string]Game) {
	h.Helper()
	points, covered := map[string][]point{}, map[string][]bool{}
	for id, g := range games {
		covered[id] = make([]bool, g.Record.EventCount())
	}
	for _, op := range h.ops {
		v := op.game
		if v == nil {
			continue
		}
		g, ok := games[v.id]
		if !ok || len(v.events) > g.Record.EventCount() || !slices.Equal(v.events, g.Record.Events()[:len(v.events)]) {
			h.wrong("%s of %s sees %v, stored are %v", op.kind, op.object, v.events, g.Record)
			continue
		}
		act := op.err == nil && slices.Contains([]string{"turn", "resign", "offer", "accept", "decline"}, op.kind)
		points[v.id] = append(points[v.id], point{op.start, op.end, v.revision, act, op.kind})
		if op.kind == "turn" && op.err != nil && strings.Contains(op.err.Error(), "error.stale") && v.moved == op.moved {
			h.wrong("a turn of %s is stale at event %d", v.id, v.moved)
		}
		if !act {
			continue
		}
		asked := []string{""}
		if op.kind == "turn" {
			if asked = strings.Split(op.text, ","); v.last != op.person {
				h.wrong("the turn of %s in %s is by %s", op.person, v.id, v.last)
			}
		}
		for i, action := range asked {
			at := len(v.events) - len(asked) + i
			event, _, _ := strings.Cut(v.events[at], "@")
			if covered[v.id][at] {
				h.wrong("event %d of %s, %s, was acknowledged twice", at, v.id, event)
			}
			covered[v.id][at] = true
			if _, seat, _ := strings.Cut(event, ":"); action == "" && h.in(v, seat) != op.person || action != "" && event != action {
				h.wrong("event %d of %s is %s, asked for was %s %s by %s", at, v.id, event, op.kind, action, op.person)
			}
		}
	}
	for id, list := range points {
		h.wantLinear("game "+id, list)
	}
	for id, g := range games {
		for at, event := range g.Record.Events() {
			act, ok := actOf(event)
			if !covered[id][at] && (!ok || act != "timeout" && act != "abort" && (act != "resign" || g.Pairing == "")) {
				h.wrong("event %d of %s, %s, was acknowledged to nobody", at, id, event)
			}
		}
	}
}

// in returns the person in a seat.
func (h *history) in(v *gameView, seat string) string {
	n, err := strconv.Atoi(seat)
	if err != nil || n < 1 || n > len(v.people) {
		h.wrong("seat %q", seat)
		return ""
	}
	return v.people[n-1]
}

// checkSeats checks that people sit where a seat was acknowledged to them.
func (h *history) checkSeats(games map[string]Game) {
	h.Helper()
	people := map[string][]string{}
	for _, op := range h.ops {
		if op.err == nil && slices.Contains([]string{"create", "now", "seat"}, op.kind) && !slices.Contains(people[op.object], op.person) {
			people[op.object] = append(people[op.object], op.person)
		}
	}
	for id, g := range games {
		if g.Pairing != "" || g.Leg == 2 {
			continue
		}
		sits, want := []string{}, people[id]
		for _, p := range g.Players {
			if p.ID != "" {
				sits = append(sits, p.ID)
			}
		}
		slices.Sort(sits)
		slices.Sort(want)
		if !slices.Equal(sits, want) || (g.Status == Running) != (len(sits) == 2) && g.Status != Over {
			h.wrong("game %s is %s, in it sit %v, acknowledged to %v", id, g.Status, sits, want)
		}
	}
	for _, row := range h.rows("SELECT host, count(*) FROM games WHERE status = 'waiting' AND listed GROUP BY host HAVING count(*) > $1", maxSeeks) {
		h.wrong("%s has %s seeks", row[0], row[1])
	}
}

// checkPlayNow checks that no two games of PlayNow waited at the same time: the second person would have joined the
// first one.
func (h *history) checkPlayNow() {
	h.Helper()
	type seek struct {
		host       string
		end, taken time.Duration // it waited from end, at the latest, until taken, at the earliest
	}
	seeks := map[string]*seek{}
	for _, op := range h.ops {
		if op.kind != "now" || op.err != nil || op.game == nil || op.game.people[0] != op.person {
			continue
		}
		if seeks[op.object] == nil {
			seeks[op.object] = &seek{op.person, op.end, time.Hour}
		}
		s := seeks[op.object]
		s.end = min(s.end, op.end)
	}
	for _, op := range h.ops {
		if s := seeks[op.object]; s != nil && op.err == nil && (op.kind == "now" || op.kind == "seat") && op.person != s.host {
			s.taken = min(s.taken, op.start)
		}
	}
	for id, s := range seeks {
		for other, o := range seeks {
			if id < other && max(s.end, o.end) < min(s.taken, o.taken) {
				h.wrong("%s of %s and %s of %s waited at the same time", id, s.host, other, o.host)
			}
		}
	}
}

// checkMessages checks that the stored messages are the acknowledged ones.
func (h *history) checkMessages() {
	h.Helper()
	type message struct{ game, person, text string }
	said, points := map[message]int{}, map[string][]point{}
	for _, op := range h.ops {
		if op.kind == "say" && op.err == nil {
			said[message{op.object, op.person, op.text}] = op.number
			points[op.object] = append(points[op.object], point{op.start, op.end, op.number, true, "message"})
		}
	}
	last := map[string]int{}
	for _, row := range h.rows("SELECT game, person, text, number FROM messages ORDER BY game, number") {
		m := message{row[0], row[1], row[2]}
		last[m.game]++
		if number, ok := said[m]; !ok || strconv.Itoa(number) != row[3] || number != last[m.game] {
			h.wrong("message %s of game %s was acknowledged as %d, %t; it should be %d", row[3], m.game, number, ok, last[m.game])
		}
		delete(said, m)
	}
	if len(said) > 0 {
		h.wrong("%d messages are not stored: %v", len(said), said)
	}
	for game, list := range points {
		h.wantLinear("messages of "+game, list)
	}
}

// checkRatings checks that all ratings follow from the finished games in one order.
func (h *history) checkRatings(games map[string]Game) {
	h.Helper()
	type standing struct {
		rating.Rating
		at    int64
		games int
	}
	type kind struct{ person, key, class string }
	now := map[kind]standing{}
	of := func(g Game, seat int) kind { return kind{g.Players[seat].ID, g.Key, string(g.Class())} }
	pending := map[string][]RatingChange{}
	for id, g := range games {
		changes, err := h.nodes[0].RatingChanges(h.Context(), id)
		result, over := g.Record.Result()
		if rated := over && g.Rated && !result.Void(); err != nil || rated != (len(changes) == 2) || !rated && len(changes) > 0 {
			h.wrong("game %s (over: %t, %s) has changed %d ratings: %v", id, over, result.Reason, len(changes), err)
		} else if rated {
			pending[id] = changes
		}
	}
	next := func(id string) bool { // reports whether a game comes next, and counts it
		g, changes := games[id], pending[id]
		before := make([]rating.Rating, len(changes))
		for seat, c := range changes {
			s, ok := now[of(g, seat)]
			if before[seat] = s.Idle(c.At.UnixMilli() - s.at); !ok {
				before[seat] = rating.Start()
			}
			if before[seat] != c.Before || c.Person != g.Players[seat].ID || int(c.Seat) != seat+1 {
				return false
			}
		}
		result, _ := g.Record.Result()
		for seat, c := range rating.Update(g.Record.Game().Info(), result, before) {
			if got := changes[seat]; c.After.Rating != got.After.Rating || c.After.Deviation != got.After.Deviation || c.Score != got.Score {
				h.wrong("game %s changes seat %d to %+v, stored is %+v", id, seat+1, c, got)
			}
			now[of(g, seat)] = standing{c.After, changes[seat].At.UnixMilli(), now[of(g, seat)].games + 1}
		}
		return true
	}
	for found := true; found; {
		found = false
		for id := range pending {
			if next(id) {
				delete(pending, id)
				found = true
			}
		}
	}
	if len(pending) > 0 {
		h.wrong("%d changes of ratings follow from no others: %v", len(pending), pending)
	}
	stored := map[kind]standing{}
	err := eachRow(h.Context(), h.nodes[0].read, func(rows *sql.Rows) error {
		var k kind
		var s standing
		err := rows.Scan(&k.person, &k.key, &k.class, &s.Rating.Rating, &s.Deviation, &s.Volatility, &s.games, &s.at)
		stored[k] = s
		return err
	}, "SELECT person, game, class, rating, deviation, volatility, games, at FROM ratings")
	if err != nil || len(stored) != len(now) {
		h.wrong("%d ratings, want %d: %v", len(stored), len(now), err)
	}
	for k, want := range now {
		if stored[k] != want {
			h.wrong("%v is rated %+v, want %+v", k, stored[k], want)
		}
	}
}

// checkEnds checks what follows from the ends of games.
func (h *history) checkEnds(games map[string]Game) {
	h.Helper()
	seconds, archived := map[string]int{}, map[string]int{}
	for _, row := range h.rows("SELECT game FROM finished") {
		archived[row[0]]++
	}
	for _, g := range games {
		seconds[g.FirstLeg]++
	}
	for id, g := range games {
		result, over := g.Record.Result()
		counts := over && !result.Void()
		if want := counts && g.Leg == 1; seconds[id] > 1 || (seconds[id] == 1) != want {
			h.wrong("%d games follow %s, leg %d, over: %t", seconds[id], id, g.Leg, counts)
		}
		if want := map[bool]int{true: 2}[counts]; archived[id] != want {
			h.wrong("the archive has %d rows of %s, want %d", archived[id], id, want)
		}
		if over != (g.Status == Over) {
			h.wrong("game %s is %s", id, g.Status)
		}
	}
}
