package bot

import (
	"math"
	"slices"

	"hexclub/rules"
)

// A tree searches by Monte Carlo tree search with upper confidence bounds
// (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006) and
// stores proven results (Winands, Björnsson and Saito, "Monte-Carlo tree
// search solver", 2008). With the method MCTS it plays suggested actions in
// playouts, evaluates positions after some actions, and first tries actions
// with large weights (Rosin, "Multi-armed bandits with episode context",
// 2011). With the method UCT it uses neither heuristics nor proofs.
type tree struct {
	common
	player    player
	nodes     []node    // the children of a node are adjacent
	groups    []group   // estimates of the nodes, by their places, if there are no priors
	priors    []float32 // by node, if the game weighs actions: the prior probability that the action is the best
	rootLogs  *[1 << 15]uint16
	explore   float32       // Search.Explore, at most mostExplore
	start     rules.State   // at the root
	positions []rules.State // by node: positions of the first nodes that have children; nil for the others
	state     rules.State
	actor     rules.Actor // the state, or nil if it is no Actor
	path      []uint32    // from the root

	root    uint32    // the node of the current position
	planned rules.Key // of the position after the best action
	next    uint32    // its node

	actions []rules.Action // of the growing node; so are the next two
	weights []int32
	chances []float32
}

// A node holds what is known of an action. All counts are for the seat that
// plays it; those of the root are for the seat to act.
type node struct {
	action rules.Action
	first  uint32  // the place of the first child
	count  uint16  // of the children; 0 while there are none
	seat   int8    // the seat that plays the action
	proof  proof   // the proven result
	visits uint32  // how often it was tried
	sum    float32 // of rewards, each from 0 to 1
}

// A proof is the proven result of an action, for the seat that plays it.
type proof int8

const (
	open proof = iota
	wins
	draws
	loses
)

const (
	mostNodes     = 1 << 20
	mostPositions = 1 << 12 // number of nodes whose positions may be kept; a position takes at most 2 kB
	mostDepth     = 256     // largest number of actions from the root to a leaf
)

func newTree(c common) *tree {
	return &tree{common: c, next: noNode, rootLogs: rootLogs(), explore: min(c.how.Explore, mostExplore)}
}

const noNode = math.MaxUint32

// find makes the given number of playouts, unless the result is proven first.
func (t *tree) find(st rules.State, playouts int) searchResult {
	t.plant(st)
	if t.slips() {
		return searchResult{line: []rules.Action{t.any(st.Actions(nil))}, chance: 0.5, nodes: 1}
	}
	spent := 0
	for spent < playouts && t.nodes[t.root].proof == open {
		t.visit()
		spent++
		t.player.work += len(t.path)
		if t.player.work >= pauseWork {
			t.player.work = 0
			if !t.wanted() {
				break
			}
		}
		if spent > playouts/again && t.nodes[t.root].count == 1 {
			break // there is no choice
		}
	}
	t.next = t.best(t.root)
	best := &t.nodes[t.next]
	t.state.Set(st)
	t.state.Play(best.action)
	t.planned = t.state.Key()
	return searchResult{line: t.line(), chance: best.mean(), proven: best.proof != open, nodes: max(1, spent)}
}

// plant makes a position the root: the node of the tree where it was expected,
// otherwise a new one.
func (t *tree) plant(st rules.State) {
	t.start = st
	if t.state == nil {
		t.state = st.Clone()
		t.player = newPlayer(t.state, t.common)
		t.actor, _ = t.state.(rules.Actor)
		// There is seldom more than a node for each playout, and fewer the
		// later a node gets its children.
		room := min(mostNodes, t.how.Nodes, 5*t.how.Nodes/int(max(t.how.Expand, 1))+groupSize)
		t.nodes = make([]node, 0, room)
		t.positions = make([]rules.State, 0, min(mostPositions, room))
		if t.player.weigher != nil {
			t.priors = make([]float32, 0, room)
		} else {
			t.groups = make([]group, 0, room/groupSize)
		}
	}
	if t.next != noNode && t.planned == st.Key() {
		t.root = t.next
	} else {
		seat, _ := acting(st)
		clear(t.positions) // so that the states can be collected
		t.nodes, t.groups, t.priors, t.positions, t.root = t.nodes[:0], t.groups[:0], t.priors[:0], t.positions[:0], 0
		t.add([]rules.Action{{}}, []float32{1}, seat)
	}
	if t.nodes[t.root].count == 0 {
		t.state.Set(st)
		t.grow(t.root)
	}
}

// visit descends from the root to a leaf and counts the reward of a playout
// from there.
func (t *tree) visit() {
	at, n := t.root, &t.nodes[t.root]
	path := append(t.path[:0], at)
	for n.count > 0 && !t.settled(n) && len(path) < mostDepth {
		at = t.choose(at)
		n = &t.nodes[at]
		path = append(path, at)
	}
	t.path = path
	t.reach()
	if n.count == 0 && !t.settled(n) && n.visits >= t.how.Expand && len(t.nodes) < mostNodes && t.grow(at) {
		at = t.choose(at)
		t.path = append(t.path, at)
		t.state.Play(t.nodes[at].action)
	}
	t.backUp(t.judge(at))
}

// settled reports whether a visit goes no further than a node: its outcome is
// proven. Between more than two sides, a proof that a seat does not win leaves open
// which other seat does, so visits go on to its children.
func (t *tree) settled(n *node) bool { return n.proof != open && (n.count == 0 || t.pair) }

// reach makes the state the position of the last node of the path. It plays on
// from the last kept position before it, usually that of its parent.
func (t *tree) reach() {
	from, kept := t.start, 0
	for i := len(t.path) - 2; i > 0; i-- {
		if at := int(t.path[i]); at < len(t.positions) && t.positions[at] != nil {
			from, kept = t.positions[at], i
			break
		}
	}
	t.state.Set(from)
	for _, at := range t.path[kept+1:] {
		t.state.Play(t.nodes[at].action)
	}
}

// keep stores the state as the position of a node while there is room.
func (t *tree) keep(at uint32) {
	if at >= mostPositions {
		return
	}
	if missing := int(at) + 1 - len(t.positions); missing > 0 {
		t.positions = append(t.positions, make([]rules.State, missing)...)
	}
	t.positions[at] = t.state.Clone()
}

// grow gives a node its children, or returns false when the game is over
// there.
func (t *tree) grow(at uint32) (ok bool) {
	seat, action := acting(t.state)
	if seat != 0 && action == 0 && len(t.seen) > 0 && at != t.root && t.seen[t.state.Key()] > 1 {
		t.state.Settle(rules.Repetition)
		seat = 0
	}
	if seat == 0 {
		return false
	}
	t.actions, t.chances = t.state.Actions(t.actions[:0]), t.chances[:0]
	weighs := t.player.weigher != nil
	if weighs {
		t.weigh()
		t.dropHopeless()
	}
	for i := range t.actions { // equally promising actions come in random order
		j := i + t.random.IntN(len(t.actions)-i)
		t.actions[i], t.actions[j] = t.actions[j], t.actions[i]
		if weighs {
			t.chances[i], t.chances[j] = t.chances[j], t.chances[i]
		}
	}
	first := t.add(t.actions, t.chances, seat)
	n := &t.nodes[at]
	n.first, n.count = first, uint16(len(t.actions))
	t.keep(at)
	return true
}

// dropHopeless removes the actions with the prior 0.
func (t *tree) dropHopeless() {
	kept := 0
	for i, a := range t.actions {
		if t.chances[i] > 0 {
			t.actions[kept], t.chances[kept] = a, t.chances[i]
			kept++
		}
	}
	t.actions, t.chances = t.actions[:kept], t.chances[:kept]
}

// add adds untried siblings and returns the place of the first. The priors are
// only read if the game weighs actions.
func (t *tree) add(actions []rules.Action, priors []float32, seat rules.Seat) (first uint32) {
	if t.player.weigher != nil {
		first = uint32(len(t.nodes))
		t.priors = append(t.priors, priors...)
	} else {
		first = uint32(len(t.groups) * groupSize)
		for at := 0; at < len(actions); at += groupSize {
			t.groups = append(t.groups, newGroup(at, len(actions)))
		}
	}
	// The nodes that fill up the last group of the siblings before are never read.
	end := int(first) + len(actions)
	t.nodes = slices.Grow(t.nodes, end-len(t.nodes))[:end]
	for i, a := range actions {
		t.nodes[int(first)+i] = node{action: a, seat: int8(seat)}
	}
	return first
}

// judge returns the reward of the state reached by a node, by seat.
func (t *tree) judge(at uint32) *reward {
	if t.how.Method == UCT { // this proves nothing: the playout finds out whether the game is over
		return t.player.playOut(t.state, t.random)
	}
	n := &t.nodes[at]
	if t.seat() != 0 {
		if n.proof == open || !t.pair {
			return t.player.playOut(t.state, t.random)
		}
		return t.proven(n)
	}
	result, _ := t.state.Result()
	if at != t.root {
		switch result.Outcome(rules.Seat(n.seat)) {
		case rules.Won:
			t.settle(at, wins)
		case rules.Drawn:
			t.settle(at, draws)
		case rules.Lost:
			t.settle(at, loses)
		}
		t.prove()
	}
	return t.player.rewardOf(&result)
}

// seat returns the seat to act in the state. Unlike acting it makes no type
// assertion.
func (t *tree) seat() rules.Seat {
	if t.actor != nil {
		seat, _ := t.actor.Acting()
		return seat
	}
	return t.state.Turn().Seat
}

// proven returns the reward of a node with a proven result, with two sides.
func (t *tree) proven(n *node) *reward {
	r := &t.player.reward
	worth := [...]float32{wins: 1, draws: 0.5, loses: 0}[n.proof]
	for seat := range r {
		r[seat] = worth
		if t.sides[seat] != t.sides[n.seat] {
			r[seat] = 1 - worth
		}
	}
	return r
}

// prove propagates the proven result of the last node of the path to those
// before it.
func (t *tree) prove() {
	for i := len(t.path) - 2; i >= 0; i-- {
		n := &t.nodes[t.path[i]]
		if n.proof != open {
			return
		}
		children := t.nodes[n.first : n.first+uint32(n.count)]
		best := loses
		for c := range children {
			switch p := children[c].proof; {
			case p == wins:
				best = wins
			case p == open && best != wins:
				best = open
			case p == draws && best == loses:
				best = draws
			}
		}
		switch {
		case best == open:
			return
		case t.sides[n.seat] == t.sides[children[0].seat]:
			t.settle(t.path[i], best)
		case best == wins:
			t.settle(t.path[i], loses)
		case !t.pair: // that this seat does not win leaves open which one does
			return
		case best == draws:
			t.settle(t.path[i], draws)
		default:
			t.settle(t.path[i], wins)
		}
	}
}

// settle records the proven result of a node.
func (t *tree) settle(at uint32, p proof) {
	t.nodes[at].proof = p
	if p == loses && t.player.weigher == nil {
		t.groups[at/groupSize][at%groupSize] = estimate{mean: lost}
	}
}

// backUp counts a reward on the path. The root needs no estimate because it is
// never chosen.
func (t *tree) backUp(r *reward) {
	groups := t.groups // empty if the game weighs actions
	for i, at := range t.path {
		n := &t.nodes[at]
		n.visits++
		n.sum += r[n.seat]
		if i > 0 && int(at/groupSize) < len(groups) && n.proof != loses {
			once := 1 / float32(n.visits)
			groups[at/groupSize][at%groupSize].set(n.sum*once, t.explore*float32(math.Sqrt(float64(once))))
		}
	}
}

// best returns the child to play: one that wins, otherwise the most visited
// one that does not lose.
func (t *tree) best(at uint32) uint32 {
	n := &t.nodes[at]
	best, most := n.first, -1
	for c := n.first; c < n.first+uint32(n.count); c++ {
		score := int(t.nodes[c].visits)
		switch t.nodes[c].proof {
		case wins:
			return c
		case open, draws:
			score += math.MaxUint32 // preferred to any that loses
		}
		if score > most {
			best, most = c, score
		}
	}
	return best
}

// line returns the best action and the expected continuation.
func (t *tree) line() (line []rules.Action) {
	for at := t.root; t.nodes[at].count > 0 && len(line) < longest; {
		if at != t.root && t.nodes[at].visits < tried {
			break
		}
		at = t.best(at)
		line = append(line, t.nodes[at].action)
	}
	return line
}

// tried is the number of visits from which a node's continuation is reported.
const tried = 10

// mean returns the average reward of an action, or its proven result.
func (n *node) mean() float64 {
	switch {
	case n.proof == wins:
		return 1
	case n.proof == loses:
		return 0
	case n.proof == draws || n.visits == 0:
		return 0.5
	}
	return float64(n.sum) / float64(n.visits)
}
