package page

import "time"

// Data is something in the terms of schema.org, as JSON-LD.
type Data map[string]any

// NewData returns a thing of a type with its name and address, in a language.
func NewData(kind, tag, name, url string) Data {
	return Data{"@context": "https://schema.org", "@type": kind, "name": name, "url": url, "inLanguage": tag}
}

// With adds a property, unless its value is an empty text or the zero time.
func (d Data) With(property string, value any) Data {
	switch v := value.(type) {
	case string:
		if v == "" {
			return d
		}
	case time.Time:
		if v.IsZero() {
			return d
		}
		value = v.UTC().Format(time.RFC3339)
	}
	d[property] = value
	return d
}
