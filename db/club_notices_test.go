package db

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
)

// reached returns a new account with an e-mail address, last seen before noon.
func reached(t testing.TB, d *DB) string {
	t.Helper()
	id := newAccount(t, d).ID
	if err := d.AskAddress(t.Context(), id, id+"@mail.example", "en", false, in(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	mustExec(t, d, "UPDATE mail SET address = pending, pending = NULL WHERE person = $1", id)
	return id
}

// clubNoticesAt returns the kinds of notices in the e-mails about the club that are planned at a
// moment, and marks them as sent.
func clubNoticesAt(t testing.TB, d *DB, person string, now time.Time) (kinds []ClubNoticeKind) {
	t.Helper()
	if _, err := d.PlanNotices(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	letters, err := d.DueLetters(t.Context(), now, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range letters {
		if l.Person == person && l.Notice == NoticeClub {
			for _, m := range l.ClubNotices {
				kinds = append(kinds, m.Kind)
			}
			if err := d.EndLetter(t.Context(), l.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	return kinds
}

// People get one e-mail about each event of their pairings, unless they have seen it or have
// switched such e-mails off.
func TestPairingNotices(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben, organiser := reached(t, d), reached(t, d), reached(t, d)
	if err := d.SetRole(ctx, organiser, Organiser, Operator, noon); err != nil {
		t.Fatal(err)
	}
	n := NewPairing{Key: "six", Unit: pairing.OneGame, First: anna, Second: ben, Due: in(9 * time.Hour)}
	p, err := d.AddPairing(ctx, n, noon)
	if err != nil {
		t.Fatal(err)
	}
	want := func(now time.Time, person string, kinds ...ClubNoticeKind) {
		t.Helper()
		if got := clubNoticesAt(t, d, person, now); !slices.Equal(got, kinds) {
			t.Errorf("at %s the notices are %v, want %v", now.Format("15:04"), got, kinds)
		}
	}
	want(in(time.Second), anna)
	want(in(2*time.Minute), anna, ClubNoticeBegins)
	want(in(2*time.Minute), ben, ClubNoticeBegins)
	want(in(3*time.Minute), organiser, ClubNoticeDecision) // about the role
	want(in(10*time.Minute), anna)
	want(in(6*time.Hour), anna)
	want(in(6*time.Hour+2*time.Minute), anna, ClubNoticeSoon)
	if err := d.NoteVisits(ctx, map[string]Visit{ben: {At: in(6*time.Hour + time.Minute)}}); err != nil {
		t.Fatal(err)
	}
	won := []pairing.Game{{Halves: [2]int{2, 0}}}
	if p, err = d.EnterResult(ctx, p.ID, anna, won, in(7*time.Hour)); err != nil {
		t.Fatal(err)
	}
	later := in(7*time.Hour + 10*time.Minute)
	want(later, anna)
	want(later, ben, ClubNoticeSoon, ClubNoticeConfirm)
	if p, err = d.ContestResult(ctx, p.ID, ben, "No.", p.Revision, later); err != nil {
		t.Fatal(err)
	}
	later = later.Add(2 * time.Minute)
	want(later, anna, ClubNoticeContested)
	want(later, organiser, ClubNoticeDispute)
	want(later, ben)
	if err := d.SetNotices(ctx, ben, map[Notice]bool{NoticeClub: false}); err != nil {
		t.Fatal(err)
	}
	if _, err = d.DecidePairing(ctx, p.ID, organiser, Decision{Games: won, Why: "Seen.", Revision: p.Revision}, later); err != nil {
		t.Fatal(err)
	}
	later = later.Add(2 * time.Minute)
	want(later, anna, ClubNoticeDecided)
	want(later, ben)
	want(later, organiser)
	want(later.Add(20*24*time.Hour), anna)

	later = later.Add(20 * 24 * time.Hour)
	n.Due, n.Decisive = time.Time{}, true
	if p, err = d.AddPairing(ctx, n, later); err != nil {
		t.Fatal(err)
	}
	level := slices.Repeat([]pairing.Game{{Halves: [2]int{1, 1}}}, 3)
	for _, who := range []string{anna, ben} {
		if p, err = d.EnterResult(ctx, p.ID, who, level, later.Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	want(later.Add(3*time.Minute), organiser, ClubNoticeDispute)
	want(later.Add(5*time.Minute), organiser)
}

// Organisers get one e-mail about a result that only they can confirm, however often it is entered. An organiser who has
// entered or contested a result gets none about it.
func TestDisputeNotices(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben, organiser := reached(t, d), reached(t, d), reached(t, d)
	organises := func(person string) {
		t.Helper()
		if err := d.SetRole(ctx, person, Organiser, Operator, noon); err != nil {
			t.Fatal(err)
		}
	}
	organises(anna)
	organises(organiser)
	p, err := d.AddPairing(ctx, NewPairing{Key: "six", Unit: pairing.OneGame, First: anna, Second: ben}, noon)
	if err != nil {
		t.Fatal(err)
	}
	now := in(2 * time.Minute)
	want := func(what, person string, want int) {
		t.Helper()
		got := slices.DeleteFunc(clubNoticesAt(t, d, person, now), func(k ClubNoticeKind) bool { return k != ClubNoticeDispute })
		if len(got) != want {
			t.Errorf("%s: %d notices", what, len(got))
		}
	}
	mustExec(t, d, "UPDATE people SET hash = NULL WHERE id = $1", ben)
	for i, want1 := range []int{1, 0, 0} {
		now = now.Add(time.Hour)
		if p, err = d.EnterResult(ctx, p.ID, anna, []pairing.Game{{Halves: [2]int{2 * (i % 2), 2 - 2*(i%2)}}}, now); err != nil {
			t.Fatal(err)
		}
		now = now.Add(2 * time.Minute)
		want("entered", anna, 0)
		want("entered", organiser, want1)
	}
	mustExec(t, d, "UPDATE people SET hash = 'x' WHERE id = $1", ben)
	organises(ben)
	if _, err = d.ContestResult(ctx, p.ID, ben, "No.", p.Revision, now); err != nil {
		t.Fatal(err)
	}
	now = now.Add(2 * time.Minute)
	for person, n := range map[string]int{anna: 0, ben: 0, organiser: 1} {
		want("contested", person, n)
	}
}

// Organisers get an e-mail about an unconfirmed result shortly before its deadline, and not
// earlier.
func TestUnconfirmedNotices(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben, organiser := reached(t, d), reached(t, d), reached(t, d)
	if err := d.SetRole(ctx, organiser, Organiser, Operator, noon); err != nil {
		t.Fatal(err)
	}
	p, err := d.AddPairing(ctx, NewPairing{Key: "six", Unit: pairing.OneGame, First: anna, Second: ben, Due: in(72 * time.Hour)}, noon)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.EnterResult(ctx, p.ID, anna, []pairing.Game{{Halves: [2]int{2, 0}}}, in(time.Hour)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		hours int
		want  []ClubNoticeKind // the first is about the role
	}{{1, []ClubNoticeKind{ClubNoticeDecision}}, {47, nil}, {49, []ClubNoticeKind{ClubNoticeUnconfirmed}}, {50, nil}} {
		if got := clubNoticesAt(t, d, organiser, in(time.Duration(tt.hours)*time.Hour)); !slices.Equal(got, tt.want) {
			t.Errorf("after %d hours tt %v", tt.hours, got)
		}
	}
}

// The queries for notices about the club use indexes, so the number of pairings does not matter.
func TestPairingQueriesAreIndexed(t *testing.T) {
	d := openFile(t)
	for name, query := range map[string]string{
		"of a person": selectPairing + openPairings("$1"), "of a game": selectGame + "WHERE g.pairing = $1",
	} {
		wantIndexed(t, d, name, query, "x")
	}
	for _, q := range clubNoticeQueries() {
		query, args := q.statement(noon)
		wantIndexed(t, d, string(q.kind), query, args...)
	}
}

func wantIndexed(t testing.TB, d *DB, name, query string, args ...any) {
	t.Helper()
	rows, err := d.read.QueryContext(context.Background(), "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var a, b, c int
		var plan string
		if err := rows.Scan(&a, &b, &c, &plan); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(plan, "SCAN ") && !strings.HasSuffix(plan, " USING INDEX pairings_open") { // of those that are open there are few
			t.Errorf("%s: %s", name, fmt.Sprint(plan))
		}
	}
}

// People get one e-mail about each event on ladders that concerns them, unless they have seen it.
func TestLadderNotices(t *testing.T) {
	d := openTest(t)
	c := newClimb(t, d, func(l *LadderTerms) { l.Settings.InactiveDays = 10 }, "Anna", "Ben", "Carl")
	for _, p := range c.people {
		c.try(d.AskAddress(t.Context(), p.ID, p.ID+"@mail.example", "en", false, noon.Add(-time.Hour)))
		mustExec(t, d, "UPDATE mail SET address = pending, pending = NULL WHERE person = $1", p.ID)
	}
	want := func(name string, kinds ...ClubNoticeKind) {
		t.Helper()
		if got := clubNoticesAt(t, d, c.people[name].ID, c.now); !slices.Equal(got, kinds) {
			t.Errorf("%s has the notices %v after %v, want %v", name, got, c.now.Sub(noon), kinds)
		}
	}
	first := c.challenges("Ben", "Anna")
	want("Anna")
	c.ticks(2 * time.Minute)
	want("Anna", ClubNoticeChallenged)
	want("Anna")
	want("Ben")
	c.ticks(2*day + 2*time.Minute)
	want("Anna", ClubNoticeAnswer)
	_, err := d.RefuseChallenge(t.Context(), first.ID, first.To.ID, c.tick(time.Hour))
	c.try(err)
	c.ticks(2 * time.Minute)
	want("Ben", ClubNoticeRefused)
	want("Anna")
	c.challenges("Carl", "Ben")
	c.ticks(4 * day)
	c.wantOrder("Anna Carl Ben")
	want("Carl", ClubNoticeExpired)
	want("Ben", ClubNoticeExpired)
	c.ticks(7 * day)
	c.wantOrder("Carl Anna Ben")
	want("Anna", ClubNoticeInactive)
	want("Carl")
}

// Undoing an act about several people notifies them, as the act did.
func TestNoticesOfUndoneAdditions(t *testing.T) {
	t.Parallel()
	m := newTournament(t, TournamentSettings{}, 2)
	d, ctx := m.d, t.Context()
	anna, ben := reached(t, d), reached(t, d)
	l, err := d.CreateLadder(ctx, m.season, "", LadderTerms{Name: "Ladder", Settings: ladder.Default("hexone"), Venue: OverBoard}, m.organiser, noon)
	m.ok(err)
	want := func(after time.Duration, what string, n int) {
		t.Helper()
		for _, person := range []string{anna, ben} {
			got := 0
			for _, k := range clubNoticesAt(t, d, person, in(after)) {
				if k == ClubNoticeDecision {
					got++
				}
			}
			if got != n {
				t.Errorf("%s: %d notices of a decision, want %d", what, got, n)
			}
		}
	}
	_, err = d.AddEntrants(ctx, m.id, []NewEntrant{{Person: anna}, {Person: ben}}, m.organiser, in(time.Hour))
	m.ok(err)
	_, _, err = d.AddAllToLadder(ctx, l.ID, []string{anna, ben}, m.organiser, in(time.Hour))
	m.ok(err)
	want(3*time.Hour, "added", 2)
	log, _, err := d.AuditLog(ctx, AuditFilter{}, 2)
	m.ok(err)
	_, err = d.UndoMembers(ctx, log[0], m.organiser, "undone", in(4*time.Hour))
	m.ok(err)
	m.ok(d.UndoEntrants(ctx, log[1], m.organiser, in(4*time.Hour)))
	want(6*time.Hour, "undone", 2)
	want(9*time.Hour, "later", 0)
}
