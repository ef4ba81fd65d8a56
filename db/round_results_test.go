package db

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// A roundTest is a tournament whose first round is published.
type roundTest struct {
	*tournamentTest
	pairings []Pairing // of the round, as they were published
	at       time.Time // when results are entered
}

func newRound(t *testing.T, settings TournamentSettings, members int) *roundTest {
	t.Helper()
	m := newTournament(t, settings, members)
	m.begin()
	m.publish()
	r := &roundTest{tournamentTest: m, at: noon}
	r.pairings = r.stored()
	return r
}

// stored returns the pairings of the last round.
func (r *roundTest) stored() []Pairing {
	r.Helper()
	list, err := r.d.RoundPairings(r.Context(), r.id, r.full().Round)
	r.ok(err)
	return list
}

// entry returns the entry of the games of a pairing, as it was seen.
func entry(p Pairing, games ...pairing.Game) RoundEntry {
	return RoundEntry{Pairing: p.ID, Decision: Decision{Games: games, Revision: p.Revision}}
}

// enters saves entries of the last round as an organiser.
func (r *roundTest) enters(by, why string, entries ...RoundEntry) (SavedRound, error) {
	return r.d.EnterRound(r.Context(), r.id, r.full().Round, RoundEntries{Entries: entries, Why: why}, by, r.at)
}

// wantResults checks the scores of the last round, such as "1–0 –".
func (r *roundTest) wantResults(want string) {
	r.Helper()
	var got []string
	for _, p := range r.stored() {
		got = append(got, p.Score())
	}
	if is := strings.Join(got, " "); is != want {
		r.Errorf("the results are %s, want %s", is, want)
	}
}

// acts returns the last acts of the audit log, the latest first.
func (r *roundTest) acts(n int) (list []string) {
	r.Helper()
	entries, _, err := r.d.AuditLog(r.Context(), AuditFilter{}, n)
	r.ok(err)
	for _, e := range entries {
		list = append(list, strings.TrimSpace(e.Act+" "+e.Detail["Reason"]))
	}
	return list
}

// All results of a round are saved at once, without a reason, with forfeits. A correction needs a
// reason, and an error in one entry saves none.
func TestEnterRound(t *testing.T) {
	r := newRound(t, TournamentSettings{}, 6)
	p := r.pairings
	walkover := RoundEntry{Pairing: p[2].ID, Decision: Decision{Forfeit: [2]bool{false, true}, Revision: p[2].Revision}}
	saved, err := r.enters(r.organiser, "", entry(p[0], first), walkover)
	r.ok(err)
	if len(saved.Saved) != 2 || len(saved.Changed) != 0 {
		t.Errorf("saved is %+v", saved)
	}
	r.wantResults("1–0 – 1–0")
	if now := r.stored(); now[2].How != EndForfeit || now[2].Decided.Reason != "" || now[2].Games[0].Forfeit != [2]bool{false, true} {
		t.Errorf("the forfeit is %+v", now[2])
	}
	if got := r.acts(2); !slices.Equal(got, []string{"pairing-entered", "pairing-entered"}) {
		t.Errorf("the log has %q", got)
	}

	now := r.stored()
	r.at = noon.Add(slipTime)
	_, err = r.enters(r.organiser, "", entry(now[1], second), entry(now[0], second))
	wantError(t, err, rules.Invalid, "error.reason")
	if got := rules.FieldsOf(err); !slices.Equal(got, []string{now[0].ID}) {
		t.Errorf("the reason is missing of %q, want %s", got, now[0].ID)
	}
	r.wantResults("1–0 – 1–0")
	saved, err = r.enters(r.organiser, "A slip.", entry(now[1], second), entry(now[0], second))
	r.ok(err)
	r.wantResults("0–1 0–1 1–0")
	if got := r.acts(2); !slices.Equal(got, []string{"pairing-corrected A slip.", "pairing-entered"}) {
		t.Errorf("the log has %q", got)
	}
	if len(saved.Saved) != 2 || saved.Saved[0].Decided.Reason != "" {
		t.Errorf("saved is %+v", saved)
	}
	saved, err = r.enters(r.organiser, "", entry(now[0], second)) // as it is, and seen before that
	if err != nil || len(saved.Saved)+len(saved.Changed) > 0 {
		t.Errorf("the same result again is %+v, %v", saved, err)
	}

	_, err = r.enters(r.members[0], "", entry(now[0], first))
	wantError(t, err, rules.Forbidden, "error.organisers-only")
	_, err = r.enters(r.organiser, "", RoundEntry{Pairing: "none", Decision: Decision{Games: []pairing.Game{first}}})
	wantError(t, err, rules.Conflict, "error.round-pairing")
	_, err = r.d.EnterRound(t.Context(), r.id, 2, RoundEntries{}, r.organiser, noon)
	wantError(t, err, rules.NotFound, "error.no-round")
	_, err = r.enters(r.organiser, "", entry(r.stored()[1], pairing.Game{Halves: [2]int{2, 0}, Points: [2]int{2, 0}}))
	wantError(t, err, rules.Invalid, "error.pairing-points")
}

// Organisers correct what they entered a few minutes ago without a reason, once and again; other
// organisers and later corrections need one, and the error names all pairings that lack it. A reason
// that was given stays.
func TestCorrectSlips(t *testing.T) {
	r := newRound(t, TournamentSettings{}, 6)
	ada, bob, p := r.organiser, organiserOf(t, r.d), r.pairings
	r.ok(errOf(r.enters(ada, "", entry(p[0], first), entry(p[1], first))))
	now := r.stored()
	r.at = noon.Add(slipTime - time.Second)
	r.ok(errOf(r.enters(ada, "", entry(now[0], second))))
	if got := r.acts(1); !slices.Equal(got, []string{"pairing-corrected"}) {
		t.Errorf("the log has %q", got)
	}
	now = r.stored()
	if now[0].NeedsReason(ada, r.at) || !now[0].NeedsReason(bob, r.at) || !now[1].NeedsReason(ada, noon.Add(slipTime)) || now[2].NeedsReason(bob, r.at) {
		t.Errorf("reasons are needed for other pairings: %+v", now)
	}
	_, err := r.enters(bob, "", entry(now[0], first), entry(now[1], second), entry(now[2], first))
	wantError(t, err, rules.Invalid, "error.reason")
	if got := rules.FieldsOf(err); !slices.Equal(got, []string{now[0].ID, now[1].ID}) {
		t.Errorf("the reason is missing of %q, want %s and %s", got, now[0].ID, now[1].ID)
	}
	r.wantResults("0–1 1–0 –")
	r.ok(errOf(r.enters(bob, "I saw it.", entry(now[0], first))))
	r.ok(errOf(r.enters(bob, "", entry(r.stored()[0], second))))
	if is := r.stored()[0]; is.Decided.Reason != "I saw it." || is.Decided.By.ID != bob {
		t.Errorf("the decision is %+v", is.Decided)
	}
	decision := Decision{Games: []pairing.Game{second}, Revision: now[1].Revision}
	_, err = r.d.DecidePairing(t.Context(), now[1].ID, bob, decision, r.at)
	wantError(t, err, rules.Invalid, "error.reason")
	r.ok(errOf(r.d.DecidePairing(t.Context(), now[1].ID, ada, decision, r.at.Add(-time.Minute))))
	r.wantResults("0–1 0–1 –")
}

// Two organisers enter the same round. A result that the other has entered meanwhile is not
// overwritten, the others are saved, and equal results are no conflict. Once seen, it can be
// corrected.
func TestEnterRoundAtTheSameTime(t *testing.T) {
	r := newRound(t, TournamentSettings{}, 8)
	ada, bob, p := r.organiser, organiserOf(t, r.d), r.pairings
	saved, err := r.enters(ada, "", entry(p[0], first), entry(p[1], first))
	r.ok(err)
	if len(saved.Saved) != 2 {
		t.Fatalf("Ada saved %+v", saved)
	}
	mine := []RoundEntry{entry(p[0], second), entry(p[1], first), entry(p[2], second)}
	saved, err = r.enters(bob, "", mine...)
	r.ok(err)
	if len(saved.Saved) != 1 || saved.Saved[0].ID != p[2].ID || len(saved.Changed) != 1 || saved.Changed[0].ID != p[0].ID ||
		saved.Changed[0].Decided.By.ID != ada || saved.Changed[0].Games[0] != first {
		t.Errorf("Bob saved %+v", saved)
	}
	r.wantResults("1–0 1–0 0–1 –")

	again := entry(saved.Changed[0], second)
	_, err = r.enters(bob, "", again)
	wantError(t, err, rules.Invalid, "error.reason")
	saved, err = r.enters(bob, "I saw it.", again)
	if err != nil || len(saved.Saved) != 1 {
		t.Errorf("with a reason Bob saved %+v, %v", saved, err)
	}
	r.wantResults("0–1 1–0 0–1 –")

	r.ok(errOf(r.d.EnterResult(t.Context(), p[3].ID, p[3].Players[0].ID, []pairing.Game{first}, noon)))
	saved, err = r.enters(bob, "", entry(p[3], second))
	if err != nil || len(saved.Changed) != 1 || saved.Changed[0].Entered == nil {
		t.Errorf("what a player entered meanwhile is overwritten: %+v, %v", saved, err)
	}
}

// A tick that accepts or confirms a result has no effect on another result: the organiser sees it. A tick for the result
// that counts meanwhile is no conflict.
func TestTicksAtTheSameTime(t *testing.T) {
	r := newRound(t, TournamentSettings{}, 8)
	ctx, ada, bob, mira := t.Context(), r.organiser, organiserOf(t, r.d), r.pairings[0].Players[0].ID
	for _, p := range r.pairings[1:] {
		r.ok(errOf(r.d.EnterResult(ctx, p.ID, p.Players[0].ID, []pairing.Game{first}, noon)))
	}
	r.ok(r.d.SetRole(ctx, mira, Organiser, Operator, noon))
	r.ok(errOf(r.enters(mira, "", entry(r.pairings[0], first))))
	var ticks []RoundEntry
	for i, p := range r.stored() {
		ticks = append(ticks, RoundEntry{Pairing: p.ID, Decision: Decision{Revision: p.Revision}, Confirm: i == 0, Accept: i > 0, Seen: p.ShownResult()})
	}
	seen := r.stored()
	r.ok(errOf(r.enters(bob, "The sheet says so.", entry(seen[0], second), entry(seen[1], second), entry(seen[2], first))))
	r.ok(errOf(r.d.EnterResult(ctx, seen[3].ID, seen[3].Players[0].ID, []pairing.Game{second}, noon)))
	saved, err := r.enters(ada, "", ticks...)
	r.ok(err)
	var changed []string
	for _, p := range saved.Changed {
		changed = append(changed, p.ID)
	}
	if want := []string{seen[0].ID, seen[1].ID, seen[3].ID}; len(saved.Saved) != 0 || !slices.Equal(changed, want) {
		t.Errorf("saved are %+v, changed %v, want %v", saved.Saved, changed, want)
	}
	r.wantResults("0–1 0–1 1–0 –")
	again := ticks[3]
	again.Revision = saved.Changed[2].Revision
	saved, err = r.enters(ada, "", again)
	if err != nil || len(saved.Saved) != 1 || len(saved.Changed) != 0 {
		t.Errorf("the new result is %+v, %v", saved, err)
	}
	r.wantResults("0–1 0–1 1–0 0–1")
}

// Two organisers save the same round at the same moment. The second one sees the other's results
// where they differ, and nothing is lost: each board has the result of the first, and boards that one
// of them entered are saved.
func TestEnterRoundTogether(t *testing.T) {
	const members, shared = 16, 4 // of eight boards both enter four, and each two others
	r := newRound(t, TournamentSettings{}, members)
	people, p := []string{r.organiser, organiserOf(t, r.d)}, r.pairings
	entries := [2][]RoundEntry{}
	for i := range shared {
		entries[0], entries[1] = append(entries[0], entry(p[i], first)), append(entries[1], entry(p[i], second))
	}
	for i := range 2 {
		entries[0], entries[1] = append(entries[0], entry(p[shared+i], first)), append(entries[1], entry(p[shared+2+i], second))
	}
	var saved [2]SavedRound
	var failed [2]error
	var both sync.WaitGroup
	for i, by := range people {
		both.Go(func() {
			saved[i], failed[i] = r.d.EnterRound(t.Context(), r.id, 1, RoundEntries{Entries: entries[i]}, by, noon)
		})
	}
	both.Wait()
	r.ok(errors.Join(failed[:]...))
	won := slices.IndexFunc(saved[:], func(s SavedRound) bool { return len(s.Changed) == 0 })
	if won < 0 || len(saved[won].Saved) != shared+2 || len(saved[1-won].Saved) != 2 || len(saved[1-won].Changed) != shared {
		t.Fatalf("saved are %+v", saved)
	}
	for i, c := range saved[1-won].Changed {
		if c.ID != p[i].ID || c.Decided.By.ID != people[won] || c.Games[0] != entries[won][i].Games[0] {
			t.Errorf("the second sees %+v of board %d", c, i+1)
		}
	}
	results := strings.Repeat([]string{"1–0 ", "0–1 "}[won], shared)
	r.wantResults(results + "1–0 1–0 0–1 0–1")
	if got := r.acts(members); len(slices.DeleteFunc(got, func(act string) bool { return act != "pairing-entered" })) != members/2 {
		t.Errorf("the log has %q", got)
	}
	for i := range 2 {
		n, err := r.d.Undoable(t.Context(), r.id, 1, people[i], noon)
		if err != nil || n != len(saved[i].Saved) {
			t.Errorf("organiser %d can undo %d results, %v", i, n, err)
		}
	}
}

// The note about a round is stored with it. What another organiser wrote meanwhile stays.
func TestRoundNote(t *testing.T) {
	r := newRound(t, TournamentSettings{}, 2)
	note := func(text, seen string) (SavedRound, error) {
		return r.d.EnterRound(t.Context(), r.id, 1, RoundEntries{Note: text, NoteSeen: seen}, r.organiser, noon)
	}
	saved, err := note(" Table 3 started late. ", "")
	if err != nil || saved.NoteNow != "Table 3 started late." || saved.NoteOther || r.full().Rounds[0].Note != saved.NoteNow {
		t.Errorf("the note is %+v, %v", saved, err)
	}
	if got := r.acts(1); got[0] != "round-note" {
		t.Errorf("the log has %q", got)
	}
	if saved, err = note("Rain.", ""); err != nil || saved.NoteNow != "Table 3 started late." || !saved.NoteOther {
		t.Errorf("a note over another is %+v, %v", saved, err)
	}
	if saved, err = note("", "Table 3 started late."); err != nil || saved.NoteNow != "" || r.full().Rounds[0].Note != "" {
		t.Errorf("a deleted note is %+v, %v", saved, err)
	}
	_, err = note(strings.Repeat("W", MaxReason+1), "")
	wantError(t, err, rules.Invalid, "error.note")
}

// Saved results can be undone until something follows from them.
func TestUndoRound(t *testing.T) {
	r := newRound(t, TournamentSettings{Rounds: 1}, 4)
	ctx, p := t.Context(), r.pairings
	undo := func(by string) error {
		return errOf(r.d.UndoRound(ctx, r.id, 1, by, noon))
	}
	wantUndoable := func(want int, now time.Time) {
		t.Helper()
		if n, err := r.d.Undoable(ctx, r.id, 1, r.organiser, now); n != want || err != nil {
			t.Errorf("%d results can be undone, %v, want %d", n, err, want)
		}
	}
	wantError(t, undo(r.organiser), rules.Conflict, "error.round-undo")
	r.ok(errOf(r.d.EnterResult(ctx, p[1].ID, p[1].Players[0].ID, []pairing.Game{first}, noon)))
	before := r.stored()
	r.ok(errOf(r.enters(r.organiser, "", entry(before[0], first), entry(before[1], second))))
	if r.full().Status != TournamentOver {
		t.Fatalf("after the last result it is %s", r.full().Status)
	}
	wantUndoable(2, noon)
	wantUndoable(0, noon.Add(UndoLife))
	wantError(t, undo(organiserOf(t, r.d)), rules.Conflict, "error.round-undo")
	wantError(t, undo(r.members[0]), rules.Forbidden, "error.organisers-only")
	r.ok(undo(r.organiser))
	r.wantResults("– –")
	if got := r.stored(); r.full().Status != TournamentRunning || got[0].Decided != nil || got[1].Entered == nil || got[1].Entered.By != p[1].Players[0].ID ||
		got[0].Revision <= before[0].Revision || !got[0].Ended.IsZero() {
		t.Errorf("undone it is %s with %+v", r.full().Status, got)
	}
	if got := r.acts(2); !slices.Equal(got, []string{"pairing-undone", "pairing-undone"}) {
		t.Errorf("the log has %q", got)
	}
	wantError(t, undo(r.organiser), rules.Conflict, "error.round-undo")

	now := r.stored()
	r.ok(errOf(r.enters(r.organiser, "", entry(now[0], first))))
	r.ok(errOf(r.enters(r.organiser, "A slip.", entry(r.stored()[0], second)))) // only this is undone
	r.ok(undo(r.organiser))
	r.wantResults("1–0 –")
	r.ok(errOf(r.enters(r.organiser, "", entry(r.stored()[1], first))))
	r.ok(r.decide(p[1].ID, Decision{Games: []pairing.Game{second}}))
	wantUndoable(0, noon) // it has changed since
}

// Results cannot be undone once a player has left whose game would be open again.
func TestUndoRoundWithoutAPlayer(t *testing.T) {
	r := newRound(t, TournamentSettings{}, 4)
	r.ok(errOf(r.enters(r.organiser, "", entry(r.pairings[0], first))))
	r.ok(errOf(r.enters(organiserOf(t, r.d), "", entry(r.pairings[1], first))))
	r.ok(errOf(r.d.Withdraw(t.Context(), r.id, r.pairings[0].Players[1].ID, r.organiser, "Has left.", noon)))
	_, err := r.d.UndoRound(t.Context(), r.id, 1, r.organiser, noon)
	wantError(t, err, rules.Conflict, "error.round-undo")
	r.wantResults("1–0 1–0")
}

// What is stored to undo results has no names, and goes when nobody can undo them.
func TestSavesAreForgotten(t *testing.T) {
	r := newRound(t, TournamentSettings{}, 4)
	r.ok(errOf(r.enters(r.organiser, "", entry(r.pairings[0], first))))
	r.ok(errOf(r.enters(r.organiser, "A slip.", entry(r.stored()[0], second))))
	saved := func() string {
		t.Helper()
		texts, err := scanTexts(r.d.read.QueryContext(t.Context(), "SELECT boards FROM round_saves"))
		r.ok(err)
		return strings.Join(texts, "\n")
	}
	organiser, err := r.d.Person(t.Context(), r.organiser)
	r.ok(err)
	if text := saved(); !strings.Contains(text, r.organiser) || strings.Contains(text, organiser.Name) {
		t.Errorf("stored is %s", text)
	}
	r.ok(r.d.ForgetUndo(t.Context(), noon.Add(UndoLife-time.Second)))
	if saved() == "" {
		t.Error("it is forgotten too early")
	}
	r.ok(r.d.ForgetUndo(t.Context(), noon.Add(UndoLife)))
	if text := saved(); text != "" {
		t.Errorf("after a day there is still %s", text)
	}
}

// Results cannot be undone once the next round is published, or games ended with them.
func TestUndoRoundTooLate(t *testing.T) {
	for name, settings := range map[string]TournamentSettings{
		"a Swiss": {}, "a knockout": {Kind: Knockout}, "played on the site": {Site: true, Control: "2d"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRound(t, settings, 4)
			r.ok(errOf(r.enters(r.organiser, "Power cut.", entry(r.pairings[0], first), entry(r.pairings[1], second))))
			if n, err := r.d.Undoable(t.Context(), r.id, 1, r.organiser, noon); (n == 0) != settings.Site || err != nil {
				t.Errorf("%d can be undone, %v", n, err)
			}
			r.publish()
			_, err := r.d.UndoRound(t.Context(), r.id, 1, r.organiser, noon)
			wantError(t, err, rules.Conflict, "error.round-undo")
		})
	}
}

// An organiser's decision needs a reason if the pairing is over, contested or being played on this
// site; else it needs none.
func TestNeedsReason(t *testing.T) {
	d := openTest(t)
	organiser := organiserOf(t, d)
	won := []pairing.Game{{Halves: [2]int{2, 0}}}
	for name, tt := range map[string]struct {
		n      NewPairing
		change func(p Pairing) error
		needed bool
	}{
		"open": {n: NewPairing{Key: "six"}},
		"entered": {n: NewPairing{Key: "six"}, change: func(p Pairing) error {
			return errOf(d.EnterResult(t.Context(), p.ID, p.Players[0].ID, won, noon))
		}},
		"contested": {n: NewPairing{Key: "six"}, needed: true, change: func(p Pairing) error {
			entered, err := d.EnterResult(t.Context(), p.ID, p.Players[0].ID, won, noon)
			if err == nil {
				_, err = d.ContestResult(t.Context(), p.ID, p.Players[1].ID, "", entered.Revision, noon)
			}
			return err
		}},
		"over": {n: NewPairing{Key: "six"}, needed: true, change: func(p Pairing) error {
			return errOf(d.DecidePairing(t.Context(), p.ID, organiserOf(t, d), Decision{Off: true, Revision: p.Revision}, noon))
		}},
		"waiting on the site": {n: NewPairing{Key: "six", Site: true, Control: control(t, "5+0")}},
		"running on the site": {n: NewPairing{Key: "six", Site: true, Control: control(t, "2d")}, needed: true},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPairing(t, d, tt.n)
			if tt.change != nil {
				if err := tt.change(p); err != nil {
					t.Fatal(err)
				}
			}
			decision := Decision{Games: won, Revision: readPairing(t, d, p).Revision}
			_, err := d.DecidePairing(t.Context(), p.ID, organiser, decision, noon)
			if tt.needed {
				wantError(t, err, rules.Invalid, "error.reason")
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}

// A result that an organiser enters for a pairing of their own is marked until another organiser
// confirms it.
func TestOwnDecision(t *testing.T) {
	r := newRound(t, TournamentSettings{}, 4)
	ctx, p := t.Context(), r.pairings[0]
	mira, other := p.Players[1].ID, r.organiser
	r.ok(r.d.SetRole(ctx, mira, Organiser, Operator, noon))
	r.ok(errOf(r.enters(mira, "", entry(p, second), entry(r.pairings[1], first))))
	if got := r.stored(); !got[0].OwnDecision() || got[1].OwnDecision() {
		t.Errorf("entered are %+v", got)
	}
	boards := r.full().RoundBoards(1)
	if boards[0].Own != 2 || boards[1].Own != 0 {
		t.Errorf("the boards are %+v", boards)
	}
	own := r.stored()[0]
	confirm := func(id, by string, revision int) error {
		return errOf(r.d.ConfirmDecision(ctx, id, by, revision, noon.Add(time.Hour)))
	}
	wantError(t, confirm(own.ID, mira, own.Revision), rules.Forbidden, "error.pairing-own")
	wantError(t, confirm(own.ID, p.Players[0].ID, own.Revision), rules.Forbidden, "error.organisers-only")
	wantError(t, confirm(own.ID, other, own.Revision-1), rules.Conflict, "error.pairing-changed")
	wantError(t, confirm(r.pairings[1].ID, other, own.Revision), rules.Conflict, "error.pairing-settled")
	r.ok(confirm(own.ID, other, own.Revision))
	after := r.stored()[0]
	if after.OwnDecision() || after.Decided.By.ID != other || !after.Decided.At.Equal(own.Decided.At) || after.Score() != "0–1" || r.full().RoundBoards(1)[0].Own != 0 {
		t.Errorf("confirmed it is %+v", after)
	}
	if got := r.acts(1); got[0] != "pairing-confirmed" {
		t.Errorf("the log has %q", got)
	}

	r.ok(errOf(r.enters(mira, "A slip.", entry(after, first)))) // a correction of their own is marked again
	saved, err := r.enters(other, "", RoundEntry{Pairing: p.ID, Decision: Decision{Revision: r.stored()[0].Revision}, Confirm: true})
	if err != nil || len(saved.Saved) != 1 || r.stored()[0].OwnDecision() {
		t.Errorf("with the round it is confirmed by %+v, %v", saved, err)
	}
	saved, err = r.enters(other, "", RoundEntry{Pairing: p.ID, Decision: Decision{Revision: 1}, Confirm: true, Seen: r.stored()[0].ShownResult()})
	if err != nil || len(saved.Saved)+len(saved.Changed) > 0 {
		t.Errorf("a second confirmation is %+v, %v", saved, err)
	}
}

// In a knockout, and in a round robin whose rounds are published together, results are entered for
// any published round.
func TestEnterRoundOfEachKind(t *testing.T) {
	robin := newRound(t, TournamentSettings{Kind: RoundRobin, AllAtOnce: true}, 4)
	list, err := robin.d.RoundPairings(t.Context(), robin.id, 2)
	robin.ok(err)
	entries := RoundEntries{Entries: []RoundEntry{entry(list[0], first), entry(list[1], second)}}
	if saved, err := robin.d.EnterRound(t.Context(), robin.id, 2, entries, robin.organiser, noon); err != nil || len(saved.Saved) != 2 {
		t.Errorf("saved is %+v, %v", saved, err)
	}
	if got, err := robin.d.UndoRound(t.Context(), robin.id, 2, robin.organiser, noon); err != nil || len(got) != 2 {
		t.Errorf("undone are %+v, %v", got, err)
	}

	knockout := newRound(t, TournamentSettings{Kind: Knockout}, 4)
	draw := pairing.Game{Halves: [2]int{1, 1}}
	_, err = knockout.enters(knockout.organiser, "", entry(knockout.pairings[0], draw))
	wantError(t, err, rules.Invalid, "error.pairing-unfinished")
	level := entry(knockout.pairings[0], draw, draw, draw)
	_, err = knockout.enters(knockout.organiser, "", level)
	wantError(t, err, rules.Invalid, "error.pairing-no-winner")
	level.Winner = 2
	knockout.ok(errOf(knockout.enters(knockout.organiser, "", level, entry(knockout.pairings[1], first))))
	knockout.wantResults("0–1 1–0")
}
