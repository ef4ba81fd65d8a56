package hexone

import (
	"slices"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// The features of an action that determine its weight.
const (
	wins              = iota // 1 for an explosion that takes the last cells of the opponent
	takesCells               // opponent's cells that an explosion takes
	takesTwos                // those with two tokens or more
	growsTall                // own cells that it raises to three or more
	growsTwos                // own cells that it leaves with two tokens
	losesTokens              // tokens that it loses
	explodesGrey             // 1 if its tile is removed
	explodesWhite            // 1 if its tile is turned
	placesTall               // 1 for a placement that will explode
	placesTallTakes          // the most opponent's cells that it can take
	placesTallLinks          // own twos that it can make explode
	placesTwo                // 1 for a placement on one token
	placesTwoByOnes          // opponent's cells with one token that it then touches
	placesTwoByTwos          // opponent's cells with two
	placesTwoByOwn           // own twos
	placesNew                // 1 for a placement on an empty cell
	placesNewByOnes          // opponent's cells with one token that it touches
	placesNewByTwos          // opponent's cells with two
	placesNewByOwn           // own twos
	placesOnRing             // 1 for a placement on the ring
	placesOnTip              // 1 for a placement on a tip
	placesOnGrey             // 1 for a placement on a grey tile
	numActionFeatures        // the number of values above
)

// actionWeights holds the weights of the features: logarithms of odds in
// thousandths. The numbers were fitted to the choices of a search.
var actionWeights = [numActionFeatures]int32{
	wins:            12000,
	takesCells:      249,
	takesTwos:       1010,
	growsTall:       1050,
	growsTwos:       412,
	losesTokens:     -133,
	explodesGrey:    203,
	explodesWhite:   371,
	placesTall:      -292,
	placesTallTakes: 950,
	placesTallLinks: 719,
	placesTwo:       758,
	placesTwoByOnes: 505,
	placesTwoByTwos: -1323,
	placesTwoByOwn:  -114,
	placesNew:       -425,
	placesNewByOnes: -91,
	placesNewByTwos: -587,
	placesNewByOwn:  132,
	placesOnRing:    44,
	placesOnTip:     135,
	placesOnGrey:    -371,
}

// Weigh sets the weight of each action to the sum over its features.
func (s *state) Weigh(actions []rules.Action, weights []int32) {
	f := s.field()
	for i := range actions {
		weights[i] = s.actionWeight(&f, &actions[i])
	}
}

// maxActions exceeds the number of actions in any position.
const maxActions = 2 * size

// Suggest returns an action that wins at once if there is one, and otherwise
// draws one by its weight.
func (s *state) Suggest(random *rules.Random) (a rules.Action, ok bool) {
	var buf [maxActions]rules.Action
	var weights [maxActions]int32
	actions := s.Actions(buf[:0])
	switch len(actions) {
	case 0:
		return rules.Action{}, false
	case 1:
		return actions[0], true
	}
	s.Weigh(actions, weights[:])
	of := weights[:len(actions)]
	if best := slices.Max(of); best > actionWeights[wins]/2 { // no other feature weighs as much
		return actions[slices.Index(of, best)], true
	}
	return actions[random.Weighted(of)], true
}

// A field holds the cells of the side to act and of the opponent, by height.
type field struct {
	mine, theirs         cells
	ones, twos           cells // of the side to act; twos have two tokens or more
	theirOnes, theirTwos cells
}

func (s *state) field() field {
	f := field{mine: s.mine(), theirs: s.theirs()}
	low := cells(0)
	for i := range size {
		low |= cells(s.height[i]&1&^(s.height[i]>>1)) << i
	}
	f.ones, f.twos = f.mine&low, f.mine&^low
	f.theirOnes, f.theirTwos = f.theirs&low, f.theirs&^low
	return f
}

// actionWeight returns the weight of an action.
func (s *state) actionWeight(f *field, a *rules.Action) (weight int32) {
	i, ok := index(a.From)
	if a.Kind == Pass || !ok {
		return 0
	}
	var found [numActionFeatures]int32
	if a.Kind == Place {
		s.placementFeatures(f, i, &found)
	} else {
		y := 0
		if a.Way == hex.W {
			y = 1
		}
		s.explosionFeatures(f, i, y, &found)
	}
	for feature, n := range found {
		weight += n * actionWeights[feature]
	}
	return weight
}

func (s *state) explosionFeatures(f *field, i, y int, found *[numActionFeatures]int32) {
	landing := targets[i][y] &^ s.removed
	if f.theirs&^landing == 0 {
		found[wins] = 1
	}
	found[takesCells] = count(landing & f.theirs)
	found[takesTwos] = count(landing & f.theirTwos)
	found[growsTall] = count(landing & (f.twos | f.theirTwos))
	found[growsTwos] = count(landing & (f.ones | f.theirOnes))
	found[losesTokens] = 3 - count(landing)
	switch cell := cells(1) << i; {
	case s.grey&cell != 0:
		found[explodesGrey] = 1
	case tiles&cell != 0:
		found[explodesWhite] = 1
	}
}

func (s *state) placementFeatures(f *field, i int, found *[numActionFeatures]int32) {
	cell := cells(1) << i
	near := cell.reach() &^ cell
	ones, twos, own := count(near&f.theirOnes), count(near&f.theirTwos), count(near&f.twos)
	switch s.height[i] {
	case 2:
		found[placesTall] = 1
		e, w := targets[i][0]&^s.removed, targets[i][1]&^s.removed
		found[placesTallTakes] = max(count(e&f.theirs), count(w&f.theirs))
		found[placesTallLinks] = max(count(e&(f.twos|f.theirTwos)), count(w&(f.twos|f.theirTwos)))
		if f.theirs&^e == 0 || f.theirs&^w == 0 {
			found[wins] = 1
		}
	case 1:
		found[placesTwo], found[placesTwoByOnes], found[placesTwoByTwos], found[placesTwoByOwn] = 1, ones, twos, own
	default:
		found[placesNew], found[placesNewByOnes], found[placesNewByTwos], found[placesNewByOwn] = 1, ones, twos, own
	}
	switch {
	case ring&cell != 0:
		found[placesOnRing] = 1
	case tips&cell != 0:
		found[placesOnTip] = 1
	}
	if s.grey&cell != 0 {
		found[placesOnGrey] = 1
	}
}

func count(set cells) int32 { return int32(set.len()) }
