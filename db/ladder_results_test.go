package db

import (
	"slices"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
)

// corrects previews a correction and accepts it.
func (c *climb) corrects(challenge string, is Correction) (CorrectedResult, error) {
	c.Helper()
	is.Why = "the sheet says so"
	preview, err := c.d.PreviewResult(c.Context(), challenge, is, c.tick(time.Second))
	if err != nil {
		return preview, err
	}
	return c.d.CorrectResult(c.Context(), challenge, c.organiser.ID, is, preview.Mark, c.now)
}

// challengeOf returns the challenge of a pairing.
func (c *climb) challengeOf(p Pairing) Challenge {
	c.Helper()
	made, _, err := c.d.ChallengeOf(c.Context(), p.ID)
	c.try(err)
	return made
}

// Where places cannot be recounted, a correction changes the result only.
func TestCorrectWithoutRecount(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl")
	p, err := c.records("Anna", "Carl", won(2))
	c.try(err)
	c.wantOrder("Carl Anna Ben")
	for _, query := range []string{"place = 20 WHERE place = 2", "place = 2 WHERE place = 3", "place = 3 WHERE place = 20"} { // no event says so
		mustExec(t, c.d, "UPDATE ladder_players SET "+query)
	}
	r, err := c.corrects(c.challengeOf(p).ID, Correction{Decision: Decision{Games: []pairing.Game{won(1)}, Revision: p.Revision}})
	c.try(err)
	c.wantOrder("Carl Ben Anna")
	if is := c.challengeOf(p); !r.Stuck || len(r.Moves) != 0 || is.Winner != c.people["Anna"].ID || !slices.Contains(c.events(), "corrected-won Anna Carl") {
		t.Errorf("corrected %+v, challenge %+v, events %q", r, is, c.events())
	}
}

func TestCorrectResult(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora")
	p, err := c.records("Anna", "Carl", won(2))
	c.try(err)
	_, err = c.records("Ben", "Dora", won(2))
	c.try(err)
	c.wantOrder("Carl Anna Dora Ben")
	terms := c.ladder.LadderTerms // today's rules do not matter
	terms.Settings.Win, terms.Settings.Loss = ladder.Swap, ladder.Down
	_, err = c.d.EditLadder(t.Context(), c.ladder.ID, terms, c.organiser.ID, c.tick(time.Second))
	c.try(err)
	made := c.challengeOf(p)
	right := Correction{Decision: Decision{Games: []pairing.Game{won(1)}, Revision: p.Revision}}
	r, err := c.corrects(made.ID, right)
	c.try(err)
	c.wantOrder("Anna Dora Ben Carl")
	if len(r.Moves) != 4 || r.Pairing.Standing.Winner != 1 || r.Pairing.Decided.Reason != "the sheet says so" {
		t.Errorf("corrected %+v", r)
	}
	if is := c.again(made); is.Status != ChallengeWon || is.Winner != c.people["Anna"].ID || !is.Decided.Equal(made.Decided) {
		t.Errorf("challenge %+v", is)
	}
	if events := c.events(); !slices.Contains(events, "corrected-won Anna Carl") {
		t.Errorf("events %q", events)
	}
	log, _, err := c.d.AuditLog(t.Context(), AuditFilter{}, 1)
	if err != nil || log[0].Act != "ladder-result" || log[0].Detail["Was"] != "0–1 (0–1 0:20)" || log[0].Detail["Is"] != "1–0 (1–0 20:0)" || log[0].Detail["Reason"] == "" {
		t.Errorf("log %+v, %v", log, err)
	}
	// Once more, to a game that was never played.
	r, err = c.corrects(made.ID, Correction{Decision: Decision{Off: true, Revision: r.Pairing.Revision}})
	c.try(err)
	c.wantOrder("Anna Dora Ben Carl")
	if is := c.again(made); is.Status != ChallengeLapsed || r.Pairing.Status != PairingOff || len(r.Moves) != 0 {
		t.Errorf("challenge %+v", is)
	}
	// And back, as it was at first.
	_, err = c.corrects(made.ID, Correction{Decision: Decision{Games: []pairing.Game{won(2)}, Revision: r.Pairing.Revision}})
	c.try(err)
	c.wantOrder("Carl Anna Dora Ben")
}

// Points alone change no place, and the ladder has no event of it.
func TestCorrectPoints(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben")
	p, err := c.records("Anna", "Ben", won(2))
	c.try(err)
	before := len(c.events())
	r, err := c.corrects(c.challengeOf(p).ID, Correction{Decision: Decision{
		Games: []pairing.Game{{Halves: [2]int{0, 2}, Points: [2]int{0, 30}}}, Revision: p.Revision,
	}})
	if err != nil || len(r.Moves) != 0 || r.Pairing.Games[0].Points[1] != 30 || len(c.events()) != before {
		t.Errorf("corrected %+v, %v", r, err)
	}
	c.wantOrder("Ben Anna")
}

// A challenge that was lost without an answer has no pairing, but its result can be corrected.
func TestCorrectUnanswered(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl")
	made := c.challenges("Carl", "Anna")
	c.ticks(4 * day)
	c.wantOrder("Carl Anna Ben")
	_, err := c.corrects(made.ID, Correction{Outcome: ladder.Outcome{Lapsed: true}})
	c.try(err)
	c.wantOrder("Anna Ben Carl")
	if is := c.again(made); is.Decision == nil || is.Decision.Reason != "the sheet says so" || is.Status != ChallengeLapsed {
		t.Errorf("challenge %+v", is)
	}
}

func TestCorrectResultRefused(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl")
	ctx := t.Context()
	p, err := c.records("Anna", "Ben", won(2))
	c.try(err)
	made := c.challengeOf(p)
	is := Correction{Decision: Decision{Games: []pairing.Game{won(1)}, Revision: p.Revision, Why: "a slip"}}
	preview, err := c.d.PreviewResult(ctx, made.ID, is, c.tick(time.Second))
	c.try(err)
	c.wantOrder("Ben Anna Carl")
	_, err = c.d.CorrectResult(ctx, made.ID, c.people["Anna"].ID, is, preview.Mark, c.now)
	wantError(t, err, rules.Forbidden, "error.organisers-only")
	_, err = c.d.PlaceOnLadder(ctx, c.ladder.ID, c.people["Carl"].ID, 1, c.organiser.ID, "because", c.tick(time.Second))
	c.try(err)
	_, err = c.d.CorrectResult(ctx, made.ID, c.organiser.ID, is, preview.Mark, c.now)
	wantError(t, err, rules.Conflict, "error.ladder-changed")
	c.wantOrder("Carl Ben Anna")
	for _, test := range []struct {
		is  Correction
		key string
	}{
		{Correction{Decision: Decision{Games: []pairing.Game{won(2)}, Revision: p.Revision, Why: "a slip"}}, "error.ladder-same"},
		{Correction{Decision: Decision{Games: []pairing.Game{won(1)}, Revision: p.Revision}}, "error.reason"},
		{Correction{Decision: Decision{Games: []pairing.Game{won(1)}, Revision: p.Revision - 1, Why: "a slip"}}, "error.pairing-changed"},
		{Correction{Decision: Decision{Revision: p.Revision, Why: "a slip"}}, "error.pairing-unfinished"},
	} {
		kind := rules.Conflict
		if test.key == "error.reason" || test.key == "error.pairing-unfinished" {
			kind = rules.Invalid
		}
		_, err := c.d.PreviewResult(ctx, made.ID, test.is, c.now)
		wantError(t, err, kind, test.key)
	}
	open := c.challenges("Anna", "Carl")
	_, err = c.d.PreviewResult(ctx, open.ID, is, c.now)
	wantError(t, err, rules.Conflict, "error.ladder-no-result")
	_, err = c.d.WithdrawChallenge(ctx, open.ID, c.people["Anna"].ID, c.tick(time.Second))
	c.try(err)
	_, err = c.d.DecidePairing(ctx, p.ID, c.organiser.ID, is.Decision, c.now) // without the places
	wantError(t, err, rules.Conflict, "error.pairing-ladder")
	c.try(c.d.SetSeason(ctx, c.season.ID, SeasonClosed, c.organiser.ID, c.tick(time.Second)))
	if _, err := c.corrects(made.ID, is); err != nil { // in a closed season, too
		t.Error(err)
	}
	c.wantOrder("Carl Anna Ben")
	c.try(c.d.SetSeason(ctx, c.season.ID, SeasonArchived, c.organiser.ID, c.tick(time.Second)))
	_, err = c.d.PreviewResult(ctx, made.ID, is, c.now)
	wantError(t, err, rules.Conflict, "error.season-archived")
}
