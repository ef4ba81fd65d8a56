package bot

import (
	"math"
	"slices"
	"sync"

	"hexclub/rules"
)

// weigh sets the probability that each of the actions is the best, before any
// has been tried: 0 for a hopeless one.
func (t *tree) weigh() {
	t.chances = t.chances[:0]
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

// leastPrior is the smallest prior, as a fraction of the best action's.
const leastPrior = 1e-4

// choose returns the child to try: with priors the more promising ones first,
// else each once and then by the upper confidence bound.
func (t *tree) choose(at uint32) uint32 {
	n := &t.nodes[at]
	var best int
	if t.player.weigher != nil {
		best = t.byPrior(n, t.nodes[n.first:n.first+uint32(n.count)], t.priors[n.first:n.first+uint32(n.count)])
	} else {
		best = t.byBound(n, t.groups[n.first/groupSize:(n.first+uint32(n.count)+groupSize-1)/groupSize])
	}
	if best < 0 { // all lose: any
		best = t.random.IntN(int(n.count))
	}
	return n.first + uint32(best)
}

// byPrior returns the child with the highest sum of mean and bonus, or -1 when
// all lose. A child that was never tried is assumed to be a little worse than
// the average.
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

// reluctance is how much worse an untried action is assumed to be.
const reluctance = 0.1

// byBound returns the place of the first child that was never tried, else that of
// the child with the highest upper confidence bound (UCB1: Auer, Cesa-Bianchi and
// Fischer, "Finite-time analysis of the multiarmed bandit problem", 2002, section
// 2), the first of equals. It returns -1 when all children lose.
//
// Nothing branches on a bound, because no processor could predict it.
func (t *tree) byBound(n *node, children []group) (best int) {
	rootLog := t.rootLog(n.visits + 1)
	most := int64(math.MinInt64)
	for i := range children {
		most = max(most, children[i].highest(rootLog))
	}
	if most < 0 { // lost
		return -1
	}
	return places - int(most&places)
}

// highest returns the highest bound. It compares the bounds in pairs, so that the
// pairs need not wait for each other.
func (g *group) highest(rootLog int64) int64 {
	return max(max(g[0].bound(rootLog), g[1].bound(rootLog)), max(g[2].bound(rootLog), g[3].bound(rootLog)))
}

// rootLog returns the square root of the logarithm of n in fixed point. A table
// holds it for most n: the calculation takes longer than the rest of a choice.
func (t *tree) rootLog(n uint32) int64 {
	if n < uint32(len(t.rootLogs)) {
		return int64(t.rootLogs[n]) << placeBits
	}
	return int64(fixedRootLog(n)) << placeBits
}

// fixedRootLog calculates rootLog without the bits of a place. It is never inlined,
// so that rootLog is small enough to be.
//
//go:noinline
func fixedRootLog(n uint32) uint16 {
	return uint16(math.Sqrt(math.Log(float64(n))) * oneRootLog)
}

// rootLogs returns the table, which the first tree builds.
var rootLogs = sync.OnceValue(func() *[1 << 15]uint16 {
	table := new([1 << 15]uint16)
	for n := 1; n < len(table); n++ {
		table[n] = fixedRootLog(uint32(n))
	}
	return table
})
