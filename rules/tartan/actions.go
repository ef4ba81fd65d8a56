package tartan

import "hexclub/rules"

// A reach holds what the seat to act can move at the start of a turn, and
// where to: rules 2 and 3. It contains nothing under a hat.
type reach struct {
	free                   cells // cells that a piece may pass over, apart from its own start
	units, twos, threes    cells // that can move
	onUnit, onTwo, onThree cells // where units, piles of 2 and piles of 3 may end
}

// reach fills r in place, which is faster than returning it.
func (s *state) reach(r *reach) {
	mine, theirs, bare := s.mine(), s.theirs(), ^s.hats()
	r.free = s.free()
	r.units, r.twos, r.threes = mine.units&bare, mine.twos&bare, mine.threes&bare
	r.onUnit = r.free | r.units | r.twos
	r.onTwo = r.onUnit | theirs.units&bare
	r.onThree = r.free | theirs.twos&bare
}

// pieces returns the pieces that can move.
func (r *reach) pieces() cells { return r.units | r.twos | r.threes }

// ends returns the cells where the piece on the i-th bit can end.
func (r *reach) ends(i int) cells {
	if r.units&(1<<i) != 0 {
		return around[i] & r.onUnit
	}
	return r.walk(i)
}

// walk returns the cells where the pile on the i-th bit can end. The own cell
// of a pile of 2 is in r.onTwo; a pile of 3 has left its cell.
func (r *reach) walk(i int) cells {
	here := cells(1) << i
	if r.twos&here != 0 {
		return (around[i] & r.free).touching() & r.onTwo
	}
	free := r.free | here
	return ((around[i] & free).touching() & free).touching() & (r.onThree | here)
}

// splits returns the piles of 2 that can split: rule 3. Three outer flowers
// need a free cell, and the pile's own becomes one.
func (r *reach) splits() cells {
	if r.twos == 0 {
		return 0
	}
	open := r.free.centre() & outer
	switch open.len() {
	case 0, 1:
		return 0
	case 2:
		return r.twos & (outer &^ open).flower()
	}
	return r.twos
}

// hatEnds returns the cells where the hat of the seat to act can go.
func (s *state) hatEnds() cells {
	return around[s.mine().hat.first()] & petals &^ s.hats()
}

// Actions lists the moves of units and piles, by their cells in reading order,
// then those of the hat, then the splits; in a rebound the end comes last.
func (s *state) Actions(buf []rules.Action) []rules.Action {
	if s.ending != ongoing {
		return buf
	}
	var r reach
	switch s.phase {
	case placing:
		return appendOn(buf, Place, s.open())
	case deploying:
		return appendOn(buf, Deploy, s.room())
	case rebounding:
		s.reach(&r)
		i := s.fresh.first()
		return append(appendTo(buf, Move, i, r.ends(i)), rules.Action{Kind: End})
	}
	s.reach(&r)
	for set := r.pieces(); set != 0; set &= set - 1 {
		i := set.first()
		buf = appendTo(buf, Move, i, r.ends(i))
	}
	buf = appendTo(buf, Hat, s.mine().hat.first(), s.hatEnds())
	return appendOn(buf, Split, r.splits())
}

// ready holds the actions of a kind from a cell, by bit, with To still unset.
// Copying one from here is much faster than building one from its parts.
var ready = readyActions()

func readyActions() (table [End + 1][64]rules.Action) {
	for kind := range table {
		for i, c := range cellAt {
			table[kind][i] = rules.At(rules.Kind(kind), c)
		}
	}
	return table
}

// appendOn appends the actions of a kind on each cell.
func appendOn(buf []rules.Action, kind rules.Kind, set cells) []rules.Action {
	for ; set != 0; set &= set - 1 {
		buf = append(buf, ready[kind][set.first()])
	}
	return buf
}

// appendTo appends the actions of a kind from the i-th bit to each cell.
func appendTo(buf []rules.Action, kind rules.Kind, i int, ends cells) []rules.Action {
	a := &ready[kind][i]
	for ; ends != 0; ends &= ends - 1 {
		buf = append(buf, *a)
		buf[len(buf)-1].To = cellAt[ends.first()]
	}
	return buf
}
