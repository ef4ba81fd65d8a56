package db

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

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
	d := openTest(t)
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
