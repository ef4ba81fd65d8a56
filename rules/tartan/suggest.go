package tartan

import (
	"math"

	"hexclub/rules"
)

// gumbel holds random numbers to add to weights. The action with the highest
// sum is then drawn with the odds of which the weights are the logarithms, as
// by rules.Random.Weighted, but in one pass that stores no weights.
var gumbel = gumbelTable()

func gumbelTable() (table [256]int32) {
	for i := range table {
		table[i] = int32(-1000 * math.Log(-math.Log((float64(i)+0.5)/float64(len(table)))))
	}
	return table
}

// mostListed is the largest number of actions that Suggest weighs; there are
// seldom fifty.
const mostListed = 192

// Suggest draws an action by the weights of Weigh.
func (s *state) Suggest(random *rules.Random) (a rules.Action, ok bool) {
	var buf [mostListed]rules.Action
	if s.phase == placing || s.Count() > len(buf) {
		return s.Sample(random)
	}
	actions := s.Actions(buf[:0])
	if len(actions) == 0 {
		return rules.Action{}, false
	}
	var w weigher
	w.look(s)
	best, top, bytes := 0, int32(math.MinInt32), uint64(0)
	for i := range actions {
		if i%8 == 0 {
			bytes = random.Uint64()
		}
		if score := w.weigh(&actions[i]) + gumbel[bytes&0xff]; score > top {
			best, top = i, score
		}
		bytes >>= 8
	}
	return actions[best], true
}
