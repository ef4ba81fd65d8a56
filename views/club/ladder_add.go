package club

import (
	"hexclub/rules/ladder"
	"hexclub/views/page"
)

// EverybodyField is the field that adds all members to a ladder.
const EverybodyField = "everybody"

// A LadderAddPage is the form with which organisers add members to a ladder.
type LadderAddPage struct {
	LadderFrame
	Action    string
	Everybody bool   // all members
	Entry     string // where they enter, in words
	Entering  Entering
	Report    string        // members who were added; empty for none
	Problem   *page.Problem // why the submitted form failed
}

// NewLadderAdd returns the form as it was sent, with the problem.
func NewLadderAdd(f page.Frame, in LadderInput, sent EnteringInput, everybody bool, problem error) LadderAddPage {
	t := f.T
	p := LadderAddPage{LadderFrame: in.frame(f, LadderAddPath), Action: LadderHref(in.ID) + LadderAddPath, Everybody: everybody}
	if problem != nil {
		p.Problem = LadderProblem(t, in, problem)
	}
	p.Entering = NewEntering(t, sent, "")
	p.Entering.List.Help = t.T("ladder.add-names-help")
	if sent.Added > 0 {
		p.Report = t.N("ladder.added-count", sent.Added)
	}
	p.Entry = in.say(t, ladder.NewcomersRule)
	return p
}
