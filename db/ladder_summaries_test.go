package db

import (
	"testing"
	"time"
)

// TestLadderSummaries counts players and open challenges, and follows the leader and the first deadline.
func TestLadderSummaries(t *testing.T) {
	d := openTest(t)
	c := newClimb(t, d, nil, "Ada", "Ben", "Cleo", "Dora")
	summary := func(person string) LadderSummary {
		t.Helper()
		all, err := d.LadderSummaries(t.Context(), person, c.ladder.ID, "nowhere")
		c.try(err)
		if len(all) != 1 {
			t.Fatalf("summaries of %d ladders, want 1", len(all))
		}
		return all[c.ladder.ID]
	}
	if got := summary(""); got.Players != 4 || got.Leader.Name != "Ada" || got.Place != 0 || got.Open != 0 || !got.Due.IsZero() {
		t.Errorf("at the beginning: %+v", got)
	}
	made := c.challenges("Ben", "Ada")
	if got := summary(c.people["Cleo"].ID); got.Place != 3 || got.Open != 1 || !got.Due.Equal(made.AnswerBy) {
		t.Errorf("with a challenge: %+v, want the deadline %v", got, made.AnswerBy)
	}
	accepted := c.accepts(made)
	if got := summary(""); got.Open != 1 || !got.Due.Equal(accepted.PlayBy) {
		t.Errorf("with an accepted challenge: %+v, want the deadline %v", got, accepted.PlayBy)
	}
	_, err := d.LeaveLadder(t.Context(), c.ladder.ID, c.people["Ada"].ID, c.tick(time.Hour))
	c.try(err)
	if got := summary(c.people["Ada"].ID); got.Players != 3 || got.Leader.Name != "Ben" || got.Place != 0 || got.Open != 0 {
		t.Errorf("after the leader has left: %+v", got)
	}
}
