package rules_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
)

var choosy = rules.Info{
	Key: "choosy", Version: 3,
	Options: []rules.Option{{Key: "tiles", Values: []string{"39", "29"}}, {Key: rules.SeatsOption, Values: []string{"2", "4"}}},
}

func TestComplete(t *testing.T) {
	type options = map[string]string
	for _, test := range []struct {
		name        string
		setup, want rules.Setup
	}{
		{"nothing given", rules.Setup{}, rules.Setup{Version: 3, Options: options{"tiles": "39", "seats": "2"}}},
		{"some given", rules.Setup{Version: 1, Options: options{"tiles": "29"}}, rules.Setup{Version: 1, Options: options{"tiles": "29", "seats": "2"}}},
		{"in the position", rules.Setup{Position: " seats=4  tiles=29 a b=c"}, rules.Setup{Version: 3, Options: options{"tiles": "29", "seats": "4"}, Position: "a b=c"}},
		{"in both", rules.Setup{Options: options{"seats": "4"}, Position: "seats=4 a"}, rules.Setup{Version: 3, Options: options{"tiles": "39", "seats": "4"}, Position: "a"}},
		{"options alone", rules.Setup{Position: "seats=4"}, rules.Setup{Version: 3, Options: options{"tiles": "39", "seats": "4"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := choosy.Complete(test.setup)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			again, err := choosy.Complete(got)
			if err != nil || !cmp.Equal(got, again) {
				t.Errorf("completed again: %+v, %v", again, err)
			}
			written := rules.Setup{Version: got.Version, Position: choosy.OptionText(got.Options) + got.Position}
			if back, err := choosy.Complete(written); err != nil || !cmp.Equal(got, back) {
				t.Errorf("%q is read as %+v, %v", written.Position, back, err)
			}
		})
	}
}

func TestCompleteRefuses(t *testing.T) {
	for _, test := range []struct {
		name  string
		setup rules.Setup
		key   string
	}{
		{"a version to come", rules.Setup{Version: 4}, "error.version"},
		{"a version below all", rules.Setup{Version: -1}, "error.version"},
		{"an option that is not there", rules.Setup{Options: map[string]string{"planet": "no"}}, "error.option"},
		{"a value that is not there", rules.Setup{Options: map[string]string{"tiles": "9"}}, "error.option"},
		{"an option in the position that is not there", rules.Setup{Position: "planet=no a"}, "error.position"},
		{"a value in the position that is not there", rules.Setup{Position: "tiles=9 a"}, "error.position"},
		{"an option twice", rules.Setup{Position: "tiles=29 tiles=29 a"}, "error.position"},
		{"another than was asked for", rules.Setup{Options: map[string]string{"tiles": "39"}, Position: "tiles=29 a"}, "error.position"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := choosy.Complete(test.setup)
			var known *rules.Error
			if !errors.As(err, &known) || known.Kind != rules.Invalid || known.Key != test.key || known.Detail == "" {
				t.Errorf("%v, want the key %s", err, test.key)
			}
		})
	}
}
