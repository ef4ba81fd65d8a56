package db

import (
	"testing"
	"time"

	"hexclub/rules"
)

// A season with an open challenge is closed, but not archived: its players could not
// finish it.
func TestSeasonsWithOpenChallengesAreNotArchived(t *testing.T) {
	t.Parallel()
	c := newClimb(t, openTest(t), nil, "Ann", "Ben")
	open := c.challenges("Ben", "Ann")
	c.try(c.d.SetSeason(t.Context(), c.season.ID, SeasonClosed, c.organiser.ID, c.tick(time.Hour)))
	wantError(t, c.d.SetSeason(t.Context(), c.season.ID, SeasonArchived, c.organiser.ID, c.now), rules.Conflict, "error.season-running")
	want := GoingOn{c.ladder.Name, open.Ref(), [2]Player{open.From, open.To}}
	if list, err := c.d.GoingOn(t.Context(), c.season.ID); err != nil || len(list) != 1 || list[0] != want {
		t.Errorf("%+v goes on, %v", list, err)
	}
	_, err := c.d.WithdrawChallenge(t.Context(), open.ID, c.people["Ben"].ID, c.tick(time.Hour))
	c.try(err)
	c.try(c.d.SetSeason(t.Context(), c.season.ID, SeasonArchived, c.organiser.ID, c.now))
}

// A season that is opened again opens the ladders that closed with it: also one that no tick has closed yet, but not
// one that was closed before.
func TestReopenedSeasonsOpenTheirLadders(t *testing.T) {
	t.Parallel()
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl")
	ctx, organiser := t.Context(), c.organiser.ID
	second, err := c.d.CreateLadder(ctx, c.season.ID, "", c.ladder.LadderTerms, organiser, c.now)
	c.try(err)
	_, err = c.d.CloseLadder(ctx, second.ID, true, organiser, c.tick(time.Second))
	c.try(err)
	closedBefore := c.now
	for _, ticked := range []bool{true, false} {
		c.try(c.d.SetSeason(ctx, c.season.ID, SeasonClosed, organiser, c.tick(time.Second)))
		if ticked {
			c.ticks(40 * day)
		} else {
			c.tick(40 * day)
		}
		c.try(c.d.SetSeason(ctx, c.season.ID, SeasonOpen, organiser, c.tick(time.Second)))
		c.ticks(time.Hour)
		c.wantOrder("Anna Ben Carl") // nobody was inactive meanwhile
		if l, err := c.d.Ladder(ctx, c.ladder.ID); err != nil || !l.Open() {
			t.Errorf("ticked: %v: the ladder is closed since %v, %v", ticked, l.Closed, err)
		}
		if l, err := c.d.Ladder(ctx, second.ID); err != nil || !l.Closed.Equal(closedBefore) {
			t.Errorf("ticked: %v: the other ladder is closed since %v, want %v; %v", ticked, l.Closed, closedBefore, err)
		}
	}
}
