package db

import (
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
