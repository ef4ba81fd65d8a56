package db

import (
	"context"
	"errors"
	"testing"

	"hexclub/rules"
	"hexclub/rules/rulestest"
)

// A game is replayed until the request is cancelled that asks for it. It is not taken for
// broken then.
func TestReadingAGameStopsWhenCancelled(t *testing.T) {
	d := openTest(t)
	g := playRandom(t, d, newPair(t, d), 20, 7)
	list, err := scanStored(d.read.QueryContext(t.Context(), selectGame+"WHERE g.id = $1 ORDER BY s.seat", g.ID))
	if err != nil {
		t.Fatal(err)
	}
	if err := list[0].replay(rulestest.CancelAfter(t.Context(), 5)); !errors.Is(err, context.Canceled) {
		t.Errorf("the replay ends with %v", err)
	}
	for n := 0; ; n++ {
		d.records = recordCache{} // as after a restart
		_, err := d.Game(rulestest.CancelAfter(t.Context(), n), g.ID)
		if err == nil {
			break
		}
		if !rules.IsKind(err, rules.Unavailable) || errors.Is(err, ErrBroken) {
			t.Fatalf("asked %d times before it is cancelled: %v", n, err)
		}
		if n > 1000 {
			t.Fatal("the game is never read")
		}
	}
	if n := d.records.weight; n == 0 {
		t.Error("a game that was read is not kept")
	}
}

// Games of a list are replayed until the request is cancelled that asks for them. None of them
// is left out as broken then.
func TestReadingGamesStopsWhenCancelled(t *testing.T) {
	d := openTest(t)
	var ids []string
	for seed := range uint64(3) {
		ids = append(ids, playRandom(t, d, newPair(t, d), 20, seed).ID)
	}
	stopped := 0
	for n := 0; ; n++ {
		d.records = recordCache{} // as after a restart
		games, err := d.Games(rulestest.CancelAfter(t.Context(), n), ids)
		if err == nil && len(games) == len(ids) {
			break
		}
		if !rules.IsKind(err, rules.Unavailable) || errors.Is(err, ErrBroken) {
			t.Fatalf("asked %d times before it is cancelled: %d games, %v", n, len(games), err)
		}
		stopped++
	}
	if stopped < 60 {
		t.Errorf("60 turns are replayed, and reading them stops at %d moments only", stopped)
	}
}
