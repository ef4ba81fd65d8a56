package sitetest

import (
	"math/rand/v2"

	"hexclub/rules/record"
)

// Turn is a whole turn of the seat that is to act in a game, any that the rules allow:
// the texts of its actions. It is empty when the game is over.
func Turn(r *record.Record, random *rand.Rand) (texts []string) {
	state := r.State().Clone()
	for number := state.Turn().Number; state.Turn().Seat != 0 && state.Turn().Number == number; {
		actions := state.Actions(nil)
		action := actions[random.IntN(len(actions))]
		texts = append(texts, state.Text(action))
		state.Play(action)
	}
	return texts
}
