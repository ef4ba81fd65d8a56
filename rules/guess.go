package rules

import (
	"slices"

	"hexclub/rules/hex"
)

// IsChoicePrefix reports whether clicks, one after the other, begin the choice
// of an action by its picks, as [State] has them: each is on a cell of its
// set.
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

// BestGuess is for State.Guess: of what clicks may mean, the likeliest first, it
// is the first action that answers them. That is one whose choice they begin,
// or one that is refused.
func BestGuess(st State, clicks []hex.Cell, likely ...Action) Action {
	for _, action := range likely {
		if st.Refuse(action) != nil || IsChoicePrefix(st.Picks(action), clicks) {
			return action
		}
	}
	return likely[0]
}
