package hex_test

import (
	"testing"

	"pgregory.net/rapid"

	"hexclub/rules/hex"
)

func TestNames(t *testing.T) {
	for _, tt := range []struct {
		name   string
		radius int
		cell   hex.Cell
	}{
		{"c3", 2, hex.Cell{}},
		{"d4", 3, hex.Cell{}},
		{"e5", 4, hex.Cell{}},
		{"a1", 2, hex.Cell{Q: -2, R: 2}},
		{"a3", 2, hex.Cell{Q: 0, R: 2}},
		{"c5", 2, hex.Cell{Q: 2}},
		{"e3", 2, hex.Cell{Q: 0, R: -2}},
		{"e5", 2, hex.Cell{Q: 2, R: -2}},
		{"b2", 1, hex.Cell{}},
	} {
		if got := tt.cell.Name(tt.radius); got != tt.name {
			t.Errorf("%v is named %q with radius %d, want %q", tt.cell, got, tt.radius, tt.name)
		}
	}
	for radius := range 5 {
		for _, c := range hex.Disc(radius) {
			if back, ok := hex.ParseName(c.Name(radius), radius); !ok || back != c {
				t.Errorf("radius %d: %v is named %q and read as %v, %v", radius, c, c.Name(radius), back, ok)
			}
		}
	}
}

func TestNamesOffTheBoard(t *testing.T) {
	for _, bad := range []string{"", "c", "c33", "C3", "c0", "a4", "b5", "d1", "e2", "f3", "z9", "33", "cc", "c3 ", "ç3"} {
		if c, ok := hex.ParseName(bad, 2); ok {
			t.Errorf("%q is read as %v", bad, c)
		}
	}
}

func TestCoordinates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := cells.Draw(t, "cell")
		if back, ok := hex.Parse(c.String()); !ok || back != c {
			t.Fatalf("%v is read as %v, %v", c, back, ok)
		}
	})
	for _, bad := range []string{"", ",", "1", "1,", ",1", "+1,0", "01,0", "-0,0", "1,2,3", "101,0", "0,-101", "1, 2", "a,b", "999999999999,0"} {
		if c, ok := hex.Parse(bad); ok {
			t.Errorf("%q is read as %v", bad, c)
		}
	}
	if c, ok := hex.Parse("-100,100"); !ok || c != (hex.Cell{Q: -100, R: 100}) {
		t.Errorf("-100,100 is read as %v, %v", c, ok)
	}
}

func FuzzParseName(f *testing.F) {
	f.Add("c3", 2)
	f.Add("e5", 4)
	f.Fuzz(func(t *testing.T, text string, radius int) {
		radius = ((radius % 5) + 5) % 5
		if c, ok := hex.ParseName(text, radius); ok && c.Name(radius) != text {
			t.Errorf("%q is read as %v, which is named %q", text, c, c.Name(radius))
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("0,0")
	f.Add("-1,2")
	f.Fuzz(func(t *testing.T, text string) {
		if c, ok := hex.Parse(text); ok && c.String() != text {
			t.Errorf("%q is read as %v", text, c)
		}
	})
}
