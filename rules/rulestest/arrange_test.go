package rulestest_test

import (
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/rulestest"
)

// An arranger arranges positions differently from Hexone.
type arranger struct {
	shell
	arrange func(st rules.State, cells []rules.BoardCell, seat rules.Seat) string
}

func (a arranger) Arrange(cells []rules.BoardCell, seat rules.Seat) string {
	return a.arrange(a.State, cells, seat)
}

// TestConformanceFindsArrangements checks that every kind of breach fails the
// test.
func TestConformanceFindsArrangements(t *testing.T) {
	times := 0
	for _, tt := range []struct {
		name    string
		want    string // in the message
		arrange func(st rules.State, cells []rules.BoardCell, seat rules.Seat) string
	}{
		{"no position", "as it is is refused", func(rules.State, []rules.BoardCell, rules.Seat) string { return "?" }},
		{"changes that are forgotten", "arranged map", func(st rules.State, _ []rules.BoardCell, _ rules.Seat) string { return st.Position() }},
		{"the other seat", "arranged as it is", func(st rules.State, cells []rules.BoardCell, seat rules.Seat) string {
			if seat >= 1 && seat <= 2 {
				seat = 3 - seat
			}
			return st.Arrange(cells, seat)
		}},
		{"seat 1 always", "arranged as it is", func(st rules.State, cells []rules.BoardCell, _ rules.Seat) string { return st.Arrange(cells, 1) }},
		{"mixed stacks in one colour", "arranged map", func(st rules.State, cells []rules.BoardCell, seat rules.Seat) string {
			for i := range cells {
				for j := range cells[i].Stack {
					cells[i].Stack[j] = cells[i].Stack[0]
				}
			}
			return st.Arrange(cells, seat)
		}},
		{"an end as well", "arranging changed", func(st rules.State, cells []rules.BoardCell, seat rules.Seat) string {
			text := st.Arrange(cells, seat)
			if seat < 1 || seat > 2 {
				st.Settle(rules.Agreement)
			}
			return text
		}},
		{"never the same", "again", func(st rules.State, cells []rules.BoardCell, seat rules.Seat) string {
			times++
			return st.Arrange(cells, seat) + strings.Repeat(" ", times)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var wrap func(st rules.State) rules.State
			wrap = func(st rules.State) rules.State { return arranger{shell{st, wrap}, tt.arrange} }
			message := failure(t, func(spy testing.TB) {
				rulestest.Conformance(spy, broken{wrap: wrap}, rules.Setup{}, 3, 1)
			})
			if !strings.Contains(message, tt.want) {
				t.Errorf("the message is %q, want %q in it", message, tt.want)
			}
		})
	}
}
