package hexellation

import (
	"hexclub/rules"
	"hexclub/rules/hex"
)

// Guess returns a star on the last cell, in the sky or in its zone. No action
// takes two cells: where a star would be legal, Guess returns a pass, which is
// refused.
func (s *state) Guess(cells []hex.Cell) rules.Action {
	last := cells[len(cells)-1]
	star := rules.At(Star, last)
	if i, ok := index(last); ok {
		star = actions[i]
	}
	return rules.BestGuess(s, cells, star, rules.Action{Kind: Pass})
}
