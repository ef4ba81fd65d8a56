package db

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/rules/tourney"
)

// A Swiss goes from round to round: who comes late or leaves is paired from then on, or
// no more; nothing is published but what was proposed.
func TestSwissTournament(t *testing.T) {
	m := newTournament(t, TournamentSettings{Rounds: 4, Late: 2}, 8)
	d, ctx := m.d, t.Context()
	_, err := d.ProposeRound(ctx, m.id, ProposalChange{})
	wantError(t, err, rules.Conflict, "error.tournament-status")
	m.begin()
	proposed, err := d.ProposeRound(ctx, m.id, ProposalChange{})
	m.ok(err)
	late := newAccount(t, d).ID
	m.ok(d.Enter(ctx, m.id, late, noon))
	_, err = d.PublishRound(ctx, m.id, ProposalChange{}, proposed.Mark, m.organiser, noon)
	wantError(t, err, rules.Conflict, "error.round-changed")
	if _, err := d.Withdraw(ctx, m.id, late, late, "", noon); err != nil {
		t.Fatal(err)
	}
	if made := m.publish(); len(made) != 4 || made[0].Decisive || made[0].Unit != pairing.OneGame || !made[0].Due.IsZero() {
		t.Errorf("round 1 makes %+v", made)
	}
	m.ok(d.Enter(ctx, m.id, late, noon))
	m.members = append(m.members, late)
	wantError(t, errOf(d.ProposeRound(ctx, m.id, ProposalChange{})), rules.Conflict, "error.round-open")
	m.playAll()

	boards := m.full().Boards
	met, halves := [2]string{boards[0].First, boards[0].Second}, boards[0].Result().Halves
	p, err := d.ProposeRound(ctx, m.id, ProposalChange{})
	m.ok(err)
	if len(p.Pairs) != 5 || p.Pairs[4].Second != "" || halves[0]+halves[1] != 2 {
		t.Errorf("round 2 is %+v", p.Pairs)
	}
	partner := func(person string) string {
		for _, pair := range p.Pairs {
			if pair.has(person) {
				return strings.Replace(pair.First+pair.Second, person, "", 1)
			}
		}
		return ""
	}
	_, err = d.ProposeRound(ctx, m.id, ProposalChange{Swaps: [][2]string{{partner(met[0]), met[1]}}})
	wantError(t, err, rules.Invalid, "error.swap-met")
	_, err = d.ProposeRound(ctx, m.id, ProposalChange{Swaps: [][2]string{{met[0], m.organiser}}})
	wantError(t, err, rules.Invalid, "error.swap-people")
	var swap [2]string // the bye goes to another
	for _, pair := range p.Pairs[:4] {
		swap = [2]string{pair.First, p.Pairs[4].First}
		if _, err := d.ProposeRound(ctx, m.id, ProposalChange{Swaps: [][2]string{swap}}); err == nil {
			break
		}
	}
	m.publish(swap)
	if b := m.board(swap[0], 2); !b.Bye() {
		t.Errorf("after the swap the bye is at %+v", b)
	}
	entries, _, err := d.AuditLog(ctx, AuditFilter{Acts: []string{"round-swapped"}}, 5)
	if err != nil || len(entries) != 1 || entries[0].Detail["FirstPeople"] != swap[0] || entries[0].Detail["Tournament"] != "Cup" {
		t.Errorf("the log has %+v, %v", entries, err)
	}
	leaver := m.board(late, 0)
	if _, err := d.Withdraw(ctx, m.id, late, late, "", noon); err != nil {
		t.Fatal(err)
	}
	if b := m.board(late, 0); b.Open() || b.How != EndForfeit || b.Result().Forfeit == [2]bool{} || leaver.Pairing != b.Pairing {
		t.Errorf("who left sits at %+v", b)
	}
	m.playAll()
	m.publish()
	if m.full().RoundBoards(3)[3].Bye() || len(m.full().RoundBoards(3)) != 4 {
		t.Errorf("round 3 is %+v", m.full().RoundBoards(3))
	}
	m.playAll()
	m.publish()
	if got := m.full(); got.Status != TournamentRunning || got.Round != 4 {
		t.Errorf("in the last round it is %s in round %d", got.Status, got.Round)
	}
	m.playAll()
	if got := m.full(); got.Status != TournamentOver || got.Ended.IsZero() {
		t.Errorf("in the end it is %s, ended %s", got.Status, got.Ended)
	}
	wantError(t, errOf(d.ProposeRound(ctx, m.id, ProposalChange{})), rules.Conflict, "error.tournament-status")
	m.ok(d.ReopenTournament(ctx, m.id, 0, m.organiser, "a wrong result", noon))
	wantError(t, errOf(d.ProposeRound(ctx, m.id, ProposalChange{})), rules.Conflict, "error.round-last")
	b := m.full().RoundBoards(4)[0]
	m.ok(m.decide(b.Pairing, Decision{Games: []pairing.Game{{Halves: [2]int{1, 1}}}}))
	if got := m.full(); got.Status != TournamentOver || got.RoundBoards(4)[0].Worth != [2]int{1, 1} {
		t.Errorf("after the correction it is %s with %+v", got.Status, got.RoundBoards(4)[0])
	}
	m.ok(d.ReopenTournament(ctx, m.id, 1, m.organiser, "one more round", noon))
	m.publish()
	m.playAll()
	if got := m.full(); got.Status != TournamentOver || got.Round != 5 {
		t.Errorf("with one more round it is %s in round %d", got.Status, got.Round)
	}
}

func errOf[T any](_ T, err error) error { return err }

// In a round robin each entrant meets each other one. A withdrawn entrant forfeits the remaining
// pairings, whether published or not.
func TestRoundRobinTournament(t *testing.T) {
	for _, allAtOnce := range []bool{false, true} {
		t.Run(fmt.Sprint("all at once ", allAtOnce), func(t *testing.T) {
			m := newTournament(t, TournamentSettings{Kind: RoundRobin, AllAtOnce: allAtOnce, Days: 3}, 5)
			m.begin()
			if got := m.full().Length; got != 5 {
				t.Fatalf("%d rounds", got)
			}
			made := m.publish()
			full := m.full()
			if want := map[bool]int{false: 2, true: 10}[allAtOnce]; len(made) != want {
				t.Errorf("%d pairings, want %d", len(made), want)
			}
			if due := full.Rounds[len(full.Rounds)-1].Due; !due.Equal(noon.Add(time.Duration(len(full.Rounds)) * 72 * time.Hour)) {
				t.Errorf("the last round that is published is due %s", due)
			}
			leaver := full.Boards[0].First
			if _, err := m.d.Withdraw(t.Context(), m.id, leaver, m.organiser, "ill", noon); err != nil {
				t.Fatal(err)
			}
			for m.full().Status == TournamentRunning {
				if m.full().Waiting() == 0 {
					m.publish()
				}
				m.playAll()
			}
			for _, b := range m.full().Boards {
				if r := b.Result(); b.Has(leaver) && !b.Bye() && (r.Forfeit[0] == r.Forfeit[1] || r.Halves[0]+r.Halves[1] != tourney.Win) {
					t.Errorf("who left has %+v in round %d", r, r.Round)
				}
			}
			standings, err := tourney.Standings(t.Context(), m.full().Field(), m.full().Results(), tourney.Rules{RoundRobin: true})
			if err != nil || len(standings) != 5 || !standings[4].Struck || standings[4].ID != leaver || standings[0].ID == leaver {
				t.Errorf("standings %+v, %v", standings, err)
			}
		})
	}
}

// A knockout goes on with who wins. A correction lets others go on, unless they have
// played already.
func TestKnockoutTournament(t *testing.T) {
	m := newTournament(t, TournamentSettings{Kind: Knockout, Third: true}, 6)
	d, ctx := m.d, t.Context()
	m.begin()
	made := m.publish()
	if len(made) != 2 || !made[0].Decisive {
		t.Fatalf("round 1 makes %+v", made)
	}
	if b := m.board(m.members[0], 1); !b.Bye() {
		t.Errorf("the first of the ranking has %+v", b)
	}
	m.playAll()
	m.publish() // 1 and 4 or 5, 2 and 3 or 6
	early := m.board(m.members[3], 1)
	was := m.board(m.members[3], 2)
	m.ok(m.decide(early.Pairing, Decision{Games: []pairing.Game{m.won(m.members[4], 1)}}))
	if b := m.board(m.members[4], 2); b.Pairing == was.Pairing || !b.Open() || !b.Has(m.members[0]) {
		t.Errorf("after the correction board %+v, was %+v", b, was)
	}
	if p := readPairing(t, d, Pairing{ID: was.Pairing}); p.Status != PairingOff || p.How != EndReplaced {
		t.Errorf("the pairing of who is out is %s, by %s", p.Status, p.How)
	}
	if n := len(m.full().RoundBoards(2)); n != 2 {
		t.Errorf("round 2 has %d boards", n)
	}
	m.wins(m.members[4])
	err := m.decide(early.Pairing, Decision{Games: []pairing.Game{m.won(m.members[3], 1)}})
	wantError(t, err, rules.Conflict, "error.bracket-played")
	if b := m.board(m.members[4], 2); b.Winner == 0 {
		t.Errorf("what was refused has changed %+v", b)
	}
	if _, err := d.Withdraw(ctx, m.id, m.members[1], m.members[1], "", noon); err != nil {
		t.Fatal(err)
	}
	m.publish()
	if boards := m.full().RoundBoards(3); len(boards) != 2 || !boards[0].Has(m.members[4]) || !boards[1].Bye() || !boards[1].Has(m.members[0]) {
		t.Errorf("the last round is %+v", boards)
	}
	m.playAll()
	full := m.full()
	places, err := full.Places()
	if err != nil || full.Status != TournamentOver {
		t.Fatalf("in the end it is %s: %v", full.Status, err)
	}
	got := map[int]int{}
	for _, f := range places {
		got[f.Place]++
	}
	if len(places) != 6 || got[1] != 1 || got[2] != 1 || got[3] != 1 {
		t.Errorf("places %+v", places)
	}
}

// Rounds by date are published when their date has come and the last round is over. Overdue
// pairings are forfeited by the player who is awaited.
func TestTournamentByDate(t *testing.T) {
	day := 24 * time.Hour
	m := newTournament(t, TournamentSettings{
		Rounds: 3, ByDate: true, Opens: noon.Add(day), Days: 2, Forfeit: true, Site: true, Control: "3d",
	}, 4)
	d, ctx := m.d, t.Context()
	open := func(at time.Time, want int) {
		t.Helper()
		made, err := d.OpenRounds(ctx, at)
		if err != nil || len(made) != want {
			t.Fatalf("at %s %d pairings are made, %v; want %d", at, len(made), err, want)
		}
	}
	overdue := func(at time.Time, want int) {
		t.Helper()
		over, err := d.ForfeitOverdue(ctx, at, 100)
		if err != nil || len(over) != want {
			t.Fatalf("at %s %d are over, %v; want %d", at, len(over), err, want)
		}
	}
	open(noon.Add(2*day), 0) // people still enter
	if tasks, err := d.TournamentTasks(ctx, noon.Add(2*day)); err != nil || len(tasks) != 1 || !tasks[0].Begin {
		t.Errorf("organisers are to %+v, %v", tasks, err)
	}
	m.begin()
	open(noon.Add(day-time.Millisecond), 0)
	open(noon.Add(day), 2)
	open(noon.Add(day), 0)
	if e := lastEntry(t, d); e.Act != "round-opened" || e.By.ID != "" || e.Detail["Round"] != "1" || e.About != (Ref{RefTournament, m.id}) {
		t.Errorf("the log has %+v", e)
	}
	full := m.full()
	if !full.Rounds[0].Due.Equal(noon.Add(3*day)) || !full.Next.Equal(noon.Add(3*day)) {
		t.Errorf("round 1 is due %s, the next is published %s", full.Rounds[0].Due, full.Next)
	}
	open(noon.Add(3*day), 0) // round 1 is still played
	overdue(noon.Add(3*day-time.Millisecond), 0)
	if tasks, err := d.TournamentTasks(ctx, noon.Add(3*day)); err != nil || len(tasks) != 1 || tasks[0].Overdue != 2 || tasks[0].Pair {
		t.Errorf("organisers are to %+v, %v", tasks, err)
	}
	overdue(noon.Add(3*day), 2)
	for _, b := range m.full().Boards {
		if b.Winner != 2 || b.How != EndForfeit || !b.Unplayed[0] {
			t.Errorf("the player to act has not lost: %+v", b)
		}
	}
	open(noon.Add(5*day), 2) // the site was down for two days
	if full = m.full(); !full.Rounds[1].Due.Equal(noon.Add(7 * day)) {
		t.Errorf("round 2 is due %s", full.Rounds[1].Due)
	}
}

// Over the board the site does not know which player was absent; but if a player has entered a
// result, organisers decide.
func TestOverdueOverTheBoard(t *testing.T) {
	m := newTournament(t, TournamentSettings{Rounds: 3, Days: 2, Forfeit: true}, 4)
	m.begin()
	made := m.publish()
	if _, err := m.d.EnterResult(t.Context(), made[0].ID, made[0].Players[0].ID, []pairing.Game{first}, noon); err != nil {
		t.Fatal(err)
	}
	over, err := m.d.ForfeitOverdue(t.Context(), noon.Add(48*time.Hour), 100)
	if err != nil || len(over) != 1 || over[0].ID != made[1].ID || over[0].Standing.Winner != 0 {
		t.Errorf("over are %+v, %v", over, err)
	}
}

// The draw of who starts a match is no rule's, and stored with the pairing.
func TestMatchesAreDrawn(t *testing.T) {
	m := newTournament(t, TournamentSettings{Unit: pairing.Match, Site: true, Rounds: 1}, 40)
	m.begin()
	starters := map[bool]int{}
	for _, p := range m.publish() {
		b := m.board(p.Players[0].ID, 1)
		starters[m.stronger(b) == p.Players[0].ID]++
		if b.First != p.Players[0].ID || b.Second != p.Players[1].ID {
			t.Errorf("board %+v of %+v", b, p.Players)
		}
	}
	if starters[true] == 0 || starters[false] == 0 { // by chance once in half a million times
		t.Errorf("the higher starts: %v", starters)
	}
}

// Of two who publish the same round, or take the last place, one is first.
func TestTournamentActsAtOnce(t *testing.T) {
	m := newTournament(t, TournamentSettings{Most: 4}, 3)
	ctx := t.Context()
	last := []string{newAccount(t, m.d).ID, newAccount(t, m.d).ID}
	both := func(do func(i int) error) (done int) {
		t.Helper()
		errs := make(chan error)
		for i := range 2 {
			go func() { errs <- do(i) }()
		}
		for range 2 {
			if err := <-errs; err == nil {
				done++
			} else if !rules.IsKind(err, rules.Conflict) {
				t.Error(err)
			}
		}
		return done
	}
	if n := both(func(i int) error { return m.d.Enter(ctx, m.id, last[i], noon) }); n != 1 || len(m.full().Entrants) != 4 {
		t.Errorf("%d took the last place of %d", n, len(m.full().Entrants))
	}
	m.begin()
	p, err := m.d.ProposeRound(ctx, m.id, ProposalChange{})
	m.ok(err)
	publish := func(int) error {
		return errOf(m.d.PublishRound(ctx, m.id, ProposalChange{}, p.Mark, m.organiser, noon))
	}
	if n := both(publish); n != 1 || len(m.full().Boards) != 2 {
		t.Errorf("%d published %d boards", n, len(m.full().Boards))
	}
}

// Where nothing else goes, the organiser may loosen the rule on seats, which is logged;
// or the tournament ends there.
func TestNoPairing(t *testing.T) {
	m := newTournament(t, TournamentSettings{Rounds: 5}, 3)
	ctx := t.Context()
	m.begin()
	for range 3 {
		m.publish()
		m.playAll()
	}
	for _, relaxed := range []bool{false, true} { // all have met
		_, err := m.d.ProposeRound(ctx, m.id, ProposalChange{Relaxed: relaxed})
		wantError(t, err, rules.Conflict, "error.no-pairing")
	}
	wantError(t, m.d.FinishTournament(ctx, m.id, m.members[0], noon), rules.Forbidden, "error.organisers-only")
	m.ok(m.d.FinishTournament(ctx, m.id, m.organiser, noon))
	if got := m.full(); got.Status != TournamentOver || got.Length != 3 || got.Planned != 5 {
		t.Errorf("it is %s after %d rounds of %d", got.Status, got.Length, got.Planned)
	}
	entries, _, err := m.d.AuditLog(ctx, AuditFilter{Acts: []string{"tournament-finished"}}, 5)
	if err != nil || len(entries) != 1 || entries[0].Detail["Rounds"] != "5" {
		t.Errorf("the log has %+v, %v", entries, err)
	}
	m.ok(m.d.ReopenTournament(ctx, m.id, 1, m.organiser, "So", noon))
	if got := m.full(); got.Length != 4 || got.Planned != 0 {
		t.Errorf("opened again it has %d rounds, %d planned", got.Length, got.Planned)
	}
	other := newTournament(t, TournamentSettings{Rounds: 3}, 4)
	other.begin()
	p, err := other.d.ProposeRound(ctx, other.id, ProposalChange{Relaxed: true})
	other.ok(err)
	other.ok(errOf(other.d.PublishRound(ctx, other.id, ProposalChange{Relaxed: true}, p.Mark, other.organiser, noon)))
	if entries, _, err := other.d.AuditLog(ctx, AuditFilter{Acts: []string{"round-relaxed"}}, 5); err != nil || len(entries) != 1 {
		t.Errorf("the log has %+v, %v", entries, err)
	}
}

// Rounds end at the same time of the day in the club, also when the clocks change between them.
func TestRoundsByCalendarDays(t *testing.T) {
	zone, err := LoadZone("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at := func(day int) time.Time { return time.Date(noon.Year()+1, time.October, day, 18, 0, 0, 0, zone) }
	sunday := 31 - int(at(31).Weekday()) // the last one: clocks are set back
	m := newTournament(t, TournamentSettings{Rounds: 3, ByDate: true, Opens: at(sunday - 1), Days: 2}, 4)
	m.ok(m.d.SetRole(t.Context(), m.organiser, Admin, Operator, noon))
	_, err = m.d.SetClub(t.Context(), Club{Name: "Club", Zone: "Europe/Berlin"}, "", m.organiser, noon)
	m.ok(err)
	m.begin()
	made := m.publish()
	want := at(sunday + 1)
	if got := made[0].Due; !got.Equal(want) || got.Sub(at(sunday-1)) != 49*time.Hour {
		t.Errorf("round 1 is due %v, want %v", got, want)
	}
	if got := m.full().Next; !got.Equal(at(sunday + 1)) {
		t.Errorf("round 2 opens %v", got)
	}
}

// An organiser moves the deadline of a round: its pairings have it too, a next round by date follows, the players of
// open pairings are notified, and the move can be taken back.
func TestMoveDeadline(t *testing.T) {
	t.Parallel()
	opens := noon.Add(-time.Hour)
	m := newTournament(t, TournamentSettings{Rounds: 3, ByDate: true, Opens: opens, Days: 7}, 4)
	d, ctx := m.d, t.Context()
	m.begin()
	m.publish()
	boards := m.full().RoundBoards(1)
	was := m.full().Rounds[0].Due
	due := was.Add(48 * time.Hour)
	move := func(round int, was, due time.Time) ([]Pairing, error) {
		return d.MoveDeadline(ctx, m.id, round, was, due, m.organiser, noon.Add(time.Minute))
	}
	m.ok(m.decide(boards[0].Pairing, Decision{Games: []pairing.Game{m.won(m.stronger(boards[0]), 1)}}))
	over, err := d.Pairing(ctx, boards[0].Pairing)
	m.ok(err)
	open, err := move(1, was, due)
	m.ok(err)
	if len(open) != 1 || open[0].ID != boards[1].Pairing || !open[0].Due.Equal(due) || open[0].Revision != 1 {
		t.Errorf("the open pairings are %+v", open)
	}
	if got := m.full(); !got.Rounds[0].Due.Equal(due) || !got.Next.Equal(due) || !got.RoundBoards(1)[0].Due.Equal(due) {
		t.Errorf("round 1 is due %s, and the next one opens %s", got.Rounds[0].Due, got.Next)
	}
	if p, err := d.Pairing(ctx, over.ID); err != nil || p.Revision != over.Revision {
		t.Errorf("the pairing that is over is at %d, %v, was at %d", p.Revision, err, over.Revision)
	}
	for _, person := range m.members {
		want := 0
		if boards[1].Has(person) {
			want = 1
		}
		list, err := d.Decisions(ctx, person, noon.Add(time.Second), 10)
		if err != nil || len(list) != want || want == 1 && (list[0].Act != "round-deadline" || list[0].Detail["Round"] != "1") {
			t.Errorf("the decisions about %s are %+v, %v, want %d", person, list, err, want)
		}
	}
	_, err = move(1, was, due.Add(time.Hour))
	wantError(t, err, rules.Conflict, "error.deadline-changed")
	_, err = move(1, due, noon)
	wantError(t, err, rules.Invalid, "error.deadline-past")
	_, err = move(2, time.Time{}, due)
	wantError(t, err, rules.NotFound, "error.no-round")
	_, err = d.MoveDeadline(ctx, m.id, 1, due, was, m.members[0], noon)
	wantError(t, err, rules.Forbidden, "error.organisers-only")

	log, _, err := d.AuditLog(ctx, AuditFilter{Acts: []string{"round-deadline"}}, 5)
	if err != nil || len(log) != 1 {
		t.Fatalf("the log has %+v, %v", log, err)
	}
	for at, can := range map[time.Time]bool{noon.Add(time.Hour): true, was: false} {
		if why, err := d.UndoableNow(ctx, log, at); err != nil || (why[log[0].Number] == nil) != can {
			t.Errorf("at %s undoing fails with %v, %v", at, why, err)
		}
	}
	if _, err := d.UndoDeadline(ctx, log[0], m.organiser, noon.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got := m.full(); !got.Rounds[0].Due.Equal(was) || !got.Next.Equal(was) {
		t.Errorf("after the undoing round 1 is due %s, and the next one opens %s", got.Rounds[0].Due, got.Next)
	}
	_, err = d.UndoDeadline(ctx, log[0], m.organiser, noon.Add(time.Hour))
	wantError(t, err, rules.Conflict, "error.deadline-changed")
	m.playAll()
	_, err = move(1, was, due)
	wantError(t, err, rules.Conflict, "error.deadline-over")
}

// A round without a deadline gets one, and loses it again when that is undone.
func TestSetDeadline(t *testing.T) {
	t.Parallel()
	m := newTournament(t, TournamentSettings{Rounds: 2}, 2)
	m.begin()
	p := m.publish()[0]
	open, err := m.d.MoveDeadline(t.Context(), m.id, 1, time.Time{}, noon.Add(time.Hour), m.organiser, noon)
	if err != nil || len(open) != 1 || !open[0].Due.Equal(noon.Add(time.Hour)) || open[0].ID != p.ID {
		t.Fatalf("the open pairings are %+v, %v", open, err)
	}
	log, _, err := m.d.AuditLog(t.Context(), AuditFilter{Acts: []string{"round-deadline"}}, 5)
	if err != nil || len(log) != 1 || log[0].Detail["WasKey"] != "tournament.no-deadline" {
		t.Fatalf("the log has %+v, %v", log, err)
	}
	if _, err := m.d.UndoDeadline(t.Context(), log[0], m.organiser, noon.Add(2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got := m.full().Rounds[0].Due; !got.IsZero() {
		t.Errorf("the round is due %s", got)
	}
}
