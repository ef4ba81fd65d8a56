package hexit

import (
	"math/bits"

	"hexclub/rules"
)

// The traits of a position by which Evaluate judges it. Most are counted for
// both sides: what the side that acts has, less what the other has.
const (
	tilesLaid      = iota // tiles of one's colour
	tilesLinked           // those of one's largest territory
	stacksHeld            // stacks of one's own
	inReserve             // pieces
	stacksOfTwo           // own stacks two pieces high
	stacksOfThree         //
	stacksOfFour          //
	tallest               // height of the tallest own stack
	piecesBuried          // in the other's stacks
	prisonersLoose        // own pieces in prisons that touch two tiles
	prisonersTight        // own pieces in other prisons
	waysOut               // distributions, whether or not rule 1 lets one choose them
	waysToImprison        // those of them that make prisoners
	isCompelled           // 1 if there is a distribution
	isImprisoning         // 1 if there is one that makes prisoners
	looseOnlyHere         // loose prisons that touch one's largest territory and not the other's
	reserveEmpty          // 1 if there is no piece in it
	noStacks              // 1 if there is no own stack
	freeTo                // loose prisons when the side that acts may free them
	freeToLink            // those of them that touch its largest territory
	freeToCut             // and those that touch the other's
	freeToAny             // 1 if there is one at all
	freeToGrow            // 1 if there is one that touches its largest territory
	leftTo                // loose prisons when the side that acts must distribute and the other need not
	leftToLink            // those of them that touch the other's largest territory
	leftToAny             // 1 if there is one at all
	leftToBoth            // loose prisons when neither may free now
	leftLater             // loose prisons when only the side that acts may free
	inTurn                // 1 after a liberation, when more can be freed
	traits                // how many there are
)

// A worth is what a trait adds to the odds: always, and the more the fewer
// tiles are left.
type worth struct{ always, late int32 }

// worths are what the traits count, found by fitting the results of games that
// the bot played against itself: logarithms of odds in thousandths.
var worths = [traits]worth{
	tilesLaid:      {80, 407},
	tilesLinked:    {68, 348},
	stacksHeld:     {-104, 83},
	inReserve:      {47, 126},
	stacksOfTwo:    {3, -129},
	stacksOfThree:  {-63, -149},
	stacksOfFour:   {-77, -238},
	tallest:        {-111, 1},
	piecesBuried:   {-158, 189},
	prisonersLoose: {105, 52},
	prisonersTight: {129, 8},
	waysOut:        {-11, 165},
	waysToImprison: {273, 113},
	isCompelled:    {-121, -120},
	isImprisoning:  {-70, -377},
	looseOnlyHere:  {11, 324},
	reserveEmpty:   {-117, 38},
	noStacks:       {-262, 138},
	freeTo:         {45, -284},
	freeToLink:     {102, -46},
	freeToCut:      {96, 237},
	freeToAny:      {180, 419},
	freeToGrow:     {-40, 210},
	leftTo:         {-18, -5},
	leftToLink:     {-102, 159},
	leftToAny:      {-36, -320},
	leftToBoth:     {-145, 52},
	leftLater:      {-41, 106},
	inTurn:         {-292, 411},
}

// near is how near the end is, in 256ths: 2 with no tile left, less than a
// quarter at the start of the longest game.
func (s *state) near() int32 { return 256 * 8 / int32(s.most-s.tiles+4) }

// Evaluate weighs the traits of the position.
func (s *state) Evaluate() int {
	if s.ending != goesOn {
		return 0
	}
	me := s.me()
	switch left := int(s.most - s.tiles); {
	case s.halves(me) > 2*(s.paint[1-me].len()+left):
		return rules.Sure
	case s.halves(1-me) > 2*(s.paint[me].len()+left):
		return -rules.Sure
	}
	var found [traits]int32
	s.traits(&found)
	var always, late int32
	for i, n := range found {
		always += n * worths[i].always
		late += n * worths[i].late
	}
	return int(max(-rules.Sure+1, min(rules.Sure-1, always+late*s.near()>>8)))
}

// traits counts the traits of the position.
func (s *state) traits(found *[traits]int32) {
	me := s.me()
	s.sideTraits(found, me, 1)
	compelled := found[isCompelled] != 0
	s.sideTraits(found, 1-me, -1)
	otherCompelled := found[isCompelled] < 0 || compelled && found[isCompelled] == 0
	for n := firstPrison; n < firstPrison+int(s.prisons); n++ {
		trait := prisonersTight
		if s.loose.has(n) {
			trait = prisonersLoose
		}
		freed := s.piles[n].of()
		found[trait] += int32(freed[me] - freed[1-me])
	}
	if s.laid != 0 {
		found[inTurn] = 1
	}
	if s.loose != 0 {
		s.looseTraits(found, compelled, otherCompelled)
	}
}

// sideTraits counts for one side, once or, with -1, off.
func (s *state) sideTraits(found *[traits]int32, side int, once int32) {
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
		all, some := s.ways(n, theirs, vacant)
		out += int32(bits.OnesCount8(all))
		imprison += int32(bits.OnesCount8(some))
	}
	if s.laid != 0 && side == s.me() { // what can be distributed is judged when a turn starts
		out, imprison = 0, 0
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

// looseTraits counts the prisons that can be freed, by whose they will be.
func (s *state) looseTraits(found *[traits]int32, compelled, otherCompelled bool) {
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
		found[leftTo], found[leftToLink], found[leftToAny] = all, theirs, 1
	default:
		found[freeTo], found[freeToLink], found[freeToCut], found[freeToAny] = all, mine, theirs, 1
		if mine > 0 {
			found[freeToGrow] = 1
		}
		if otherCompelled {
			found[leftLater] = all
		}
	}
}
