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

// Deadlines of challenges keep their time of the day in the club's time zone when the clocks change, also that of a game that
// an organiser records. Stored ones stay as they are.
func TestLadderDeadlinesInTheClubsZone(t *testing.T) {
	d := openTest(t)
	c := newClimb(t, d, func(l *LadderTerms) { l.Settings.Answer, l.Settings.Play = 3, 14 }, "Anna", "Ben", "Carl", "Dora")
	paris, err := LoadZone("Europe/Paris")
	c.try(err)
	evening := time.Date(c.now.Year()+1, 3, 24, 19, 0, 0, 0, paris) // summer time begins on the 25th at the earliest, and on the 31st at the latest
	ran(t, d, c.tick(evening.Sub(c.now)))
	old := c.challenges("Dora", "Carl")
	inParis := func(from time.Time, days int) time.Time { return from.In(paris).AddDate(0, 0, days) }
	if want := old.Made.Add(3 * day); !old.AnswerBy.Equal(want) {
		t.Errorf("without a zone to be answered by %v, want %v", old.AnswerBy, want)
	}
	mustExec(t, d, "UPDATE club SET zone = 'Europe/Paris'")
	ran(t, d, c.tick(day))
	made := c.challenges("Ben", "Anna")
	if want := inParis(made.Made, 3); !made.AnswerBy.Equal(want) {
		t.Errorf("to be answered by %v, want %v", made.AnswerBy, want)
	}
	if is := c.again(old); !is.AnswerBy.Equal(old.AnswerBy) {
		t.Errorf("the stored deadline is %v, was %v", is.AnswerBy, old.AnswerBy)
	}
	accepted := c.accepts(made)
	p, err := d.Pairing(t.Context(), accepted.Pairing)
	c.try(err)
	if want := inParis(accepted.Accepted, 14); !accepted.PlayBy.Equal(want) || !p.Due.Equal(want) || want.Equal(accepted.Accepted.Add(14*day)) {
		t.Errorf("to be played by %v, the pairing by %v, want %v", accepted.PlayBy, p.Due, want)
	}
	recorded := LadderGame{First: c.people["Carl"].ID, Second: c.people["Dora"].ID, Key: "hexone", Games: []pairing.Game{first}}
	p, _, err = d.RecordGame(t.Context(), c.ladder.ID, c.organiser.ID, recorded, c.now)
	c.try(err)
	if want := inParis(c.now, 14); !p.Due.Equal(want) {
		t.Errorf("the recorded pairing was due %v, want %v", p.Due, want)
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
