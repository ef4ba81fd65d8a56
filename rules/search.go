package rules

// A Counter is a State that can count its legal actions faster than by listing
// them.
type Counter interface {
	// Count returns the number of actions that Actions lists. It does not
	// allocate.
	Count() int
}

// A Sampler is a State that can draw a random legal action faster than by
// listing all of them.
type Sampler interface {
	// Sample returns a random legal action; all are equally likely. It returns
	// false when the game is over. It does not allocate.
	Sample(*Random) (a Action, ok bool)
}

// An Actor is a State that can return the seat to act faster than Turn.
type Actor interface {
	// Acting returns the seat and the number of the action within the turn, as
	// in Turn. It does not allocate.
	Acting() (seat Seat, action int)
}

// Perft counts the sequences of exactly depth legal actions from a state,
// which it does not change. Games that end earlier add nothing; the count at
// depth 0 is 1. Perft ignores repetition, which a state cannot judge.
//
// The last action of a sequence is counted but not played.
func Perft(st State, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	levels := make([]perftLevel, depth)
	for i := range levels {
		state := st.Clone()
		counter, _ := state.(Counter)
		levels[i] = perftLevel{state: state, counter: counter, actions: make([]Action, 0, 64)}
	}
	return perft(levels)
}

// A perftLevel holds the memory of one depth, reused for every node at that
// depth.
type perftLevel struct {
	state   State
	counter Counter // the state, if it is a Counter
	actions []Action
}

// perft counts from the state of the first level.
func perft(levels []perftLevel) uint64 {
	here := &levels[0]
	if len(levels) == 1 && here.counter != nil {
		return uint64(here.counter.Count())
	}
	here.actions = here.state.Actions(here.actions[:0])
	if len(levels) == 1 {
		return uint64(len(here.actions))
	}
	next := levels[1].state
	count := uint64(0)
	for _, action := range here.actions {
		next.Set(here.state)
		next.Play(action)
		count += perft(levels[1:])
	}
	return count
}

// The three interfaces that follow are all that bots know of a game beyond its
// rules. A State implements those for which its game has heuristics; a search
// works without the others.

// ProvenWin is the value that [Evaluator] gives to a position that is won
// against any play. -ProvenWin is a lost one.
const ProvenWin = 16000

// Hopeless is the weight of an action that a search may skip.
const Hopeless = -ProvenWin

// An Evaluator is a State that can evaluate its position without looking
// ahead. All seats of one colour are one side.
type Evaluator interface {
	// Evaluate returns the value of a running game for the side of the seat to
	// act: the logarithm of its odds, in thousandths. In practice a side with
	// the value v wins with a probability of 1/(1+exp(-v/1000)). The value
	// lies between -ProvenWin and ProvenWin and equals one of them only if the
	// result is proven. Evaluate does not allocate.
	Evaluate() int
}

// A Weigher is a State that can estimate which of its legal actions are good.
type Weigher interface {
	// Weigh sets weights[i] to the weight of actions[i], for the actions that
	// Actions has just listed: the logarithm of the odds that it is the best
	// action, in thousandths, up to a constant that is the same for all. An
	// action with the weight Hopeless need not be searched because another one
	// is certainly as good or better; not all are Hopeless. Weigh does not
	// allocate.
	Weigh(actions []Action, weights []int32)
}

// A Suggester is a State that can draw a random legal action as a player with
// a little knowledge of the game would play: an action that wins at once if
// there is one, else one that keeps the next seat from winning, and else good
// actions more often than bad ones.
type Suggester interface {
	// Suggest returns such an action; ok is false when the game is over. It
	// does not allocate.
	Suggest(*Random) (a Action, ok bool)
}
