package db

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"hexclub/rules"
)

func TestPlayTurn(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()

	t.Run("a whole game, read again after each turn", func(t *testing.T) {
		g := newPair(t, d)
		random := newRandom(3)
		for turn := 1; g.Status != Over; turn++ {
			now := noon.Add(time.Duration(turn) * time.Second)
			person := g.Players[g.Record.State().Turn().Seat-1].ID
			after, err := d.PlayTurn(ctx, g.ID, person, g.Record.EventCount(), randomTurn(g.Record, random), now)
			if err != nil {
				t.Fatal(err)
			}
			if after.Revision != g.Revision+1 || !after.Changed.Equal(now) || after.Record.EventCount() <= g.Record.EventCount() {
				t.Fatalf("after turn %d: %+v", turn, after)
			}
			g = read(t, d, g)
			if g.Revision != after.Revision || g.Status != after.Status || !g.Changed.Equal(now) ||
				!slices.Equal(g.Record.Events(), after.Record.Events()) {
				t.Fatalf("turn %d reads %+v, was %+v", turn, g, after)
			}
		}
		_, err := d.PlayTurn(ctx, g.ID, g.Players[0].ID, g.Record.EventCount(), "c2", noon)
		wantError(t, err, rules.Conflict, "error.over")
		_, err = d.Resign(ctx, g.ID, g.Players[0].ID, noon)
		wantError(t, err, rules.Conflict, "error.over")
		desk, err := d.Desk(ctx, g.Players[0].ID, noon)
		if err != nil {
			t.Fatal(err)
		}
		result, _ := g.Record.Result()
		if listed := desk.Recent[0]; listed.Result != result.String() || listed.Reason != result.Reason || listed.Status != Over {
			t.Errorf("listed %+v, want %v", listed, result)
		}
	})

	pair := newPair(t, d)
	waiting := newGame(t, d, false)
	stranger := newGuest(t, d).ID
	first, second := pair.Players[0].ID, pair.Players[1].ID
	for name, c := range map[string]struct {
		game, person string
		moved        int
		turn         string
		kind         rules.ErrorKind
		key          string
		shown        bool // the game comes with the error
	}{
		"no game":          {"none", first, 0, "d3", rules.NotFound, "error.no-game", false},
		"a stranger":       {pair.ID, stranger, 0, "d3", rules.Forbidden, "error.not-a-player", false},
		"nobody":           {waiting.ID, "", 0, "d3", rules.Forbidden, "error.not-a-player", false},
		"a free seat":      {waiting.ID, waiting.Players[0].ID, 0, "d3", rules.Conflict, "error.waiting", true},
		"an event to come": {pair.ID, first, 1, "d3", rules.Conflict, "error.stale", true},
		"the other's turn": {pair.ID, second, 0, "d3", rules.Conflict, "error.not-your-turn", true},
		"no turn":          {pair.ID, first, 0, "", rules.Invalid, "error.turn-unfinished", true},
		"more than a turn": {pair.ID, first, 0, "d3,c2", rules.Invalid, "error.turn-over", true},
	} {
		t.Run(name, func(t *testing.T) {
			g, err := d.PlayTurn(ctx, c.game, c.person, c.moved, c.turn, noon)
			wantError(t, err, c.kind, c.key)
			if shown := g.Record != nil && g.ID == c.game; shown != c.shown {
				t.Errorf("game %+v", g)
			}
		})
	}
	t.Run("an illegal turn", func(t *testing.T) {
		g, err := d.PlayTurn(ctx, pair.ID, first, 0, "c3", noon)
		var refusal *rules.Refusal
		if !errors.As(err, &refusal) || refusal.Rule == "" {
			t.Errorf("error %v, want a refusal", err)
		}
		if g.Record == nil || g.Record.EventCount() != 0 {
			t.Errorf("game %+v", g)
		}
	})
	t.Run("nothing of all that was stored", func(t *testing.T) {
		g, err := d.Game(ctx, pair.ID)
		if err != nil || g.Revision != pair.Revision || g.Record.EventCount() != 0 || !g.Changed.Equal(pair.Changed) {
			t.Errorf("game %+v, %v", g, err)
		}
	})
}

func TestResign(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	winner := func(g Game) rules.Seat {
		result, over := g.Record.Result()
		if winners := result.Winners(); over && len(winners) == 1 {
			return winners[0]
		}
		return 0
	}

	t.Run("in the other's turn", func(t *testing.T) {
		g := newPair(t, d)
		after, err := d.Resign(ctx, g.ID, g.Players[1].ID, noon.Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if after.Status != Over || winner(after) != 1 || after.Revision != g.Revision+1 || !after.Changed.Equal(noon.Add(time.Hour)) {
			t.Errorf("game %+v", after)
		}
		if read, err := d.Game(ctx, g.ID); err != nil || read.Status != Over || winner(read) != 1 {
			t.Errorf("read %+v, %v", read, err)
		}
		again, err := d.Resign(ctx, g.ID, g.Players[0].ID, noon)
		wantError(t, err, rules.Conflict, "error.over")
		if again.ID != g.ID || winner(again) != 1 {
			t.Errorf("game %+v", again)
		}
	})
	t.Run("on one device the seat to act", func(t *testing.T) {
		g := playRandom(t, d, newGame(t, d, true), 1, 1)
		after, err := d.Resign(ctx, g.ID, g.Players[0].ID, noon)
		if err != nil || winner(after) != 1 {
			t.Errorf("game %+v, %v", after, err)
		}
	})
	t.Run("not for others", func(t *testing.T) {
		g := newPair(t, d)
		_, err := d.Resign(ctx, g.ID, newGuest(t, d).ID, noon)
		wantError(t, err, rules.Forbidden, "error.not-a-player")
		_, err = d.Resign(ctx, "none", g.Players[0].ID, noon)
		wantError(t, err, rules.NotFound, "error.no-game")
		waiting := newGame(t, d, false)
		_, err = d.Resign(ctx, waiting.ID, waiting.Players[0].ID, noon)
		wantError(t, err, rules.Conflict, "error.waiting")
	})
}

// TestOneOfTwoTurns commits the same turn twice at once, by one program and by
// two: one lands, the other hears that it came late and gets the fresh game.
// Meanwhile readers never see a game whose parts do not belong together.
func TestOneOfTwoTurns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	var programs [2]*DB
	for i := range programs {
		d, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = d.Close() }()
		programs[i] = d
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	random := newRandom(5)
	game := newGame(t, programs[0], true)
	watched := make(chan string, 100)
	watching := make(chan error, 1)
	go func() { watching <- watch(ctx, programs[1], watched) }()
	watched <- game.ID

	for round := range 200 {
		type answer struct {
			game Game
			err  error
		}
		answers := make(chan answer)
		moved, turn := game.Record.EventCount(), randomTurn(game.Record, random)
		for i := range 2 {
			go func() {
				g, err := programs[i*(round%2)].PlayTurn(ctx, game.ID, game.Players[0].ID, moved, turn, noon)
				answers <- answer{g, err}
			}()
		}
		a, b := <-answers, <-answers
		if a.err != nil {
			a, b = b, a
		}
		if a.err != nil {
			t.Fatalf("round %d: no turn landed: %v, %v", round, a.err, b.err)
		}
		wantError(t, b.err, rules.Conflict, "error.stale")
		if b.game.Revision != a.game.Revision || !slices.Equal(b.game.Record.Events(), a.game.Record.Events()) {
			t.Fatalf("round %d: late answer %+v, want %+v", round, b.game, a.game)
		}
		if game = a.game; game.Status == Over {
			game = newGame(t, programs[0], true)
			watched <- game.ID
		}
	}
	cancel()
	if err := <-watching; err != nil {
		t.Error(err)
	}
}

// watch reads the game named last until the context ends.
func watch(ctx context.Context, d *DB, games <-chan string) error {
	for id := <-games; ; {
		select {
		case id = <-games:
		case <-ctx.Done():
			return nil
		default:
		}
		g, err := d.Game(ctx, id)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		case g.Revision != 1+len(g.Record.Turns()): // each turn raises it by one
			return errors.New("row and events of game " + id + " do not agree")
		}
	}
}
