package db

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/record"
)

// The controls of listed games.
var (
	fiveMinutes = record.Control{Base: 5 * 60 * 1000, Increment: 3000}
	threeDays   = record.Control{PerTurn: 3 * 24 * 60 * 60 * 1000}
)

// A meeting is two accounts who play game after game, each begun a minute after
// the last thing that happened.
type meeting struct {
	*testing.T
	d         *DB
	anna, ben Person
	now       time.Time
}

func newMeeting(t *testing.T, d *DB) *meeting {
	t.Helper()
	m := &meeting{T: t, d: d, now: noon}
	m.anna, m.ben = m.account("Anna"), m.account("Ben")
	return m
}

func (m *meeting) account(name string) Person {
	m.Helper()
	p, err := m.d.SignUp(m.Context(), "", name, "secret of "+name, noon)
	if err != nil {
		m.Fatal(err)
	}
	return p
}

// tick returns the next moment.
func (m *meeting) tick() time.Time {
	m.now = m.now.Add(time.Minute)
	return m.now
}

// waits returns a game that Anna starts.
func (m *meeting) waits(n NewGame) Game {
	m.Helper()
	n.Host = m.anna.ID
	if n.Key == "" {
		n.Key = "hexone"
	}
	if n.HostSeat == 0 {
		n.HostSeat = 1
	}
	g, err := m.d.CreateGame(m.Context(), n, m.tick())
	return m.must(g, err)
}

// runs returns a game that Ben and then the others have joined.
func (m *meeting) runs(n NewGame, others ...Person) Game {
	m.Helper()
	g := m.waits(n)
	for _, p := range append([]Person{m.ben}, others...) {
		joined, err := m.d.joinGame(m.Context(), g.Invite, p.ID, m.tick())
		g = m.must(joined, err)
	}
	return g
}

// ends returns a game that Ben resigns.
func (m *meeting) ends(n NewGame, others ...Person) Game {
	m.Helper()
	g, err := m.d.Resign(m.Context(), m.runs(n, others...).ID, m.ben.ID, m.tick())
	return m.must(g, err)
}

func (m *meeting) must(g Game, err error) Game {
	m.Helper()
	if err != nil {
		m.Fatal(err)
	}
	return g
}

func (m *meeting) desk(person Person, now time.Time) Desk {
	m.Helper()
	desk, err := m.d.Desk(m.Context(), person.ID, now)
	if err != nil {
		m.Fatal(err)
	}
	return desk
}

// wantGames checks which games a list has.
func wantGames(t testing.TB, what string, list []GameRow, want ...Game) {
	t.Helper()
	ids := make([]string, len(list))
	for i, row := range list {
		ids[i] = row.ID
	}
	wanted := make([]string, len(want))
	for i, g := range want {
		wanted[i] = g.ID
	}
	if !slices.Equal(ids, wanted) {
		t.Errorf("%s: %q, want %q", what, ids, wanted)
	}
}

func TestDesk(t *testing.T) {
	d := openTest(t)
	m := newMeeting(t, d)
	ctx := t.Context()

	slow1, slow2 := m.runs(NewGame{}), m.runs(NewGame{})
	days := m.runs(NewGame{Control: threeDays})
	live1 := m.runs(NewGame{Control: fiveMinutes})
	theirs := m.runs(NewGame{HostSeat: 2})
	live2 := m.runs(NewGame{Control: fiveMinutes})
	theirDays := m.runs(NewGame{HostSeat: 2, Control: threeDays})
	theirsToo := m.runs(NewGame{HostSeat: 2})
	open1, open2 := m.waits(NewGame{}), m.waits(NewGame{Key: "six", Setup: rules.Setup{Options: map[string]string{"seats": "4"}}})
	device1, device2 := m.waits(NewGame{BothSeats: true}), m.waits(NewGame{BothSeats: true})
	over1 := m.ends(NewGame{})
	challenge := m.waits(NewGame{Opponent: m.ben.ID})
	over2 := m.ends(NewGame{Key: "tartan", HostSeat: 2})
	off := m.runs(NewGame{})
	if _, err := d.Abort(ctx, off.ID, m.anna.ID, m.tick()); err != nil {
		t.Fatal(err)
	}
	_ = newGame(t, d, true) // somebody else's

	desk := m.desk(m.anna, m.now)
	wantGames(t, "challenges to Anna", desk.Challenges)
	wantGames(t, "her turn", desk.Turn, live1, live2, days, slow1, slow2)
	wantGames(t, "others to act", desk.Others, theirDays, theirsToo, theirs)
	wantGames(t, "waiting", desk.Waiting, challenge, open2, open1)
	wantGames(t, "on one device", desk.Device, device2, device1)
	wantGames(t, "recent", desk.Recent, over2, over1)

	desk = m.desk(m.ben, m.now)
	wantGames(t, "challenges to Ben", desk.Challenges, challenge)
	wantGames(t, "his turn", desk.Turn, theirDays, theirs, theirsToo)
	wantGames(t, "nothing waits for others", desk.Waiting)

	nobody, err := d.Desk(ctx, "nobody", noon)
	if err != nil || nobody.Turn != nil || len(nobody.Recent) > 0 {
		t.Errorf("nobody's games %+v, %v", nobody, err)
	}

	t.Run("what a row tells", func(t *testing.T) {
		for _, row := range append(m.desk(m.anna, m.now).Turn, desk.Challenges...) {
			g, err := d.Game(ctx, row.ID)
			if err != nil {
				t.Fatal(err)
			}
			deadline, _ := g.Deadline()
			if row.Key != g.Key || row.Status != g.Status || row.Host != m.anna.ID || row.Control != g.Record.Control() || row.Class != g.Class() ||
				row.ToAct != 1 || row.Turn != 1 || !row.Created.Equal(g.Created) || !row.Changed.Equal(g.Changed) || !row.Deadline.Equal(deadline) ||
				len(row.Players) != 2 || row.Players[0].Player != g.Players[0] || row.Players[1].Player != g.Players[1] || row.Result != "" || row.Reason != "" {
				t.Errorf("row %+v of %+v", row, g)
			}
			if row.Seat(m.anna.ID) != 1 || row.Seat("") != 0 {
				t.Errorf("Anna sits in %d, nobody in %d", row.Seat(m.anna.ID), row.Seat(""))
			}
		}
		row := m.desk(m.anna, m.now).Recent[1]
		if row.Result != "win 1 points 49 0" || row.Reason != "resignation" || row.ToAct != 0 || !row.Changed.Equal(over1.Changed) || row.Status != Over {
			t.Errorf("row %+v", row)
		}
	})
	t.Run("games on one device leave the desk", func(t *testing.T) {
		desk := m.desk(m.anna, device1.Changed.Add(aloneStays))
		wantGames(t, "after 14 days", desk.Device, device2, device1)
		if desk.Older {
			t.Error("there are said to be older ones")
		}
		desk = m.desk(m.anna, device1.Changed.Add(aloneStays+time.Millisecond))
		wantGames(t, "a moment later", desk.Device, device2)
		if !desk.Older {
			t.Error("nothing is said of the older one")
		}
	})
	t.Run("who is awaited where", func(t *testing.T) {
		for person, want := range map[Person][]Game{m.anna: {live1, live2, days, slow1, slow2}, m.ben: {theirDays, theirs, theirsToo}, {}: nil} {
			a, err := d.Awaiting(ctx, person.ID, m.now)
			if wanted := (Awaiting{Turns: len(want), Challenges: len(m.desk(person, m.now).Challenges)}); err != nil || a != wanted {
				t.Errorf("%s is awaited in %+v (%v), want %+v", person.Name, a, err, wanted)
			}
			ids, err := d.Urgent(ctx, person.ID)
			if err != nil || len(ids) != len(want) {
				t.Fatalf("%s is awaited in %q (%v)", person.Name, ids, err)
			}
			for i, g := range want {
				if ids[i] != g.ID {
					t.Errorf("%s: game %d is %s, want %s", person.Name, i, ids[i], g.ID)
				}
			}
		}
	})
	t.Run("the mark changes with any of the games", func(t *testing.T) {
		last := ""
		changes := func(what string, change func() (Game, error), person Person) {
			t.Helper()
			if _, err := change(); err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			mark, err := d.DeskMark(ctx, person.ID)
			if err != nil || mark == last {
				t.Errorf("%s leaves the mark %q, %v", what, mark, err)
			}
			last = mark
		}
		changes("nothing", func() (Game, error) { return Game{}, nil }, m.ben)
		changes("a turn", func() (Game, error) { return d.PlayTurn(ctx, slow1.ID, m.anna.ID, 0, "d3", m.tick()) }, m.ben)
		changes("a challenge declined", func() (Game, error) { return d.Abort(ctx, challenge.ID, m.ben.ID, m.tick()) }, m.ben)
		changes("a challenge", func() (Game, error) { return m.waits(NewGame{Opponent: m.ben.ID}), nil }, m.ben)
		changes("an end", func() (Game, error) { return d.Resign(ctx, slow2.ID, m.anna.ID, m.tick()) }, m.ben)
		if mark, err := d.DeskMark(ctx, m.ben.ID); err != nil || mark != last {
			t.Errorf("the mark is %q after %q, %v", mark, last, err)
		}
	})
	t.Run("open games", func(t *testing.T) {
		ids, err := d.OpenGames(ctx, m.anna.ID)
		if err != nil || len(ids) != 12 || slices.Contains(ids, over1.ID) || slices.Contains(ids, off.ID) || !slices.Contains(ids, device1.ID) {
			t.Errorf("%d games %q, %v", len(ids), ids, err)
		}
	})
}

// A list shows the ratings of all who play, and what ended games changed.
func TestListedRatings(t *testing.T) {
	d := openTest(t)
	m := newMeeting(t, d)
	rated := NewGame{Control: fiveMinutes, Terms: Terms{Rated: true}}
	m.ends(NewGame{Control: fiveMinutes})
	m.ends(rated)
	m.runs(rated)
	m.runs(NewGame{Control: threeDays})

	desk := m.desk(m.anna, m.now)
	if c := desk.Recent[1].Players; c[0].Change != nil || c[1].Change != nil {
		t.Errorf("a casual game changed %+v", c)
	}
	row := desk.Recent[0]
	changes, err := d.RatingChanges(t.Context(), row.ID)
	if err != nil || len(changes) != 2 {
		t.Fatalf("changes %+v, %v", changes, err)
	}
	for i, player := range row.Players {
		if player.Change == nil || player.Change.Points() != changes[i].Points() || player.Change.Points() == 0 {
			t.Errorf("seat %d: changed by %+v, want %d", i+1, player.Change, changes[i].Points())
		}
		if r := desk.Turn[0].Players[i].Rating; r == nil || r.Whole() != changes[i].After.Whole() {
			t.Errorf("seat %d: rating %+v, want %v", i+1, r, changes[i].After)
		}
		if r := desk.Turn[1].Players[i].Rating; r != nil {
			t.Errorf("seat %d: rating %+v in games of days", i+1, r)
		}
	}
	later := m.desk(m.anna, m.now.Add(1000*24*time.Hour))
	if was, is := desk.Turn[0].Players[0].Rating, later.Turn[0].Players[0].Rating; is.Deviation <= was.Deviation || is.Rating != was.Rating {
		t.Errorf("after three years %+v is %+v", was, is)
	}
}

// The queries of every page go by their indexes, not by all the games.
func TestListsUseIndexes(t *testing.T) {
	d := openFile(t)
	for name, q := range map[string]struct {
		query string
		args  []any
		index string
	}{
		"awaiting": {countAwaiting, []any{"anna", 0, 0}, "seats_open (person=?)"},
		"asked":    {countAwaiting, []any{"anna", 0, 0}, "seats_kept (reserved=?)"},
		"desk":     {selectDesk, []any{"anna", 10, 5}, "seats_open (person=?)"},
		"kept":     {selectDesk, []any{"anna", 10, 5}, "seats_kept (reserved=?)"},
	} {
		t.Run(name, func(t *testing.T) { wantPlan(t, d, q.index, q.query, q.args...) })
	}
}

// Many challenges do not hide the games of their person.
func TestDeskWithManyChallenges(t *testing.T) {
	d := openTest(t)
	m := newMeeting(t, d)
	own := m.runs(NewGame{})
	for range 42 {
		host := newAccount(t, d).ID
		for range 5 {
			_, err := d.CreateGame(t.Context(), NewGame{Key: "hexone", Host: host, HostSeat: 1, Opponent: m.anna.ID}, m.tick())
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	desk, err := d.Desk(t.Context(), m.anna.ID, m.tick())
	if err != nil || len(desk.Turn) != 1 || desk.Turn[0].ID != own.ID || len(desk.Challenges) != deskChallenges {
		t.Errorf("the desk has %d games and %d challenges, %v", len(desk.Turn), len(desk.Challenges), err)
	}
}

// Who watches sees the games that people play with each other now, the latest
// first.
func TestCurrent(t *testing.T) {
	d := openTest(t)
	anna, ben := newGuest(t, d), newGuest(t, d)
	var ids []string
	for i := range 4 {
		at := noon.Add(time.Duration(i) * time.Minute)
		g, err := d.CreateGame(t.Context(), NewGame{Key: "hexone", Host: anna.ID, HostSeat: 1}, at)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, g.ID)
		if i == 3 {
			continue // waits
		}
		if _, err := d.joinGame(t.Context(), g.Invite, ben.ID, at); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.Resign(t.Context(), ids[1], ben.ID, noon.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, err := d.CreateGame(t.Context(), NewGame{Key: "hexone", Host: anna.ID, BothSeats: true}, noon.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[int][]string{9: {ids[2], ids[0]}, 1: {ids[2]}, 0: nil} {
		list, err := d.Current(t.Context(), limit, noon)
		if err != nil || len(list) != len(want) {
			t.Fatalf("%d games of %d, %v", len(list), limit, err)
		}
		for i, g := range list {
			if g.ID != want[i] || len(g.Players) != 2 || g.Players[1].ID != ben.ID {
				t.Errorf("game %d of %d is %s with %+v", i, limit, g.ID, g.Players)
			}
		}
	}
}

// wantOpponents fails the test when what a game that goes on stores of its opponents does not
// follow from its seats.
func wantOpponents(t testing.TB, d *DB) {
	t.Helper()
	const query = "SELECT id || ': ' || coalesce(opponents, 'none') FROM games WHERE status <> 'over' AND opponents IS DISTINCT FROM "
	wrong, err := scanTexts(d.read.QueryContext(context.WithoutCancel(t.Context()), query+opponents))
	if err != nil || len(wrong) > 0 {
		t.Errorf("the opponents are wrong in %q, %v", wrong, err)
	}
}

// TestCurrentReadsWhatItShows checks the plan of the list: each part reads its index in the order
// of the list, and nothing is sorted but what these parts return.
func TestCurrentReadsWhatItShows(t *testing.T) {
	d := openFile(t)
	plan, err := explain(t.Context(), d, selectCurrent, []any{12, 0})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, step := range plan {
		if strings.HasPrefix(step, "SEARCH games ") || strings.HasPrefix(step, "SCAN games ") {
			got = append(got, step)
		}
	}
	want := []string{
		"SEARCH games USING COVERING INDEX games_current (opponents=?)",
		"SEARCH games USING COVERING INDEX games_current (opponents=?)",
		"SEARCH games USING COVERING INDEX games_current (opponents=? AND changed>?)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the plan is\n%s", strings.Join(plan, "\n"))
	}
	wantOpponents(t, d)
}

// TestCurrentWithoutAbsorbed checks that a game is no longer listed when the guest in it turns out to
// be the opponent: then one person plays all seats.
func TestCurrentWithoutAbsorbed(t *testing.T) {
	d := openTest(t)
	guest, account := newGuest(t, d), newAccount(t, d)
	g, err := d.CreateGame(t.Context(), NewGame{Key: "hexone", Host: guest.ID, HostSeat: 1}, noon)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.joinGame(t.Context(), g.Invite, account.ID, noon); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{1, 0} {
		if i == 1 {
			if err := d.Absorb(t.Context(), guest.ID, account.ID); err != nil {
				t.Fatal(err)
			}
		}
		if list, err := d.Current(t.Context(), 9, noon); err != nil || len(list) != want {
			t.Errorf("%d games are listed, want %d, %v", len(list), want, err)
		}
	}
}

// BenchmarkCurrent lists the games that are being played, among running games on one device and
// games against bots that their players have left.
func BenchmarkCurrent(b *testing.B) {
	for _, many := range []int{0, 20_000} {
		b.Run(fmt.Sprint(many), func(b *testing.B) {
			d := openTest(b)
			for range 12 {
				begin(b, d, NewGame{})
			}
			host := newGuest(b, d).ID
			for i, other := range []string{host, "bot-1"} {
				mustExec(b, d, `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n <= $1)
					INSERT INTO games (id, game, rules, options, position, host, revision, created, changed, status, to_act, turn, result, reason)
					SELECT $2 || n, 'hexone', 1, '{}', '', $3, 1, $4, $4 + n, 'running', 1, 1, '', '' FROM n WHERE n <= $1`,
					many, other, host, noon.Add(-time.Duration(i)*2*aloneStays).UnixMilli())
				mustExec(b, d, "INSERT INTO seats (game, seat, person) SELECT id, 1, $1 FROM games WHERE id LIKE $2 || '%' AND id NOT IN (SELECT game FROM seats)", host, other)
				mustExec(b, d, "INSERT INTO seats (game, seat, person) SELECT id, 2, $1 FROM games WHERE id LIKE $1 || '%' AND id NOT IN (SELECT game FROM seats WHERE seat = 2)", other)
			}
			mustExec(b, d, "UPDATE games SET opponents = "+opponents)
			for b.Loop() {
				if list, err := d.Current(b.Context(), 12, noon); err != nil || len(list) != 12 {
					b.Fatal(len(list), err)
				}
			}
		})
	}
}

func TestListsWithoutBrokenGames(t *testing.T) {
	t.Parallel()
	d := openTest(t)
	seek, running := create(t, d, NewGame{Terms: Terms{Listed: true}}), begin(t, d, NewGame{})
	for _, broken := range []Game{create(t, d, NewGame{Terms: Terms{Listed: true}}), begin(t, d, NewGame{})} {
		mustExec(t, d, "UPDATE games SET revision = revision + 1, rules = 99 WHERE id = $1", broken.ID)
		_, err := d.Game(t.Context(), broken.ID)
		wantInternal(t, err, broken.ID)
	}
	seeks, err := d.Seeks(t.Context(), "", 9, noon)
	if err != nil || len(seeks.Games) != 1 || seeks.Games[0].ID != seek.ID {
		t.Errorf("the lobby lists %d games, %v", len(seeks.Games), err)
	}
	current, err := d.Current(t.Context(), 9, noon)
	if err != nil || len(current) != 1 || current[0].ID != running.ID {
		t.Errorf("%d games go on, %v", len(current), err)
	}
}
