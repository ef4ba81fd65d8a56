package hexit

// halves is the points of a side as things lie, in halves: two for each tile
// of its largest territory, one for each of its others. Rule 5.
func (t *table) halves(side int) int {
	return t.paint[side].len() + t.largest(t.paint[side]).len()
}

// largest is the largest group of tiles, of those in the set, that are
// connected. Of equals it is the first in reading order.
func (t *table) largest(tiles set) (largest set) {
	for rest := tiles; rest != 0; {
		group := t.group(tiles, rest.first())
		if group.len() > largest.len() {
			largest = group
		}
		rest &^= group
	}
	return largest
}

// group is the tiles of the set that are connected with one of them.
func (t *table) group(tiles set, n int) set {
	group := set(1) << n
	for next := group; next != 0; {
		reached := t.around(spotOf(t.cells[next.first()])) & tiles &^ group
		next = next&(next-1) | reached
		group |= reached
	}
	return group
}
