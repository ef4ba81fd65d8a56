package club

import (
	"hexclub/rules/ladder"
	"hexclub/views/page"
)

// A LadderAddPage is the form with which organisers add members to a ladder.
type LadderAddPage struct {
	LadderFrame
	Action   string
	Entry    string // where they enter, in words
	Entering Entering
	Problem  *page.Problem // why the submitted form failed
}

// NewLadderAdd returns the form as it was sent, with the problem.
func NewLadderAdd(f page.Frame, in LadderInput, sent EnteringInput, problem error) LadderAddPage {
	t := f.T
	p := LadderAddPage{LadderFrame: in.frame(f, LadderAddPath), Action: LadderHref(in.ID) + LadderAddPath, Entering: NewEntering(t, sent, "")}
	if problem != nil {
		p.Problem = LadderProblem(t, in, problem)
	}
	e := &p.Entering
	e.Search, e.All, e.List.Help = p.Action+"#adding", t.T("ladder.add-everybody-help"), t.T("ladder.add-names-help")
	if sent.Added > 0 {
		e.Report = t.N("ladder.added-count", sent.Added)
	}
	p.Entry = in.say(t, ladder.NewcomersRule)
	return p
}
