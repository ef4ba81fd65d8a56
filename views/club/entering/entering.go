package entering

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
	AsWalkIn    = "walk-in"

	// EverybodyField enters all members.
	EverybodyField = "everybody"

	// AutomaticField enters new members of the club from then on.
	AutomaticField = "automatic"
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
	Answer  string // as sent: an id of a member, or AsWalkIn; empty for none
	Problem string // why nobody with it was entered, if the answer was one; empty for none
	Similar []Candidate
}

// An Input is the form to enter people as it was sent, and the members that it offers.
type Input struct {
	Added      int      // people who were entered, while others need an answer
	Everybody  bool     // all members
	Automatic  bool     // and new members, from then on
	Members    []string // ids that are ticked
	Closed     []string // names of people whose accounts are closed, and who were ticked
	Names      string
	Unknown    []UnknownName
	Find       string
	Candidates []Candidate
	More       bool // there are more members than it lists
}

// A Form is the form to enter people: members who are ticked, and people on a list of names.
type Form struct {
	Input
	Search  string // address of the page with the form, for a search among the members
	All     string // what entering all members means; empty if the form does not offer it
	New     bool   // the form offers to enter new members automatically
	Report  string // people who were entered; empty for none
	List    page.FormField
	WalkIns bool // an unknown name can be that of a walk-in
}

// New returns the form, with the problem of its list, if there is one.
func New(t *i18n.Catalog, in Input, problem string) Form {
	e := Form{Input: in, List: page.FormField{
		Name: NamesField, Label: t.T("tournament.names"), Value: in.Names, Area: true, Problem: problem,
	}}
	ticked := map[string]bool{}
	for _, id := range in.Members {
		ticked[id] = true
	}
	for i := range e.Candidates {
		e.Candidates[i].Ticked = ticked[e.Candidates[i].ID]
	}
	return e
}
