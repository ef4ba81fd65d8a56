package db

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
)

func TestLadderCorrections(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora")
	ctx := t.Context()
	organiser, id := c.organiser.ID, c.ladder.ID
	_, err := c.d.PlaceOnLadder(ctx, id, c.people["Dora"].ID, 1, c.people["Anna"].ID, "because", c.tick(time.Second))
	wantError(t, err, rules.Forbidden, "error.organisers-only")
	_, err = c.d.PlaceOnLadder(ctx, id, c.people["Dora"].ID, 1, organiser, "  ", c.tick(time.Second))
	wantError(t, err, rules.Invalid, "error.reason")
	_, err = c.d.PlaceOnLadder(ctx, id, c.people["Dora"].ID, 9, organiser, "because", c.tick(time.Second))
	wantError(t, err, rules.Invalid, "error.ladder-place")
	_, err = c.d.PlaceOnLadder(ctx, id, c.people["Dora"].ID, 2, organiser, "a result was wrong", c.tick(time.Second))
	c.try(err)
	c.wantOrder("Anna Dora Ben Carl")
	made := c.accepts(c.challenges("Dora", "Anna"))
	_, err = c.d.RemoveFromLadder(ctx, id, c.people["Anna"].ID, organiser, "moved away", c.tick(time.Second))
	c.try(err)
	c.wantOrder("Dora Ben Carl")
	if p, err := c.d.Pairing(ctx, made.Pairing); err != nil || p.Status != PairingOver || p.How != EndForfeit {
		t.Errorf("pairing %+v, %v", p, err)
	}
	_, err = c.d.AddToLadder(ctx, id, c.account("Gus").ID, 2, organiser, "strong", c.tick(time.Second))
	c.try(err)
	c.wantOrder("Dora Gus Ben Carl")
	made = c.challenges("Carl", "Ben")
	_, err = c.d.DecideChallenge(ctx, made.ID, organiser, ladder.Outcome{Winner: c.people["Gus"].ID}, "because", c.tick(time.Second))
	wantError(t, err, rules.Invalid, "error.result")
	_, err = c.d.DecideChallenge(ctx, made.ID, organiser, ladder.Outcome{Winner: c.people["Carl"].ID}, "Ben said so", c.tick(time.Second))
	c.try(err)
	c.wantOrder("Dora Gus Carl Ben")
	log, _, err := c.d.AuditLog(ctx, AuditFilter{}, 100)
	c.try(err)
	var acts []string
	for _, entry := range slices.Backward(log) {
		acts = append(acts, entry.Act+" "+entry.Detail["Was"]+" "+entry.Detail["Is"]+" "+entry.Detail["Reason"])
	}
	want := []string{
		"ladder-placed 4 2 a result was wrong", "ladder-removed 2 0 moved away", "ladder-added 0 2 strong", "challenge-won   Ben said so",
	}
	if got := acts[len(acts)-len(want):]; !slices.Equal(got, want) {
		t.Errorf("logged %q, want %q", got, want)
	}
}

// The chronicle and the audit log show the same places, and both name a player whom an organiser
// has added.
func TestLadderCorrectionsInBothLogs(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl")
	ctx := t.Context()
	c.accepts(c.challenges("Carl", "Anna")) // which Anna loses before she goes from place 2
	_, err := c.d.RemoveFromLadder(ctx, c.ladder.ID, c.people["Anna"].ID, c.organiser.ID, "moved away", c.tick(time.Second))
	c.try(err)
	_, err = c.d.AddToLadder(ctx, c.ladder.ID, c.account("Gus").ID, 0, c.organiser.ID, "asked for it", c.tick(time.Second))
	c.try(err)
	log, _, err := c.d.AuditLog(ctx, AuditFilter{}, 2)
	c.try(err)
	events, _, err := c.d.LadderEvents(ctx, c.ladder.ID, "", 0, 2)
	c.try(err)
	for i, want := range []struct {
		act, name string
		kind      ladder.Kind
		from, to  int
	}{{"ladder-added", "Gus", ladder.Added, 0, 3}, {"ladder-removed", "Anna", ladder.Removed, 2, 0}} {
		act, e := log[i], events[i]
		if act.Act != want.act || act.Subject.Name != want.name || act.Detail["Was"] != strconv.Itoa(want.from) || act.Detail["Is"] != strconv.Itoa(want.to) {
			t.Errorf("logged %+v, want %+v", act, want)
		}
		if e.Kind != want.kind || e.Player.Name != want.name || e.From != want.from || e.To != want.to {
			t.Errorf("the event is %+v, want %+v", e, want)
		}
	}
}

// No player can join a closed ladder. If its season is closed, the error says so.
func TestLadderClosed(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben")
	ctx := t.Context()
	carl, ben := c.account("Carl").ID, c.people["Ben"].ID
	_, err := c.d.LeaveLadder(ctx, c.ladder.ID, ben, c.tick(time.Second))
	c.try(err)
	coming := func() []error {
		_, joins := c.d.JoinLadder(ctx, c.ladder.ID, carl, c.tick(time.Second))
		_, returns := c.d.JoinLadder(ctx, c.ladder.ID, ben, c.tick(time.Second))
		_, added := c.d.AddToLadder(ctx, c.ladder.ID, carl, 1, c.organiser.ID, "because", c.tick(time.Second))
		return []error{joins, returns, added}
	}
	_, err = c.d.CloseLadder(ctx, c.ladder.ID, true, c.organiser.ID, c.tick(time.Second))
	c.try(err)
	for _, err := range coming() {
		wantRefusal(t, err, ladder.OpenRule)
	}
	c.try(c.d.SetSeason(ctx, c.season.ID, SeasonClosed, c.organiser.ID, c.tick(time.Second)))
	for _, err := range coming() {
		wantError(t, err, rules.Conflict, "error.season-closed")
	}
	c.wantOrder("Anna")
}

// Whose account is deleted leaves the ladder, as its rules have it for challenges.
func TestLadderDeletion(t *testing.T) {
	c := newClimb(t, openTest(t), func(l *LadderTerms) { l.Settings.Received = 2 }, "Anna", "Ben", "Carl")
	played, waits := c.accepts(c.challenges("Ben", "Anna")), c.challenges("Carl", "Anna")
	_, err := c.d.DeletePerson(t.Context(), c.people["Anna"].ID, c.tick(time.Hour))
	c.try(err)
	c.wantOrder("Ben Carl")
	if is := c.again(played); is.Status != ChallengeWon || is.Winner != c.people["Ben"].ID || !is.To.Deleted {
		t.Errorf("the accepted one %+v", is)
	}
	if is := c.again(waits); is.Status != ChallengeWon {
		t.Errorf("the other %+v", is)
	}
	p, err := c.d.Pairing(t.Context(), played.Pairing)
	if err != nil || p.Status != PairingOver || p.How != EndForfeit {
		t.Errorf("pairing %+v, %v", p, err)
	}
	c.ticks(400 * day)
}

// Nothing of a ladder changes in an archive, but who deletes the account is gone from there too.
func TestLeavingAnArchivedLadder(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben")
	for _, status := range []SeasonStatus{SeasonClosed, SeasonArchived} {
		c.try(c.d.SetSeason(t.Context(), c.season.ID, status, c.organiser.ID, c.tick(time.Second)))
	}
	_, err := c.d.LeaveLadder(t.Context(), c.ladder.ID, c.people["Ben"].ID, c.tick(time.Second))
	wantError(t, err, rules.Conflict, "error.season-archived")
	c.wantOrder("Anna Ben")
	_, err = c.d.DeletePerson(t.Context(), c.people["Ben"].ID, c.tick(time.Second))
	c.try(err)
	c.wantOrder("Anna")
}

// A result that a player has entered counts when the other leaves or is removed, and so does a loss of one's own.
func TestLeavingWithAnEnteredResult(t *testing.T) {
	leave := func(c *climb, name string) error {
		_, err := c.d.LeaveLadder(c.Context(), c.ladder.ID, c.people[name].ID, c.tick(time.Second))
		return err
	}
	remove := func(c *climb, name string) error {
		_, err := c.d.RemoveFromLadder(c.Context(), c.ladder.ID, c.people[name].ID, c.organiser.ID, "left town", c.tick(time.Second))
		return err
	}
	order := func(c *climb, name string) error {
		seen, err := c.d.LastLadderEvent(c.Context(), c.ladder.ID)
		c.try(err)
		o := LadderOrder{Remove: []string{c.people[name].ID}, Seen: seen, Why: "left town"}
		for _, other := range []string{"Carl", "Anna", "Ben"} {
			if other != name {
				o.People = append(o.People, c.people[other].ID)
			}
		}
		_, err = c.d.OrderLadder(c.Context(), c.ladder.ID, o, c.organiser.ID, c.tick(time.Second))
		return err
	}
	for name, tt := range map[string]struct {
		by     string // who enters it: Ben or Anna
		winner int    // 1 for Ben, the first player
		who    string // leaves
		leave  func(*climb, string) error
		contest,
		played bool // it counts
		want string // winner
	}{
		"the loser leaves":            {by: "Ben", winner: 1, who: "Anna", leave: leave, played: true, want: "Ben"},
		"the winner is removed":       {by: "Ben", winner: 1, who: "Ben", leave: remove, played: true, want: "Ben"},
		"in a new order":              {by: "Ben", winner: 1, who: "Ben", leave: order, played: true, want: "Ben"},
		"an own loss":                 {by: "Ben", winner: 2, who: "Ben", leave: leave, played: true, want: "Anna"},
		"an own win, not confirmed":   {by: "Ben", winner: 1, who: "Ben", leave: leave, want: "Anna"},
		"a contested win":             {by: "Ben", winner: 1, who: "Ben", leave: remove, contest: true, want: "Anna"},
		"the other's loss is entered": {by: "Anna", winner: 1, who: "Anna", leave: leave, played: true, want: "Ben"},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl")
			p, _, err := c.d.ReportGame(t.Context(), c.ladder.ID, c.people[tt.by].ID,
				LadderGame{c.people["Ben"].ID, c.people["Anna"].ID, "hexone", []pairing.Game{won(tt.winner)}}, c.tick(time.Second))
			c.try(err)
			if tt.contest {
				_, err := c.d.ContestResult(t.Context(), p.ID, c.people["Anna"].ID, "no", p.Revision, c.tick(time.Second))
				c.try(err)
			}
			c.try(tt.leave(c, tt.who))
			p, err = c.d.Pairing(t.Context(), p.ID)
			c.try(err)
			made := c.challengeOf(p)
			if made.Status != ChallengeWon || made.Winner != c.people[tt.want].ID || p.Status != PairingOver || p.Entered != nil {
				t.Errorf("challenge %+v, pairing %+v, want %s", made, p, tt.want)
			}
			if got := p.How == EndEntered && slices.Equal(p.Games, []pairing.Game{won(tt.winner)}) && made.By == ladder.ByPlay; got != tt.played {
				t.Errorf("played: %t, the pairing is %+v", got, p)
			}
		})
	}
}
