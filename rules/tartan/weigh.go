package tartan

import "hexclub/rules"

// The weights of actions, in thousandths: the logarithm of how often an action
// of the kind was the best one, plus 4000, as counted in games of bots.
const (
	weightForced = 9000 // wins, or is the only way to save the game

	weightSplit      = 500  // less than its odds, because so many positions follow from it
	weightDeploy     = -300 // a unit of a split next to no own unit
	weightDeployNext = 2350 // next to one own unit
	weightDeployMany = 2650 // next to more

	weightHat       = 0
	weightHatHome   = 3500 // toward a pile of 4 that it reaches first
	weightHatOnFour = 2500 // onto a pile of 4 of the other seat
	weightHatOnTwo  = 3000
	weightHatOnUnit = 1300
	weightHatOnOwn  = -1000

	weightFourNear = 3000 // a pile of 4 closer to the own hat
	weightFour     = -1500
	weightTakeTwo  = 3900
	weightTake     = 2600
	weightRetake   = 3600 // a unit, by a rebound

	weightMerge     = 1300
	weightMergeTake = 2900 // the new pile can take something
	weightMergeFour = 2600 // the new pile can make a pile of 4 closer to the own hat
	weightEnd       = 1600
	weightThree     = -2500
	weightRethree   = 1750 // a pile of 3, by a rebound
	weightTrip      = -3000

	weightUnit        = -1000
	weightUnitNext    = 1300  // next to more own units than before
	weightUnitAway    = -3500 // next to fewer
	weightTwo         = -3500
	weightTwoNear     = 0 // to a cell closer to the own hat
	weightReboundTwo  = 300
	weightReboundNear = 1600
	weightThreeMoves  = -400

	weightFlees  = 800   // a piece that could be taken moves
	weightDanger = -1200 // to a cell where it can be taken
)

// Weigh implements rules.Weigher.
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
	near         cells // cells closer to the own hat than to the other
	taken        cells // what the other side could take
	landed       cells // where its piles of 2 can go

	// What certainly wins, or is the only way to save the game: the cells
	// where the hat goes, the cells where a pile of 4 is made, or the end of a
	// rebound. If there is any, all other actions can be skipped.
	hatTo, fourAt cells
	ends          bool
	forced        bool

	home     cells // piles of 4 that the hat reaches first
	homeward int   // its number of steps to the nearest of them
	trip     bool  // a pile has already gone out and back
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
	w.taken, w.landed = could.takes, could.lands
	switch s.phase {
	case acting:
		w.home = w.mine.fours &^ nearer[b][a]
		w.homeward = stepsAway(w.home, a)
		w.force(a, b)
	case rebounding:
		w.ends = w.mine.getsHome(w.theirs)
		if !w.ends {
			w.fourAt = w.mine.crowning(w.theirs, s.rebounds(w.free)&w.mine.twos)
		}
	}
	w.forced = w.hatTo|w.fourAt != 0 || w.ends
}

// force finds these at the start of a turn.
func (w *weigher) force(a, b int) {
	if w.mine.runsHome(w.theirs) {
		for set := w.s.hatEnds(); set != 0; set &= set - 1 {
			if to := set.first(); stepsAway(w.home, to) < w.homeward {
				w.hatTo |= 1 << to
			}
		}
		return
	}
	threats := w.theirs.fours & around[b] &^ w.mine.hat
	if threats != 0 && threats&(threats-1) == 0 {
		w.hatTo = threats & around[a]
		return
	}
	var can prospect
	can.look(w.mine, w.theirs, w.free, w.bare)
	w.fourAt = w.mine.crowning(w.theirs, can.makes)
}

// stepsAway returns the number of steps of a hat from a bit to the nearest of
// the cells, or never if there is none.
func stepsAway(set cells, from int) int {
	least := never
	for ; set != 0; set &= set - 1 {
		least = min(least, int(hatSteps[from][set.first()]))
	}
	return least
}

func (w *weigher) weigh(a *rules.Action) int32 {
	if w.forced && !w.does(a) {
		return rules.Hopeless
	}
	switch a.Kind {
	case Hat:
		return w.hat(bit(a.To))
	case Move:
		return w.move(only(a.From), only(a.To))
	case Split:
		return weightSplit
	case Deploy:
		return w.deploy(bit(a.From))
	case End:
		return weightEnd
	}
	return 0
}

// does reports whether an action is one of those that win or may save the
// game.
func (w *weigher) does(a *rules.Action) bool {
	from, to := only(a.From), only(a.To)
	switch {
	case a.Kind == End:
		return w.ends
	case a.Kind == Hat:
		return w.hatTo&to != 0
	case a.Kind != Move || from == to:
		return false
	case w.mine.twos&from != 0:
		return w.fourAt&to != 0
	}
	return w.mine.units&from != 0 && w.mine.units&to != 0 && w.fourAt&w.merged(from, to) != 0
}

func (w *weigher) hat(to int) int32 {
	if w.forced {
		return weightForced
	}
	weight, cell := int32(weightHat), cells(1)<<to
	switch {
	case w.home != 0 && stepsAway(w.home, to) < w.homeward:
		weight = weightHatHome
	case w.theirs.fours&cell != 0:
		weight = weightHatOnFour
	case w.theirs.twos&cell != 0:
		weight = weightHatOnTwo
	case w.theirs.units&cell != 0:
		weight = weightHatOnUnit
	case w.mine.all()&cell != 0:
		weight = weightHatOnOwn
	}
	return weight + 40*int32(nearer[to][w.theirs.hat.first()].len()-w.near.len())
}

func (w *weigher) deploy(i int) int32 {
	weight := int32(weightDeploy)
	switch (around[i] & w.mine.units).len() {
	case 0:
	case 1:
		weight = weightDeployNext
	default:
		weight = weightDeployMany
	}
	if w.landed&(1<<i) != 0 {
		weight += weightDanger / 2
	}
	if w.near&(1<<i) != 0 {
		weight += 300
	}
	return weight
}

func (w *weigher) move(from, to cells) int32 {
	mine, theirs := w.mine, w.theirs
	unit, rebound := mine.units&from != 0, w.s.phase == rebounding
	switch {
	case w.forced:
		return weightForced
	case from == to:
		return w.roundTrip()
	case unit && mine.units&to != 0:
		return w.merge(from, to)
	case mine.twos&from != 0 && mine.twos&to != 0:
		return either(w.near&to, weightFourNear, weightFour)
	case theirs.twos&to != 0:
		return weightTakeTwo
	case theirs.units&to != 0 && rebound:
		return weightRetake
	case theirs.units&to != 0:
		return weightTake
	case mine.all()&to != 0 && rebound:
		return weightRethree
	case mine.all()&to != 0:
		return weightThree
	}
	return w.step(from, to, unit, rebound) + either(w.taken&from, weightFlees, 0)
}

// roundTrip returns the weight of a round trip. It changes nothing, whichever
// pile makes it; in a rebound it is equal to ending the turn.
func (w *weigher) roundTrip() int32 {
	if w.trip || w.s.phase == rebounding {
		return rules.Hopeless
	}
	w.trip = true
	return weightTrip
}

func (w *weigher) merge(from, to cells) int32 {
	switch ends := w.merged(from, to); {
	case ends&w.theirs.units != 0:
		return weightMergeTake
	case ends&w.mine.twos&w.near != 0:
		return weightMergeFour
	}
	return weightMerge
}

// merged returns what two units that merge can take or turn into a pile of 4.
func (w *weigher) merged(from, to cells) cells {
	ends := (around[to.first()] & (w.free | from)).touching()
	return ends & (w.mine.twos | w.theirs.units) & w.bare
}

// step returns the weight of a move to a free cell.
func (w *weigher) step(from, to cells, unit, rebound bool) int32 {
	switch {
	case unit:
		more := (around[to.first()] & w.mine.units &^ from).len() - (around[from.first()] & w.mine.units).len()
		weight := either(w.landed&to, weightDanger, 0)
		switch {
		case more > 0:
			return weight + weightUnitNext
		case more < 0:
			return weight + weightUnitAway
		}
		return weight + weightUnit
	case w.mine.threes&from != 0:
		return weightThreeMoves
	case rebound:
		return either(w.near&to, weightReboundNear, weightReboundTwo)
	}
	return either(w.near&to, weightTwoNear, weightTwo)
}

// either returns yes if the set is not empty, else no.
func either(set cells, yes, no int32) int32 {
	if set != 0 {
		return yes
	}
	return no
}
