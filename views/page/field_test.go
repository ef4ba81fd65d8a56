package page

import "testing"

// A field for numbers does not show a text that is no number, so that such a text needs a field for texts.
func TestTypeOfNumberFields(t *testing.T) {
	for value, want := range map[string]string{"": "number", "12": "number", "many": "text"} {
		f := FormField{Number: true, Value: value, Min: 1, Max: 20}
		if got := f.attributes()[0].Value; got != want {
			t.Errorf("the field of %q has the type %v, want %s", value, got, want)
		}
	}
}
