package sitetest

import (
	"math/rand/v2"

	"hexclub/rules/record"
)

// Turn returns the actions of a random legal turn of the seat to act. It is empty when the game is
// over.
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
