package tartan

import "hexclub/rules"

// The terms of the evaluation: each is counted for one side less the other, or
// only for the side that begins the next turn, or only for its opponent.
const (
	termUnits = iota
	termTwos
	termThrees
	termFours
	termUnitsNear  // units closer to the own hat than to the other
	termTwosNear   // piles of 2 likewise
	termFoursNear  // piles of 4 likewise
	termFoursFar   // piles of 4 closer to the other hat
	termUnitsClose // units within two steps of the own hat
	termTwosNext   // piles of 2 next to the own hat
	termTwosClose  // piles of 2 within two steps of it
	termUnitsUnder // units under a hat
	termTwosUnder  // piles of 2 under a hat
	termTerritory  // petals closer to the own hat than to the other
	termEnds       // moves of piles
	termPairs      // units next to an own unit
	termJoins      // free cells next to at least two own units

	termTakesUnits      // units that the side to begin can take
	termTakesTwos       // piles of 2 likewise
	termTakesUnitsLater // units that the other side could take
	termTakesTwosLater
	termMakes     // 1 if the side to begin can make a pile of 4
	termMakesNear // 1 if it can make one closer to its own hat
	termMakesLater
	termMakesNearLater
	termThreat // 1 if the other side's hat is next to an own pile of 4
	termWaits  // 1 if it arrives at such a pile first
	termTurn   // 1 for the side to begin

	numTerms
)

// termWeights holds the weight of each term, in thousandths. The numbers were
// fitted to the results of games from positions that a search visits. They pay
// off in deep searches: others win more with 1 500 nodes, these with 60 000.
// The weight of having the turn is half of the fitted one, because shallow
// searches suffer from it.
var termWeights = [numTerms]int{
	termUnits: 623, termTwos: 1816, termThrees: 490, termFours: 3159,
	termUnitsNear: 31, termTwosNear: 141, termFoursNear: -676, termFoursFar: -1468,
	termUnitsClose: 32, termTwosNext: -171, termTwosClose: 110,
	termUnitsUnder: -488, termTwosUnder: -1266, termTerritory: 8, termEnds: -2, termPairs: 113, termJoins: -2,
	termTakesUnits: 265, termTakesTwos: 910, termTakesUnitsLater: -118, termTakesTwosLater: -112,
	termMakes: 16, termMakesNear: 931, termMakesLater: -1, termMakesNearLater: -569,
	termThreat: 442, termWaits: 381, termTurn: 120,
}

// maxUnproven is the largest value of Evaluate that is not proven.
const maxUnproven = 9000

// Acting implements rules.Actor.
func (s *state) Acting() (rules.Seat, int) { return s.seat, int(s.played) }

// Evaluate implements rules.Evaluator.
func (s *state) Evaluate() int {
	switch {
	case s.ending != ongoing:
		return 0
	case s.phase == placing:
		return s.evaluatePlacing()
	}
	mine, theirs := s.mine(), s.theirs()
	free, bare := s.free(), ^s.hats()
	var can, could prospect
	can.look(mine, theirs, free, bare)
	makes := can.makes
	if s.phase != acting {
		makes = s.rebounds(free) & mine.twos
	}
	if proof := s.proof(makes); proof != 0 {
		return proof
	}
	could.look(theirs, mine, free, bare)
	var t [numTerms]int
	if s.phase == acting {
		count(&t, mine, theirs, &can, &could)
		return judge(&t)
	}
	// The other side begins the next turn; what remains of this turn counts as
	// done.
	count(&t, theirs, mine, &could, &can)
	t[termUnits] -= s.due()
	switch ends := s.rebounds(free); {
	case ends&mine.twos != 0:
		t[termFours]--
		t[termTwos] += 2
	case ends&theirs.units != 0:
		t[termUnits]--
	case ends&theirs.twos != 0:
		t[termTwos]--
	}
	return -judge(&t)
}

// judge returns the weighted sum of the terms.
func judge(t *[numTerms]int) int {
	v := 0
	for i, n := range t {
		v += termWeights[i] * n
	}
	return max(-maxUnproven, min(v, maxUnproven))
}

// due returns the number of units of a split still to be placed.
func (s *state) due() int {
	if s.phase == deploying {
		return 3 - s.used.len()
	}
	return 0
}

// rebounds returns the cells where the new pile, if there is one, can take a
// piece or make a pile of 4.
func (s *state) rebounds(free cells) cells {
	if s.phase != rebounding {
		return 0
	}
	mine, theirs, bare := s.mine(), s.theirs(), ^s.hats()
	i := s.fresh.first()
	ends := (around[i] & free).touching()
	if mine.twos&s.fresh != 0 {
		return ends & (mine.twos&^s.fresh | theirs.units) & bare
	}
	return (ends & (free | s.fresh)).touching() & theirs.twos & bare
}

// count sets the terms for the side d, which begins a turn, against e.
func count(t *[numTerms]int, d, e *side, can, could *prospect) {
	a, b := d.hat.first(), e.hat.first()
	near, far, hats := nearer[a][b], nearer[b][a], d.hat|e.hat
	t[termUnits] = d.units.len() - e.units.len()
	t[termTwos] = d.twos.len() - e.twos.len()
	t[termThrees] = d.threes.len() - e.threes.len()
	t[termFours] = d.fours.len() - e.fours.len()
	t[termUnitsNear] = (d.units & near).len() - (e.units & far).len()
	t[termTwosNear] = (d.twos & near).len() - (e.twos & far).len()
	t[termFoursNear] = (d.fours & near).len() - (e.fours & far).len()
	t[termFoursFar] = (d.fours & far).len() - (e.fours & near).len()
	t[termUnitsClose] = (d.units & within[a][2]).len() - (e.units & within[b][2]).len()
	t[termTwosNext] = (d.twos & around[a]).len() - (e.twos & around[b]).len()
	t[termTwosClose] = (d.twos & within[a][2]).len() - (e.twos & within[b][2]).len()
	t[termUnitsUnder] = (d.units & hats).len() - (e.units & hats).len()
	t[termTwosUnder] = (d.twos & hats).len() - (e.twos & hats).len()
	t[termTerritory] = near.len() - far.len()
	t[termEnds] = can.ends - could.ends
	t[termPairs] = (d.units & d.units.touching()).len() - (e.units & e.units.touching()).len()
	t[termJoins] = (d.units.joining() & can.free).len() - (e.units.joining() & can.free).len()
	t[termTakesUnits] = (can.takes & e.units).len()
	t[termTakesTwos] = (can.takes & e.twos).len()
	t[termTakesUnitsLater] = (could.takes & d.units).len()
	t[termTakesTwosLater] = (could.takes & d.twos).len()
	t[termMakes] = some(can.makes)
	t[termMakesNear] = some(can.makes & near)
	t[termMakesLater] = some(could.makes)
	t[termMakesNearLater] = some(could.makes & far)
	t[termThreat] = some(e.fours & around[b])
	t[termWaits] = some(e.fours & far)
	t[termTurn] = 1
}

// some returns 1 if the set is not empty, else 0.
func some(set cells) int {
	if set != 0 {
		return 1
	}
	return 0
}

// joining returns the cells that touch at least two of the set.
func (set cells) joining() cells {
	once, twice := cells(0), cells(0)
	for _, step := range [...]cells{
		set >> 1 &^ (offW >> 1), set << 1 &^ (offE << 1),
		set << 7, set >> 7,
		(set &^ offSE) << 8, (set &^ offNW) >> 8,
	} {
		twice |= once & step
		once |= step
	}
	return twice
}
