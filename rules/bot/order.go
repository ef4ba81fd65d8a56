package bot

import "hexclub/rules"

// A list is the actions of a position in the order in which they are to be
// looked at: found one by one, because the first may do.
type list struct {
	actions []rules.Action // as the state lists them
	weights []int32
	ranks   []rank
	killers [2]rules.Action // that were best in positions so far from the root
}

// A rank is the place of an action among those that the state lists, from 1,
// and how good it looks.
type rank struct {
	place uint16
	score int32
}

// hopeless reports whether there is no need to look at an action.
func (r rank) hopeless() bool { return r.score <= rules.Hopeless }

// What makes an action look better than its weight.
const (
	bestBefore = 1 << 28
	killer     = 3000
	mostBest   = 2000 // what history adds at most
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

// rank adds what the search has learnt: which action, by its place, was best
// here before (0 for none), and which were elsewhere.
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

// next brings the best of the actions from the i-th on to the i-th place.
func (l *list) next(i int) {
	top := i
	for j := i + 1; j < len(l.ranks); j++ {
		if l.ranks[j].score > l.ranks[top].score {
			top = j
		}
	}
	l.ranks[i], l.ranks[top] = l.ranks[top], l.ranks[i]
}

// toFront brings the i-th action to the first place; the others keep their
// order.
func (l *list) toFront(i int) {
	r := l.ranks[i]
	copy(l.ranks[1:i+1], l.ranks[:i])
	l.ranks[0] = r
}

// action returns the one at the i-th place.
func (l *list) action(i int) rules.Action { return l.actions[l.ranks[i].place-1] }

// cut notes that the i-th action was good enough.
func (l *list) cut(i, depth int, h *history) {
	a := l.action(i)
	if a != l.killers[0] {
		l.killers[1], l.killers[0] = l.killers[0], a
	}
	h.add(a, depth)
}

// A history counts how often actions, by their hash, were good enough anywhere
// in the tree, the deeper the search the more (Schaeffer, "The history
// heuristic", 1983).
type history [1 << 12]int32

func (h *history) of(a rules.Action) int32 { return h[hash(a)%uint64(len(h))] }

// add counts an action, the less the more it has already.
func (h *history) add(a rules.Action, depth int) {
	count := &h[hash(a)%uint64(len(h))]
	bonus := int32(min(depth*depth*4, mostBest/2))
	*count += bonus - *count*bonus/mostBest
}

// hash returns a number that tells actions apart, but for accidents.
func hash(a rules.Action) uint64 {
	x := uint64(a.Kind) | uint64(a.Way)<<8 |
		uint64(uint8(a.From.Q))<<16 | uint64(uint8(a.From.R))<<24 |
		uint64(uint8(a.To.Q))<<32 | uint64(uint8(a.To.R))<<40
	x = (x ^ a.More) * 0x9e3779b97f4a7c15
	return x ^ x>>32
}
