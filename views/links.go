package views

import "github.com/a-h/templ"

// cellAttributes is what a cell of a board is called and looks like, and what
// a click on it does.
func cellAttributes(c Cell) templ.OrderedAttributes {
	attributes := make(templ.OrderedAttributes, 0, 8)
	if c.ID != "" {
		attributes = append(attributes, attribute("id", c.ID))
	}
	attributes = append(attributes,
		attribute("class", c.Class), attribute("transform", c.Place), attribute("aria-label", c.Label))
	if c.Link != nil {
		attributes = append(attributes, linkAttributes(*c.Link)...)
	}
	return attributes
}

// linkAttributes is a link as a page has it: an address that works alone, and
// what htmx does instead. The target is inherited from the table.
func linkAttributes(l Link) templ.OrderedAttributes {
	if l.Post != "" {
		return templ.OrderedAttributes{
			attribute("href", l.Href), attribute("hx-post", l.Post), attribute("hx-vals", l.Vals),
		}
	}
	return templ.OrderedAttributes{attribute("href", l.Href), attribute("hx-get", l.Get)}
}

// current marks the one link of a list that leads to where the reader is.
func current(here bool) templ.OrderedAttributes {
	if !here {
		return nil
	}
	return templ.OrderedAttributes{attribute("aria-current", "true")}
}

// describedBy ties a field to the problem told above it, if there is one.
func describedBy(problem string) templ.OrderedAttributes {
	if problem == "" {
		return nil
	}
	return templ.OrderedAttributes{attribute("aria-describedby", "problem")}
}

func attribute(name, value string) templ.KeyValue[string, any] {
	return templ.KeyValue[string, any]{Key: name, Value: value}
}
