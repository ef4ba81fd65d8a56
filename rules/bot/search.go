package bot

import (
	"math"

	"hexclub/rules"
)

// A Method is a way of searching.
type Method int

// The methods.
const (
	Chance    Method = iota + 1 // random actions
	UCT                         // Monte Carlo tree search by UCB1 alone, with uniform playouts to the end
	MCTS                        // the same with heuristics and proofs
	AlphaBeta                   // iterative deepening with an evaluation; with more than two sides it is MCTS
)

// A Search is a method of searching with its budget and parameters.
type Search struct {
	Method Method

	// Nodes is the budget for the first action of a turn: positions searched
	// by alpha-beta, or playouts by tree search.
	Nodes int

	// Blur is the standard deviation of the error in evaluations, on the scale
	// of rules.Evaluator. The error of a position is always the same.
	Blur int

	// Slip is how many of a thousand actions are drawn at random instead.
	Slip int

	// Whole makes alpha-beta count depth in turns instead of actions and
	// evaluate no position within a turn.
	Whole bool

	// Late makes alpha-beta reduce the depth of late actions: by Late times
	// the logarithms of their place and of the remaining depth. 0 reduces
	// nothing.
	Late float32

	// Margin is, for alpha-beta at the last depth, the largest expected
	// improvement of a position by a late action, on the scale of
	// rules.Evaluator; other late actions are skipped. 0 skips none.
	Margin int

	// Explore is, for tree search, the value of trying rare actions; Expand is
	// how often a node is tried before its children are; Cut is the number of
	// actions, less one, after which the evaluation replaces a playout, 0 for
	// never.
	Explore float32
	Expand  uint32
	Cut     int
}

// slips reports whether the next action is to be drawn at random.
func (c *common) slips() bool { return c.how.Slip > 0 && c.random.IntN(1000) < c.how.Slip }

// any returns one of some actions at random.
func (c *common) any(actions []rules.Action) rules.Action {
	return actions[c.random.IntN(len(actions))]
}

// blur returns the error in the evaluation of a position: approximately
// normal, as the sum of four uniform numbers.
func (c *common) blur(key rules.Key) int {
	random := rules.Random(key.Lo ^ key.Hi ^ c.salt)
	sum := 0
	for range 4 {
		sum += random.IntN(2001) - 1000
	}
	return int(float64(sum) / 1000 * math.Sqrt(3.0/4) * float64(c.how.Blur))
}
