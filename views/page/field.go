package page

import (
	"strconv"

	"github.com/a-h/templ"
)

// A FormField is a field of a form: a text or a choice.
type FormField struct {
	Name, Label, Help string
	Value             string
	Problem           string // the error in it; empty if none
	Area              bool   // several lines
	Number            bool
	Min, Max          int
	Options           []Choose // to choose one from
	Checks            []Choose // to choose any number from
	leads             bool     // the first of a form that is wrong
}

// problemID returns the id of the element with the error of the field.
func (f FormField) problemID() string { return "problem-" + f.Name }

// attributes returns the attributes of the input element.
func (f FormField) attributes() (list templ.OrderedAttributes) {
	switch {
	case f.Number && f.isNumber():
		list = templ.OrderedAttributes{
			Attribute("type", "number"), Attribute("min", strconv.Itoa(f.Min)), Attribute("max", strconv.Itoa(f.Max)), Attribute("inputmode", "numeric"),
		}
	case f.Number: // a field for numbers would not show it
		list = templ.OrderedAttributes{Attribute("type", "text"), Attribute("maxlength", "30")}
	case !f.Area && len(f.Options) == 0:
		list = templ.OrderedAttributes{Attribute("type", "text"), Attribute("maxlength", strconv.Itoa(f.Max))}
	}
	if f.Problem != "" {
		list = append(list, Attribute("aria-invalid", "true"), Attribute("aria-describedby", f.problemID()))
	}
	if f.leads {
		list = append(list, Autofocus)
	}
	return list
}

// Lead gives the focus to the first field with a problem, and reports whether there is one.
func Lead(fields ...*FormField) bool {
	for _, f := range fields {
		if f.Problem != "" && len(f.Checks) == 0 {
			f.leads = true
			return true
		}
	}
	return false
}

func (f FormField) isNumber() bool {
	_, err := strconv.Atoi(f.Value)
	return f.Value == "" || err == nil
}

// An Option is a value that a form can send, and its text.
type Option struct{ Value, Text string }

// A Choose is one of several answers.
type Choose struct {
	Value, Label string
	Chosen       bool
}

// OnOff returns the value of a switch in a form.
func OnOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// A FilterField is a filter: a choice, or a text field if it has no options.
type FilterField struct {
	Name, Label, Value string
	Options            []Option
	Type               string // of the text field
}

// Options are the values that a field can send, and their texts.
type Options []Option

// MaxReason is the maximal length of the reason for an act of an organiser, in characters.
const MaxReason = 300
