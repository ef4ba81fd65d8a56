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
