package setup

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"hexclub/views/board"
	"hexclub/views/page"
)

// A Question is one choice that a form offers.
type Question struct {
	Name    string // of the field
	Text    string
	Help    string // empty for none
	Class   string // by which the style sheet hides a question that does not apply
	Answers []Answer
}

// An Answer is one of the answers to a question.
type Answer struct {
	Value, Label string
	Help         string       // empty for none
	Group        string       // heading of this answer and those after it; empty for the same as before
	Piece        *board.Layer // one of the seat that it is about, nil for none
	Class        string       // by which the style sheet hides an answer that does not apply
	Usual        bool         // chosen if nothing else is; else the first answer of the field is
	Chosen       bool
	Off          bool    // the reader cannot choose it
	Fields       []Field // to be filled in with this answer
	Problem      string  // the error in these; empty if none
}

// A Field is a field of an answer.
type Field struct {
	Name, Label, Value string
	Problem            string        // id of the element with its error; empty if none
	Least, Most        int           // of a number; both 0 for a text
	Type               string        // of the input element where it is neither: "date"
	Options            []page.Option // to choose from; none for a text field
	Class              string        // by which the style sheet hides a field that does not apply
	leads              bool          // the first of a form that is wrong
}

// ProblemsOf returns the errors that an error joins.
func ProblemsOf(err error) []error {
	joined, several := err.(interface{ Unwrap() []error })
	switch {
	case err == nil:
		return nil
	case !several:
		return []error{err}
	}
	var list []error
	for _, part := range joined.Unwrap() {
		list = append(list, ProblemsOf(part)...)
	}
	return list
}

// problemID returns the id of the element with the error in the answer's fields.
func (a Answer) problemID() string { return "problem-" + a.Value }

// attributes returns the attributes of the input element.
func (f Field) attributes() (attributes templ.OrderedAttributes) {
	switch {
	case len(f.Options) > 0:
	case f.Most > 0:
		attributes = templ.OrderedAttributes{
			page.Attribute("type", "number"), page.Attribute("min", strconv.Itoa(f.Least)), page.Attribute("max", strconv.Itoa(f.Most)),
		}
	case f.Type != "":
		attributes = templ.OrderedAttributes{page.Attribute("type", f.Type)}
	default:
		attributes = templ.OrderedAttributes{page.Attribute("type", "text"), page.Attribute("maxlength", "30")}
	}
	if f.Problem != "" {
		attributes = append(attributes, page.Attribute("aria-invalid", "true"), page.Attribute("aria-describedby", f.Problem))
	}
	if f.leads {
		attributes = append(attributes, page.Autofocus)
	}
	return attributes
}

// Choose selects the answer with the value if it can be chosen, else the first.
func (q Question) Choose(value string) {
	chosen := &q.Answers[0]
	for i := range q.Answers {
		if q.Answers[i].Value == value && !q.Answers[i].Off {
			chosen = &q.Answers[i]
		}
	}
	chosen.Chosen = true
}

// Choose selects in each question the answer that was sent, and fills in the fields. Several questions may be about one
// field; if none of their answers was sent or can be chosen, the usual one is chosen, else the first.
func Choose(questions []Question, sent func(name string) string) {
	seen := map[string]bool{}
	for _, q := range questions {
		q.Fill(sent)
		if seen[q.Name] {
			continue
		}
		seen[q.Name] = true
		var chosen *Answer
		for _, other := range questions {
			if other.Name != q.Name {
				continue
			}
			for i := range other.Answers {
				if a := &other.Answers[i]; a.Value == sent(q.Name) && !a.Off {
					chosen = a
				}
			}
		}
		if chosen == nil {
			chosen = &q.Answers[max(0, slices.IndexFunc(q.Answers, func(a Answer) bool { return a.Usual }))]
		}
		chosen.Chosen = true
	}
}

// Chosen returns the index of the chosen answer, or -1 if it is one of another question about the same field.
func (q Question) Chosen() int {
	return slices.IndexFunc(q.Answers, func(a Answer) bool { return a.Chosen })
}

// Fill sets fields to the values that were sent; others stay as they are.
func (q Question) Fill(sent func(name string) string) {
	for _, a := range q.Answers {
		for i := range a.Fields {
			a.Fields[i].Value = cmp.Or(sent(a.Fields[i].Name), a.Fields[i].Value)
		}
	}
}

// LeadToAnswer gives the focus to the first wrong field of a form's answers, and reports whether there is one.
func LeadToAnswer(questions []Question) bool {
	for _, q := range questions {
		for _, a := range q.Answers {
			for i := range a.Fields {
				if a.Fields[i].Problem != "" {
					a.Fields[i].leads = true
					return true
				}
			}
		}
	}
	return false
}

// Mark shows an error at fields of the chosen answer.
func (q Question) Mark(wrong []string, text string) {
	for i := range q.Answers {
		a := &q.Answers[i]
		for j := range a.Fields {
			if a.Chosen && slices.Contains(wrong, a.Fields[j].Name) {
				a.Fields[j].Problem = a.problemID()
				if !strings.Contains(a.Problem, text) {
					a.Problem = strings.TrimSpace(a.Problem + " " + text)
				}
			}
		}
	}
}

// The text fields of the form that makes a game.
const (
	PlayerField    = "player"
	MinutesField   = "minutes"
	IncrementField = "increment"
	DaysField      = "days"
)

// The fields of answers in the form that makes a tournament.
const (
	RoundsField = "rounds"
	LateField   = "late"
	MissedField = "missed"
	ByesField   = "byes"
	OpensField  = "opens"
	EveryField  = "every" // days for each round with a date
	WithinField = "within"
	ThirdField  = "third"
	DoubleField = "double"
	AtOnceField = "at-once"
)
