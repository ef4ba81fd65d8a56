package page

import (
	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/views/i18n"
)

// Refused is why a form is shown again; the zero value is one that was not sent yet.
type Refused struct {
	Problem string // in the reader's language
	field   string // name of the field to be mended, where who sent the form goes on
	waits   bool   // nothing is wrong with the field: it was sent too often
}

// NewRefused returns why a form was refused, whose error may be nil. It leads to the field that the
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

// At ties a field to the problem, if there is one, and leads to it if it is to be mended.
func (r Refused) At(field string) templ.OrderedAttributes {
	switch {
	case field != r.field:
		return DescribedBy(r.Problem)
	case r.waits:
		return append(DescribedBy(r.Problem), Autofocus)
	}
	return Invalid(r.Problem)
}
