package rules

import "hexclub/rules/hex"

// MaxClaim is the largest number of cells that a claim points at.
const MaxClaim = 6

// NewClaim is the action of a kind that points at a set of cells, given in any
// order; ok is false unless they are from 1 to MaxClaim, each once. The same
// set is always the same action.
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

// Claimed lists the cells that a claim points at, in reading order.
func (a Action) Claimed() []hex.Cell {
	cells := []hex.Cell{a.From}
	add := func(cell hex.Cell) {
		if cell != cells[len(cells)-1] {
			cells = append(cells, cell)
		}
	}
	add(a.To)
	for i := range MaxClaim - 2 {
		add(hex.Cell{Q: int8(a.More >> (16 * i)), R: int8(a.More >> (16*i + 8))})
	}
	return cells
}
