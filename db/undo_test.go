package db

import (
	"slices"
	"testing"
	"time"

	"hexclub/rules"
)

// Only the last act about a thing can be undone, for a day.
func TestActToUndo(t *testing.T) {
	t.Parallel()
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Ada")
	autumn, err := d.NewSeason(ctx, "Autumn", "", admin.ID, noon)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"Fall", "Harvest"} {
		if err := d.RenameSeason(ctx, autumn.ID, name, admin.ID, noon.Add(time.Duration(i)*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	log, _, err := d.AuditLog(ctx, AuditFilter{}, 3)
	if err != nil || len(log) != 3 {
		t.Fatal(log, err)
	}
	last, before, made := log[0].Number, log[1].Number, log[2].Number
	if e, err := d.ActToUndo(ctx, last, noon.Add(time.Hour)); err != nil || e.Detail["Was"] != "Fall" {
		t.Errorf("the last act is %+v, %v", e, err)
	}
	for number, key := range map[int]string{before: "error.undo-changed", made: "error.undo-never"} {
		_, err := d.ActToUndo(ctx, number, noon.Add(time.Hour))
		wantError(t, err, rules.Conflict, key)
	}
	_, err = d.ActToUndo(ctx, last, noon.Add(UndoLife+time.Second))
	wantError(t, err, rules.Conflict, "error.undo-late")
	_, err = d.ActToUndo(ctx, last+1, noon)
	wantError(t, err, rules.NotFound, "error.not-found")
	if numbers, err := d.LastActs(ctx, noon); err != nil || slices.Contains(numbers, before) || !slices.Contains(numbers, last) {
		t.Errorf("the last acts are %v, %v", numbers, err)
	}
	for after, want := range map[time.Duration]int{0: last, time.Millisecond: 0} {
		if got, err := d.JustDone(ctx, admin.ID, noon.Add(time.Second+after)); err != nil || got != want {
			t.Errorf("%v later the act just done is %d, %v, want %d", after, got, err, want)
		}
	}
	if got, err := d.JustDone(ctx, "nobody", noon); err != nil || got != 0 {
		t.Errorf("nobody has just done %d, %v", got, err)
	}
}

// An act about one part of a tournament leaves the Undo of acts about other parts.
func TestLastActsByWhatTheyChange(t *testing.T) {
	t.Parallel()
	m := newTournament(t, TournamentSettings{}, 4)
	ctx := t.Context()
	m.ok(m.d.BeginTournament(ctx, m.id, m.organiser, noon))
	m.publish()
	last := func() (acts []string) {
		numbers, err := m.d.LastActs(ctx, noon)
		m.ok(err)
		log, _, err := m.d.AuditLog(ctx, AuditFilter{}, 50)
		m.ok(err)
		for _, e := range log {
			if slices.Contains(numbers, e.Number) && e.About.Kind == RefTournament && e.Subject.ID == "" && slices.Contains(UndoableActs(), e.Act) {
				acts = append(acts, e.Act)
			}
		}
		return acts
	}
	due := noon.Add(48 * time.Hour)
	m.ok(errOf(m.d.MoveDeadline(ctx, m.id, 1, time.Time{}, due, m.organiser, noon)))
	if got := last(); !slices.Equal(got, []string{"round-deadline", "round-published", "tournament-begun"}) {
		t.Errorf("after a deadline is moved the last acts are %v", got)
	}
	m.ok(errOf(m.d.MoveDeadline(ctx, m.id, 1, due, due.Add(time.Hour), m.organiser, noon)))
	log, _, err := m.d.AuditLog(ctx, AuditFilter{Acts: []string{"round-published", "round-deadline"}}, 3)
	m.ok(err)
	if got := last(); len(got) != 3 {
		t.Errorf("after another move they are %v", got)
	}
	if _, err := m.d.ActToUndo(ctx, log[2].Number, noon); err != nil {
		t.Errorf("the published round: %v", err)
	}
	_, err = m.d.ActToUndo(ctx, log[1].Number, noon)
	wantError(t, err, rules.Conflict, "error.undo-changed") // the first move
	_, err = m.d.RetractRound(ctx, log[2], m.organiser, noon)
	m.ok(err)
	why, err := m.d.UndoableNow(ctx, log, noon)
	m.ok(err)
	wantError(t, why[log[0].Number], rules.Conflict, "error.undo-changed") // its round is taken back
	if got := last(); !slices.Equal(got, []string{"round-deadline", "tournament-begun"}) {
		t.Errorf("after the round is taken back they are %v", got)
	}
}
