package table

import (
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
)

// Before the turning point of a game the winners were not ahead, and since then they were, as bots evaluate.
func TestTurningPoint(t *testing.T) {
	found, none := 0, 0
	for _, game := range games.All() {
		for seed := range uint64(8) {
			r := playedAtRandom(t, game, nil, seed, 3000)
			result, over := r.Result()
			if !over || result.Drawn || len(r.Turns()) > longestJudged {
				continue
			}
			ahead := func(turn int) bool {
				then, err := r.At(t.Context(), turn)
				if err != nil {
					t.Fatal(err)
				}
				value := then.State().(rules.Evaluator).Evaluate()
				if result.Outcome(then.Turn().Seat) != rules.Won {
					value = -value
				}
				return value > 0
			}
			last := len(r.Turns())
			replay := newReplay(t, replayOf(t, r), Moment{Turn: last}, false).Replay
			turn := newBuilder(replayOf(t, r)).turningPoint()
			if shown := turn > 0 && turn < last; shown != (replay.Turning != nil) {
				t.Errorf("%s, seed %d: the turning point is %d, and shown: %v", game.Info().Key, seed, turn, !shown)
			}
			if turn == 0 {
				none++
			} else if found++; ahead(turn - 1) {
				t.Errorf("%s, seed %d: the winner was ahead before turn %d", game.Info().Key, seed, turn)
			}
			for after := turn; after < last; after++ {
				if !ahead(after) {
					t.Errorf("%s, seed %d: after turn %d the winner was not ahead, and the turning point is %d", game.Info().Key, seed, after, turn)
				}
			}
		}
	}
	t.Logf("%d games have a turning point, %d have none", found, none)
	if found < 10 {
		t.Errorf("only %d games have a turning point", found)
	}
}

// A game in progress, and one that was drawn or called off, have no turning point.
func TestNoTurningPoint(t *testing.T) {
	for name, r := range map[string]Input{
		"in progress": replayOf(t, hexoneRecord(t, chain, "d3 d3xE d4xE c3xE b4")),
		"drawn":       replayOf(t, hexoneRecord(t, chain, "d3 d3xE d4xE c3xE b4 draw:1 accept:2")),
		"called off":  replayOf(t, hexoneRecord(t, chain, "abort:1")),
	} {
		if turn := newBuilder(r).turningPoint(); turn != 0 {
			t.Errorf("%s: %d", name, turn)
		}
	}
}
