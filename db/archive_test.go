package db

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
)

// manyFinished files games of a person that ended one minute after the other,
// against ten others in turn, of all kinds.
func manyFinished(t testing.TB, d *DB, person string, n int) (rivals []string) {
	t.Helper()
	for range 10 {
		rivals = append(rivals, newGuest(t, d).ID)
	}
	keys, classes, outcomes := []string{"hexone", "hexit", "six", "tartan"}, []string{"", "quick", "long", "days"}, []string{"won", "drawn", "lost"}
	err := d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		for i := range n {
			id, rival, ended := fmt.Sprintf("old%09d", i), rivals[i%len(rivals)], noon.Add(time.Duration(i-n)*time.Minute).UnixMilli()
			result := map[string]string{"won": "win 1", "drawn": "draw", "lost": "win 2"}[outcomes[i%3]]
			_, err := exec(ctx, tx, `INSERT INTO games (id, game, rules, options, position, host, revision, created, changed, status, to_act, turn, result, reason, class, rated)
				VALUES ($1, $2, 1, '{}', '', $3, 1, $4, $4, 'over', 0, 20, $5, 'resignation', $6, $7)`,
				id, keys[i%4], person, ended, result, classes[i%4], i%5 == 0)
			if err != nil {
				return err
			}
			if _, err := exec(ctx, tx, "INSERT INTO seats (game, seat, person, open) VALUES ($1, 1, $2, false), ($1, 2, $3, false)", id, person, rival); err != nil {
				return err
			}
			_, err = exec(ctx, tx, `INSERT INTO finished (game, person, nth, rival, ended, kind, class, rated, outcome) VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8),
				($1, $3, 1, $2, $4, $5, $6, $7, 'won')`, id, person, rival, ended, keys[i%4], classes[i%4], i%5 == 0, outcomes[i%3])
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return rivals
}

// wantPlan checks that a query uses an index, and reads no table from its
// start to its end.
func wantPlan(t testing.TB, d *DB, index, query string, args ...any) {
	t.Helper()
	rows, err := d.read.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	plan := ""
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		plan += step + "\n"
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(plan, index) {
		t.Errorf("%s is not used:\n%s", index, plan)
	}
	for _, table := range []string{"games", "seats", "finished", "people", "w", "s", "p", "x"} {
		if strings.Contains(plan, "SCAN "+table+"\n") {
			t.Errorf("all of %s is read:\n%s", table, plan)
		}
	}
}

// archived returns the ids of a page, and its last place.
func archived(t testing.TB, d *DB, person string, f Filter, after Place, limit int) (ids []string, last Place, more bool) {
	t.Helper()
	page, more, err := d.Archive(t.Context(), person, f, after, limit, noon)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range page {
		ids = append(ids, row.ID)
		last = Place{row.Changed, row.ID}
	}
	return ids, last, more
}

func TestArchive(t *testing.T) {
	d := openTest(t)
	m := newMeeting(t, d)
	ctx := t.Context()
	cem := m.account("Cem")
	three := rules.Setup{Options: map[string]string{"seats": "3"}}
	four := rules.Setup{Options: map[string]string{"seats": "4"}}

	won := m.ends(NewGame{Control: fiveMinutes, Terms: Terms{Rated: true}})
	lost, err := d.Resign(ctx, m.runs(NewGame{Control: threeDays}).ID, m.anna.ID, m.tick())
	m.must(lost, err)
	drawn := m.runs(NewGame{Key: "tartan"})
	for _, p := range []Person{m.anna, m.ben} {
		drawn, err = d.OfferDraw(ctx, drawn.ID, p.ID, m.tick())
		m.must(drawn, err)
	}
	teams := m.ends(NewGame{Key: "six", Setup: four}, cem, m.account("Dan")) // Ben, in seat 2, gives up for Dan too
	sky := m.runs(NewGame{Key: "hexellation", Setup: three}, cem)
	for _, p := range []Person{m.ben, cem} {
		sky, err = d.Resign(ctx, sky.ID, p.ID, m.tick())
		m.must(sky, err)
	}
	alone, err := d.Resign(ctx, m.waits(NewGame{BothSeats: true}).ID, m.anna.ID, m.tick())
	m.must(alone, err)
	off, err := d.Abort(ctx, m.runs(NewGame{}).ID, m.ben.ID, m.tick())
	m.must(off, err)
	m.runs(NewGame{})

	ids := func(games ...Game) []string {
		var list []string
		for _, g := range games {
			list = append(list, g.ID)
		}
		return list
	}
	for name, c := range map[string]struct {
		person Person
		filter Filter
		want   []string
	}{
		"all":                  {m.anna, Filter{}, ids(sky, teams, drawn, lost, won)},
		"all and those alone":  {m.anna, Filter{Alone: true}, ids(alone, sky, teams, drawn, lost, won)},
		"of one kind":          {m.anna, Filter{Key: "hexone"}, ids(lost, won)},
		"won":                  {m.anna, Filter{Outcome: Won}, ids(sky, teams, won)},
		"lost":                 {m.anna, Filter{Outcome: Lost}, ids(lost)},
		"drawn":                {m.anna, Filter{Outcome: Drawn}, ids(drawn)},
		"alone":                {m.anna, Filter{Outcome: Alone}, ids(alone)},
		"against Ben":          {m.anna, Filter{Rival: m.ben.ID}, ids(sky, teams, drawn, lost, won)},
		"against a partner":    {m.anna, Filter{Rival: cem.ID}, ids(sky)},
		"rated":                {m.anna, Filter{Terms: RatedGames}, ids(won)},
		"casual":               {m.anna, Filter{Terms: CasualGames}, ids(sky, teams, drawn, lost)},
		"quick":                {m.anna, Filter{Class: "quick"}, ids(won)},
		"without a clock":      {m.anna, Filter{Class: NoClock}, ids(sky, teams, drawn)},
		"from":                 {m.anna, Filter{From: drawn.Changed}, ids(sky, teams, drawn)},
		"to":                   {m.anna, Filter{To: drawn.Changed}, ids(lost, won)},
		"all that":             {m.anna, Filter{Key: "hexone", Rival: m.ben.ID, Outcome: Lost, Terms: CasualGames, Class: "days", From: noon, To: m.now}, ids(lost)},
		"what the others see":  {m.ben, Filter{Outcome: Lost}, ids(sky, teams, won)},
		"the partner has lost": {cem, Filter{Outcome: Won}, ids(teams)},
		"nobody":               {Person{ID: "nobody"}, Filter{}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if got, _, more := archived(t, d, c.person.ID, c.filter, Place{}, 30); !slices.Equal(got, c.want) || more {
				t.Errorf("%q (more: %t), want %q", got, more, c.want)
			}
		})
	}
	t.Run("tallies", func(t *testing.T) {
		got, err := d.Tallies(ctx, m.anna.ID)
		want := map[string]Tally{"hexone": {1, 0, 1}, "tartan": {0, 1, 0}, "six": {1, 0, 0}, "hexellation": {1, 0, 0}}
		if err != nil || !maps.Equal(got, want) {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	})
	t.Run("rivals", func(t *testing.T) {
		got, err := d.Rivals(ctx, m.anna.ID, 2)
		want := []Rival{{Player{ID: m.ben.ID, Name: "Ben"}, Tally{3, 1, 1}}, {Player{ID: cem.ID, Name: "Cem"}, Tally{1, 0, 0}}}
		if err != nil || !slices.Equal(got, want) || got[0].All() != 5 {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	})
	t.Run("a guest who logs in brings its games", func(t *testing.T) {
		guest := newGuest(t, d)
		g := m.waits(NewGame{})
		for _, step := range []func() (Game, error){
			func() (Game, error) { return d.joinGame(ctx, g.Invite, guest.ID, m.tick()) },
			func() (Game, error) { return d.Resign(ctx, g.ID, guest.ID, m.tick()) },
		} {
			g = m.must(step())
		}
		against, err := d.CreateGame(ctx, NewGame{Key: "hexone", Host: guest.ID, HostSeat: 1}, m.tick())
		m.must(against, err)
		against, err = d.joinGame(ctx, against.Invite, m.ben.ID, m.tick())
		m.must(against, err)
		against, err = d.Resign(ctx, against.ID, m.ben.ID, m.tick())
		m.must(against, err)
		if err := d.Absorb(ctx, guest.ID, m.anna.ID); err != nil {
			t.Fatal(err)
		}
		if got, _, _ := archived(t, d, m.anna.ID, Filter{From: g.Changed, Alone: true}, Place{}, 30); !slices.Equal(got, ids(against, g)) {
			t.Errorf("her games are %q", got)
		}
		if got, _, _ := archived(t, d, m.anna.ID, Filter{Outcome: Alone}, Place{}, 30); !slices.Equal(got, ids(g, alone)) {
			t.Errorf("those against herself are %q", got)
		}
		if got, _, _ := archived(t, d, m.ben.ID, Filter{Rival: m.anna.ID}, Place{}, 1); !slices.Equal(got, ids(against)) {
			t.Errorf("Ben's last game against her is %q", got)
		}
	})
}

// A file from before there were archives gets the one that it would have.
func TestArchiveOfOldFile(t *testing.T) {
	d := openFile(t)
	m := newMeeting(t, d)
	cem, dan := m.account("Cem"), m.account("Dan")
	must := func(g Game, err error) { m.must(g, err) }
	m.ends(NewGame{Control: fiveMinutes, Terms: Terms{Rated: true}})
	m.ends(NewGame{Key: "six", Setup: rules.Setup{Options: map[string]string{"seats": "4"}}}, cem, dan)
	drawn, sky := m.runs(NewGame{Key: "tartan"}), NewGame{Key: "hexellation", Setup: rules.Setup{Options: map[string]string{"seats": "3"}}}
	must(d.OfferDraw(t.Context(), drawn.ID, m.anna.ID, m.tick()))
	must(d.OfferDraw(t.Context(), drawn.ID, m.ben.ID, m.tick()))
	must(d.Resign(t.Context(), m.ends(sky, cem).ID, cem.ID, m.tick()))
	must(d.Resign(t.Context(), m.waits(NewGame{BothSeats: true}).ID, m.anna.ID, m.tick()))
	must(d.Abort(t.Context(), m.runs(NewGame{}).ID, m.ben.ID, m.tick()))
	shared := m.ends(sky, cem)
	mustExec(t, d, "UPDATE games SET status = 'over', result = 'draw 1 3' WHERE id = $1", shared.ID)
	stored := m.must(d.Game(t.Context(), shared.ID))
	result := rules.Result{Drawn: true, Places: [rules.MaxSeats]int8{1, 2, 1}}
	for _, p := range stored.Players {
		outcome := result.Outcome(stored.SeatsOf(p.ID)[0])
		for j, rival := range stored.rivals(stored.SeatsOf(p.ID)[0]) {
			mustExec(t, d, `INSERT INTO finished (game, person, nth, rival, ended, kind, class, rated, outcome) VALUES ($1, $2, $3, $4, $5, 'hexellation', '', false, $6)`,
				shared.ID, p.ID, j+1, rival, stored.Changed.UnixMilli(), string(outcome))
		}
	}
	mustExec(t, d, "UPDATE seats SET open = false WHERE game = $1", shared.ID)
	m.runs(NewGame{})

	dump := func() []string {
		t.Helper()
		rows, err := d.read.QueryContext(t.Context(), `SELECT game || ' ' || person || ' ' || nth || ' ' || coalesce(rival, '-') || ' ' || ended || ' ' || kind || ' ' || class || ' ' || rated || ' ' || outcome FROM finished
			UNION ALL SELECT game || ' ' || seat || ' ' || open FROM seats ORDER BY 1`)
		list, err := scanTexts(rows, err)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	want := dump()
	script, err := fs.Glob(migrations, "migrations/*_lists.sql")
	if err != nil || len(script) != 1 {
		t.Fatalf("%q, %v", script, err)
	}
	text, err := fs.ReadFile(migrations, script[0])
	if err != nil {
		t.Fatal(err)
	}
	mustExec(t, d, "DROP TABLE finished; DROP INDEX seats_open; DROP INDEX seats_kept; DROP INDEX seats_left; ALTER TABLE seats DROP COLUMN open")
	mustExec(t, d, string(text))
	if diff := cmp.Diff(want, dump()); diff != "" {
		t.Errorf("archives (-as games ended +of an old file):\n%s", diff)
	}
}

// Pages follow each other without gap or overlap while games are added.
func TestArchivePages(t *testing.T) {
	d := openTest(t)
	person := newGuest(t, d).ID
	manyFinished(t, d, person, 70)
	mustExec(t, d, "UPDATE finished SET ended = 5") // at one time: then the id decides
	mustExec(t, d, "UPDATE games SET changed = 5")
	var all []string
	for place, more := (Place{}), true; more; {
		var page []string
		page, place, more = archived(t, d, person, Filter{}, place, 30)
		all = append(all, page...)
		mustExec(t, d, "UPDATE finished SET ended = 6 WHERE game = 'old000000069'") // newer than the page
	}
	if len(all) != 70 || !slices.IsSortedFunc(all, func(a, b string) int { return strings.Compare(b, a) }) {
		t.Errorf("%d games: %q", len(all), all)
	}
}

func TestUnfinished(t *testing.T) {
	d := openTest(t)
	m := newMeeting(t, d)
	var games []Game
	for range 3 {
		games = append(games, m.waits(NewGame{BothSeats: true}))
	}
	m.runs(NewGame{})
	m.waits(NewGame{})
	page, more, err := d.Unfinished(t.Context(), m.anna.ID, Filter{}, Place{}, 2, noon)
	if err != nil || !more {
		t.Fatalf("more: %t, %v", more, err)
	}
	wantGames(t, "first page", page, games[2], games[1])
	page, more, err = d.Unfinished(t.Context(), m.anna.ID, Filter{}, Place{page[1].Changed, page[1].ID}, 2, noon)
	if err != nil || more {
		t.Fatalf("more: %t, %v", more, err)
	}
	wantGames(t, "second page", page, games[0])
	for name, c := range map[string]struct {
		filter Filter
		want   []Game
	}{
		"of its kind":      {Filter{Key: "hexone"}, []Game{games[2], games[1], games[0]}},
		"of another kind":  {Filter{Key: "six"}, nil},
		"of a time":        {Filter{From: games[1].Changed, To: games[2].Changed}, []Game{games[1]}},
		"of another time":  {Filter{From: m.now.Add(time.Hour)}, nil},
		"of a time before": {Filter{To: games[0].Changed}, nil},
	} {
		page, _, err := d.Unfinished(t.Context(), m.anna.ID, c.filter, Place{}, 30, noon)
		if err != nil {
			t.Fatal(err)
		}
		wantGames(t, name, page, c.want...)
	}
}

// Whatever is asked of a large archive, an index answers it by itself.
func TestArchiveUsesIndexes(t *testing.T) {
	d := openFile(t)
	for name, c := range map[string]struct {
		filter Filter
		index  string
	}{
		"all":     {Filter{}, "COVERING INDEX finished_ended (person=?"},
		"outcome": {Filter{Outcome: Lost, Terms: RatedGames, Class: "days"}, "COVERING INDEX finished_ended (person=?"},
		"dates":   {Filter{From: noon, To: noon}, "COVERING INDEX finished_ended (person=? AND ended>? AND ended<?"},
		"kind":    {Filter{Key: "six", Outcome: Won}, "COVERING INDEX finished_kind (person=? AND kind=?"},
		"rival":   {Filter{Rival: "ben", Key: "six"}, "COVERING INDEX finished_rival (person=? AND rival=?"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, after := range []Place{{}, {noon, "x"}} {
				conditions, args := c.filter.conditions("anna", after)
				wantPlan(t, d, c.index, "SELECT game, ended FROM finished WHERE "+conditions+" ORDER BY ended DESC, game DESC LIMIT 30", args...)
			}
		})
	}
	wantPlan(t, d, "COVERING INDEX finished_kind (person=?", selectTallies, "anna")
	wantPlan(t, d, "COVERING INDEX finished_rival (person=?", selectRivals, "anna", 5)
}

func mustCreate(t testing.TB, d *DB, host string) Game {
	t.Helper()
	g, err := d.CreateGame(t.Context(), NewGame{Key: "hexone", Host: host, HostSeat: 1}, noon)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// BenchmarkArchive asks for pages of an archive of 10,000 games, and for what a
// profile says of it.
func BenchmarkArchive(b *testing.B) {
	d := openTest(b)
	person := newGuest(b, d).ID
	rivals := manyFinished(b, d, person, 10_000)
	ctx := b.Context()
	for name, f := range map[string]Filter{
		"all": {}, "alone too": {Alone: true}, "kind": {Key: "six"}, "kind none": {Key: "hexellation"}, "rival": {Rival: rivals[3]}, "rare": {Outcome: Alone},
		"nothing": {Outcome: Won, Class: "long", Terms: RatedGames, Rival: rivals[1]}, "dates": {From: noon.Add(-100 * time.Hour), To: noon.Add(-50 * time.Hour)},
		"all that": {Key: "tartan", Outcome: Lost, Class: "quick", Terms: CasualGames},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := d.Archive(ctx, person, f, Place{}, 30, noon); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("last page", func(b *testing.B) {
		for b.Loop() {
			page, _, err := d.Archive(ctx, person, Filter{}, Place{Ended: noon.Add(-9_980 * time.Minute), ID: "zzz"}, 30, noon)
			if err != nil || len(page) == 0 {
				b.Fatal(err, len(page))
			}
		}
	})
	b.Run("tallies", func(b *testing.B) {
		for b.Loop() {
			if _, err := d.Tallies(ctx, person); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("rivals", func(b *testing.B) {
		for b.Loop() {
			if _, err := d.Rivals(ctx, person, 5); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("desk", func(b *testing.B) {
		for b.Loop() {
			if _, err := d.Desk(ctx, person, noon); err != nil {
				b.Fatal(err)
			}
		}
	})
	for range 20 { // that go on
		if _, err := d.joinGame(ctx, mustCreate(b, d, person).Invite, rivals[0], noon); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("awaiting", func(b *testing.B) {
		for b.Loop() {
			if _, err := d.Awaiting(ctx, person, noon); err != nil {
				b.Fatal(err)
			}
		}
	})
}
