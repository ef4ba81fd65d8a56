package db

import (
	"slices"
	"testing"
	"time"

	"hexclub/rules"
)

// An organiser adds several members at once, each logged, and passes over players.
func TestAddAllToLadder(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben")
	ctx, by, id := t.Context(), c.organiser.ID, c.ladder.ID
	carl, dora, ben := c.account("Carl").ID, c.account("Dora").ID, c.people["Ben"].ID
	_, _, err := c.d.AddAllToLadder(ctx, id, []string{dora}, ben, c.tick(time.Second))
	wantError(t, err, rules.Forbidden, "error.organisers-only")
	_, _, err = c.d.AddAllToLadder(ctx, id, []string{dora, "nobody"}, by, c.tick(time.Second))
	wantError(t, err, rules.Forbidden, "error.log-in-first")
	c.wantOrder("Anna Ben")
	if list, more, err := c.d.LadderCandidates(ctx, c.ladder, "", 2); err != nil || !more || len(list) != 2 || list[0].ID != carl {
		t.Errorf("candidates are %+v, %t: %v", list, more, err)
	}
	if list, more, err := c.d.LadderCandidates(ctx, c.ladder, "DOR", 2); err != nil || more || len(list) != 1 || list[0].ID != dora {
		t.Errorf("candidates are %+v, %t: %v", list, more, err)
	}
	_, added, err := c.d.AddAllToLadder(ctx, id, []string{dora, ben, carl, dora}, by, c.tick(time.Second))
	if err != nil || !slices.Equal(added, []string{dora, carl}) {
		t.Fatalf("added %q: %v", added, err)
	}
	c.wantOrder("Anna Ben Dora Carl")
	log, _, err := c.d.AuditLog(ctx, AuditFilter{}, 2)
	if err != nil || log[0].Act != "ladder-added" || log[0].Subject.Name != "Carl" || log[0].Detail["Is"] != "4" || log[1].Subject.Name != "Dora" {
		t.Errorf("the log says %+v: %v", log, err)
	}
	c.account("Emil")
	_, added, err = c.d.AddEverybodyToLadder(ctx, id, by, c.tick(time.Second))
	if err != nil || len(added) != 2 {
		t.Fatalf("added %q: %v", added, err)
	}
	c.wantOrder("Anna Ben Dora Carl Emil Olga")
	_, added, err = c.d.AddEverybodyToLadder(ctx, id, by, c.tick(time.Second))
	if err != nil || len(added) != 0 {
		t.Errorf("added %q again: %v", added, err)
	}
	c.try(c.d.SetSeason(ctx, c.season.ID, SeasonClosed, by, c.tick(time.Second)))
	_, _, err = c.d.AddAllToLadder(ctx, id, []string{c.account("Fay").ID}, by, c.tick(time.Second))
	wantError(t, err, rules.Conflict, "error.season-closed")
}
