package hexit

import (
	"math/bits"

	"hexclub/rules"
)

// The features of a position that determine its value. Most are differences:
// the count for the side to act less that for the opponent.
const (
	tilesLaid       = iota // tiles of the own colour
	tilesLinked            // those of the largest own territory
	stacksHeld             // own stacks
	inReserve              // pieces in the reserve
	stacksOfTwo            // own stacks two pieces high
	stacksOfThree          // three
	stacksOfFour           // four or more
	tallest                // height of the tallest own stack
	piecesBuried           // own pieces in the opponent's stacks
	prisonersLoose         // own pieces in prisons that touch two tiles
	prisonersTight         // own pieces in other prisons
	waysOut                // distributions, whether or not rule 1 allows them now
	waysToImprison         // those of them that make prisoners
	waysToLoose            // those whose prison would touch two tiles
	prisonersToMake        // own pieces that all of them would imprison, less those of the opponent
	isCompelled            // 1 if there is a distribution
	isImprisoning          // 1 if there is one that makes prisoners
	looseOnlyHere          // loose prisons that touch the largest own territory and not the opponent's
	joins                  // prisons that touch the largest own territory and another own one
	reserveEmpty           // 1 if the reserve is empty
	noStacks               // 1 if there is no own stack
	freeTo                 // loose prisons if the side to act may free them
	freeToLink             // those of them that touch its largest territory
	freeToCut              // those that touch the opponent's
	freeToAny              // 1 if there is any
	freeToGrow             // 1 if there is one that touches its largest territory
	freeToChain            // longest series of loose prisons
	leftTo                 // loose prisons if the side to act must distribute and the opponent need not
	leftToLink             // those of them that touch the opponent's largest territory
	leftToAny              // 1 if there is any
	leftToChain            // longest series of loose prisons
	leftToBoth             // loose prisons if neither side may free now
	leftLater              // loose prisons if only the side to act may free
	numFeatures            // the number of values above
)

// A featureWeight is what a feature adds to the logarithm of the odds: always,
// and more the fewer tiles are left.
type featureWeight struct{ always, late int32 }

// featureWeights holds the weights of the features: logarithms of odds in
// thousandths. The numbers were fitted to the results of games that the bot
// played against itself.
var featureWeights = [numFeatures]featureWeight{
	tilesLaid:       {44, 483},
	tilesLinked:     {68, 368},
	stacksHeld:      {38, -116},
	inReserve:       {218, -47},
	stacksOfTwo:     {-85, 15},
	stacksOfThree:   {-243, 186},
	stacksOfFour:    {-110, 124},
	tallest:         {106, -349},
	piecesBuried:    {69, -125},
	prisonersLoose:  {295, -238},
	prisonersTight:  {228, -101},
	waysOut:         {48, 232},
	waysToImprison:  {111, 185},
	waysToLoose:     {-203, 44},
	prisonersToMake: {219, 66},
	isCompelled:     {-122, -122},
	isImprisoning:   {2, -806},
	looseOnlyHere:   {61, 195},
	joins:           {-307, 1262},
	reserveEmpty:    {-151, 62},
	noStacks:        {-80, 106},
	freeTo:          {-69, 0},
	freeToLink:      {76, -88},
	freeToCut:       {71, 184},
	freeToAny:       {-103, -4},
	freeToGrow:      {-62, 348},
	freeToChain:     {205, 563},
	leftTo:          {113, -203},
	leftToLink:      {-106, 213},
	leftToAny:       {-7, 346},
	leftToChain:     {76, -321},
	leftToBoth:      {53, 81},
	leftLater:       {64, -18},
}

// endgameFactor returns the weight of the late part, in 256ths: 2 with no tile
// left, and less than a quarter at the start of the longest game.
func (s *state) endgameFactor() int32 { return 256 * 8 / int32(s.most-s.tiles+4) }

// Evaluate adds up the weighted features of the position.
func (s *state) Evaluate() int {
	if s.ending != ongoing {
		return 0
	}
	me := s.me()
	switch left := int(s.most - s.tiles); {
	case s.halves(me) > 2*(s.paint[1-me].len()+left):
		return rules.ProvenWin
	case s.halves(1-me) > 2*(s.paint[me].len()+left):
		return -rules.ProvenWin
	}
	var found [numFeatures]int32
	s.features(&found)
	var always, late int32
	for i, n := range found {
		always += n * featureWeights[i].always
		late += n * featureWeights[i].late
	}
	return int(max(-rules.ProvenWin+1, min(rules.ProvenWin-1, always+late*s.endgameFactor()>>8)))
}

// features counts the features of the position.
func (s *state) features(found *[numFeatures]int32) {
	me := s.me()
	s.sideFeatures(found, me, 1)
	compelled := found[isCompelled] != 0
	s.sideFeatures(found, 1-me, -1)
	otherCompelled := found[isCompelled] < 0 || compelled && found[isCompelled] == 0
	for n := firstPrison; n < firstPrison+int(s.prisons); n++ {
		feature := prisonersTight
		if s.loose.has(n) {
			feature = prisonersLoose
		}
		freed := s.piles[n].of()
		found[feature] += int32(freed[me] - freed[1-me])
		touched := s.around(spotOf(s.cells[n]))
		if touched&s.largest[me] != 0 && touched&s.paint[me]&^s.largest[me] != 0 {
			found[joins]++
		}
		if touched&s.largest[1-me] != 0 && touched&s.paint[1-me]&^s.largest[1-me] != 0 {
			found[joins]--
		}
	}
	if s.loose != 0 {
		s.looseFeatures(found, compelled, otherCompelled)
	}
}

// sideFeatures counts the features of one side, with the factor 1 or -1.
func (s *state) sideFeatures(found *[numFeatures]int32, side int, once int32) {
	mine, theirs, vacant := s.held[side], s.held[1-side], s.vacant()
	highest := 0
	var out, imprison, buried int32
	for set := mine; set != 0; set &= set - 1 {
		n := set.first()
		pile := s.piles[n]
		height := pile.height()
		highest = max(highest, height)
		if height > 1 {
			found[min(stacksOfTwo+height-2, stacksOfFour)] += once
			buried += int32(pile.of()[1-side])
		}
		if s.laid != 0 && side == s.me() {
			continue // distributions are judged at the start of a turn
		}
		all, some := s.ways(n, theirs, vacant)
		out += int32(bits.OnesCount8(all))
		imprison += int32(bits.OnesCount8(some))
		for ; some != 0; some &= some - 1 {
			prison, prisoners := s.imprisoned(n, bits.TrailingZeros8(some))
			if (s.around(prison) & allTiles).several() {
				found[waysToLoose] += once
			}
			made := prisoners.of()
			found[prisonersToMake] += once * int32(made[side]-made[1-side])
		}
	}
	found[tilesLaid] += once * int32(s.paint[side].len())
	found[tilesLinked] += once * int32(s.largest[side].len())
	found[stacksHeld] += once * int32(mine.len())
	found[inReserve] += once * int32(s.reserve[side])
	found[tallest] += once * int32(highest)
	found[piecesBuried] -= once * buried
	found[waysOut] += once * out
	found[waysToImprison] += once * imprison
	if out > 0 {
		found[isCompelled] += once
	}
	if imprison > 0 {
		found[isImprisoning] += once
	}
	if s.reserve[side] == 0 {
		found[reserveEmpty] += once
	}
	if mine == 0 {
		found[noStacks] += once
	}
}

// imprisoned returns the prison and the prisoners that a distribution of a
// stack in a direction makes. The distribution must make some.
func (s *state) imprisoned(n, d int) (prison spot, prisoners pile) {
	prison = spotOf(s.cells[n]).step(d)
	left := s.piles[n].height()
	for ; s.grid[prison] != bare; left-- {
		prison = prison.step(d)
	}
	return prison, s.piles[n].top(left)
}

// looseFeatures counts the prisons that can be freed, by the side that can
// free them.
func (s *state) looseFeatures(found *[numFeatures]int32, compelled, otherCompelled bool) {
	me := s.me()
	var mine, theirs, only int32 // those that touch a largest territory
	for set := s.loose; set != 0; set &= set - 1 {
		touched := s.around(spotOf(s.cells[set.first()]))
		switch here, there := touched&s.largest[me] != 0, touched&s.largest[1-me] != 0; {
		case here && there:
			mine++
			theirs++
		case here:
			mine++
			only++
		case there:
			theirs++
			only--
		}
	}
	found[looseOnlyHere] = only
	all := int32(s.loose.len())
	switch {
	case compelled && otherCompelled:
		found[leftToBoth] = all
	case compelled:
		found[leftTo], found[leftToLink], found[leftToAny], found[leftToChain] = all, theirs, 1, s.chain()
	default:
		found[freeTo], found[freeToLink], found[freeToCut], found[freeToAny], found[freeToChain] = all, mine, theirs, 1, s.chain()
		if mine > 0 {
			found[freeToGrow] = 1
		}
		if otherCompelled {
			found[leftLater] = all
		}
	}
}

// chain returns the largest number of prisons that can be freed in one turn.
// Each new tile loosens the prisons that it touches.
func (s *state) chain() (most int32) {
	prisons := (set(1)<<s.prisons - 1) << firstPrison
	for rest := s.loose; rest != 0; {
		group := s.group(prisons, rest.first())
		most = max(most, int32(group.len()))
		rest &^= group
	}
	return most
}
