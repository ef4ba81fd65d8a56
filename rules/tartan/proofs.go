package tartan

import "hexclub/rules"

// A prospect holds what one side can do with its pieces if it acts at the
// start of a turn. It contains nothing under a hat.
type prospect struct {
	takes cells // what its piles, and two of its units that merge, can take
	makes cells // own piles of 2 that can become piles of 4
	ends  int   // number of moves of its piles
	free  cells // of rule 2, for both sides
	lands cells // where its piles of 2, and two of its units that merge, can go
}

// look fills p for the side d against e; bare holds the cells without a hat.
func (p *prospect) look(d, e *side, free, bare cells) {
	p.free = free
	units, twos, prey := d.units&bare, d.twos&bare, e.units&bare
	for set := twos; set != 0; set &= set - 1 {
		i := set.first()
		ends := (around[i] & free).touching() &^ (1 << i)
		p.lands |= ends
		p.takes |= ends & prey
		p.makes |= ends & twos
		p.ends += (ends & (free | units | twos | prey)).len()
	}
	for set := units & units.touching(); set != 0; set &= set - 1 {
		// Two units merge here and the pile rebounds; the cell that the other
		// unit has left is free.
		i := set.first()
		ends := (around[i] & (free | units)).touching()
		p.lands |= ends
		p.takes |= ends & prey
		p.makes |= ends & twos
	}
	prey = e.twos & bare
	for set := d.threes & bare; set != 0; set &= set - 1 {
		i := set.first()
		open := free | 1<<i
		ends := ((around[i] & free).touching() & open).touching()
		p.takes |= ends & prey
		p.ends += (ends & (free | prey)).len()
	}
}

// far is more steps than a proof considers.
const far = 4

// runs returns the number of steps in which the hat of the side d, which is to
// act, certainly reaches a pile of 4 before the hat of e can stand on it. It
// is far or more if no pile is that close.
//
// On its turn, the hat that has no more steps to go than the other arrives
// first: at every step the other hat has at least as many left, so it neither
// gets there nor blocks the way.
func (d *side) runs(e *side) int {
	from := d.hat.first()
	return stepsTo(d.fours&^nearer[e.hat.first()][from], from)
}

// waits returns the value of runs if e were to act.
func (d *side) waits(e *side) int {
	from := d.hat.first()
	return stepsTo(d.fours&nearer[from][e.hat.first()], from)
}

// stepsTo returns the number of steps of a hat from a bit to the nearest of
// the cells, or far.
func stepsTo(set cells, from int) int {
	for n := 1; n < far; n++ {
		if set&within[from][n] != 0 {
			return n
		}
	}
	return far
}

// slower reports whether the side needs more than that many turns to win,
// whatever it does. It needs as many as its hat has steps to a pile of 4; or
// one to make such a pile out of a pile of 2, and then the steps to that; or
// at least three, if a pile of 2 must be made or moved first.
func (d *side) slower(turns int) bool {
	from := d.hat.first()
	switch turns {
	case 0:
		return true
	case 1:
		return d.fours&within[from][1] == 0
	case 2:
		return d.fours&within[from][2] == 0 && d.twos&around[from] == 0
	}
	return false
}

// proof returns ProvenWin if the seat to act certainly wins, -ProvenWin if it
// loses, and 0 otherwise. Makes holds the cells where it can make a pile of 4
// at once.
func (s *state) proof(makes cells) int {
	mine, theirs := s.mine(), s.theirs()
	if s.phase != acting {
		return s.proofWithin(makes)
	}
	if mine.runsHome(theirs) {
		return rules.ProvenWin
	}
	if threats := theirs.fours & around[theirs.hat.first()]; threats&(threats-1) != 0 {
		return -rules.ProvenWin // a hat stands on only one of them
	}
	if n := theirs.waits(mine); n < far && mine.slower(n) {
		return -rules.ProvenWin
	}
	if mine.crowning(theirs, makes) != 0 {
		return rules.ProvenWin
	}
	return 0
}

// proofWithin is proof in the middle of a turn. The rebound may be omitted,
// and neither it nor the units of a split move a hat.
func (s *state) proofWithin(makes cells) int {
	mine, theirs := s.mine(), s.theirs()
	// Before the opponent's second step there are the rest of this turn and
	// one more turn: time for a rebound that makes a pile of 4 next to the
	// hat.
	next := around[mine.hat.first()]
	if n := theirs.runs(mine); n == 1 || n == 2 && (mine.fours|makes)&next == 0 {
		return -rules.ProvenWin
	}
	if mine.getsHome(theirs) || mine.crowning(theirs, makes) != 0 {
		return rules.ProvenWin
	}
	return 0
}

// runsHome reports whether the side certainly wins by the steps of its hat
// alone if it is to act; getsHome does the same if the opponent is to act.
func (d *side) runsHome(e *side) bool {
	n := d.runs(e)
	return n < far && e.slower(n-1)
}

func (d *side) getsHome(e *side) bool {
	n := d.waits(e)
	return n < far && e.slower(n)
}

// crowning returns the piles of 4 that certainly win by the steps of the hat
// if they are made and the opponent is to act then.
func (d *side) crowning(e *side, makes cells) cells {
	from := d.hat.first()
	first := makes & nearer[from][e.hat.first()]
	switch {
	case first == 0:
		return 0
	case e.slower(2):
		return first & within[from][2]
	case e.slower(1):
		return first & within[from][1]
	}
	return 0
}
