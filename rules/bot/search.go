package bot

import (
	"math"

	"hexclub/rules"
)

// A Method is a way of searching.
type Method int

// The methods.
const (
	Chance    Method = iota + 1 // any action, without looking
	UCT                         // Monte Carlo tree search by UCB1 alone, with uniform playouts to the end
	MCTS                        // the same with what games know and what is proven
	AlphaBeta                   // deeper and deeper, with an evaluation; between more than two sides it is MCTS
)

// A Search is a way of searching and what may be spent on it.
type Search struct {
	Method Method

	// Nodes is the budget for the first action of a turn: positions looked at
	// by alpha-beta, playouts by tree search.
	Nodes int

	// Blur is how wrongly positions are judged: the deviation of an error, in
	// the measure of rules.Evaluator, that is always the same for a position.
	Blur int

	// Slip is how many of a thousand actions are drawn at random instead.
	Slip int

	// Whole, for alpha-beta, counts depth in turns and judges no position
	// within one; else in actions.
	Whole bool

	// Late, for alpha-beta, is how much less far it looks at actions that come
	// late in the order: by Late times the logarithms of their place and of the
	// depth that is left. 0 is not at all.
	Late float32

	// Margin, for alpha-beta, is by how much an action that comes late is
	// thought to better a position at most where nobody looks further, in the
	// measure of rules.Evaluator; the others are left out. 0 leaves out none.
	Margin int

	// Explore, for tree search, is how much what was tried seldom is worth
	// trying; Expand how often a node is tried before its children are; Cut
	// after how many actions, less one, the evaluation takes a playout's place,
	// 0 for never.
	Explore float32
	Expand  uint32
	Cut     int
}

// slips reports whether the next action is to be drawn at random.
func (c *common) slips() bool { return c.how.Slip > 0 && c.random.IntN(1000) < c.how.Slip }

// any is one of some actions, drawn at random.
func (c *common) any(actions []rules.Action) rules.Action {
	return actions[c.random.IntN(len(actions))]
}

// blur returns the error in judging a position: normal but for the tails, as
// the sum of four uniform numbers is.
func (c *common) blur(key rules.Key) int {
	random := rules.Random(key.Lo ^ key.Hi ^ c.salt)
	sum := 0
	for range 4 {
		sum += random.IntN(2001) - 1000
	}
	return int(float64(sum) / 1000 * math.Sqrt(3.0/4) * float64(c.how.Blur))
}
