package hexone

import (
	"hexclub/rules"
	"hexclub/rules/hex"
)

// Guess returns a placement, or the explosion of an own stack while one is
// due: rule 3. Two clicks mean that the first stack explodes toward the second
// cell, unless that is an own stack, which then starts the choice again.
func (s *state) Guess(cells []hex.Cell) rules.Action {
	first, last := cells[0], cells[len(cells)-1]
	var likely []rules.Action
	if len(cells) > 1 {
		likely = append(likely, s.explosion(first, last))
	}
	if i, ok := index(last); ok && s.tall != 0 && s.mine()&(1<<i) != 0 {
		likely = append(likely, s.explosion(last, last))
	}
	return rules.BestGuess(s, cells, append(likely, rules.At(Place, last))...)
}

// explosion returns the explosion of a stack along the Y that leads to a cell,
// or along either Y if neither does.
func (s *state) explosion(stack, to hex.Cell) rules.Action {
	for _, way := range ways {
		a := rules.Toward(Explode, stack, way)
		if rules.IsChoicePrefix(s.Picks(a), []hex.Cell{stack, to}) {
			return a
		}
	}
	return rules.Toward(Explode, stack, hex.E)
}
