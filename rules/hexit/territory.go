package hexit

// halves returns the current points of a side, in halves: two for each tile of
// its largest territory, one for each other tile. Rule 5.
func (t *table) halves(side int) int {
	return t.paint[side].len() + t.largest[side].len()
}

// extend updates the largest territory of a side that has just laid a tile.
// Territories only grow, so the largest is that of the new tile or the
// previous one.
func (t *table) extend(side, n int) {
	grown, before := t.group(t.paint[side], n), t.largest[side]
	more := grown.len() - before.len()
	if more > 0 || more == 0 && grown.first() < before.first() {
		t.largest[side] = grown
	}
}

// group returns the tiles of the set that are connected with one of them.
func (t *table) group(tiles set, n int) set {
	group := set(1) << n
	for next := group; next != 0; {
		reached := t.around(spotOf(t.cells[next.first()])) & tiles &^ group
		next = next&(next-1) | reached
		group |= reached
	}
	return group
}
