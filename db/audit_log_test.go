package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/ladder"
)

// newAdmin returns a new account of an admin, made by the operator.
func newAdmin(t testing.TB, d *DB, name string) Person {
	t.Helper()
	p, err := d.SignUp(t.Context(), "", name, "hash", noon)
	if err == nil {
		err = d.SetRole(t.Context(), p.ID, Admin, Operator, noon)
	}
	if err == nil {
		p, err = d.Person(t.Context(), p.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// newMember returns a new account.
func newMember(t testing.TB, d *DB, name string) Person {
	t.Helper()
	p, err := d.SignUp(t.Context(), "", name, "hash", noon)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// newOrganiser returns a new account that an admin made an organiser.
func newOrganiser(t testing.TB, d *DB, name string, admin Person) Person {
	t.Helper()
	p := newMember(t, d, name)
	if err := d.SetRole(t.Context(), p.ID, Organiser, admin.ID, noon); err != nil {
		t.Fatal(err)
	}
	p.Role = Organiser
	return p
}

// writes writes an act in a transaction of its own.
func writes(t testing.TB, d *DB, act Act, now time.Time) {
	t.Helper()
	err := d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error { return writeAudit(ctx, tx, act, now) })
	if err != nil {
		t.Fatal(err)
	}
}

// lastEntry returns the latest entry of the audit log.
func lastEntry(t testing.TB, d *DB) AuditEntry {
	t.Helper()
	list, _, err := d.AuditLog(t.Context(), AuditFilter{}, 1)
	if err != nil || len(list) == 0 {
		t.Fatalf("log %v, %v", list, err)
	}
	return list[0]
}

func TestLog(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben := newMember(t, d, "Anna"), newMember(t, d, "Ben")
	if list, more, err := d.AuditLog(ctx, AuditFilter{}, 5); err != nil || more || len(list) != 0 {
		t.Fatalf("a new log has %v, %v, %v", list, more, err)
	}
	for i := range 5 {
		act := Act{By: anna.ID, Act: "role", Detail: map[string]string{"was": fmt.Sprint(i)}}
		if i%2 == 1 {
			act = Act{Act: "other", Subject: ben.ID, About: Ref{Kind: RefClub}}
		}
		writes(t, d, act, noon.Add(time.Duration(i)*time.Minute))
	}
	for name, tt := range map[string]struct {
		filter AuditFilter
		limit  int
		want   []int
		more   bool
	}{
		"all":             {AuditFilter{}, 9, []int{5, 4, 3, 2, 1}, false},
		"just all":        {AuditFilter{}, 5, []int{5, 4, 3, 2, 1}, false},
		"the last":        {AuditFilter{}, 2, []int{5, 4}, true},
		"older ones":      {AuditFilter{Before: 4}, 2, []int{3, 2}, true},
		"of a kind":       {AuditFilter{Acts: []string{"other"}}, 9, []int{4, 2}, false},
		"by somebody":     {AuditFilter{Person: anna.ID}, 9, []int{5, 3, 1}, false},
		"to somebody":     {AuditFilter{Person: ben.ID}, 9, []int{4, 2}, false},
		"all of it":       {AuditFilter{Person: ben.ID, Acts: []string{"other"}, Before: 4}, 1, []int{2}, false},
		"nothing by them": {AuditFilter{Person: ben.ID, Acts: []string{"role"}}, 9, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			list, more, err := d.AuditLog(ctx, tt.filter, tt.limit)
			var got []int
			for _, e := range list {
				got = append(got, e.Number)
			}
			if err != nil || more != tt.more || fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("%v, more %v, %v; want %v, %v", got, more, err, tt.want, tt.more)
			}
		})
	}
	if _, err := d.DeletePerson(ctx, ben.ID, noon); err != nil {
		t.Fatal(err)
	}
	list, _, err := d.AuditLog(ctx, AuditFilter{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if e := list[0]; e.By != (Player{ID: anna.ID, Name: "Anna"}) || e.Subject != (Player{}) || !e.At.Equal(noon.Add(4*time.Minute)) || !maps.Equal(e.Detail, map[string]string{"was": "4"}) {
		t.Errorf("entry %+v", e)
	}
	if e := list[1]; e.By != (Player{}) || e.Subject != (Player{ID: ben.ID, Deleted: true}) || e.About != (Ref{Kind: RefClub}) || len(e.Detail) != 0 {
		t.Errorf("entry %+v", e)
	}
}

// TestLogIsNotEdited tries it on the connection that writes, as a mistake in this
// package would.
func TestLogIsNotEdited(t *testing.T) {
	d := openTest(t)
	anna := newMember(t, d, "Anna")
	writes(t, d, Act{By: anna.ID, Act: "role"}, noon)
	writes(t, d, Act{By: anna.ID, Act: "other"}, noon)
	before := lastEntry(t, d)
	const insert = "INSERT INTO audit_log (number, at, act, about_kind, about_id, detail) VALUES "
	refused := map[string]string{
		"UPDATE audit_log SET act = 'none'":                                                     "is not changed",
		"UPDATE audit_log SET number = number WHERE number = 2":                                 "is not changed",
		"DELETE FROM audit_log":                                                                 "nothing is deleted",
		"DELETE FROM audit_log WHERE number = 2":                                                "nothing is deleted",
		insert + "(-1, 0, 'none', '', '', '{}')":                                                "continues at its end",
		insert + "(9, 0, 'none', '', '', '{}')":                                                 "continues at its end",
		insert + "(2, 0, 'none', '', '', '{}')":                                                 "continues at its end",
		insert + "(2, 0, 'none', '', '', '{}') ON CONFLICT DO NOTHING":                          "continues at its end",
		insert + "(2, 0, 'none', '', '', '{}') ON CONFLICT (number) DO UPDATE SET act = 'none'": "continues at its end",
	}
	if d.file != nil {
		replace := strings.TrimPrefix(insert, "INSERT INTO")
		refused["INSERT OR REPLACE INTO"+replace+"(2, 0, 'none', '', '', '{}')"] = "continues at its end"
		refused["REPLACE INTO"+replace+"(1, 0, 'none', '', '', '{}')"] = "continues at its end"
	} else {
		refused["TRUNCATE audit_log CASCADE"] = "nothing is deleted"
		refused["MERGE INTO audit_log l USING (SELECT 2 AS n) s ON l.number = s.n WHEN MATCHED THEN DELETE"] = "nothing is deleted"
	}
	for query, why := range refused {
		if _, err := d.write.ExecContext(t.Context(), query); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s has the error %v, want one with %q", query, err, why)
		}
	}
	list, _, err := d.AuditLog(t.Context(), AuditFilter{}, 9)
	if err != nil || len(list) != 2 || list[0].Act != before.Act || list[1].Act != "role" {
		t.Errorf("the log is %+v, %v", list, err)
	}

	t.Run("an act that fails is not logged", func(t *testing.T) {
		fails := errors.New("it fails")
		err := d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			if err := writeAudit(ctx, tx, Act{By: anna.ID, Act: "role"}, noon); err != nil {
				return err
			}
			return fails
		})
		if !errors.Is(err, fails) || lastEntry(t, d).Number != 2 {
			t.Errorf("error %v, last entry %+v", err, lastEntry(t, d))
		}
	})
	t.Run("and not by nobody", func(t *testing.T) {
		err := d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			return writeAudit(ctx, tx, Act{By: "nobody", Act: "role"}, noon)
		})
		wantError(t, err, rules.NotFound, "error.not-found")
	})
}

// A page of the log takes as many statements whether one entry names people or many do.
func TestLogNamesPeopleAtOnce(t *testing.T) {
	ran := 0
	count := func(string, []driver.NamedValue) { ran++ }
	d, err := Open(WithTrace(t.Context(), count), filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	anna, ben := newMember(t, d, "Anna"), newMember(t, d, "Ben")
	for range 5 {
		err := d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			return writeAudit(ctx, tx, Act{By: anna.ID, Act: "import", Detail: map[string]string{"NewPeople": ben.ID + " " + anna.ID}}, noon)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	took := map[int]int{}
	for _, limit := range []int{1, 5} {
		ran = 0
		list, _, err := d.AuditLog(t.Context(), AuditFilter{}, limit)
		if err != nil || len(list) != limit || list[limit-1].People[ben.ID].Name != "Ben" || len(list[0].People) != 2 {
			t.Errorf("the log is %+v, %v", list, err)
		}
		took[limit] = ran
	}
	if took[1] != took[5] {
		t.Errorf("an entry takes %d statements, five take %d", took[1], took[5])
	}
}

// decisionActs are acts in the club that are decisions about their subject.
var decisionActs = []string{
	"renamed", "message-removed", "tournament-entrant", "tournament-withdrawn", "ladder-added", "ladder-placed", "ladder-removed",
}

// A decisionTest is a ladder with an admin and an organiser whose players want mail.
type decisionTest struct {
	*climb
	admin Person
}

func newDecisionTest(t *testing.T) decisionTest {
	t.Helper()
	d := openTest(t)
	c := decisionTest{newClimb(t, d, nil, "Anna", "Ben", "Cleo"), newAdmin(t, d, "Ada")}
	for _, p := range c.people {
		c.try(d.AskAddress(t.Context(), p.ID, p.ID+"@mail.example", "en", false, noon.Add(-time.Hour)))
	}
	mustExec(t, d, "UPDATE mail SET address = pending, pending = NULL")
	return c
}

// seen notes that everybody has visited the site.
func (c decisionTest) seen() {
	c.Helper()
	mustExec(c, c.d, "UPDATE mail SET seen = $1", c.now.UnixMilli())
}

// write writes acts to the log, a second apart.
func (c decisionTest) write(acts ...Act) {
	c.Helper()
	for _, act := range acts {
		at := c.tick(time.Second)
		c.try(c.d.inTx(c.Context(), func(ctx context.Context, tx *sql.Tx) error { return writeAudit(ctx, tx, act, at) }))
	}
}

// wantDecisions fails the test unless a person is shown these acts, the last first, and one
// letter has as many decisions.
func (c decisionTest) wantDecisions(name string, since time.Time, acts ...string) {
	c.Helper()
	c.wantListed(name, since, acts...)
	kinds := clubNoticesAt(c, c.d, c.people[name].ID, c.now.Add(5*time.Minute))
	if want := slices.Repeat([]ClubNoticeKind{ClubNoticeDecision}, len(acts)); !slices.Equal(kinds, want) {
		c.Errorf("%s is written about %v, want %v", name, kinds, want)
	}
	if kinds := clubNoticesAt(c, c.d, c.people[name].ID, c.now.Add(10*time.Minute)); len(kinds) > 0 {
		c.Errorf("%s is written again about %v", name, kinds)
	}
}

// wantListed fails the test unless a person is shown these acts, the last first.
func (c decisionTest) wantListed(name string, since time.Time, acts ...string) {
	c.Helper()
	entries, err := c.d.Decisions(c.Context(), c.people[name].ID, since, 20)
	c.try(err)
	var got []string
	for _, e := range entries {
		got = append(got, e.Act)
	}
	if !slices.Equal(got, acts) {
		c.Errorf("decisions about %s are %q, want %q", name, got, acts)
	}
}

// People find what others decided about them, on the site for a while and once in a letter,
// unless they decided it themselves. They do not find decisions about others.
func TestDecisions(t *testing.T) {
	c := newDecisionTest(t)
	anna, start := c.people["Anna"].ID, c.now
	c.seen()
	c.wantDecisions("Anna", start)
	for _, act := range decisionActs {
		c.write(Act{By: c.organiser.ID, Act: act, Subject: anna, About: Ref{Kind: RefClub}}, Act{By: anna, Act: act, Subject: anna, About: Ref{Kind: RefClub}})
	}
	c.write(Act{By: c.organiser.ID, Act: "season-status", About: Ref{Kind: RefSeason}}, Act{By: c.organiser.ID, Act: "invitation", Subject: anna, About: Ref{Kind: RefClub}})
	want := slices.Clone(decisionActs)
	slices.Reverse(want)
	c.wantDecisions("Anna", start, want...)
	for _, other := range []string{"Ben", "Cleo", "Olga"} {
		c.wantDecisions(other, start)
	}
	c.wantListed("Anna", c.now.Add(-5*time.Second), want[:1]...)
}

// A person puts away decisions about that person only, one by one.
func TestPutAwayDecision(t *testing.T) {
	c := newDecisionTest(t)
	anna, ben, start := c.people["Anna"].ID, c.people["Ben"].ID, c.now
	c.write(Act{By: c.organiser.ID, Act: "role", Subject: anna, About: Ref{Kind: RefClub}}, Act{By: c.organiser.ID, Act: "renamed", Subject: anna, About: Ref{Kind: RefClub}},
		Act{By: c.organiser.ID, Act: "role", Subject: ben, About: Ref{Kind: RefClub}})
	list, err := c.d.Decisions(t.Context(), anna, start, 20)
	c.try(err)
	for range 2 {
		c.try(c.d.PutAwayDecision(t.Context(), anna, list[0].Number))
		c.try(c.d.PutAwayDecision(t.Context(), ben, list[0].Number))
		c.wantListed("Anna", start, "role")
		c.wantListed("Ben", start, "role")
	}
	if n := countRows(t, c.d, "read_decisions"); n != 1 {
		t.Errorf("%d decisions are put away", n)
	}
	_, err = c.d.DeletePerson(t.Context(), anna, c.now)
	c.try(err)
	if n := countRows(t, c.d, "read_decisions"); n != 0 {
		t.Errorf("%d decisions of a deleted account are kept", n)
	}
}

// Changes of an account by admins or the operator are decisions about its person.
func TestDecisionsAboutAccounts(t *testing.T) {
	c := newDecisionTest(t)
	ctx, anna, start := t.Context(), c.people["Anna"].ID, c.now
	c.seen()
	c.try(c.d.SetRole(ctx, anna, Organiser, c.admin.ID, c.tick(time.Second)))
	_, err := c.d.RevokeSessions(ctx, anna, c.tick(time.Second))
	c.try(err)
	c.try(c.d.MakeReset(ctx, Reset{Hash: "link", Person: Person{ID: anna}, Expires: c.now.Add(day)}, c.admin.ID, c.tick(time.Second)))
	_, err = c.d.CloseAccount(ctx, anna, "a mistake", c.admin.ID, c.tick(time.Second))
	c.try(err)
	c.try(c.d.OpenAccount(ctx, anna, c.admin.ID, c.tick(time.Second)))
	c.wantDecisions("Anna", start, "account-opened", "reset-link", "sessions-revoked", "role")
	c.wantDecisions("Ben", start)
}

// Decisions about a pairing or a challenge concern both players. The e-mail about a pairing is
// the notification of the pairing itself.
func TestDecisionsAboutPairs(t *testing.T) {
	c := newDecisionTest(t)
	start := c.now
	made := c.challenges("Cleo", "Anna")
	c.seen()
	_, err := c.d.DecideChallenge(t.Context(), made.ID, c.organiser.ID, ladder.Outcome{Winner: made.From.ID}, "Anna did not come", c.tick(time.Second))
	c.try(err)
	c.wantDecisions("Anna", start, "challenge-won")
	c.wantDecisions("Cleo", start, "challenge-won")
	c.wantDecisions("Ben", start)
	c.wantDecisions("Olga", start)

	c.tick(time.Hour)
	paired := c.accepts(c.challenges("Ben", "Anna"))
	c.seen()
	c.write(Act{By: c.organiser.ID, Act: "pairing-decided", About: Ref{RefPairing, paired.Pairing}})
	c.wantListed("Anna", start, "pairing-decided", "challenge-won")
	c.wantListed("Ben", start, "pairing-decided")
	c.wantListed("Cleo", start, "challenge-won")
	if kinds := clubNoticesAt(t, c.d, c.people["Ben"].ID, c.now.Add(time.Hour)); slices.Contains(kinds, ClubNoticeDecision) {
		t.Errorf("Ben is written about %v", kinds)
	}
}

// TestDecisionsAboutTournaments checks that everybody who entered a tournament learns that it was
// called off, whether it has begun or not.
func TestDecisionsAboutTournaments(t *testing.T) {
	for name, begun := range map[string]bool{"before the first round": false, "in the first round": true} {
		t.Run(name, func(t *testing.T) {
			m := newTournament(t, TournamentSettings{}, 3) // one has no opponent
			player, stranger := reached(t, m.d), reached(t, m.d)
			m.ok(m.d.Enter(t.Context(), m.id, player, noon))
			if begun {
				m.begin()
				m.publish()
			}
			m.ok(errOf(m.d.CallOffTournament(t.Context(), m.id, m.organiser, "flu", in(time.Minute))))
			for who, id := range map[string]string{"an entrant": m.members[0], "the last entrant": player, "a stranger": stranger, "the organiser": m.organiser} {
				list, err := m.d.Decisions(t.Context(), id, in(time.Second), 20)
				m.ok(err)
				want := who == "an entrant" || who == "the last entrant"
				if got := len(list) > 0; got != want || want && (list[0].Act != "tournament-off" || list[0].Detail["Reason"] != "flu") {
					t.Errorf("decisions about %s are %+v", who, list)
				}
			}
			if kinds := clubNoticesAt(t, m.d, player, in(time.Hour)); !slices.Contains(kinds, ClubNoticeDecision) {
				t.Errorf("an entrant is written about %v", kinds)
			}
			if kinds := clubNoticesAt(t, m.d, stranger, in(time.Hour)); len(kinds) > 0 {
				t.Errorf("a stranger is written about %v", kinds)
			}
		})
	}
}

// People who are entered together, or put on a ladder together, get a notification each, as players of a round do whose
// deadline is moved.
func TestDecisionsAboutMany(t *testing.T) {
	t.Parallel()
	m := newTournament(t, TournamentSettings{Rounds: 2}, 0)
	ctx, one, two := t.Context(), reached(t, m.d), reached(t, m.d)
	wants := func(what string, after time.Duration) {
		t.Helper()
		for _, person := range []string{one, two} {
			if kinds := clubNoticesAt(t, m.d, person, in(after)); !slices.Contains(kinds, ClubNoticeDecision) {
				t.Errorf("after %s, %s is written about %v", what, person, kinds)
			}
		}
	}
	m.ok(errOf(m.d.AddEntrants(ctx, m.id, []NewEntrant{{Person: one}, {Person: two}}, m.organiser, noon)))
	wants("the entry", time.Hour)
	m.begin()
	m.publish()
	m.ok(errOf(m.d.MoveDeadline(ctx, m.id, 1, time.Time{}, noon.Add(48*time.Hour), m.organiser, in(2*time.Hour))))
	wants("the move", 3*time.Hour)
	c := newClimb(t, m.d, nil)
	_, _, err := m.d.AddAllToLadder(ctx, c.ladder.ID, []string{one, two}, c.organiser.ID, in(4*time.Hour))
	m.ok(err)
	wants("the ladder", 5*time.Hour)
}
