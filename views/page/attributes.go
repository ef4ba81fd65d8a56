package page

import "github.com/a-h/templ"

// Class is a plain class. It costs a tenth of templ's own class expressions,
// which matters where there are many.
func Class(name string) templ.OrderedAttributes {
	return templ.OrderedAttributes{Attribute("class", name)}
}

// When is a part of a class's name that it has on a condition.
func When(on bool, part string) string {
	if on {
		return part
	}
	return ""
}

// DescribedBy ties a field to the problem told above it, if there is one.
func DescribedBy(problem string) templ.OrderedAttributes {
	if problem == "" {
		return nil
	}
	return templ.OrderedAttributes{Attribute("aria-describedby", "problem")}
}

// Invalid ties a field to the problem told beside it, if there is one, and is where who
// sent the form goes on.
func Invalid(problem string) templ.OrderedAttributes {
	if problem == "" {
		return nil
	}
	return append(DescribedBy(problem), Attribute("aria-invalid", "true"), Autofocus)
}

// Autofocus leads to a field, one of a page.
var Autofocus = templ.KeyValue[string, any]{Key: "autofocus", Value: true}

// known has htmx send along that the page was drawn for somebody.
func (r Reader) known() templ.OrderedAttributes {
	if !r.SignedIn() && !r.Guest {
		return nil
	}
	return templ.OrderedAttributes{Attribute("data-hx-headers", `{"X-Known":"yes"}`)}
}

func Attribute(name, value string) templ.KeyValue[string, any] {
	return templ.KeyValue[string, any]{Key: name, Value: value}
}
