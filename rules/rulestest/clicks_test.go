package rulestest_test

import (
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/rulestest"
)

type silent struct{ shell }

func wrapSilent(st rules.State) rules.State { return silent{shell{st, wrapSilent}} }
func (s silent) Guess(cells []hex.Cell) rules.Action {
	for _, action := range s.Actions(nil) {
		return action
	}
	return s.State.Guess(cells)
}

type nonsense struct{ shell }

func wrapNonsense(st rules.State) rules.State { return nonsense{shell{st, wrapNonsense}} }
func (nonsense) Guess(cells []hex.Cell) rules.Action {
	return rules.Between(0, cells[0], hex.Cell{Q: 99})
}

// A tracer changes the motions of actions.
type tracer struct {
	shell
	spoil func([]rules.Motion) []rules.Motion
}

func wrapTracer(spoil func([]rules.Motion) []rules.Motion) func(rules.State) rules.State {
	var wrap func(rules.State) rules.State
	wrap = func(st rules.State) rules.State { return tracer{shell{st, wrap}, spoil} }
	return wrap
}

func (s tracer) Trace(a rules.Action) []rules.Motion { return s.spoil(s.State.Trace(a)) }

// TestConformanceFindsClicks checks that clicks without an answer and
// incomplete motions fail the test.
func TestConformanceFindsClicks(t *testing.T) {
	for _, tt := range []struct {
		name string
		wrap func(rules.State) rules.State
		want string // in the message
	}{
		{"a click that is not answered", wrapSilent, "which is legal"},
		{"a click that means no action", wrapNonsense, "which is no action"},
		{"a motion left out", wrapTracer(func(m []rules.Motion) []rules.Motion { return m[:max(0, len(m)-1)] }), "but moves"},
		{"steps from 1 on", wrapTracer(func(m []rules.Motion) []rules.Motion {
			for i := range m {
				m[i].Step++
			}
			return m
		}), "out of order"},
		{"a motion off the board", wrapTracer(func(m []rules.Motion) []rules.Motion {
			return append([]rules.Motion{rules.LostOn(0, hex.Cell{Q: 99})}, m...)
		}), "off the board"},
		{"a motion of a pass", wrapTracer(func([]rules.Motion) []rules.Motion {
			var all []rules.Motion
			for _, cell := range hex.Disc(2) {
				all = append(all, rules.On(0, cell))
			}
			return all
		}), "changes nothing"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			setup := rules.Setup{Position: ".../.r1r1./.r1b1r1./.r1r1./... 1"} // where seat 1 passes
			message := failure(t, func(spy testing.TB) {
				rulestest.Conformance(spy, broken{wrap: tt.wrap}, setup, 3, 1)
			})
			if !strings.Contains(message, tt.want) {
				t.Errorf("the message is %q, want %q in it", message, tt.want)
			}
		})
	}
}
