package bot

import (
	"math"
	"slices"
	"sync"

	"hexclub/rules"
)

// weigh is the chances that each of the actions is the best, before any has been
// tried: 0 where that is hopeless.
func (t *tree) weigh() {
	t.chances = t.chances[:0]
	if t.player.weigher == nil {
		for range t.actions {
			t.chances = append(t.chances, 1)
		}
		return
	}
	t.weights = append(t.weights[:0], make([]int32, len(t.actions))...)
	t.player.weigher.Weigh(t.actions, t.weights)
	most, sum := slices.Max(t.weights), float32(0)
	for _, w := range t.weights {
		chance := float32(0)
		if w > rules.Hopeless || most <= rules.Hopeless {
			chance = max(leastPrior, float32(math.Exp(float64(w-most)/1000)))
		}
		t.chances = append(t.chances, chance)
		sum += chance
	}
	for i := range t.chances {
		t.chances[i] /= sum
	}
}

// leastPrior is how much of the best action's chance every one has.
const leastPrior = 1e-4

// choose is the child to try: with priors the more promising ones first, else
// each once and then by the upper confidence bound.
func (t *tree) choose(at uint32) uint32 {
	n := &t.nodes[at]
	var best int
	if t.player.weigher != nil {
		best = t.byPrior(n, t.nodes[n.first:n.first+uint32(n.count)], t.priors[n.first:n.first+uint32(n.count)])
	} else {
		best = t.byBound(n, t.estimates[n.first:n.first+uint32(n.count)])
	}
	if best < 0 { // all lose: any
		best = t.random.IntN(int(n.count))
	}
	return n.first + uint32(best)
}

// byPrior is the child of the highest mean and bonus, -1 when all lose. One that
// was never tried is thought to be a little worse than all together.
func (t *tree) byPrior(n *node, children []node, priors []float32) (best int) {
	best = -1
	bonus := t.how.Explore * float32(math.Sqrt(float64(n.visits+1)))
	unknown := float32(n.mean())
	if t.sides[n.seat] != t.sides[children[0].seat] {
		unknown = 1 - unknown
	}
	unknown -= reluctance
	most := float32(math.Inf(-1))
	for i := range children {
		c := &children[i]
		mean := unknown
		if c.visits > 0 {
			mean = c.sum / float32(c.visits)
		}
		score := mean + bonus*priors[i]/float32(1+c.visits)
		if score > most && c.proof != loses {
			best, most = i, score
		}
	}
	return best
}

// reluctance is by how much worse an action is thought to be that was not tried.
const reluctance = 0.1

// byBound is the first child that was never tried, else the one of the highest
// upper confidence bound; -1 when all lose.
func (t *tree) byBound(n *node, children []estimate) (best int) {
	bonus := t.how.Explore * t.rootLog(n.visits+1)
	// The bits of scores from 0 on are in the order of the scores, and -Inf, the only
	// one below, has its sign bit set. With the place behind them, so that the first
	// of equals is highest, the search for the best never branches on a score.
	most := int64(math.MinInt64)
	for i, c := range children {
		score := c.mean + float32(bonus*c.width) // rounded, or some processors would not round it
		most = max(most, int64(math.Float32bits(score))<<32|int64(math.MaxInt32-i))
	}
	if most < 0 { // -Inf
		return -1
	}
	return math.MaxInt32 - int(uint32(most))
}

// rootLog is the square root of the logarithm of n, out of a table for most n: to
// calculate it takes longer than the rest of a choice.
func (t *tree) rootLog(n uint32) float32 {
	if n < uint32(len(t.rootLogs)) {
		return t.rootLogs[n]
	}
	return float32(math.Sqrt(math.Log(float64(n))))
}

// rootLogs is the table, which is made when the first tree is.
var rootLogs = sync.OnceValue(func() *[1 << 15]float32 {
	table := new([1 << 15]float32)
	for n := 1; n < len(table); n++ {
		table[n] = float32(math.Sqrt(math.Log(float64(n))))
	}
	return table
})
