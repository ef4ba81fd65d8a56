package db

import (
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/ladder"
)

// An organiser orders the players of a ladder, with a reason once a challenge is decided.
func TestOrderLadder(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora")
	ctx, by, id := t.Context(), c.organiser.ID, c.ladder.ID
	order := func(names ...string) (ids []string) {
		for _, name := range names {
			ids = append(ids, c.people[name].ID)
		}
		return ids
	}
	_, err := c.d.OrderLadder(ctx, id, order("Ben", "Anna", "Carl", "Dora"), c.people["Ben"].ID, "", c.tick(time.Second))
	wantError(t, err, rules.Forbidden, "error.organisers-only")
	_, err = c.d.OrderLadder(ctx, id, order("Dora", "Carl", "Ben", "Anna"), by, "", c.tick(time.Second))
	c.try(err)
	c.wantOrder("Dora Carl Ben Anna")
	_, err = c.d.OrderLadder(ctx, id, order("Dora", "Carl", "Ben"), by, "", c.tick(time.Second))
	wantError(t, err, rules.Conflict, "error.ladder-order")
	made := c.challenges("Carl", "Dora")
	_, err = c.d.DecideChallenge(ctx, made.ID, by, ladder.Outcome{Winner: c.people["Carl"].ID}, "seen", c.tick(time.Second))
	c.try(err)
	if decided, err := c.d.LadderDecided(ctx, id); err != nil || !decided {
		t.Errorf("decided: %t, %v", decided, err)
	}
	_, err = c.d.OrderLadder(ctx, id, order("Anna", "Dora", "Carl", "Ben"), by, " ", c.tick(time.Second))
	wantError(t, err, rules.Invalid, "error.ladder-reason")
	_, err = c.d.OrderLadder(ctx, id, order("Anna", "Dora", "Carl", "Ben"), by, "a new season", c.tick(time.Second))
	c.try(err)
	c.wantOrder("Anna Dora Carl Ben")
	log, _, err := c.d.AuditLog(ctx, AuditFilter{}, 1)
	if err != nil || log[0].Act != "ladder-ordered" || log[0].Detail["Count"] != "3" || log[0].Detail["Reason"] != "a new season" {
		t.Errorf("the log says %+v: %v", log, err)
	}
}
