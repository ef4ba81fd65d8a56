package tartan

import "hexclub/rules"

// What the evaluation counts: each term for one side less for the other, or
// for the side that begins the next turn or for the other alone.
const (
	termUnits = iota
	termTwos
	termThrees
	termFours
	termUnitsNear  // units that the own hat has fewer steps to than the other
	termTwosNear   // piles of 2 likewise
	termFoursNear  // piles of 4 likewise
	termFoursFar   // piles of 4 that the other hat has fewer steps to
	termUnitsClose // units within two steps of the own hat
	termTwosNext   // piles of 2 next to the own hat
	termTwosClose  // piles of 2 within two steps of it
	termUnitsUnder // units under a hat
	termTwosUnder  // piles of 2 under a hat
	termTerritory  // petals that the own hat has fewer steps to than the other
	termEnds       // moves of piles
	termPairs      // units next to an own unit
	termJoins      // free cells next to two own units or more

	termTakesUnits      // units that the side that begins can take
	termTakesTwos       // piles of 2 likewise
	termTakesUnitsLater // units that the other side could take
	termTakesTwosLater
	termMakes     // 1 if the side that begins can make a pile of 4
	termMakesNear // 1 if it can where its hat is nearer
	termMakesLater
	termMakesNearLater
	termThreat // 1 if the hat of the other side is next to a pile of 4 of its own
	termWaits  // 1 if it arrives at one first
	termTurn   // 1 for the side that begins

	numTerms
)

// worth is what each term counts, in thousandths. The numbers were fitted to
// the results of games that went on from positions a search looks at. What they
// gain shows in deep searches: with 1 500 nodes others win more, with 60 000
// these do. Having the turn counts half of what the fit says, as shallow searches
// suffer from it.
var termWeights = [numTerms]int{
	termUnits: 623, termTwos: 1816, termThrees: 490, termFours: 3159,
	termUnitsNear: 31, termTwosNear: 141, termFoursNear: -676, termFoursFar: -1468,
	termUnitsClose: 32, termTwosNext: -171, termTwosClose: 110,
	termUnitsUnder: -488, termTwosUnder: -1266, termTerritory: 8, termEnds: -2, termPairs: 113, termJoins: -2,
	termTakesUnits: 265, termTakesTwos: 910, termTakesUnitsLater: -118, termTakesTwosLater: -112,
	termMakes: 16, termMakesNear: 931, termMakesLater: -1, termMakesNearLater: -569,
	termThreat: 442, termWaits: 381, termTurn: 120,
}

// most is the most that Evaluate says of what is not proven.
const maxUnproven = 9000

// Acting is as rules.Actor has it.
func (s *state) Acting() (rules.Seat, int) { return s.seat, int(s.played) }

// Evaluate is as rules.Evaluator has it.
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
	// The other side begins the next turn; what is still to come of this one
	// counts as done.
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

// judge returns what the terms are worth.
func judge(t *[numTerms]int) int {
	v := 0
	for i, n := range t {
		v += termWeights[i] * n
	}
	return max(-maxUnproven, min(v, maxUnproven))
}

// due returns how many units of a split are still to come.
func (s *state) due() int {
	if s.phase == deploying {
		return 3 - s.used.len()
	}
	return 0
}

// rebounds returns where the pile just made, if there is one, can take a piece
// or make a pile of 4.
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

// count fills the terms for the side d, which begins a turn, against e.
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

// some is 1 if there is anything in the set, else 0.
func some(set cells) int {
	if set != 0 {
		return 1
	}
	return 0
}

// joining is every cell that touches two of the set or more.
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
