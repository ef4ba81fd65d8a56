package db

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/ladder"
)

// An organiser orders the players of a ladder, with a reason once a challenge is decided.
func TestOrderLadder(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora")
	ctx, by, id := t.Context(), c.organiser.ID, c.ladder.ID
	seen := 0
	order := func(why string, names ...string) (o LadderOrder) {
		for _, name := range names {
			o.People = append(o.People, c.people[name].ID)
		}
		if o.Seen, o.Why = seen, why; seen == 0 {
			last, err := c.d.LastLadderEvent(ctx, id)
			c.try(err)
			o.Seen = last
		}
		return o
	}
	_, err := c.d.OrderLadder(ctx, id, order("", "Ben", "Anna", "Carl", "Dora"), c.people["Ben"].ID, c.tick(time.Second))
	wantError(t, err, rules.Forbidden, "error.organisers-only")
	_, err = c.d.OrderLadder(ctx, id, order("", "Dora", "Carl", "Ben", "Anna"), by, c.tick(time.Second))
	c.try(err)
	c.wantOrder("Dora Carl Ben Anna")
	_, err = c.d.OrderLadder(ctx, id, order("", "Dora", "Carl", "Ben"), by, c.tick(time.Second))
	wantError(t, err, rules.Conflict, "error.ladder-order")
	made := c.challenges("Carl", "Dora")
	_, err = c.d.DecideChallenge(ctx, made.ID, by, ladder.Outcome{Winner: c.people["Carl"].ID}, "seen", c.tick(time.Second))
	c.try(err)
	if decided, err := c.d.LadderDecided(ctx, id); err != nil || !decided {
		t.Errorf("decided: %t, %v", decided, err)
	}
	_, err = c.d.OrderLadder(ctx, id, order(" ", "Anna", "Dora", "Carl", "Ben"), by, c.tick(time.Second))
	wantError(t, err, rules.Invalid, "error.reason")
	_, err = c.d.OrderLadder(ctx, id, order("a new season", "Anna", "Dora", "Carl", "Ben"), by, c.tick(time.Second))
	c.try(err)
	c.wantOrder("Anna Dora Carl Ben")
	log, _, err := c.d.AuditLog(ctx, AuditFilter{}, 1)
	if err != nil || log[0].Act != "ladder-ordered" || log[0].Detail["Count"] != "3" || log[0].Detail["Reason"] != "a new season" {
		t.Errorf("the log says %+v: %v", log, err)
	}
	// Undoing it brings the order before back, unless a place has changed since.
	for _, want := range []string{"Carl Dora Ben Anna", "Anna Dora Carl Ben"} {
		last, _, err := c.d.AuditLog(ctx, AuditFilter{}, 1)
		c.try(err)
		_, err = c.d.UndoOrder(ctx, last[0], by, "undone", c.tick(time.Second))
		c.try(err)
		c.wantOrder(want)
	}
	seen, err = c.d.LastLadderEvent(ctx, id)
	c.try(err)
	_, err = c.records("Ben", "Anna", won(1))
	c.try(err)
	wantError(t, c.mayUndo(log[0]), rules.Conflict, "error.undo-ladder")
	_, err = c.d.OrderLadder(ctx, id, order("why", "Anna", "Dora", "Carl", "Ben"), by, c.tick(time.Second))
	wantError(t, err, rules.Conflict, "error.ladder-order")
	c.wantOrder("Ben Anna Dora Carl")
}

// Removals are stored with an order, and undone with it.
func TestRemoveWithOrder(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora")
	ctx, by, id := t.Context(), c.organiser.ID, c.ladder.ID
	c.challenges("Ben", "Anna")
	order := func(why, names, removed string) error {
		seen, err := c.d.LastLadderEvent(ctx, id)
		c.try(err)
		o := LadderOrder{Seen: seen, Why: why}
		for name := range strings.FieldsSeq(names) {
			o.People = append(o.People, c.people[name].ID)
		}
		for name := range strings.FieldsSeq(removed) {
			o.Remove = append(o.Remove, c.people[name].ID)
		}
		_, err = c.d.OrderLadder(ctx, id, o, by, c.tick(time.Second))
		return err
	}
	wantError(t, order("", "Dora Carl", "Ben Anna"), rules.Invalid, "error.reason")
	wantError(t, order("moved", "Dora Carl Anna", "Mira"), rules.Conflict, "error.ladder-order")
	wantError(t, order("moved", "Dora Carl Anna Ben", "Ben"), rules.Conflict, "error.ladder-order")
	c.wantOrder("Anna Ben Carl Dora")
	c.try(order("moved", "Dora Carl", "Ben Anna"))
	c.wantOrder("Dora Carl")
	log, _, err := c.d.AuditLog(ctx, AuditFilter{}, 3)
	c.try(err)
	for i, want := range []string{"ladder-ordered", "ladder-removed Anna 1", "ladder-removed Ben 2"} {
		is := log[i].Act
		if log[i].Subject.ID != "" {
			is += " " + log[i].Subject.Name + " " + log[i].Detail["Was"]
		}
		if is != want || log[i].Detail["Reason"] != "moved" {
			t.Errorf("entry %d is %s, want %s: %v", i, is, want, log[i].Detail)
		}
	}
	c.try(c.mayUndo(log[0]))
	_, err = c.d.UndoOrder(ctx, log[0], by, "undone", c.tick(time.Second))
	c.try(err)
	c.wantOrder("Anna Ben Carl Dora")
	wantError(t, c.mayUndo(log[1]), rules.Conflict, "error.undo-changed")
	last, _, err := c.d.AuditLog(ctx, AuditFilter{}, 1)
	c.try(err)
	_, err = c.d.UndoOrder(ctx, last[0], by, "again", c.tick(time.Second))
	c.try(err)
	c.wantOrder("Dora Carl")

	// One removal without another order is an act of its own.
	c.try(order("left town", "Dora", "Carl"))
	if log, _, err = c.d.AuditLog(ctx, AuditFilter{}, 1); err != nil || log[0].Act != "ladder-removed" {
		t.Errorf("the log says %+v: %v", log, err)
	}
	c.try(c.mayUndo(log[0]))
}

// mayUndo returns why an act cannot be undone now.
func (c *climb) mayUndo(e AuditEntry) error {
	c.Helper()
	why, err := c.d.UndoableNow(c.Context(), []AuditEntry{e}, c.now)
	c.try(err)
	return why[e.Number]
}

// What undoing an order needs is not in the log itself, and is deleted when the order can be undone no longer. An archived
// season offers no Undo.
func TestUndoDataIsForgotten(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben")
	ctx, by := t.Context(), c.organiser.ID
	seen, err := c.d.LastLadderEvent(ctx, c.ladder.ID)
	c.try(err)
	_, err = c.d.OrderLadder(ctx, c.ladder.ID, LadderOrder{People: []string{c.people["Ben"].ID, c.people["Anna"].ID}, Seen: seen}, by, c.now)
	c.try(err)
	ordered := lastEntry(t, c.d)
	stored, err := scanTexts(c.d.read.QueryContext(ctx, "SELECT detail FROM audit_log"))
	if c.try(err); ordered.Detail[orderDetail] == "" || strings.Contains(strings.Join(stored, " "), c.people["Anna"].ID) {
		t.Errorf("the log has %s, and the entry %v", stored, ordered.Detail)
	}
	_, err = c.d.UndoOrder(Undoing(ctx, ordered.Number), ordered, by, "undone", c.tick(time.Second))
	c.try(err)
	undone := lastEntry(t, c.d)
	if undone.Detail[undoesDetail] != strconv.Itoa(ordered.Number) {
		t.Errorf("the entry about undoing act %d has %v", ordered.Number, undone.Detail)
	}
	c.try(c.mayUndo(undone))
	for _, status := range []SeasonStatus{SeasonClosed, SeasonArchived} {
		c.try(c.d.SetSeason(ctx, c.ladder.Season, status, by, c.now))
	}
	wantError(t, c.mayUndo(undone), rules.Conflict, "error.season-archived")
	c.try(c.d.ForgetUndo(ctx, c.now.Add(UndoLife)))
	if n := countRows(t, c.d, "undo_data"); n != 0 {
		t.Errorf("%d acts still have data", n)
	}
}

// A random draw is logged with its seed, if the order follows from it.
func TestDrawLadder(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora")
	names := map[string]string{}
	for name, person := range c.people {
		names[person.ID] = name
	}
	delete(names, c.organiser.ID)
	seen, err := c.d.LastLadderEvent(t.Context(), c.ladder.ID)
	c.try(err)
	o := LadderOrder{People: ladder.Draw("seed2", names), Seen: seen, Seed: "seed2"}
	_, err = c.d.OrderLadder(t.Context(), c.ladder.ID, o, c.organiser.ID, c.tick(time.Second))
	c.try(err)
	log, _, err := c.d.AuditLog(t.Context(), AuditFilter{}, 1)
	if err != nil || log[0].Act != "ladder-drawn" || log[0].Detail["Seed"] != "seed2" {
		t.Errorf("the log says %+v: %v", log, err)
	}
	o.People[0], o.People[1] = o.People[1], o.People[0]
	o.Seen, err = c.d.LastLadderEvent(t.Context(), c.ladder.ID)
	c.try(err)
	_, err = c.d.OrderLadder(t.Context(), c.ladder.ID, o, c.organiser.ID, c.tick(time.Second))
	c.try(err)
	if log, _, err = c.d.AuditLog(t.Context(), AuditFilter{}, 1); err != nil || log[0].Act != "ladder-ordered" {
		t.Errorf("the log says %+v: %v", log, err)
	}
}

// A recorded game is taken back, and so is a correction, as long as no place has changed since.
func TestUndoResult(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl")
	ctx, by := t.Context(), c.organiser.ID
	undo := func() error {
		last, _, err := c.d.AuditLog(ctx, AuditFilter{}, 1)
		c.try(err)
		_, err = c.d.UndoResult(ctx, last[0], by, "undone", c.tick(time.Second))
		return err
	}
	p, err := c.records("Carl", "Anna", won(1))
	c.try(err)
	c.wantOrder("Carl Anna Ben")
	recorded, _, err := c.d.AuditLog(ctx, AuditFilter{}, 1)
	c.try(err)
	c.try(c.mayUndo(recorded[0]))
	c.try(undo())
	c.wantOrder("Anna Ben Carl")
	if is := c.challengeOf(p); is.Status != ChallengeLapsed {
		t.Errorf("challenge %+v", is)
	}
	c.try(undo()) // the correction
	c.wantOrder("Carl Anna Ben")
	if is := c.challengeOf(p); is.Status != ChallengeWon || is.Winner != c.people["Carl"].ID {
		t.Errorf("challenge %+v", is)
	}
	wantError(t, c.mayUndo(recorded[0]), rules.Conflict, "error.undo-ladder")
	_, err = c.d.UndoResult(ctx, recorded[0], c.people["Anna"].ID, "undone", c.now)
	wantError(t, err, rules.Forbidden, "error.organisers-only")

	// An open challenge that a recorded game has decided is not opened again.
	c.challenges("Ben", "Anna")
	_, err = c.records("Ben", "Anna", won(1))
	c.try(err)
	wantError(t, undo(), rules.Conflict, "error.undo-challenge")
	if act, err := c.d.JustDone(ctx, by, c.now); err != nil || act != 0 {
		t.Errorf("act %d can be undone, %v", act, err)
	}

	// Without a pairing.
	lost := c.challenges("Ben", "Carl")
	c.ticks(4 * 24 * time.Hour)
	_, err = c.corrects(lost.ID, Correction{Outcome: ladder.Outcome{Lapsed: true}})
	c.try(err)
	c.try(undo())
	if is := c.again(lost); is.Status != ChallengeWon || is.Winner != c.people["Ben"].ID {
		t.Errorf("challenge %+v", is)
	}
}
