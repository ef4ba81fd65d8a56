package hex_test

import (
	"math"
	"testing"

	"hexclub/rules/hex"
)

// TestCentresAreEvenlySpaced checks that all six neighbours are as far away as
// in a regular hexagon, to within one part in a hundred.
func TestCentresAreEvenlySpaced(t *testing.T) {
	for _, d := range hex.Directions {
		x, y := (hex.Cell{}).Step(d).Centre(0)
		if distance := math.Hypot(float64(x), float64(y)); math.Abs(distance/hex.Width-1) > 0.01 {
			t.Errorf("%v is %.1f away, want %d", d, distance, hex.Width)
		}
	}
	if x, y := (hex.Cell{R: 1}).Centre(0); x <= 0 || y <= 0 {
		t.Errorf("south-east is drawn at %d, %d", x, y)
	}
}

func TestBounds(t *testing.T) {
	minX, minY, maxX, maxY := hex.Bounds([]hex.Cell{{}}, 0)
	if minX != -26 || minY != -30 || maxX != 26 || maxY != 30 {
		t.Errorf("one cell: %d %d %d %d", minX, minY, maxX, maxY)
	}
	minX, minY, maxX, maxY = hex.Bounds(hex.Disc(2), 0)
	if minX != -130 || minY != -120 || maxX != 130 || maxY != 120 {
		t.Errorf("radius 2: %d %d %d %d", minX, minY, maxX, maxY)
	}
	// Bounds off the origin do not include it.
	if minX, _, _, _ = hex.Bounds([]hex.Cell{{Q: 5}}, 0); minX != 5*hex.Width-hex.Width/2 {
		t.Errorf("a cell to the east starts at %d", minX)
	}
	if minX, minY, maxX, maxY = hex.Bounds(nil, 0); minX != 0 || minY != 0 || maxX != 0 || maxY != 0 {
		t.Errorf("no cell: %d %d %d %d", minX, minY, maxX, maxY)
	}
}
