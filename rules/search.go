package rules

// A Counter is a State that can count its legal actions faster than list them.
type Counter interface {
	// Count is the number of actions that Actions lists. It allocates nothing.
	Count() int
}

// A Sampler is a State that can draw one of its legal actions faster than list
// them all.
type Sampler interface {
	// Sample is one of the actions that Actions lists, each as likely as
	// another; ok is false when the game is over. It allocates nothing.
	Sample(*Random) (a Action, ok bool)
}

// Perft counts the sequences of exactly depth actions that the rules allow
// from a state, which it leaves alone. Games that end earlier add nothing; at
// depth 0 it is 1. Repetition is not judged: a state does not know it.
//
// The last action of a sequence is counted, not played.
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

// A perftLevel is the memory of one depth, used again for every node there.
type perftLevel struct {
	state   State
	counter Counter // the state, if it is one
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
