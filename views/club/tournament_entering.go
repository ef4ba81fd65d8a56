package club

import (
	"strconv"

	"hexclub/views/i18n"
	"hexclub/views/page"
)

// Fields of the form to enter people.
const (
	MemberField = "member" // id of a member who is ticked
	NamesField  = "names"  // names, one a line
	FindField   = "find"   // part of the names of the members to list
	MissedField = "missed" // what rounds missed give
	AsWalkIn    = "walk-in"
)

// AnswerField returns the name of the field that says who is meant by the unknown name with an index.
func AnswerField(i int) string { return "as." + strconv.Itoa(i) }

// MostCandidates is how many members the form lists at most.
const MostCandidates = 100

// A Candidate is a member who can be entered.
type Candidate struct {
	ID, Name, Avatar string
	Rating           *page.RatingMark
	Ticked           bool
}

// An UnknownName is a name on a list that no member has.
type UnknownName struct {
	Name    string
	Problem string // why nobody with it was entered, if the answer was one; empty for none
	Similar []Candidate
}

// An EnteringInput is the form to enter people as it was sent, and the members that it offers.
type EnteringInput struct {
	Added      int      // people who were entered, while others need an answer
	Members    []string // ids that are ticked
	Names      string
	Unknown    []UnknownName
	Missed     string // "yes": rounds so far give half a point each
	Find       string
	Candidates []Candidate
	More       bool // there are more members than it lists
}

// An Entering is the form to enter people.
type Entering struct {
	EnteringInput
	Report string // people who were entered; empty for none
	List   page.FormField
}

// NewEntering returns the form, with the problem of its list, if there is one.
func NewEntering(t *i18n.Catalog, in EnteringInput, problem string) Entering {
	e := Entering{EnteringInput: in, List: page.FormField{
		Name: NamesField, Label: t.T("tournament.names"), Help: t.T("tournament.names-help"), Value: in.Names, Area: true, Problem: problem,
	}}
	ticked := map[string]bool{}
	for _, id := range in.Members {
		ticked[id] = true
	}
	for i := range e.Candidates {
		e.Candidates[i].Ticked = ticked[e.Candidates[i].ID]
	}
	if in.Added > 0 {
		e.Report = t.N("tournament.entered-count", in.Added)
	}
	page.Lead(&e.List)
	return e
}

// Enters reports whether the page has the form to enter people: a full tournament shows it after an attempt.
func (p OrganisePage) Enters() bool {
	return p.State.Enterable && (!p.State.Full || p.Sent.Refused == "entrants")
}
