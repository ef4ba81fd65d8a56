package ladders

import (
	"hexclub/rules/ladder"
	"hexclub/views/club/entering"
	"hexclub/views/page"
)

// An AddPage is the form with which organisers add members to a ladder.
type AddPage struct {
	Head
	Action   string
	Entry    string // where they enter, in words
	Entering entering.Form
	Problem  *page.Problem // why the submitted form failed
}

// NewAdd returns the form as it was sent, with the problem.
func NewAdd(f page.Frame, in Input, sent entering.Input, problem error) AddPage {
	t := f.T
	p := AddPage{Head: in.frame(f, AddPath), Action: Href(in.ID) + AddPath, Entering: entering.New(t, sent, "")}
	if problem != nil {
		p.Problem = Problem(t, in, problem)
	}
	e := &p.Entering
	e.Search, e.All, e.List.Help = p.Action+"#adding", t.T("ladder.add-everybody-help"), t.T("ladder.add-names-help")
	e.New = !in.Automatic
	if sent.Added > 0 {
		e.Report = t.N("ladder.added-count", sent.Added)
	}
	p.Entry = in.say(t, ladder.NewcomersRule)
	return p
}
