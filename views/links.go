package views

import "github.com/a-h/templ"

// linkAttributes is a link as a page has it: an address that works alone, and
// what htmx does instead. The target is inherited from the table.
func linkAttributes(l Link) templ.OrderedAttributes {
	attributes := templ.OrderedAttributes{{Key: "href", Value: l.Href}}
	if l.Post != "" {
		return append(attributes,
			templ.KeyValue[string, any]{Key: "hx-post", Value: l.Post},
			templ.KeyValue[string, any]{Key: "hx-vals", Value: l.Vals})
	}
	return append(attributes, templ.KeyValue[string, any]{Key: "hx-get", Value: l.Get})
}
