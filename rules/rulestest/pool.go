package rulestest

import (
	"iter"
	"math/rand/v2"

	"hexclub/rules"
)

// sampleSize is the number of actions or pairs of them examined in a state.
// All of them would take hours in long games on large boards.
const sampleSize = 50

// maxPool bounds a pool: boards that drift would fill it for ever.
const maxPool = 1 << 14

// A pool holds actions that were legal in earlier states, in order, to be
// tried in other states. A full pool is emptied.
type pool struct {
	list  []rules.Action
	known map[rules.Action]bool
}

func (p *pool) add(actions []rules.Action) {
	if p.known == nil || len(p.list) > maxPool {
		p.list = p.list[:0]
		p.known = map[rules.Action]bool{}
	}
	for _, action := range actions {
		if !p.known[action] {
			p.known[action] = true
			p.list = append(p.list, action)
		}
	}
}

// sample yields a bounded number of actions at random: all of them in a small
// pool, some perhaps twice in a large one.
func (p *pool) sample(random *rand.Rand) iter.Seq[rules.Action] {
	return sample(p.list, random)
}

// sample yields the whole of a short list, otherwise the same number of its
// members at random.
func sample(list []rules.Action, random *rand.Rand) iter.Seq[rules.Action] {
	return func(yield func(rules.Action) bool) {
		for i := range min(len(list), sampleSize) {
			if len(list) > sampleSize {
				i = random.IntN(len(list))
			}
			if !yield(list[i]) {
				return
			}
		}
	}
}
