package rules

import (
	"slices"

	"hexclub/rules/hex"
)

// IsChoicePrefix reports whether clicks are the start of the choice of an
// action with these picks (see [State]): each click is on a cell of its set.
func IsChoicePrefix(picks [][]hex.Cell, clicks []hex.Cell) bool {
	if len(clicks) > len(picks) {
		return false
	}
	for i, cell := range clicks {
		if !slices.Contains(picks[i], cell) {
			return false
		}
	}
	return true
}

// BestGuess helps to implement State.Guess. It returns the first of the likely
// actions, likeliest first, that gives the clicks an answer: one whose choice
// they start, or one that is refused. If there is none it returns the first.
func BestGuess(st State, clicks []hex.Cell, likely ...Action) Action {
	for _, action := range likely {
		if st.Refuse(action) != nil || IsChoicePrefix(st.Picks(action), clicks) {
			return action
		}
	}
	return likely[0]
}
