package tartan

import (
	"hexclub/rules"
	"hexclub/rules/hex"
)

// A reach is what the seat that acts can move at the start of a turn, and
// where to: rules 2 and 3. Nothing in it lies under a hat.
type reach struct {
	free                   cells // what a piece may pass over, beside the cell it has left
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

// pieces is what can move.
func (r *reach) pieces() cells { return r.units | r.twos | r.threes }

// ends is where the piece on the i-th bit can go. Its own cell is among
// r.onTwo where a pile of 2 is; a pile of 3 has left its own.
func (r *reach) ends(i int) cells {
	switch here := cells(1) << i; {
	case r.units&here != 0:
		return around[i] & r.onUnit
	case r.twos&here != 0:
		return (around[i] & r.free).touching() & r.onTwo
	default:
		free := r.free | here
		return ((around[i] & free).touching() & free).touching() & (r.onThree | here)
	}
}

// splits is the piles of 2 that can split: rule 3. Three outer flowers need a
// free cell, and the pile's own is one once it is gone.
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

// hatEnds is where the hat of the seat that acts can go.
func (s *state) hatEnds() cells {
	return around[s.mine().hat.first()] & petals &^ s.hats()
}

// Actions lists the moves of units and piles, by their cells in reading order,
// then those of the hat, then the splits; in a rebound the end comes last.
func (s *state) Actions(buf []rules.Action) []rules.Action {
	if s.ending != goesOn {
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

// appendOn appends the actions of a kind on each cell.
func appendOn(buf []rules.Action, kind rules.Kind, set cells) []rules.Action {
	for ; set != 0; set &= set - 1 {
		buf = append(buf, rules.Action{Kind: kind, From: cellAt[set.first()]})
	}
	return buf
}

// appendTo appends the actions of a kind from the i-th bit to each cell.
func appendTo(buf []rules.Action, kind rules.Kind, i int, ends cells) []rules.Action {
	for ; ends != 0; ends &= ends - 1 {
		buf = append(buf, rules.Action{Kind: kind, From: cellAt[i], To: cellAt[ends.first()]})
	}
	return buf
}

// Count is the number of legal actions.
func (s *state) Count() int {
	if s.ending != goesOn {
		return 0
	}
	var r reach
	switch s.phase {
	case placing:
		return s.open().len()
	case deploying:
		return s.room().len()
	case rebounding:
		s.reach(&r)
		return r.ends(s.fresh.first()).len() + 1
	}
	s.reach(&r)
	return r.moves() + s.hatEnds().len() + r.splits().len()
}

// moves is the number of moves of units and piles.
func (r *reach) moves() int {
	n := 0
	for set := r.pieces(); set != 0; set &= set - 1 {
		n += r.ends(set.first()).len()
	}
	return n
}

// Sample is a legal action at random.
func (s *state) Sample(random *rules.Random) (a rules.Action, ok bool) {
	if s.ending != goesOn {
		return rules.Action{}, false
	}
	switch s.phase {
	case placing:
		return rules.Action{Kind: Place, From: s.open().any(random)}, true
	case deploying:
		return rules.Action{Kind: Deploy, From: s.room().any(random)}, true
	}
	var r reach
	s.reach(&r)
	if s.phase == rebounding {
		i := s.fresh.first()
		ends := r.ends(i)
		n := random.IntN(ends.len() + 1)
		if n == ends.len() {
			return rules.Action{Kind: End}, true
		}
		return rules.Action{Kind: Move, From: cellAt[i], To: cellAt[ends.nth(n)]}, true
	}
	hat, splits := s.hatEnds(), r.splits()
	moves := r.moves()
	n := random.IntN(moves + hat.len() + splits.len())
	if n < moves {
		return r.move(n), true
	}
	if n -= moves; n < hat.len() {
		return rules.Action{Kind: Hat, From: cellAt[s.mine().hat.first()], To: cellAt[hat.nth(n)]}, true
	}
	return rules.Action{Kind: Split, From: cellAt[splits.nth(n-hat.len())]}, true
}

// move is the n-th move of a unit or a pile.
func (r *reach) move(n int) rules.Action {
	set := r.pieces()
	for {
		i := set.first()
		ends := r.ends(i)
		if n < ends.len() {
			return rules.Action{Kind: Move, From: cellAt[i], To: cellAt[ends.nth(n)]}
		}
		n -= ends.len()
		set &= set - 1
	}
}

// any is one cell of a set that is not empty, at random.
func (set cells) any(random *rules.Random) hex.Cell {
	return cellAt[set.nth(random.IntN(set.len()))]
}
