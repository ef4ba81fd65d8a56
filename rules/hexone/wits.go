package hexone

import "hexclub/rules"

// The traits of a position by which Evaluate judges it. Those of each side are
// counted for the side that acts, less what the other has; those of the attack
// for the side that acts alone, and again for the other.
const (
	toAct = iota // 1
	onesAtCentre
	onesOnRing
	onesOnTips
	onesOnPlain
	onesOnGreyTips
	onesOnGreyPlain
	twosAtCentre
	twosOnRing
	twosOnTips
	twosOnPlain
	twosOnGreyTips
	twosOnGreyPlain
	tallTokens // tokens above two on a cell, of the side that acts
	tallStacks
	attackOnes  // of the side that acts: ones of the other that touch its twos
	attackTwos  // twos of the other that touch its twos
	attackPairs // its twos that touch a two of its own
	attackMost  // the most cells of the other that one explosion takes
	attackEdges // pairs of a two and a cell of the other that touch
	menaceOnes  // the same for the other side
	menaceTwos
	menacePairs
	menaceMost
	menaceEdges
	room     // cells where each may place
	fewCells // 1 if one cell is left
	traits
)

// A worth is what a trait adds to the odds: always, and the more the more tiles
// are worn.
type worth struct{ always, worn int32 }

var worths = [traits]worth{
	toAct:           {164, -132},
	onesAtCentre:    {197, -65},
	onesOnRing:      {51, 108},
	onesOnTips:      {350, -341},
	onesOnPlain:     {166, 365},
	onesOnGreyTips:  {67, 127},
	onesOnGreyPlain: {167, -18},
	twosAtCentre:    {-191, -185},
	twosOnRing:      {310, 361},
	twosOnTips:      {583, 11},
	twosOnPlain:     {447, 182},
	twosOnGreyTips:  {463, 84},
	twosOnGreyPlain: {251, 465},
	tallTokens:      {0, 0},
	tallStacks:      {0, 0},
	attackOnes:      {102, -242},
	attackTwos:      {207, 213},
	attackPairs:     {9, 99},
	attackMost:      {173, 190},
	attackEdges:     {19, 77},
	menaceOnes:      {-71, -83},
	menaceTwos:      {-10, -301},
	menacePairs:     {-10, 13},
	menaceMost:      {-191, 160},
	menaceEdges:     {-4, 19},
	room:            {43, -52},
	fewCells:        {-96, -692},
}

// Evaluate weighs the traits of the position.
func (s *state) Evaluate() int {
	if s.ending != goesOn {
		return 0
	}
	var found [traits]int32
	s.traits(&found)
	var always, worn int32
	for i, n := range found {
		always += n * worths[i].always
		worn += n * worths[i].worn
	}
	return int(max(-limit, min(limit, always+worn*s.wear16()>>4)))
}

const limit = rules.Sure - 1

func (s *state) wear16() int32 { return int32(s.grey.len() + 2*s.gone.len()) }

func (s *state) traits(found *[traits]int32) {
	mine, theirs := s.mine(), s.theirs()
	var ones, twos [2]cells
	for i := range size {
		if s.height[i] == 1 {
			ones[0] |= 1 << i
		} else if s.height[i] > 1 {
			twos[0] |= 1 << i
		}
	}
	for set := s.tall; set != 0; set &= set - 1 {
		found[tallTokens] += int32(s.height[set.first()]) - 2
		found[tallStacks]++
	}
	ones[1], twos[1] = ones[0]&theirs, twos[0]&theirs
	ones[0] &= mine
	twos[0] &= mine
	found[toAct] = 1
	tip, plain := tips&^s.grey, tiles&^tips&^s.grey
	greyTip, greyPlain := tips&s.grey, tiles&^tips&s.grey
	for i, where := range [6]cells{centre, ring, tip, plain, greyTip, greyPlain} {
		found[onesAtCentre+i] = int32((ones[0] & where).len() - (ones[1] & where).len())
		found[twosAtCentre+i] = int32((twos[0] & where).len() - (twos[1] & where).len())
	}
	s.attack(found[attackOnes:menaceOnes], twos[0], ones[1], twos[1])
	s.attack(found[menaceOnes:room], twos[1], ones[0], twos[0])
	empty := all &^ (mine | theirs | s.gone | centre)
	found[room] = int32((mine.reach() & empty).len() - (theirs.reach() & empty).len())
	if mine&(mine-1) == 0 {
		found[fewCells]++
	}
	if theirs&(theirs-1) == 0 {
		found[fewCells]--
	}
}

func (s *state) attack(found []int32, mine, ones, twos cells) {
	reached := mine.reach()
	found[0] = int32((reached & ones).len())
	found[1] = int32((reached & twos).len())
	both := ones | twos
	if reached&both == 0 && mine&(mine-1) == 0 {
		return
	}
	most, edges, pairs := 0, 0, 0
	for set := mine; set != 0; set &= set - 1 {
		y := &targets[set.first()]
		e, w := (y[0] & both).len(), (y[1] & both).len()
		edges += e + w
		most = max(most, e, w)
		if (y[0]|y[1])&mine != 0 {
			pairs++
		}
	}
	found[2], found[3], found[4] = int32(pairs), int32(most), int32(edges)
}
