package hexit

import (
	"testing"

	"hexclub/rules/hex"
)

// TestSpots checks that cells at one spot of the grid are so far apart that no
// game uses both, and that steps lead from cell to cell.
func TestSpots(t *testing.T) {
	const apart = 22 // the largest distance, see spot
	for _, c := range hex.Disc(apart) {
		if same := spotOf(c) == spotOf(hex.Cell{}); same != (c == hex.Cell{}) {
			t.Errorf("%v is at the spot of the centre", c)
		}
		for i, d := range hex.Directions {
			if spotOf(c).step(i) != spotOf(c.Step(d)) {
				t.Errorf("from %v a step %v leads to another spot", c, d)
			}
		}
	}
}

// TestSets checks that a set makes room for a new number and closes gaps.
func TestSets(t *testing.T) {
	all := set(0b1011_0110)
	for _, tt := range []struct {
		n    int
		open set
	}{{0, 0b1_0110_1100}, {1, 0b1_0110_1100}, {2, 0b1_0110_1010}, {5, 0b1_0101_0110}, {8, 0b0_1011_0110}} {
		if got := all.open(tt.n); got != tt.open {
			t.Errorf("opened at %d: %b, want %b", tt.n, got, tt.open)
		}
		if got := (tt.open | 1<<tt.n).close(tt.n); got != all {
			t.Errorf("closed at %d: %b, want %b", tt.n, got, all)
		}
	}
}

// TestPiles checks that pieces are counted and taken from the top.
func TestPiles(t *testing.T) {
	p := empty
	for _, side := range []uint8{0, 1, 1, 0, 1} {
		p = p.put(side)
	}
	if p.height() != 5 || p.of() != [seats]int8{2, 3} {
		t.Errorf("%b is %d high, of %v", p, p.height(), p.of())
	}
	if p.piece(0) != 1 || p.piece(1) != 0 || p.piece(4) != 0 {
		t.Errorf("the pieces of %b", p)
	}
	if top := p.top(3); top != empty.put(1).put(0).put(1) {
		t.Errorf("the top of %b is %b", p, top)
	}
}
