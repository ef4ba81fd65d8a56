package page

import (
	"slices"

	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/views/i18n"
)

// Refused is why a form is shown again; the zero value is a form that was not sent yet.
type Refused struct {
	Problem string // in the reader's language
	field   string // name of the wrong field, which gets the focus
	waits   bool   // nothing is wrong with the field: it was sent too often
}

// NewRefused returns why a form was refused, for an error that may be nil. The focus goes to the field that the
// error names, or else to rest.
func NewRefused(t *i18n.Catalog, err error, rest string) Refused {
	if err == nil {
		return Refused{}
	}
	r := Refused{Problem: ErrorText(t, err), field: rest, waits: rules.IsKind(err, rules.TooMany)}
	if fields := rules.FieldsOf(err); len(fields) > 0 {
		r.field = fields[0]
	}
	return r
}

// At links a field to the problem, if there is one, and gives it the focus if it is the wrong one.
func (r Refused) At(field string) templ.OrderedAttributes {
	switch {
	case field != r.field:
		return DescribedBy(r.Problem)
	case r.waits:
		return append(DescribedBy(r.Problem), Autofocus)
	}
	return Invalid(r.Problem)
}

// ProblemAt returns the problem if it is about a field, to show it next to that field.
func (r Refused) ProblemAt(field string) string {
	if r.waits || r.field != field {
		return ""
	}
	return r.Problem
}

// ProblemApart returns the problem if it is about none of the fields, to show it above them.
func (r Refused) ProblemApart(fields ...string) string {
	if !r.waits && slices.Contains(fields, r.field) {
		return ""
	}
	return r.Problem
}
