package rules

import (
	"slices"

	"hexclub/rules/hex"
)

// Begins tells whether clicks, one after the other, begin the choice of an
// action by its picks, as [State] has them: each is on a cell of its set.
func Begins(picks [][]hex.Cell, clicks []hex.Cell) bool {
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

// Meaning is for State.Meant: of what clicks may mean, the likeliest first, it
// is the first action that answers them. That is one whose choice they begin,
// or one that is refused.
func Meaning(st State, clicks []hex.Cell, likely ...Action) Action {
	for _, action := range likely {
		if st.Refuse(action) != nil || Begins(st.Picks(action), clicks) {
			return action
		}
	}
	return likely[0]
}
