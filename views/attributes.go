package views

import "github.com/a-h/templ"

// class is a plain class. It costs a tenth of templ's own class expressions,
// which matters where there are many.
func class(name string) templ.OrderedAttributes {
	return templ.OrderedAttributes{attribute("class", name)}
}

// when is a part of a class's name that it has on a condition.
func when(on bool, part string) string {
	if on {
		return part
	}
	return ""
}

// describedBy ties a field to the problem told above it, if there is one.
func describedBy(problem string) templ.OrderedAttributes {
	if problem == "" {
		return nil
	}
	return templ.OrderedAttributes{attribute("aria-describedby", "problem")}
}

// refused ties a field to the problem told beside it, if there is one, and is where who
// sent the form goes on.
func refused(problem string) templ.OrderedAttributes {
	if problem == "" {
		return nil
	}
	return append(describedBy(problem), attribute("aria-invalid", "true"), autofocus)
}

// autofocus leads to a field, one of a page.
var autofocus = templ.KeyValue[string, any]{Key: "autofocus", Value: true}

// known has htmx send along that the page was drawn for somebody.
func (r Reader) known() templ.OrderedAttributes {
	if !r.SignedIn() && !r.Guest {
		return nil
	}
	return templ.OrderedAttributes{attribute("data-hx-headers", `{"X-Known":"yes"}`)}
}

func attribute(name, value string) templ.KeyValue[string, any] {
	return templ.KeyValue[string, any]{Key: name, Value: value}
}
