package rules_test

import (
	"slices"
	"testing"

	"hexclub/rules"
)

func TestSides(t *testing.T) {
	for _, c := range []struct {
		colours []string
		seats   int
		want    []int8
		count   int
	}{
		{[]string{"blue", "red"}, 2, []int8{0, 1, 2, 0, 0, 0, 0}, 2},
		{[]string{"black", "red", "black", "red"}, 4, []int8{0, 1, 2, 1, 2, 0, 0}, 2},
		{[]string{"black", "red", "black", "red"}, 2, []int8{0, 1, 2, 0, 0, 0, 0}, 2},
		{[]string{"blue", "red", "green"}, 3, []int8{0, 1, 2, 3, 0, 0, 0}, 3},
	} {
		if of, count := (rules.Info{Colours: c.colours}).Sides(c.seats); !slices.Equal(of[:], c.want) || count != c.count {
			t.Errorf("%v, %d seats: %v, %d sides", c.colours, c.seats, of, count)
		}
	}
}
