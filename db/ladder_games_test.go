package db

import (
	"slices"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
)

// won returns a game of Hexone that a player has won.
func won(player int) pairing.Game {
	var g pairing.Game
	g.Halves[player-1], g.Points[player-1] = 2, 40
	return g
}

func (c *climb) records(first, second string, games ...pairing.Game) (Pairing, error) {
	c.Helper()
	p, _, err := c.d.RecordGame(c.Context(), c.ladder.ID, c.organiser.ID, LadderGame{c.people[first].ID, c.people[second].ID, "hexone", games}, c.tick(time.Second))
	return p, err
}

func TestRecordGame(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora", "Emil")
	p, err := c.records("Anna", "Emil", won(2)) // beyond reach
	c.try(err)
	c.wantOrder("Emil Anna Ben Carl Dora")
	if p.Status != PairingOver || p.How != EndRecorded || p.Site || p.Players[0].Name != "Anna" || p.Standing.Winner != 2 || p.Decided == nil || p.Decided.By.ID != c.organiser.ID {
		t.Errorf("pairing %+v", p)
	}
	made, ok, err := c.d.ChallengeOf(t.Context(), p.ID)
	if err != nil || !ok || made.Status != ChallengeWon || made.Winner != c.people["Emil"].ID || made.By != ladder.ByPlay || made.From.Name != "Emil" || made.Open() || !made.Recorded || p.OwnDecision() {
		t.Errorf("challenge %+v, %v", made, err)
	}
	log, _, err := c.d.AuditLog(t.Context(), AuditFilter{}, 1)
	if err != nil || log[0].Act != "ladder-recorded" || log[0].Detail["Is"] != "0–1 (0–1 0:20)" || log[0].About != p.Ref() {
		t.Errorf("log %+v, %v", log, err)
	}
	decisions, err := c.d.Decisions(t.Context(), c.people["Anna"].ID, noon, 5)
	if err != nil || len(decisions) != 1 || decisions[0].Act != "ladder-recorded" {
		t.Errorf("decisions %+v, %v", decisions, err)
	}
	// A draw, at once after that game.
	_, err = c.records("Emil", "Anna", pairing.Game{Halves: [2]int{1, 1}})
	c.try(err)
	c.wantOrder("Emil Anna Ben Carl Dora")
	if got := c.events(); !slices.Equal(got[len(got)-4:], []string{"made Emil Anna", "won Emil Anna", "made Anna Emil", "drawn Anna Emil"}) {
		t.Errorf("events %q", got)
	}
}

// A recorded game decides the open challenge of the two, answered or not, whatever was entered.
func TestRecordGameOfChallenge(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora")
	waiting := c.challenges("Dora", "Carl")
	p, err := c.records("Carl", "Dora", won(2))
	c.try(err)
	if is := c.again(waiting); is.Status != ChallengeWon || is.Pairing != p.ID || is.Accepted.IsZero() || is.Recorded {
		t.Errorf("challenge %+v", is)
	}
	c.wantOrder("Anna Ben Dora Carl")
	accepted := c.accepts(c.challenges("Ben", "Anna"))
	paired, err := c.d.Pairing(t.Context(), accepted.Pairing)
	c.try(err)
	_, err = c.d.EnterResult(t.Context(), paired.ID, c.people["Ben"].ID, []pairing.Game{won(paired.Player(c.people["Ben"].ID))}, c.tick(time.Second))
	c.try(err)
	p, err = c.records("Ben", "Anna", won(2))
	c.try(err)
	if p.ID != paired.ID || p.Entered != nil || p.Standing.Winner != p.Player(c.people["Anna"].ID) || c.again(accepted).Winner != c.people["Anna"].ID {
		t.Errorf("pairing %+v", p)
	}
	c.wantOrder("Anna Ben Dora Carl")
}

func TestRecordGameRefused(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben")
	c.account("Gus")
	for _, test := range []struct {
		first, second string
		games         []pairing.Game
		kind          rules.ErrorKind
		key           string
	}{
		{"Anna", "Anna", []pairing.Game{won(1)}, rules.Invalid, "error.ladder-two"},
		{"Anna", "Gus", []pairing.Game{won(1)}, rules.NotFound, "error.ladder-player"},
		{"Anna", "Ben", nil, rules.Invalid, "error.pairing-unfinished"},
		{"Anna", "Ben", []pairing.Game{{Halves: [2]int{2, 0}, Points: [2]int{98, 0}, Forfeit: [2]bool{false, true}}}, rules.Invalid, "error.pairing-forfeit"},
	} {
		_, err := c.records(test.first, test.second, test.games...)
		wantError(t, err, test.kind, test.key)
	}
	_, _, err := c.d.RecordGame(t.Context(), c.ladder.ID, c.people["Anna"].ID, LadderGame{c.people["Anna"].ID, c.people["Ben"].ID, "hexone", []pairing.Game{won(1)}}, c.now)
	wantError(t, err, rules.Forbidden, "error.organisers-only")
	c.try(c.d.SetSeason(t.Context(), c.season.ID, SeasonClosed, c.organiser.ID, c.tick(time.Second)))
	_, err = c.records("Anna", "Ben", won(1))
	wantRefusal(t, err, ladder.OpenRule)
	c.try(c.d.SetSeason(t.Context(), c.season.ID, SeasonArchived, c.organiser.ID, c.tick(time.Second)))
	_, err = c.records("Anna", "Ben", won(1))
	wantError(t, err, rules.Conflict, "error.season-archived")
	c.wantOrder("Anna Ben")
}

// A player reports a game; the opponent confirms it as any other result.
func TestReportGame(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora", "Emil")
	ctx := t.Context()
	report := func(by, first, second string, g pairing.Game) (Pairing, error) {
		p, _, err := c.d.ReportGame(ctx, c.ladder.ID, c.people[by].ID, LadderGame{c.people[first].ID, c.people[second].ID, "hexone", []pairing.Game{g}}, c.tick(time.Second))
		return p, err
	}
	p, err := report("Anna", "Anna", "Carl", won(2)) // the higher player reports
	c.try(err)
	if p.Entered == nil || p.Entered.By != c.people["Anna"].ID || p.Players[0].Name != "Anna" {
		t.Errorf("pairing %+v", p)
	}
	c.wantOrder("Anna Ben Carl Dora Emil")
	p, err = c.d.ConfirmResult(ctx, p.ID, c.people["Carl"].ID, p.Revision, c.tick(time.Second))
	c.try(err)
	if p.Status != PairingOver || p.How != EndEntered {
		t.Errorf("pairing %+v", p)
	}
	c.wantOrder("Carl Anna Ben Dora Emil")
	if made, _, err := c.d.ChallengeOf(ctx, p.ID); err != nil || !made.Recorded {
		t.Errorf("challenge %+v, %v", made, err)
	}
	_, err = report("Carl", "Carl", "Anna", won(1))
	wantRefusal(t, err, ladder.PauseRule)
	_, err = report("Ben", "Anna", "Carl", won(1))
	wantError(t, err, rules.Forbidden, "error.not-paired")
	_, err = report("Ben", "Ben", "Dora", pairing.Game{})
	wantError(t, err, rules.Invalid, "error.pairing-outcome")

	// It is the result of an open challenge.
	accepted := c.accepts(c.challenges("Emil", "Dora"))
	p, err = report("Dora", "Dora", "Emil", won(1))
	c.try(err)
	if p.ID != accepted.Pairing || p.Entered.Games[0] != won(p.Player(c.people["Dora"].ID)) {
		t.Errorf("pairing %+v", p)
	}
	_, err = report("Emil", "Dora", "Emil", won(2)) // says otherwise
	wantError(t, err, rules.Conflict, "error.pairing-entered")
	p, err = report("Emil", "Emil", "Dora", won(2)) // and says the same
	if err != nil || p.Status != PairingOver {
		t.Errorf("pairing %+v, %v", p, err)
	}
}

// A game that a player reports is known as such while it awaits confirmation, and by whom: the opponent, or the
// organisers if the opponent has no account.
func TestReportedGameWaits(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben")
	ctx := t.Context()
	c.try(c.d.ImportMembers(ctx, []NewMember{{Name: "Pia", Hash: "pia"}}, c.organiser.ID, c.now.Add(time.Hour), c.now))
	pia, err := c.d.PersonByName(ctx, "Pia")
	c.try(err)
	_, _, err = c.d.AddAllToLadder(ctx, c.ladder.ID, []string{pia.ID}, c.organiser.ID, c.tick(time.Second))
	c.try(err)
	for _, opponent := range []string{c.people["Anna"].ID, pia.ID} {
		ben := c.people["Ben"].ID
		p, _, err := c.d.ReportGame(ctx, c.ladder.ID, ben, LadderGame{ben, opponent, "hexone", []pairing.Game{won(1)}}, c.tick(time.Second))
		c.try(err)
		l, err := c.d.LadderNow(ctx, c.ladder.ID, c.now)
		c.try(err)
		of, _, err := c.d.ChallengeOf(ctx, p.ID)
		c.try(err)
		if l.Entered[of.ID] != ben || l.Unanswerable[of.ID] != (opponent == pia.ID) || p.Unanswerable() != l.Unanswerable[of.ID] {
			t.Errorf("entered by %q, %t, %t", l.Entered[of.ID], l.Unanswerable[of.ID], p.Unanswerable())
		}
		reported := func() (kinds []ladder.Kind) {
			events, _, err := c.d.LadderEvents(ctx, c.ladder.ID, "", 0, 50)
			c.try(err)
			for _, e := range events {
				if e.Reported && e.Challenge == of.ID {
					kinds = append(kinds, e.Kind)
				}
			}
			return kinds
		}
		if got := reported(); !slices.Equal(got, []ladder.Kind{ladder.Accepted, ladder.Made}) {
			t.Errorf("reported are %v", got)
		}
		_, err = c.d.DecidePairing(ctx, p.ID, c.organiser.ID, Decision{Games: p.Entered.Games, Revision: p.Revision}, c.tick(time.Second))
		c.try(err)
		if got := reported(); len(got) > 0 {
			t.Errorf("accepted, reported are %v", got)
		}
	}
}

// An organiser's own recorded game is marked until another organiser confirms it.
func TestRecordOwnGame(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben")
	c.try(c.d.SetRole(t.Context(), c.people["Ben"].ID, Organiser, Operator, c.tick(time.Second)))
	p, _, err := c.d.RecordGame(t.Context(), c.ladder.ID, c.people["Ben"].ID, LadderGame{c.people["Ben"].ID, c.people["Anna"].ID, "hexone", []pairing.Game{won(1)}}, c.tick(time.Second))
	if err != nil || !p.OwnDecision() {
		t.Fatalf("pairing %+v, %v", p, err)
	}
	own := func() (marked []ladder.Kind) {
		events, _, err := c.d.LadderEvents(t.Context(), c.ladder.ID, "", 0, 50)
		c.try(err)
		for _, e := range events {
			if e.Own {
				marked = append(marked, e.Kind)
			}
		}
		return marked
	}
	if got := own(); !slices.Equal(got, []ladder.Kind{ladder.Won}) {
		t.Errorf("marked are %v", got)
	}
	_, err = c.d.ConfirmDecision(t.Context(), p.ID, c.people["Ben"].ID, p.Revision, c.tick(time.Second))
	wantError(t, err, rules.Forbidden, "error.pairing-own")
	p, err = c.d.ConfirmDecision(t.Context(), p.ID, c.organiser.ID, p.Revision, c.tick(time.Second))
	if err != nil || p.OwnDecision() || len(own()) > 0 {
		t.Errorf("pairing %+v, %v, marked are %v", p, err, own())
	}
}

// Games are not reported where the ladder is played on the site, nor by others.
func TestReportGameElsewhere(t *testing.T) {
	c := newClimb(t, openTest(t), func(l *LadderTerms) { l.Venue = OnSite }, "Anna", "Ben")
	_, _, err := c.d.ReportGame(t.Context(), c.ladder.ID, c.people["Ben"].ID, LadderGame{c.people["Anna"].ID, c.people["Ben"].ID, "hexone", []pairing.Game{won(1)}}, c.now)
	wantError(t, err, rules.Invalid, "error.ladder-where")
	c.try(c.d.SetSeason(t.Context(), c.season.ID, SeasonClosed, c.organiser.ID, c.tick(time.Second)))
	_, _, err = c.d.ReportGame(t.Context(), c.ladder.ID, c.people["Ben"].ID, LadderGame{c.people["Anna"].ID, c.people["Ben"].ID, "hexone", []pairing.Game{won(1)}}, c.now)
	wantError(t, err, rules.Conflict, "error.season-closed")
}
