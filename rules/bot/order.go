package bot

import "hexclub/rules"

// A list holds the actions of a position in search order. They are sorted one
// by one, because the first may suffice.
type list struct {
	actions []rules.Action // in the order of the state
	weights []int32
	ranks   []rank
	killers [2]rules.Action // the best actions in positions at the same distance from the root
}

// A rank is the place of an action in the state's order, from 1, and its
// score.
type rank struct {
	place uint16
	score int32
}

// hopeless reports whether an action need not be searched.
func (r rank) hopeless() bool { return r.score <= rules.Hopeless }

// Bonuses to the weight of an action.
const (
	bestBefore = 1 << 28
	killer     = 3000
	mostBest   = 2000 // the largest bonus of the history
)

// fill lists the actions of a state and weighs them.
func (l *list) fill(st rules.State, weigher rules.Weigher) {
	l.actions = st.Actions(l.actions[:0])
	l.ranks = l.ranks[:0]
	for i := range l.actions {
		l.ranks = append(l.ranks, rank{place: uint16(i + 1)})
	}
	if weigher == nil {
		return
	}
	for len(l.weights) < len(l.actions) {
		l.weights = append(l.weights, 0)
	}
	weigher.Weigh(l.actions, l.weights[:len(l.actions)])
	for i := range l.ranks {
		l.ranks[i].score = l.weights[i]
	}
}

// rank adds what the search has learnt: the action that was best here before,
// by its place (0 for none), and those that were best elsewhere.
func (l *list) rank(best int, h *history) {
	for i := range l.ranks {
		r := &l.ranks[i]
		if r.hopeless() {
			continue
		}
		a := l.actions[i]
		r.score += h.of(a)
		if a == l.killers[0] || a == l.killers[1] {
			r.score += killer
		}
	}
	if best > 0 && best <= len(l.ranks) {
		l.ranks[best-1].score = bestBefore
	}
}

// next moves the best of the actions from the i-th on to the i-th place.
func (l *list) next(i int) {
	top := i
	for j := i + 1; j < len(l.ranks); j++ {
		if l.ranks[j].score > l.ranks[top].score {
			top = j
		}
	}
	l.ranks[i], l.ranks[top] = l.ranks[top], l.ranks[i]
}

// toFront moves the i-th action to the first place; the others keep their
// order.
func (l *list) toFront(i int) {
	r := l.ranks[i]
	copy(l.ranks[1:i+1], l.ranks[:i])
	l.ranks[0] = r
}

// action returns the one at the i-th place.
func (l *list) action(i int) rules.Action { return l.actions[l.ranks[i].place-1] }

// cut records that the i-th action caused a cut-off.
func (l *list) cut(i, depth int, h *history) {
	a := l.action(i)
	if a != l.killers[0] {
		l.killers[1], l.killers[0] = l.killers[0], a
	}
	h.add(a, depth)
}

// A history counts how often actions, by their hash, caused a cut-off anywhere
// in the tree, weighted by depth (Schaeffer, "The history heuristic", 1983).
type history [1 << 12]int32

func (h *history) of(a rules.Action) int32 { return h[hash(a)%uint64(len(h))] }

// add counts an action, with less weight the higher its count is.
func (h *history) add(a rules.Action, depth int) {
	count := &h[hash(a)%uint64(len(h))]
	bonus := int32(min(depth*depth*4, mostBest/2))
	*count += bonus - *count*bonus/mostBest
}

// hash returns a number that identifies an action, except for collisions.
func hash(a rules.Action) uint64 {
	x := uint64(a.Kind) | uint64(a.Way)<<8 |
		uint64(uint8(a.From.Q))<<16 | uint64(uint8(a.From.R))<<24 |
		uint64(uint8(a.To.Q))<<32 | uint64(uint8(a.To.R))<<40
	x = (x ^ a.More) * 0x9e3779b97f4a7c15
	return x ^ x>>32
}
