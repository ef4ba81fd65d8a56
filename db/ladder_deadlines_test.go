package db

import (
	"slices"
	"testing"
	"time"

	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
)

// Deadlines that passed between two runs are applied in the order of time. Downtime does not count.
func TestLadderAfterDowntime(t *testing.T) {
	d := openTest(t)
	c := newClimb(t, d, func(l *LadderTerms) { l.Settings.InactiveDays = 10 }, "Anna", "Ben", "Carl", "Dora")
	first, second := c.challenges("Ben", "Anna"), c.challenges("Dora", "Carl")
	ran(t, d, c.tick(day))
	c.try(d.ResumeClocks(t.Context(), c.tick(5*day))) // down for five days
	c.ticks(time.Second)
	c.wantOrder("Anna Ben Carl Dora")
	if is := c.again(first); !is.AnswerBy.Equal(first.AnswerBy.Add(5 * day)) {
		t.Errorf("to be answered by %v, was %v", is.AnswerBy, first.AnswerBy)
	}
	accepted := c.accepts(second)
	ran(t, d, c.tick(time.Hour))
	c.try(d.ResumeClocks(t.Context(), c.tick(20*day)))
	p, err := d.Pairing(t.Context(), accepted.Pairing)
	c.try(err)
	if is := c.again(accepted); !is.PlayBy.Equal(accepted.PlayBy.Add(20*day)) || !p.Due.Equal(is.PlayBy) {
		t.Errorf("to be played by %v, was %v; pairing due %v", is.PlayBy, accepted.PlayBy, p.Due)
	}
	// The worker stood still for half a year while the site ran.
	ran(t, d, c.now.Add(180*day))
	c.ticks(180 * day)
	want := []string{"made Ben Anna", "made Dora Carl", "accepted Carl Dora", "won Ben Anna", "dropped Ben", "dropped Anna"}
	if got := c.events()[4:]; len(got) < len(want) || !slices.Equal(got[:4], want[:4]) {
		t.Errorf("the events are %q, want first %q", got, want)
	}
	if is := c.again(accepted); is.Status != ChallengeLapsed {
		t.Errorf("unplayed %+v", is)
	}
	if p, err = d.Pairing(t.Context(), accepted.Pairing); err != nil || p.Status != PairingOff {
		t.Errorf("its pairing %+v, %v", p, err)
	}
}

// The time to confirm a result that the opponent entered does not run while the site is down, and
// the reminder is sent once.
func TestConfirmingAfterDowntime(t *testing.T) {
	d := openTest(t)
	c := newClimb(t, d, func(l *LadderTerms) { l.Settings.Unplayed = ladder.Lost }, "Anna", "Ben")
	anna := c.people["Anna"]
	c.try(d.AskAddress(t.Context(), anna.ID, "anna@mail.example", "en", false, noon.Add(-time.Hour)))
	mustExec(t, d, "UPDATE mail SET address = pending, pending = NULL WHERE person = $1", anna.ID)
	made := c.accepts(c.challenges("Ben", "Anna"))
	entered := c.tick(made.PlayBy.Sub(c.now) - time.Hour)
	_, err := d.EnterResult(t.Context(), made.Pairing, c.people["Ben"].ID, []pairing.Game{first}, entered)
	c.try(err)
	ran(t, d, c.tick(2*time.Minute))
	if kinds := clubNoticesAt(t, d, anna.ID, c.now); !slices.Contains(kinds, ClubNoticeConfirm) {
		t.Errorf("Anna has the notices %v", kinds)
	}
	c.try(d.ResumeClocks(t.Context(), c.tick(3*day)))
	ran(t, d, c.now.Add(23*time.Hour))
	c.ticks(23 * time.Hour)
	if is := c.again(made); !is.Open() {
		t.Errorf("before Anna had a day it is %+v", is)
	}
	if kinds := clubNoticesAt(t, d, anna.ID, c.now); slices.Contains(kinds, ClubNoticeConfirm) {
		t.Errorf("Anna has the notices again: %v", kinds)
	}
	ran(t, d, c.now.Add(2*time.Hour))
	c.ticks(2 * time.Hour)
	if is := c.again(made); is.Winner != c.people["Ben"].ID {
		t.Errorf("after that it is %+v", is)
	}
}
