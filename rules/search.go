package rules

// A Counter is a State that can count its legal actions faster than list them.
type Counter interface {
	// Count returns the number of actions that Actions lists. It allocates
	// nothing.
	Count() int
}

// A Sampler is a State that can draw one of its legal actions faster than list
// them all.
type Sampler interface {
	// Sample is one of the actions that Actions lists, each as likely as
	// another; ok is false when the game is over. It allocates nothing.
	Sample(*Random) (a Action, ok bool)
}

// An Actor is a State that can tell faster than by Turn who acts.
type Actor interface {
	// Acting returns the seat and the number of the action within the turn, as
	// in Turn. It allocates nothing.
	Acting() (seat Seat, action int)
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

// What bots know of a game beyond its rules, they know by the three interfaces
// that follow. A State has those that its game can say something by; a search
// does without the others.

// ProvenWin is more than any doubt: what [Evaluator] answers of a position that is
// won, and -Sure of one that is lost, whatever anybody plays.
const ProvenWin = 16000

// Hopeless is the weight of an action that no search needs to look at.
const Hopeless = -ProvenWin

// An Evaluator is a State that can tell, without looking ahead, who stands
// better. All seats of a colour are one side.
type Evaluator interface {
	// Evaluate returns how well the side of the seat that acts stands while
	// the game goes on, as the logarithm of its odds in thousandths: with v it
	// wins, by experience, with a chance of 1/(1+exp(-v/1000)). It lies
	// between -Sure and Sure, and is one of these two only where that is
	// proven. It allocates nothing.
	Evaluate() int
}

// A Weigher is a State that can tell which of its legal actions look better
// than others.
type Weigher interface {
	// Weigh returns how promising each of the actions looks that Actions has
	// just listed: weights[i] for actions[i], as the logarithm of its odds to
	// be the best one, in thousandths, up to a number that is the same for
	// all. Hopeless says that an action need not be looked at because another
	// is as good or better for certain; not all of them are. It allocates
	// nothing.
	Weigh(actions []Action, weights []int32)
}

// A Suggester is a State that can draw one of its legal actions as somebody
// plays who knows a little of the game: one that wins at once where there is
// one, one that keeps the next seat from winning, and else good ones more
// often than bad ones.
type Suggester interface {
	// Suggest is such an action; ok is false when the game is over. It
	// allocates nothing.
	Suggest(*Random) (a Action, ok bool)
}
