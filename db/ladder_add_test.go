package db

import (
	"errors"
	"slices"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/ladder"
)

// An organiser adds several members at once, which is one act of the log and a decision about each, and passes over players.
func TestAddAllToLadder(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben")
	ctx, by, id := t.Context(), c.organiser.ID, c.ladder.ID
	carl, dora, ben := c.account("Carl").ID, c.account("Dora").ID, c.people["Ben"].ID
	_, _, err := c.d.AddAllToLadder(ctx, id, []string{dora}, ben, c.tick(time.Second))
	wantError(t, err, rules.Forbidden, "error.organisers-only")
	_, _, err = c.d.AddAllToLadder(ctx, id, []string{dora, "nobody"}, by, c.tick(time.Second))
	wantError(t, err, rules.Conflict, "error.not-members")
	if closed := new(NotMembersError); !errors.As(err, &closed) || !slices.Equal(closed.People, []string{"nobody"}) {
		t.Errorf("the error is about %+v", closed)
	}
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
	log, _, err := c.d.AuditLog(ctx, AuditFilter{Person: carl}, 2)
	if err != nil || len(log) != 1 || log[0].Act != "ladder-members" || log[0].Detail["Count"] != "2" || log[0].People[dora].Name != "Dora" {
		t.Errorf("the log says %+v: %v", log, err)
	}
	for person, want := range map[string]int{dora: 1, ben: 0} {
		if list, err := c.d.Decisions(ctx, person, noon.Add(-time.Hour), 5); err != nil || len(list) != want {
			t.Errorf("the decisions about %s are %+v, %v", person, list, err)
		}
	}
	c.challenges("Ben", "Anna") // which has nothing to do with those who were added
	c.try(c.mayUndo(log[0]))
	made := c.challenges("Carl", "Dora")
	wantError(t, c.mayUndo(log[0]), rules.Conflict, "error.undo-changed")
	_, err = c.d.UndoMembers(ctx, log[0], by, "undone", c.tick(time.Second))
	wantError(t, err, rules.Conflict, "error.undo-changed")
	c.accepts(made)
	c.plays(c.again(made), "Dora")
	wantError(t, c.mayUndo(log[0]), rules.Conflict, "error.undo-changed")
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

	mustExec(t, c.d, `INSERT INTO audit_log (number, at, act, about_kind, about_id, detail)
		WITH RECURSIVE n(i) AS (SELECT max(number) FROM audit_log UNION ALL SELECT i + 1 FROM n WHERE i < (SELECT max(number) + 1001 FROM audit_log))
		SELECT i, 0, 'club-welcome', 'club', '', '{}' FROM n WHERE i > (SELECT max(number) FROM audit_log) ORDER BY i`)
	if log, _, err = c.d.AuditLog(ctx, AuditFilter{Person: carl}, 2); err != nil || len(log) != 1 || log[0].Act != "ladder-members" {
		t.Errorf("1,000 acts later the log says %+v: %v", log, err)
	}
}

// New members of the club enter the open ladders that they join automatically, once.
func TestNewMembersJoinLadders(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben")
	ctx, by, id, later := t.Context(), c.organiser.ID, c.ladder.ID, noon.Add(time.Hour)
	c.account("Carl") // before the rule
	joins := func(hash string) {
		t.Helper()
		_, err := c.d.JoinInvited(ctx, hash, "", "hash", c.tick(time.Second))
		c.try(err)
	}
	imports := func(name string) {
		t.Helper()
		c.try(c.d.ImportMembers(ctx, []NewMember{{Name: name, Hash: "link of " + name}}, by, later, c.tick(time.Second)))
	}
	imports("Zoe")
	_, err := c.d.AutomateLadder(ctx, id, c.people["Anna"].ID, c.tick(time.Second))
	wantError(t, err, rules.Forbidden, "error.organisers-only")
	_, err = c.d.AutomateLadder(ctx, id, by, c.tick(time.Second))
	c.try(err)
	log, _, err := c.d.AuditLog(ctx, AuditFilter{}, 1)
	if err != nil || log[0].Act != "ladder-set" || log[0].Detail["SettingKey"] != "ladder.set.automatic" || log[0].Detail["IsKey"] != "ladder.yes" {
		t.Errorf("the log says %+v: %v", log, err)
	}
	c.wantOrder("Anna Ben")

	_, err = c.d.CreateGuest(ctx, c.tick(time.Second))
	c.try(err)
	c.account("Dora")
	c.try(c.d.Invite(ctx, NewInvitation{Hash: "general", Uses: 1, Expires: later}, by, c.tick(time.Second)))
	_, err = c.d.SignUpInvited(ctx, "general", "", "Emil", "hash", c.tick(time.Second))
	c.try(err)
	c.try(c.d.ImportMembers(ctx, []NewMember{{Name: "Fay", Hash: "fay"}, {Name: "Gus", Hash: "gus"}}, by, later, c.tick(time.Second)))
	c.wantOrder("Anna Ben Dora Emil Fay Gus")
	joins("link of Zoe") // imported before the rule
	c.wantOrder("Anna Ben Dora Emil Fay Gus Zoe")
	events, _, err := c.d.LadderEvents(ctx, id, "", 0, 1)
	if err != nil || events[0].Kind != ladder.Added || events[0].Player.Name != "Zoe" || events[0].To != 7 || events[0].Why != ladder.NewcomersRule {
		t.Errorf("the event is %+v: %v", events, err)
	}

	fay, err := c.d.PersonByName(ctx, "Fay")
	c.try(err)
	_, err = c.d.RemoveFromLadder(ctx, id, fay.ID, by, "ill", c.tick(time.Second))
	c.try(err)
	joins("fay") // removed before
	joins("gus") // already there
	c.wantOrder("Anna Ben Dora Emil Gus Zoe")

	_, err = c.d.CloseLadder(ctx, id, true, by, c.tick(time.Second))
	c.try(err)
	c.account("Hal")
	_, err = c.d.CloseLadder(ctx, id, false, by, c.tick(time.Second))
	c.try(err)
	c.account("Ida")
	c.try(c.d.SetSeason(ctx, c.season.ID, SeasonClosed, by, c.tick(time.Second)))
	c.account("Jan")
	c.try(c.d.SetSeason(ctx, c.season.ID, SeasonArchived, by, c.tick(time.Second)))
	c.account("Kim")
	c.wantOrder("Anna Ben Dora Emil Gus Zoe Ida")
}

// Players who were put on a ladder together are taken off together, as long as nothing happened since.
func TestUndoMembers(t *testing.T) {
	t.Parallel()
	c := newClimb(t, openTest(t), nil, "Anna", "Ben")
	ctx, by, id := t.Context(), c.organiser.ID, c.ladder.ID
	carl, dora := c.account("Carl"), c.account("Dora")
	add := func() AuditEntry {
		t.Helper()
		_, _, err := c.d.AddAllToLadder(ctx, id, []string{carl.ID, dora.ID}, by, c.tick(time.Second))
		c.try(err)
		c.wantOrder("Anna Ben Carl Dora")
		log, _, err := c.d.AuditLog(ctx, AuditFilter{}, 1)
		c.try(err)
		return log[0]
	}
	undo := func(e AuditEntry) error {
		_, err := c.d.UndoMembers(ctx, e, by, "by mistake", c.tick(time.Second))
		return err
	}
	e := add()
	if why, err := c.d.UndoableNow(ctx, []AuditEntry{e}, c.now); err != nil || why[e.Number] != nil {
		t.Errorf("undoing fails with %v, %v", why, err)
	}
	c.try(undo(e))
	c.wantOrder("Anna Ben")
	log, _, err := c.d.AuditLog(ctx, AuditFilter{}, 1)
	if err != nil || log[0].Act != "ladder-members-removed" || log[0].Detail["Count"] != "2" || log[0].People[carl.ID].Name != "Carl" {
		t.Errorf("the log says %+v: %v", log, err)
	}
	wantError(t, undo(e), rules.Conflict, "error.undo-ladder")
	e = add()
	_, _, err = c.d.MakeChallenge(ctx, id, dora.ID, carl.ID, "hexone", false, c.tick(time.Second))
	c.try(err)
	wantError(t, undo(e), rules.Conflict, "error.undo-changed")
	c.wantOrder("Anna Ben Carl Dora")
}
