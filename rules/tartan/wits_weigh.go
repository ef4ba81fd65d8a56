package tartan

import "hexclub/rules"

// Weigh is as rules.Weigher has it.
func (s *state) Weigh(actions []rules.Action, weights []int32) {
	var w weigher
	w.look(s)
	for i := range actions {
		weights[i] = w.weigh(&actions[i])
	}
}

// A weigher weighs the actions of a position one after the other.
type weigher struct {
	s            *state
	mine, theirs *side
	free, bare   cells
	near         cells // where the own hat has fewer steps to than the other
	taken        cells // what the other side could take

	// What wins for certain, or is all that may save the game: where the hat
	// goes, where a pile of 4 is made, or the end of a rebound. If one of them
	// is not empty, nothing else need be looked at.
	hatTo, fourAt cells
	ends          bool

	home     cells // piles of 4 that the hat runs to
	trip     bool  // a pile has gone out and back already
	homeward int
}

func (w *weigher) look(s *state) {
	w.s, w.mine, w.theirs = s, s.mine(), s.theirs()
	if s.phase == placing {
		return
	}
	a, b := w.mine.hat.first(), w.theirs.hat.first()
	w.free, w.bare, w.near = s.free(), ^s.hats(), nearer[a][b]
	var could prospect
	could.look(w.theirs, w.mine, w.free, w.bare)
	w.taken = could.takes
	switch s.phase {
	case acting:
		w.home = w.mine.fours &^ nearer[b][a]
		w.homeward = w.steps(w.home, a)
		w.force(a, b)
	case rebounding:
		if w.mine.getsHome(w.theirs) {
			w.ends = true
			return
		}
		w.fourAt = w.mine.crowning(w.theirs, s.rebounds(w.free)&w.mine.twos)
	}
}

// force finds what there is no need to look beyond.
func (w *weigher) force(a, b int) {
	switch {
	case w.mine.runsHome(w.theirs):
		for set := w.s.hatEnds(); set != 0; set &= set - 1 {
			if to := set.first(); w.steps(w.home, to) < w.homeward {
				w.hatTo |= 1 << to
			}
		}
	default:
		threats := w.theirs.fours & around[b] &^ w.mine.hat
		if threats != 0 && threats&(threats-1) == 0 {
			w.hatTo = threats & around[a]
			return
		}
		var can prospect
		can.look(w.mine, w.theirs, w.free, w.bare)
		w.fourAt = w.mine.crowning(w.theirs, can.makes)
	}
}

// steps is how many steps a hat on a bit has to the nearest of the cells.
func (w *weigher) steps(set cells, from int) int {
	least := never
	for ; set != 0; set &= set - 1 {
		least = min(least, int(hatSteps[from][set.first()]))
	}
	return least
}

func (w *weigher) weigh(a *rules.Action) int32 {
	forced := w.hatTo|w.fourAt != 0 || w.ends
	switch a.Kind {
	case Place:
		return 0
	case Deploy:
		return w.deploy(bit(a.From))
	case End:
		if forced && !w.ends {
			return rules.Hopeless
		}
		return 300
	case Hat:
		if forced && w.hatTo&only(a.To) == 0 {
			return rules.Hopeless
		}
		return w.hat(bit(a.To))
	case Split:
		if forced {
			return rules.Hopeless
		}
		return -300
	}
	return w.move(only(a.From), only(a.To), forced)
}

func (w *weigher) deploy(i int) int32 {
	weight := 300*int32((around[i]&w.mine.units).len()) - 60*int32(hatSteps[w.mine.hat.first()][i])
	if w.taken&(1<<i) != 0 {
		weight -= 500
	}
	return weight
}

func (w *weigher) hat(to int) int32 {
	weight := 40 * int32(nearer[to][w.theirs.hat.first()].len()-w.near.len())
	if w.home != 0 && w.steps(w.home, to) < w.homeward {
		weight += 3000
	}
	if w.theirs.fours&(1<<to) != 0 {
		weight += 1000
	}
	if w.theirs.twos&(1<<to) != 0 {
		weight += 500
	}
	return weight
}

func (w *weigher) move(from, to cells, forced bool) int32 {
	mine, theirs := w.mine, w.theirs
	unit := mine.units&from != 0
	four := !unit && mine.twos&from != 0 && from != to && mine.twos&to != 0
	if forced {
		switch {
		case four && w.fourAt&to != 0:
			return 9000
		case unit && mine.units&to != 0 && w.fourAt&w.merged(from, to) != 0:
			return 9000
		}
		return rules.Hopeless
	}
	switch {
	case four:
		return 1500 + 2000*int32(some(w.near&to))
	case from == to:
		// It changes nothing, whichever pile it is; in a rebound it is what the
		// end is.
		if w.trip || w.s.phase == rebounding {
			return rules.Hopeless
		}
		w.trip = true
		return -3000
	case theirs.twos&to != 0:
		return 2500
	case theirs.units&to != 0:
		return 2000
	case unit && mine.units&to != 0:
		ends := w.merged(from, to)
		return 900 + 1000*int32(some(ends&theirs.units)) + 1000*int32(some(ends&mine.twos)) + 2000*int32(some(ends&mine.twos&w.near))
	case mine.all()&to != 0:
		return -700
	}
	weight := int32(0)
	if w.taken&from != 0 {
		weight += 600
	}
	if w.taken&to != 0 {
		weight -= 300
	}
	if unit {
		return weight + 300*int32((around[to.first()]&mine.units&^from).len()-(around[from.first()]&mine.units).len())
	}
	return weight + 200*int32(some(w.near&to)) - 200*int32(some(w.near&from))
}

// merged is what two units that merge can take or make a pile of 4 of.
func (w *weigher) merged(from, to cells) cells {
	ends := (around[to.first()] & (w.free | from)).touching()
	return ends & (w.mine.twos | w.theirs.units) & w.bare
}
