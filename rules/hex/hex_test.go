package hex_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"hexclub/rules/hex"
)

// cells draws cells of boards of up to 30 steps from the centre.
var cells = rapid.Custom(func(t *rapid.T) hex.Cell {
	return hex.Cell{Q: rapid.Int8Range(-30, 30).Draw(t, "q"), R: rapid.Int8Range(-30, 30).Draw(t, "r")}
})

var directions = rapid.SampledFrom(hex.Directions[:])

func TestStepsAreAsConvened(t *testing.T) {
	for d, want := range map[hex.Direction]hex.Cell{
		hex.None: {}, hex.E: {Q: 1}, hex.NE: {Q: 1, R: -1}, hex.NW: {R: -1},
		hex.W: {Q: -1}, hex.SW: {Q: -1, R: 1}, hex.SE: {R: 1},
	} {
		if got := (hex.Cell{}).Step(d); got != want {
			t.Errorf("one step %v is %v, want %v", d, got, want)
		}
	}
}

func TestStepAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, d := cells.Draw(t, "cell"), directions.Draw(t, "direction")
		to := c.Step(d)
		if c.Distance(to) != 1 || to.Step(d.Turn(3)) != c {
			t.Fatalf("%v from %v is %v", d, c, to)
		}
		if c.Step(d).Step(d.Turn(2)) != c.Step(d.Turn(1)) {
			t.Fatalf("two steps 120 degrees apart are not the one between at %v", c)
		}
	})
}

func TestTurn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := directions.Draw(t, "direction")
		m, n := rapid.IntRange(-20, 20).Draw(t, "m"), rapid.IntRange(-20, 20).Draw(t, "n")
		if d.Turn(m).Turn(n) != d.Turn(m+n) || d.Turn(6*n) != d {
			t.Fatalf("%v turned by %d and %d", d, m, n)
		}
	})
	if hex.E.Turn(1) != hex.NE || hex.E.Turn(-1) != hex.SE || hex.None.Turn(2) != hex.None {
		t.Error("turning is not counter-clockwise")
	}
}

func TestDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := cells.Draw(t, "a"), cells.Draw(t, "b"), cells.Draw(t, "c")
		if a.Distance(b) != b.Distance(a) || (a.Distance(b) == 0) != (a == b) {
			t.Fatalf("the distance of %v and %v", a, b)
		}
		if a.Distance(c) > a.Distance(b)+b.Distance(c) {
			t.Fatalf("%v to %v is longer than by %v", a, c, b)
		}
	})
	if d := (hex.Cell{Q: 2, R: -1}).Distance(hex.Cell{Q: -1, R: 2}); d != 3 {
		t.Errorf("distance %d, want 3", d)
	}
}

func TestParseDirection(t *testing.T) {
	for _, d := range hex.Directions {
		if got, ok := hex.ParseDirection(d.String()); !ok || got != d {
			t.Errorf("%v is read as %v, %v", d, got, ok)
		}
	}
	for _, bad := range []string{"", "N", "e", "EE", "None"} {
		if d, ok := hex.ParseDirection(bad); ok || d != hex.None {
			t.Errorf("%q is read as %v", bad, d)
		}
	}
}

func TestDisc(t *testing.T) {
	for radius, size := range []int{1, 7, 19, 37, 61} {
		disc := hex.Disc(radius)
		if len(disc) != size || !slices.IsSortedFunc(disc, hex.Compare) {
			t.Errorf("radius %d: %v", radius, disc)
		}
		for _, c := range disc {
			if c.Distance(hex.Cell{}) > radius {
				t.Errorf("%v lies outside radius %d", c, radius)
			}
		}
		if len(slices.Compact(slices.Clone(disc))) != size {
			t.Errorf("radius %d: a cell is repeated", radius)
		}
	}
}
