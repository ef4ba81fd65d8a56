package rulestest

import (
	"iter"
	"math/rand/v2"

	"hexclub/rules"
)

// sampleSize is how many actions or pairs of them are looked at in a state,
// where all would make long games of large boards take hours.
const sampleSize = 50

// maxPool bounds a pool: boards that drift would fill it without end.
const maxPool = 1 << 14

// A pool is the actions that were legal at some time, in the order they came:
// what to try in other states. When it is full it is begun anew.
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

// sample returns a bounded number of actions at random: all of them in a small
// pool, some perhaps twice in a large one.
func (p *pool) sample(random *rand.Rand) iter.Seq[rules.Action] {
	return sample(p.list, random)
}

// sample returns the whole of a short list, else as many of its members at
// random.
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
