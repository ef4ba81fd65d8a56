package bot

import (
	"math"

	"hexclub/rules"
)

// Values of positions, for the side to act. Before the end of the game is in
// sight they are those of rules.Evaluator.
const (
	won     = 32000         // less one for each action until then
	deepest = 100           // actions from the root
	certain = won - deepest // a value from which the game is won
)

// An alphaBeta searches by negamax with alpha-beta (Knuth and Moore, "An
// analysis of alpha-beta pruning", 1975) with iterative deepening, as
// principal variation search: for actions after the first it only tests
// whether they are better (Pearl, "Scout", 1980), with less depth where that
// looks unlikely.
type alphaBeta struct {
	common
	frames  []frame // by the number of actions from the root
	table   table
	history history
	nodes   int // used so far
	budget  int
	stopped bool // the budget is used up, or the context is done
}

// A frame holds the memory for one position on the path and is reused.
type frame struct {
	state     rules.State
	evaluator rules.Evaluator // the state, if it implements this; likewise the next
	weigher   rules.Weigher
	key       rules.Key
	start     bool // of a turn
	list
}

func newAlphaBeta(c common) *alphaBeta {
	return &alphaBeta{common: c, table: newTable(c.how.Nodes)}
}

// find deepens the search until its budget is used up, the result is proven or
// there is only one action.
func (s *alphaBeta) find(st rules.State, nodes int) searchResult {
	root := s.prepare(st)
	s.nodes, s.budget, s.stopped = 0, nodes, false
	if s.slips() {
		return searchResult{line: []rules.Action{s.any(root.actions)}, chance: 0.5, nodes: 1}
	}
	value := 0
	for depth := 1; depth < deepest; depth++ {
		v, ok := s.deepen(depth)
		if ok {
			value = v
		}
		if s.stopped || len(root.actions) == 1 || abs(value) >= certain || s.nodes > s.budget/2 {
			break
		}
	}
	return searchResult{line: s.line(st), chance: chanceOf(value), proven: abs(value) >= certain, nodes: max(1, s.nodes)}
}

// prepare puts a position into the first frame, with its actions in the order
// of their promise.
func (s *alphaBeta) prepare(st rules.State) *frame {
	for len(s.frames) < deepest+2 {
		f := frame{state: st.Clone()}
		f.evaluator, _ = f.state.(rules.Evaluator)
		f.weigher, _ = f.state.(rules.Weigher)
		s.frames = append(s.frames, f)
	}
	root := &s.frames[0]
	root.state.Set(st)
	root.start = st.Turn().Action == 0
	root.key = st.Key()
	root.fill(root.state, root.weigher)
	// Equally promising actions come in random order.
	for i := range root.ranks {
		if !root.ranks[i].hopeless() {
			root.ranks[i].score += int32(s.random.IntN(16))
		}
	}
	root.rank(0, &s.history)
	for i := range root.actions {
		root.next(i)
	}
	return root
}

// deepen searches all actions of the root, the best one so far first, and puts
// the best one first. If it is stopped, what it has found still counts, except
// for the first action, when it returns false.
func (s *alphaBeta) deepen(depth int) (value int, ok bool) {
	root := &s.frames[0]
	value = -won
	for i := range root.ranks {
		if i > 0 && root.ranks[i].hopeless() {
			continue
		}
		v := s.try(0, i, depth, value, won)
		if s.stopped {
			if value <= -certain { // the actions searched lose, so the next one is better or no worse
				root.toFront(i)
				return 0, false
			}
			return value, i > 0
		}
		if v > value {
			value = v
			root.toFront(i)
		}
		if value >= certain {
			break
		}
	}
	return value, true
}

// search returns the value of the position in a frame for its side to act if
// it lies between alpha and beta, and otherwise a bound.
func (s *alphaBeta) search(ply, depth, alpha, beta int) int {
	f := &s.frames[ply]
	seat, action := acting(f.state)
	f.start = action == 0
	whole := s.how.Whole && !f.start // search to the end of the turn
	if depth <= 0 && !whole || ply == deepest {
		return s.evaluate(f, ply)
	}
	static := s.evaluate(f, ply)
	if abs(static) >= certain {
		return static
	}
	f.key = f.state.Key()
	if f.start && (s.repeats(ply) || s.seen[f.key] > 1) {
		settled := s.frames[ply+1].state // the state of f may be searched again
		settled.Set(f.state)
		settled.Settle(rules.Repetition)
		return s.outcome(settled, seat, ply)
	}
	known, ok := s.table.look(f.key)
	if ok && int(known.depth) >= depth {
		if v := known.at(ply); known.bound == exact || known.bound == atLeast && v >= beta || known.bound == atMost && v <= alpha {
			return v
		}
	}
	f.fill(f.state, f.weigher)
	f.rank(int(known.best), &s.history)
	best, first, bound := -won, 0, atMost
	for i := range f.ranks {
		f.next(i)
		if i > 0 && f.ranks[i].hopeless() {
			break
		}
		if i > neverLess && depth <= 1 && f.start && best > -certain && s.futile(static, max(alpha, best)) {
			best = max(best, static+s.how.Margin)
			break
		}
		v := s.try(ply, i, depth, max(alpha, best), beta)
		if s.stopped {
			return 0
		}
		if v <= best {
			continue
		}
		best, first = v, i
		if best > alpha {
			bound = exact
		}
		if best >= beta {
			bound = atLeast
			f.cut(i, depth, &s.history)
			break
		}
	}
	s.table.keep(f.key, ply, depth, best, f.ranks[first].place, bound)
	return best
}

// try plays the i-th best action of a frame and returns the value of what
// follows, for the side to act in the frame.
func (s *alphaBeta) try(ply, i, depth, alpha, beta int) int {
	f, to := &s.frames[ply], &s.frames[ply+1]
	seat, _ := acting(f.state)
	to.state.Set(f.state)
	to.state.Play(f.action(i))
	if s.spend(); s.stopped {
		return 0
	}
	next, action := acting(to.state)
	if next == 0 {
		return s.outcome(to.state, seat, ply+1)
	}
	sign := -1
	if s.sides[next] == s.sides[seat] {
		sign = 1
	}
	// A single action is no choice, and with Whole only the end of the turn
	// counts.
	if len(f.actions) > 1 && !(s.how.Whole && action > 0) {
		depth--
	}
	deeper := func(depth, alpha, beta int) int {
		if sign > 0 {
			return s.search(ply+1, depth, alpha, beta)
		}
		return -s.search(ply+1, depth, -beta, -alpha)
	}
	if i == 0 {
		return deeper(depth, alpha, beta)
	}
	less := s.less(i, depth)
	v := deeper(depth-less, alpha, alpha+1)
	if v > alpha && less > 0 && !s.stopped {
		v = deeper(depth, alpha, alpha+1)
	}
	if v > alpha && v < beta && !s.stopped {
		v = deeper(depth, alpha, beta)
	}
	return v
}

// less returns the reduction of depth for the first search of the i-th action,
// which grows with i and the remaining depth.
func (s *alphaBeta) less(i, depth int) int {
	if i < neverLess || depth < 1 {
		return 0
	}
	return min(depth, int(float64(s.how.Late)*math.Log(float64(i))*math.Log(float64(depth+1))))
}

// futile reports whether a late action can hardly improve a position enough
// over its static value.
func (s *alphaBeta) futile(static, alpha int) bool {
	return s.how.Margin > 0 && static+s.how.Margin <= alpha
}

// neverLess is the number of actions without a reduction.
const neverLess = 3

// spend counts a node, and stops the search at the end of its budget.
func (s *alphaBeta) spend() {
	s.nodes++
	if s.nodes > s.budget {
		s.stopped = true
	}
	if s.nodes%pauseNodes == 0 && !s.wanted() {
		s.stopped = true
	}
}

// repeats reports whether the position at the start of a turn has occurred on
// the path to it: either side could repeat it for ever.
func (s *alphaBeta) repeats(ply int) bool {
	for i := range s.frames[:ply] {
		if s.frames[i].start && s.frames[i].key == s.frames[ply].key {
			return true
		}
	}
	return false
}

// evaluate returns the value of a position without searching.
func (s *alphaBeta) evaluate(f *frame, ply int) int {
	value := 0
	if f.evaluator != nil {
		switch value = f.evaluator.Evaluate(); {
		case value >= rules.ProvenWin:
			return won - ply - 1
		case value <= -rules.ProvenWin:
			return ply + 2 - won
		}
	}
	if s.how.Blur > 0 {
		value += s.blur(f.state.Key())
	}
	return value
}

// outcome returns the value of a finished game for the side of a seat.
func (s *alphaBeta) outcome(st rules.State, seat rules.Seat, ply int) int {
	result, _ := st.Result()
	switch result.Outcome(seat) {
	case rules.Won:
		return won - ply
	case rules.Lost:
		return ply - won
	}
	return 0
}

// line returns the best action and the expected continuation as far as it is
// known.
func (s *alphaBeta) line(st rules.State) []rules.Action {
	line := []rules.Action{s.frames[0].action(0)}
	to := st.Clone()
	to.Play(line[0])
	for len(line) < longest {
		known, ok := s.table.look(to.Key())
		actions := to.Actions(nil)
		if !ok || known.bound == atMost || int(known.best) > len(actions) { // an upper bound: no action was good
			break
		}
		line = append(line, actions[known.best-1])
		to.Play(line[len(line)-1])
	}
	return line
}

// longest is the largest number of actions in a line.
const longest = 16

// chanceOf returns the probability of winning that corresponds to a value.
func chanceOf(value int) float64 {
	switch {
	case value >= certain:
		return 1
	case value <= -certain:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(value)/1000))
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
