package tartan

import "hexclub/rules"

// A prospect is what one side can do with its pieces if it is to act at the
// start of a turn. Nothing in it lies under a hat.
type prospect struct {
	takes cells // what its piles, or two units that merge, can take
	makes cells // own piles of 2 that can be made piles of 4
	ends  int   // how many moves its piles have
	free  cells // of rule 2, for both sides
	lands cells // where its piles of 2, or two units that merge, can get to
}

// look fills p for the side d against e; bare is where no hat lies.
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
		// Two units merge here, and the pile rebounds; the cell that the other
		// unit has left is free then.
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

// far is more steps than a proof looks at.
const far = 4

// runs returns the steps in which the hat of the side d, which is to act,
// reaches for certain a pile of 4 before the hat of e can stand on it; far or
// more if there is none so near.
//
// The hat that has no more steps to go on its turn arrives first: at every
// step the other has at least as many left, so it neither gets there nor into
// the way.
func (d *side) runs(e *side) int {
	from := d.hat.first()
	return stepsTo(d.fours&^nearer[e.hat.first()][from], from)
}

// waits returns what runs would be if it were the turn of e.
func (d *side) waits(e *side) int {
	from := d.hat.first()
	return stepsTo(d.fours&nearer[from][e.hat.first()], from)
}

// stepsTo returns how many steps a hat on a bit has to the nearest of the
// cells, far when that is more than a proof looks at.
func stepsTo(set cells, from int) int {
	for n := 1; n < far; n++ {
		if set&within[from][n] != 0 {
			return n
		}
	}
	return far
}

// slower reports whether the side, whatever it does, needs more than that many
// turns of its own to win: it takes as many as its hat has steps to a pile of
// 4; or one to make such a pile out of a pile of 2, and then the steps to
// that; or three at least, with a pile of 2 that is made or moved first.
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

// proof is Sure when the seat to act wins for certain, -Sure when it loses,
// else 0. Makes is where it can make a pile of 4 at once.
func (s *state) proof(makes cells) int {
	mine, theirs := s.mine(), s.theirs()
	if s.phase != acting {
		return s.proofWithin(makes)
	}
	if mine.runsHome(theirs) {
		return rules.ProvenWin
	}
	if threats := theirs.fours & around[theirs.hat.first()]; threats&(threats-1) != 0 {
		return -rules.ProvenWin // one hat stands on one of them only
	}
	if n := theirs.waits(mine); n < far && mine.slower(n) {
		return -rules.ProvenWin
	}
	if mine.crowning(theirs, makes) != 0 {
		return rules.ProvenWin
	}
	return 0
}

// proofWithin is proof in the middle of a turn. The rebound may be left out,
// and neither it nor the units of a split move a hat.
func (s *state) proofWithin(makes cells) int {
	mine, theirs := s.mine(), s.theirs()
	// Before the other's second step there are the rest of this turn and one
	// more: time for a rebound that makes a pile of 4 beside the hat.
	next := around[mine.hat.first()]
	if n := theirs.runs(mine); n == 1 || n == 2 && (mine.fours|makes)&next == 0 {
		return -rules.ProvenWin
	}
	if mine.getsHome(theirs) || mine.crowning(theirs, makes) != 0 {
		return rules.ProvenWin
	}
	return 0
}

// runsHome reports whether the side wins for certain by the steps of its hat
// alone if it is to act; getsHome whether it does if the other is.
func (d *side) runsHome(e *side) bool {
	n := d.runs(e)
	return n < far && e.slower(n-1)
}

func (d *side) getsHome(e *side) bool {
	n := d.waits(e)
	return n < far && e.slower(n)
}

// crowning is those of some piles of 4 that win for certain by the steps of the
// hat, if they are made and the other is to act then.
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
