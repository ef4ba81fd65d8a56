package db

import (
	"context"
	"database/sql"
	"slices"
	"testing"
	"time"

	"hexclub/rules/ladder"
)

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
	kinds := toldOfClub(c, c.d, c.people[name].ID, c.now.Add(5*time.Minute))
	if want := slices.Repeat([]ClubNoticeKind{ClubNoticeDecision}, len(acts)); !slices.Equal(kinds, want) {
		c.Errorf("%s is written about %v, want %v", name, kinds, want)
	}
	if kinds := toldOfClub(c, c.d, c.people[name].ID, c.now.Add(10*time.Minute)); len(kinds) > 0 {
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
	if kinds := toldOfClub(t, c.d, c.people["Ben"].ID, c.now.Add(time.Hour)); slices.Contains(kinds, ClubNoticeDecision) {
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
			if kinds := toldOfClub(t, m.d, player, in(time.Hour)); !slices.Contains(kinds, ClubNoticeDecision) {
				t.Errorf("an entrant is written about %v", kinds)
			}
			if kinds := toldOfClub(t, m.d, stranger, in(time.Hour)); len(kinds) > 0 {
				t.Errorf("a stranger is written about %v", kinds)
			}
		})
	}
}
