package ladders

import (
	"strconv"

	"hexclub/rules/ladder"
	"hexclub/views/club/pairings"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A ResultPage is the form in which an organiser corrects the result of a challenge that has ended, or the preview of
// what that changes.
type ResultPage struct {
	Head
	Heading string
	Action  string
	Back    string
	Problem *page.Problem
	Pairing *pairings.Page // with the form of the pairing in Decide; nil if there is none
	Ways    []page.Choose  // the results of a challenge without a pairing
	Words   string         // the reason, as sent
	Preview *ResultPreview
}

// A ResultPreview is what a correction changes.
type ResultPreview struct {
	Result string
	Reason string
	Moves  []ResultMove
	Stuck  bool          // places cannot be recounted
	Sent   []HiddenField // the form that it previews
}

// A ResultMove is a player who changes places.
type ResultMove struct {
	Avatar, Name string
	From, To     string
	Up           bool
}

// A ResultSent is the form as it was sent.
type ResultSent struct {
	Pairing pairings.Form
	Outcome string // of a challenge without a pairing
	Words   string
}

// NewResultPage returns the form, filled with what was sent. The pairing is nil for a challenge without one.
func NewResultPage(f page.Frame, in Input, c ChallengeInput, pairing *pairings.Input, sent ResultSent, problem error) ResultPage {
	p := newResultPage(f, in, c)
	p.Words = sent.Words
	if pairing != nil {
		pairing.Sent, pairing.Problem = sent.Pairing, problem
		p.Pairing = &pairings.Page{Frame: f, Decide: pairings.NewDecision(f, *pairing)}
		return p
	}
	p.Ways = in.resultWays(f.T, c, sent.Outcome)
	if problem != nil {
		p.Problem = Problem(f.T, in, problem)
	}
	return p
}

func newResultPage(f page.Frame, in Input, c ChallengeInput) ResultPage {
	return ResultPage{
		Head: in.frame(f, "/challenges"), Heading: f.T.T("ladder.result-correct"), Action: ChallengeCorrectHref(c.ID), Back: ChallengeHrefOf(c.ID),
	}
}

// resultWays returns the possible results of a challenge without a pairing.
func (in Input) resultWays(t *i18n.Catalog, c ChallengeInput, outcome string) []page.Choose {
	c.Sent.Outcome = outcome
	return in.decision(t, c).Ways
}

// A ResultEffect is what a correction changes.
type ResultEffect struct {
	Result   string         // in words; empty without a pairing, when it is that of the form
	Moves    []ladder.Event // of the players who change places
	Stuck    bool           // places cannot be recounted
	Mark     string         // identifies it
	Revision string         // of the pairing
}

// NewResultPreview returns the preview of a correction. The problem says why the correction that was accepted is not stored.
func NewResultPreview(f page.Frame, in Input, c ChallengeInput, effect ResultEffect, sent ResultSent, problem error) ResultPage {
	t, p := f.T, newResultPage(f, in, c)
	preview := &ResultPreview{Result: effect.Result, Reason: sent.Words, Stuck: effect.Stuck}
	for _, way := range in.resultWays(t, c, sent.Outcome) {
		if way.Chosen && effect.Result == "" {
			preview.Result = way.Label
		}
	}
	for _, m := range effect.Moves {
		preview.Moves = append(preview.Moves, ResultMove{
			Avatar: m.Player, Name: in.name(m.Player), From: strconv.Itoa(m.From), To: strconv.Itoa(m.To), Up: m.To < m.From,
		})
	}
	add := func(name, value string) {
		if value != "" {
			preview.Sent = append(preview.Sent, HiddenField{Name: name, Value: value})
		}
	}
	add("mark", effect.Mark)
	add("revision", effect.Revision)
	add("outcome", sent.Outcome)
	add("what", sent.Pairing.What)
	for i, entry := range sent.Pairing.Entries {
		n := strconv.Itoa(i + 1)
		add(pairings.OutcomeField(i+1), entry.Outcome)
		add("points-"+n+"-1", entry.Points[0])
		add("points-"+n+"-2", entry.Points[1])
	}
	add("why", sent.Words)
	if p.Preview = preview; problem != nil {
		p.Problem = Problem(t, in, problem)
	}
	return p
}
