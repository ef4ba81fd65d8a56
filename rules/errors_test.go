package rules_test

import (
	"errors"
	"fmt"
	"testing"

	"hexclub/rules"
)

func TestIsKind(t *testing.T) {
	stale := rules.Errorf(rules.Conflict, "error.stale", "event 3")
	for _, tt := range []struct {
		name string
		err  error
		kind rules.ErrorKind
		want bool
	}{
		{"its kind", stale, rules.Conflict, true},
		{"another", stale, rules.Invalid, false},
		{"wrapped", fmt.Errorf("game: %w", stale), rules.Conflict, true},
		{"no kind", errors.New("broken"), rules.Internal, false},
		{"a refusal", &rules.Refusal{Rule: "1"}, rules.Invalid, false},
		{"none", nil, rules.Internal, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := rules.IsKind(tt.err, tt.kind); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
