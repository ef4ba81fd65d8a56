package board

import (
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/hexone"
	"hexclub/views/viewstest"
)

// An arrow is seen on top of a stack, and the count of the stack is not above it.
func TestArrowsOverStacks(t *testing.T) {
	for arrow, want := range map[hex.Direction]int{hex.E: 10, hex.NE: 10, hex.NW: -9, hex.W: -9, hex.SW: -9, hex.SE: -9} {
		on := rules.BoardCell{Name: "c5", Ground: rules.White, Arrow: arrow, Stack: []rules.Piece{{Seat: 1, Shape: rules.Token}, {Seat: 1, Shape: rules.Token}}}
		cell := NewCell(viewstest.Catalog(t, "en"), hexone.Game{}.Info(), on, Drawing{})
		var text strings.Builder
		if err := CellBody(cell).Render(t.Context(), &text); err != nil {
			t.Fatal(err)
		}
		if stack, over := strings.Index(text.String(), `class="stack"`), strings.Index(text.String(), `class="arrow over"`); cell.Count.Y != want || stack < 0 || over < stack || strings.Count(text.String(), "arrow") != 1 {
			t.Errorf("%v: the count is at %d, want %d, in %s", arrow, cell.Count.Y, want, text.String())
		}
	}
}
