package db

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/rules/pairing"
	"hexclub/rules/record"
)

// wantClubTasks checks how much in the club awaits a person, and the task whose deadline is near: empty for none.
func wantClubTasks(t *testing.T, d *DB, person string, now time.Time, count int, near ClubTask) (a Awaiting) {
	t.Helper()
	a, err := d.Awaiting(t.Context(), person, now)
	if err != nil {
		t.Fatal(err)
	}
	var task ClubTask
	if a.Near != nil {
		task = a.Near.Task
	}
	if a.Club != count || task != near {
		t.Errorf("%d tasks, %q is near, want %d and %q", a.Club, task, count, near)
	}
	return a
}

func TestAwaitingLadder(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora")
	ben, dora := c.people["Ben"].ID, c.people["Dora"].ID
	made := c.challenges("Dora", "Ben")
	wantClubTasks(t, c.d, dora, c.now, 0, "")
	wantClubTasks(t, c.d, ben, made.AnswerBy.Add(-25*time.Hour), 1, "")
	near := wantClubTasks(t, c.d, ben, made.AnswerBy.Add(-23*time.Hour), 1, TaskAnswer).Near
	if near.About != made.Ref() || near.Other.Name != "Dora" || near.In != (PairedIn{Of: "Hexone ladder"}) || !near.Due.Equal(made.AnswerBy) {
		t.Errorf("near is %+v", near)
	}
	wantClubTasks(t, c.d, ben, made.AnswerBy, 1, "")
	for before, want := range map[time.Duration]bool{25 * time.Hour: false, 24 * time.Hour: true, 23 * time.Hour: true, 0: false} {
		if got := Near(made.Made, made.AnswerBy, made.AnswerBy.Add(-before)); got != want {
			t.Errorf("%v before the deadline it is near: %t", before, got)
		}
	}
	for before, want := range map[time.Duration]bool{49 * time.Hour: false, 48 * time.Hour: true, -time.Hour: true} {
		if got := Soon(made.AnswerBy, made.AnswerBy.Add(-before)); got != want {
			t.Errorf("%v before the deadline it is soon: %t", before, got)
		}
	}
	if Soon(time.Time{}, c.now) {
		t.Error("no deadline is soon")
	}
	if Near(made.AnswerBy.Add(-30*time.Hour), made.AnswerBy, made.AnswerBy.Add(-11*time.Hour)) {
		t.Error("a deadline is near while more than a third of its time remains")
	}

	made = c.accepts(made)
	for _, person := range []string{ben, dora} {
		wantClubTasks(t, c.d, person, c.now, 1, "")
		wantClubTasks(t, c.d, person, made.PlayBy.Add(-time.Hour), 1, TaskPlay)
	}
	p, err := c.d.Pairing(t.Context(), made.Pairing)
	c.try(err)
	p, err = c.d.EnterResult(t.Context(), p.ID, dora, entered(p, dora), c.tick(time.Minute))
	c.try(err)
	wantClubTasks(t, c.d, dora, made.PlayBy.Add(-time.Hour), 0, "")
	if near := wantClubTasks(t, c.d, ben, made.PlayBy.Add(-time.Hour), 1, TaskConfirm).Near; near.About != p.Ref() || near.In.Of != "Hexone ladder" {
		t.Errorf("near is %+v", near)
	}
	_, err = c.d.ContestResult(t.Context(), p.ID, ben, "", p.Revision, c.tick(time.Minute))
	c.try(err)
	wantClubTasks(t, c.d, ben, c.now, 0, "")
}

func TestAwaitingRound(t *testing.T) {
	m := newTournament(t, TournamentSettings{Days: 2}, 2)
	m.begin()
	p := m.publish()[0]
	first, second := p.Players[0].ID, p.Players[1].ID
	due := p.Due
	wantClubTasks(t, m.d, first, due.Add(-20*time.Hour), 1, "") // more than a third of two days remains
	near := wantClubTasks(t, m.d, first, due.Add(-16*time.Hour), 1, TaskPlay).Near
	if near.Other.ID != second || near.In != (PairedIn{Of: "Cup", Round: 1}) || near.About != p.Ref() {
		t.Errorf("near is %+v", near)
	}
	wantClubTasks(t, m.d, m.organiser, due.Add(-16*time.Hour), 0, "")
}

// A pairing on the site awaits both until its game begins, and then the player to act. Turns count as a game's.
func TestAwaitingOnSite(t *testing.T) {
	d := openTest(t)
	for _, control := range []record.Control{threeDays, fiveMinutes} {
		p := newPairing(t, d, NewPairing{Site: true, Control: control, Unit: pairing.OneGame, Due: in(3 * 24 * time.Hour)})
		now := p.Due.Add(-time.Hour)
		for i, player := range p.Players {
			want, near := 0, ClubTask("")
			if control == fiveMinutes {
				want = 1
			}
			if i == 0 || control == fiveMinutes {
				near = TaskPlay
			}
			a := wantClubTasks(t, d, player.ID, now, want, near)
			if turns := a.Turns; (turns == 1) != (i == 0 && control == threeDays) {
				t.Errorf("player %d has %d turns", i+1, turns)
			}
		}
	}
}

// What a player enters against an opponent without an account awaits the organisers, who accept it. So does a contested
// result. The header counts it for them only.
func TestAwaitingOrganisers(t *testing.T) {
	m := newTournament(t, TournamentSettings{Days: 2}, 1)
	d, player := m.d, m.members[0]
	_, err := d.AddEntrants(t.Context(), m.id, []NewEntrant{{Name: "Willi"}}, m.organiser, noon)
	m.ok(err)
	m.begin()
	made := m.publish()[0]
	want := func(name string, organiser int, waits bool) {
		t.Helper()
		p, err := d.Pairing(t.Context(), made.ID)
		m.ok(err)
		if p.AwaitsOrganiser() != waits || p.Unanswerable() != waits {
			t.Errorf("%s: it awaits an organiser: %t, %t", name, p.AwaitsOrganiser(), p.Unanswerable())
		}
		for person, count := range map[string]int{m.organiser: organiser, player: 0} {
			a, err := d.Awaiting(t.Context(), person, noon)
			m.ok(err)
			want := AwaitedDisputes{Entered: count}
			if count > 0 {
				want.Only = made.ID
			}
			if a.Disputes != want {
				t.Errorf("%s: %+v await %s, want %+v", name, a.Disputes, person, want)
			}
		}
		list, err := d.Disputes(t.Context())
		m.ok(err)
		if len(list) != organiser || organiser > 0 && (list[0].Contested || list[0].Undecided || !list[0].Since.Equal(in(time.Minute))) {
			t.Errorf("%s: disputes are %+v", name, list)
		}
	}
	want("open", 0, false)
	p, err := d.EnterResult(t.Context(), made.ID, player, entered(made, player), in(time.Minute))
	m.ok(err)
	want("entered", 1, true)
	if until := p.waitsUntil(in(100 * time.Hour)); !until.After(in(100 * time.Hour)) {
		t.Errorf("it waits until %v", until)
	}
	m.ok(m.decide(made.ID, Decision{Games: p.Entered.Games}))
	want("accepted", 0, false)
}

func TestAwaitingPlans(t *testing.T) {
	d := openFile(t)
	for _, query := range []string{countAwaiting, selectNear} {
		plan, err := explain(t.Context(), d, query, []any{"anna", 0, 0})
		if err != nil {
			t.Fatal(err)
		}
		for _, index := range []string{"challenges_challenged (challenged=? AND decided=?)", "pairings_first (first=? AND status=?)", "pairings_second (second=? AND status=?)"} {
			if !slices.ContainsFunc(plan, func(step string) bool { return strings.Contains(step, index) }) {
				t.Errorf("%s is not used: %q", index, plan)
			}
		}
	}
}
