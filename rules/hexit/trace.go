package hexit

import (
	"hexclub/rules"
)

// Trace returns each piece of a distribution as it falls, with imprisoned
// pieces as one motion (rule 1), the piece that is placed (rule 2), or the
// tile that replaces prisoners (rule 3).
func (s *state) Trace(a rules.Action) (motions []rules.Motion) {
	switch a.Kind {
	case Place, Liberate:
		return []rules.Motion{rules.On(0, a.From)}
	case Distribute:
		at := a.From
		for step := range s.piles[s.number(a.From)].height() {
			at = at.Step(a.Way)
			motions = append(motions, rules.Motion{Step: step, From: a.From, To: at})
			if s.number(at) == bare {
				break
			}
		}
	}
	return motions
}
