package rules

import (
	"slices"
	"strings"

	"hexclub/rules/hex"
)

// MaxClaim is the largest number of cells in a claim.
const MaxClaim = 6

// NewClaim returns the action of a kind that claims a set of cells, given in
// any order. It returns false unless there are 1 to MaxClaim different cells.
// Equal sets give equal actions.
func NewClaim(kind Kind, cells []hex.Cell) (a Action, ok bool) {
	if len(cells) == 0 || len(cells) > MaxClaim {
		return Action{}, false
	}
	var sorted [MaxClaim]hex.Cell
	for n, cell := range cells {
		i := n
		for i > 0 && cell.Less(sorted[i-1]) {
			sorted[i] = sorted[i-1]
			i--
		}
		if i > 0 && sorted[i-1] == cell {
			return Action{}, false
		}
		sorted[i] = cell
	}
	for n := len(cells); n < MaxClaim; n++ {
		sorted[n] = sorted[n-1]
	}
	a = Between(kind, sorted[0], sorted[1])
	for i, cell := range sorted[2:] {
		a.More |= (uint64(uint8(cell.Q)) | uint64(uint8(cell.R))<<8) << (16 * i)
	}
	return a, true
}

// Claimed returns the cells of a claim in reading order.
func (a Action) Claimed() []hex.Cell {
	cells := a.ClaimedCells()
	return slices.Compact(cells[:])
}

// ClaimedCells returns the same cells as Claimed without allocating a slice.
// The last cell is repeated to fill the array.
func (a Action) ClaimedCells() [MaxClaim]hex.Cell {
	cells := [MaxClaim]hex.Cell{a.From, a.To}
	for i := range cells[2:] {
		cells[2+i] = hex.Cell{Q: int8(a.More >> (16 * i)), R: int8(a.More >> (16*i + 8))}
	}
	return cells
}

// ClaimText returns the names of the cells of a claim, separated by "/".
func (a Action) ClaimText(name func(hex.Cell) string) string {
	var text strings.Builder
	for i, cell := range a.Claimed() {
		if i > 0 {
			text.WriteByte('/')
		}
		text.WriteString(name(cell))
	}
	return text.String()
}

// ParseClaim parses the output of ClaimText; parse reads each name. It returns
// false for anything else, including cells out of reading order.
func ParseClaim(kind Kind, text string, parse func(string) (hex.Cell, bool)) (a Action, ok bool) {
	var cells []hex.Cell
	for name := range strings.SplitSeq(text, "/") {
		cell, ok := parse(name)
		if !ok || len(cells) == MaxClaim || len(cells) > 0 && !cells[len(cells)-1].Less(cell) {
			return Action{}, false
		}
		cells = append(cells, cell)
	}
	return NewClaim(kind, cells)
}
