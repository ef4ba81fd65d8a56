package db

import (
	"slices"
	"sync"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/rating"
	"hexclub/rules/record"
)

// idsOf returns the ids of games, in order.
func idsOf(list []Game) []string {
	names := []string{}
	for _, g := range list {
		names = append(names, g.ID)
	}
	return names
}

// A lobby is the games that wait, as a person sees them.
type lobby struct {
	Meetings
	seeks []string // ids
}

// lobbyOf returns the lobby as a person sees it, or somebody unknown (empty).
func lobbyOf(t *testing.T, d *DB, person, key string, limit int) lobby {
	t.Helper()
	all, err := d.Seeks(t.Context(), key, limit, noon)
	l := lobby{}
	if err == nil && person != "" {
		l.Meetings, err = d.Meetings(t.Context(), person, limit, noon)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range all.Games {
		if l.Sees(g) {
			l.seeks = append(l.seeks, g.ID)
		}
	}
	return l
}

func TestLobby(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben, cora := newAccount(t, d).ID, newAccount(t, d).ID, newAccount(t, d).ID
	after := 0
	make := func(n NewGame) string {
		after++
		n.HostSeat = 1
		return must(t)(d.CreateGame(ctx, n, in(time.Duration(after)*time.Minute))).ID
	}
	listed := Terms{Listed: true}
	seek := make(NewGame{Key: "hexone", Host: anna, Terms: listed, Control: control(t, "5+3")})
	six := make(NewGame{Key: "six", Host: ben, Terms: listed, Setup: rules.Setup{Options: map[string]string{"seats": "4"}}})
	challenge := make(NewGame{Key: "tartan", Host: anna, Opponent: ben})
	link := make(NewGame{Key: "tartan", Host: anna})
	if _, err := d.TakeSeat(ctx, make(NewGame{Key: "hexit", Host: anna, Terms: listed}), Claim{Person: cora}, noon); err != nil {
		t.Fatal(err) // it runs: nobody is to see it here
	}
	if _, err := d.Abort(ctx, make(NewGame{Key: "hexit", Host: cora, Terms: listed}), cora, noon); err != nil {
		t.Fatal(err)
	}

	for _, test := range []struct {
		name, person, key      string
		limit                  int
		challenges, own, seeks []string
	}{
		{"a stranger", "", "", 9, nil, nil, []string{six, seek}},
		{"nobody's friend", cora, "", 9, nil, nil, []string{six, seek}},
		{"the host", anna, "", 9, nil, []string{link, challenge, seek}, []string{six}},
		{"who is challenged", ben, "", 9, []string{challenge}, []string{six}, []string{seek}},
		{"of one game", ben, "six", 9, []string{challenge}, []string{six}, nil},
		{"of another", cora, "six", 9, nil, nil, []string{six}},
		{"the last only", cora, "", 1, nil, nil, []string{six}},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := lobbyOf(t, d, test.person, test.key, test.limit)
			for part, lists := range map[string][2][]string{
				"challenges": {idsOf(l.Challenges), test.challenges}, "own": {idsOf(l.Own), test.own}, "seeks": {l.seeks, test.seeks},
			} {
				if !slices.Equal(lists[0], lists[1]) {
					t.Errorf("%s are %v, want %v", part, lists[0], lists[1])
				}
			}
		})
	}
	t.Run("of people who block one another", func(t *testing.T) {
		if err := d.Block(ctx, cora, anna, noon); err != nil {
			t.Fatal(err)
		}
		if err := d.Block(ctx, ben, anna, noon); err != nil {
			t.Fatal(err)
		}
		for person, want := range map[string][]string{"": {six, seek}, cora: {six}, anna: nil, ben: nil} {
			if l := lobbyOf(t, d, person, "", 9); !slices.Equal(l.seeks, want) || len(l.Challenges) > 0 {
				t.Errorf("%q sees %v and %v; want %v", person, l.seeks, idsOf(l.Challenges), want)
			}
		}
	})
}

// Hosts are shown with what is known of them in such games.
func TestLobbyStandings(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben := newAccount(t, d).ID, newAccount(t, d).ID
	for _, class := range []rating.Class{rating.Quick, rating.Days} {
		mustExec(t, d, `INSERT INTO ratings (person, game, class, rating, deviation, volatility, games, at)
			VALUES ($1, 'hexone', $2, 1700, 60, 0.06, 9, $3)`, anna, class, noon.UnixMilli())
	}
	quick := create(t, d, NewGame{Key: "hexone", Host: anna, Control: control(t, "5+3"), Terms: Terms{Listed: true}})
	create(t, d, NewGame{Key: "six", Host: anna, Control: control(t, "5+3"), Terms: Terms{Listed: true}})
	create(t, d, NewGame{Key: "hexone", Host: anna, Terms: Terms{Listed: true}})
	create(t, d, NewGame{Key: "hexone", Host: ben, Control: control(t, "5+3"), Terms: Terms{Listed: true}})
	l, err := d.Seeks(ctx, "", 9, in(300*24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Games) != 4 || len(l.Standings) != 1 {
		t.Fatalf("%d seeks, standings %v", len(l.Games), l.Standings)
	}
	if r := l.Standings[quick.HostStanding()]; r.Whole() != 1700 || r.Deviation < 90 {
		t.Errorf("the host stands at %+v, want 1700 with a deviation that has grown", r)
	}
}

func TestPlayNow(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben := newAccount(t, d).ID, newAccount(t, d).ID
	base := NewGame{Key: "six", HostSeat: 1, Control: control(t, "5+3"), Terms: Terms{Drawn: true}, Explore: true}
	with := func(change func(*NewGame)) NewGame {
		n := base
		if change != nil {
			change(&n)
		}
		return n
	}
	for _, test := range []struct {
		name        string
		seek, asked NewGame
		meets       bool
	}{
		{"as asked for", with(nil), with(nil), true},
		{"another clock of the class", with(func(n *NewGame) { n.Control = control(t, "3+2") }), with(nil), true},
		{"a host who starts", with(func(n *NewGame) { n.Drawn = false }), with(nil), true},
		{"rated, both", with(func(n *NewGame) { n.Rated = true }), with(func(n *NewGame) { n.Rated = true }), true},
		{"no clock, both", with(func(n *NewGame) { n.Control = record.Control{} }), with(func(n *NewGame) { n.Control = record.Control{} }), true},
		{"options written out", with(func(n *NewGame) { n.Setup.Options = map[string]string{"rules": "basic"} }), with(nil), true},
		{"of four, one seat free for all", with(func(n *NewGame) {
			n.Setup.Options, n.HostSeat = map[string]string{"seats": "4"}, 3
		}), with(func(n *NewGame) { n.Setup.Options = map[string]string{"seats": "4"} }), true},
		{"a longer clock", with(func(n *NewGame) { n.Control = control(t, "10+5") }), with(nil), false},
		{"no clock", with(func(n *NewGame) { n.Control = record.Control{} }), with(nil), false},
		{"rated", with(func(n *NewGame) { n.Rated = true }), with(nil), false},
		{"casual", with(nil), with(func(n *NewGame) { n.Rated = true }), false},
		{"another game", with(func(n *NewGame) { n.Key = "tartan" }), with(nil), false},
		{"another option", with(func(n *NewGame) { n.Setup.Options = map[string]string{"rules": "advanced"} }), with(nil), false},
		{"no exploring", with(func(n *NewGame) { n.Explore = false }), with(nil), false},
		{"a match", with(func(n *NewGame) { n.Key, n.Match = "hexone", true }), with(func(n *NewGame) { n.Key = "hexone" }), false},
		{"a challenge to another", with(func(n *NewGame) { n.Opponent = newAccount(t, d).ID }), with(nil), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			mustExec(t, d, "UPDATE games SET status = 'over'")
			test.seek.Host, test.seek.Listed, test.asked.Host = anna, true, ben
			seek := create(t, d, test.seek)
			g, err := d.PlayNow(ctx, test.asked, in(time.Second), nil)
			if err != nil {
				t.Fatal(err)
			}
			if meets := g.ID == seek.ID; meets != test.meets {
				t.Fatalf("they meet: %v, want %v", meets, test.meets)
			}
			if len(g.SeatsOf(ben)) != 1 || !g.Listed || g.Rated != test.asked.Rated || g.Class() != test.asked.class(t) {
				t.Errorf("game %+v", g)
			}
			if want := test.meets && len(g.Players) == 2; (g.Status == Running) != want {
				t.Errorf("the game is %s", g.Status)
			}
		})
	}
	t.Run("the oldest, of live games the last", func(t *testing.T) {
		mustExec(t, d, "UPDATE games SET status = 'over'")
		n := base
		n.Control = control(t, "1d")
		n.Listed = true
		n.Host = anna
		must(t)(d.CreateGame(ctx, n, in(time.Minute)))
		n.Host = newGuest(t, d).ID
		oldest := create(t, d, n)
		n.Host = ben
		if g, err := d.PlayNow(ctx, n, noon, nil); err != nil || g.ID != oldest.ID {
			t.Errorf("it is %s, %v; want %s", g.ID, err, oldest.ID)
		}
		n.Control = base.Control
		n.Host = anna
		create(t, d, n)
		n.Host = newGuest(t, d).ID
		last := must(t)(d.CreateGame(ctx, n, in(time.Minute)))
		n.Host = ben
		if g, err := d.PlayNow(ctx, n, noon, nil); err != nil || g.ID != last.ID {
			t.Errorf("live it is %s, %v; want %s", g.ID, err, last.ID)
		}
	})
	t.Run("asked for twice", func(t *testing.T) {
		mustExec(t, d, "UPDATE games SET status = 'over'")
		n := base
		n.Host = anna
		first, err := d.PlayNow(ctx, n, noon, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := d.PlayNow(ctx, n, in(time.Second), nil)
		if err != nil || again.ID != first.ID || again.Revision != first.Revision || again.Status != Waiting {
			t.Errorf("%+v, %v; want the first", again, err)
		}
		n.Control = control(t, "3+2")
		if other, err := d.PlayNow(ctx, n, noon, nil); err != nil || other.ID == first.ID || other.Record.Control() != n.Control {
			t.Errorf("with another clock: %+v, %v", other, err)
		}
	})
	t.Run("not with whom one has blocked", func(t *testing.T) {
		mustExec(t, d, "UPDATE games SET status = 'over'")
		if err := d.Block(ctx, ben, anna, noon); err != nil {
			t.Fatal(err)
		}
		n := base
		n.Host = anna
		first, err := d.PlayNow(ctx, n, noon, nil)
		if err != nil {
			t.Fatal(err)
		}
		n.Host = ben
		if second, err := d.PlayNow(ctx, n, noon, nil); err != nil || second.ID == first.ID {
			t.Errorf("%+v, %v", second, err)
		}
	})
	t.Run("with as many waiting as there can be", func(t *testing.T) {
		n := base
		n.Host = newAccount(t, d).ID
		var own Game
		for _, clock := range []string{"1d", "3d", "7d", "14d", "30d"} {
			n.Control = control(t, clock)
			own = must(t)(d.PlayNow(ctx, n, noon, nil))
		}
		if again := must(t)(d.PlayNow(ctx, n, noon, nil)); again.ID != own.ID {
			t.Errorf("what waits already is %+v, want %+v", again, own)
		}
		n.Key = "tartan"
		_, err := d.PlayNow(ctx, n, noon, nil)
		wantError(t, err, rules.TooMany, "error.many-waiting")
		seek := create(t, d, NewGame{Key: n.Key, Control: n.Control, Explore: true, Terms: Terms{Listed: true}})
		if g := must(t)(d.PlayNow(ctx, n, noon, nil)); g.ID != seek.ID || g.Status != Running {
			t.Errorf("with a seek of somebody else it is %+v", g)
		}
	})
	t.Run("a guest, rated", func(t *testing.T) {
		n := base
		n.Host, n.Rated = newGuest(t, d).ID, true
		_, err := d.PlayNow(ctx, n, noon, nil)
		wantError(t, err, rules.Forbidden, "error.rated-guest")
		n.Host, n.Control = ben, record.Control{}
		_, err = d.PlayNow(ctx, n, noon, nil)
		wantError(t, err, rules.Invalid, "error.rated-clock")
	})
}

func (n NewGame) class(t testing.TB) rating.Class {
	t.Helper()
	g, err := n.game(noon)
	if err != nil {
		t.Fatal(err)
	}
	return g.Class()
}

// However many ask at once, each two of them meet: one may be left over for
// each way to play.
func TestPlayNowAtOnce(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	controls := []string{"", "5+3", "3d"}
	const each = 15
	var done sync.WaitGroup
	for _, text := range controls {
		for range each {
			n := NewGame{Key: "tartan", Host: newGuest(t, d).ID, HostSeat: 1, Control: control(t, text), Terms: Terms{Drawn: true}}
			done.Go(func() {
				if _, err := d.PlayNow(ctx, n, noon, nil); err != nil {
					t.Error(err)
				}
			})
		}
	}
	done.Wait()
	for _, text := range controls {
		for status, want := range map[Status]int{Running: each / 2, Waiting: each % 2} {
			var got int
			err := d.read.QueryRowContext(ctx, "SELECT count(*) FROM games WHERE control = $1 AND status = $2", text, status).Scan(&got)
			if err != nil || got != want {
				t.Errorf("%d games of %q are %s, %v; want %d", got, text, status, err, want)
			}
		}
	}
}

// When twenty people take the seat of one seek at once, one gets it, and the others get an error
// that says so.
func TestTakeOneSeatAtOnce(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	for round := range 20 {
		g := create(t, d, NewGame{
			Key: "hexone", Host: newGuest(t, d).ID, Control: control(t, "5+3"), Terms: Terms{Listed: true, Drawn: true},
		})
		const takers = 20
		people, errs := [takers]string{}, [takers]error{}
		for i := range people {
			people[i] = newGuest(t, d).ID
		}
		var done sync.WaitGroup
		for i, person := range people {
			done.Go(func() { _, errs[i] = d.TakeSeat(ctx, g.ID, Claim{Person: person}, noon) })
		}
		done.Wait()
		g, err := d.Game(ctx, g.ID)
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for i, err := range errs {
			if err == nil {
				got++
				if len(g.SeatsOf(people[i])) != 1 {
					t.Errorf("round %d: who got the seat does not sit there", round)
				}
			} else {
				wantError(t, err, rules.Conflict, "error.seat-taken")
			}
		}
		if got != 1 || g.Status != Running || g.Revision != 2 {
			t.Errorf("round %d: %d got the seat; the game is %s at revision %d", round, got, g.Status, g.Revision)
		}
	}
}
