package page

import (
	"errors"
	"strings"

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

// NewRefused is why a form was refused, whose error may be nil. What is about none of its
// fields for sure leads to the one that is named.
func NewRefused(t *i18n.Catalog, err error, rest string) Refused {
	if err == nil {
		return Refused{}
	}
	r := Refused{Problem: ErrorText(t, err), field: rest, waits: rules.IsKind(err, rules.TooMany)}
	if known := new(rules.Error); errors.As(err, &known) {
		switch key := strings.TrimPrefix(known.Key, "error."); {
		case strings.HasPrefix(key, "name-"), key == "delete.wrong-name",
			key == "club-name", key == "season-name", key == "season-taken":
			r.field = "name"
		case strings.HasPrefix(key, "password-"), key == "wrong-password":
			r.field = "password"
		case key == "mail-address":
			r.field = "address"
		case key == "welcome":
			r.field = "welcome"
		case key == "invitation-time":
			r.field = "days"
		case key == "pairing-reason":
			r.field = "reason"
		}
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
