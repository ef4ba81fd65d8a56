package bot

import (
	"context"

	"hexclub/rules"
)

// A Level is how well a bot plays, from 1, for a child's first game, to
// MaxLevel, as strong as it gets.
type Level int

// MaxLevel is the highest level.
const MaxLevel Level = 6

// Valid tells whether there is such a level.
func (l Level) Valid() bool { return l >= 1 && l <= MaxLevel }

// A Task is a position in which a bot is to act.
type Task struct {
	// Game is what is played.
	Game rules.Game

	// State is the position, in which somebody acts. It may lie within a turn.
	// It is left alone.
	State rules.State

	// Seen is how often positions have occurred at the start of a turn, the
	// present one included: the record ends the game the third time. Nil for
	// none.
	Seen map[rules.Key]int

	// Level is how well the bot plays.
	Level Level

	// Share is how much of the level's budget may be spent, above 0 and up to
	// 1; 0 is all of it.
	Share float64

	// Seed is what chance draws from: the same task has the same answer.
	Seed uint64
}

// A Choice is what a bot would play, and why.
type Choice struct {
	Line   []rules.Action // what it would play and then expects; at least one action
	Turn   int            // how many of them, from the first, are the seat's own turn to its end
	Chance float64        // of winning, for the seat that acts: from 0 to 1, a draw counting half
	Proven bool           // that Chance, being 0, 0.5 or 1, is certain
	Nodes  int            // actions that were played to find it
}

// Choose searches for the turn to play. It is an error when the context is
// done before, or when nobody acts.
func Choose(ctx context.Context, task Task) (Choice, error) {
	if err := ctx.Err(); err != nil {
		return Choice{}, err
	}
	st := task.State.Clone()
	seat := st.Turn().Seat
	random := rules.Random(task.Seed)
	choice := Choice{Chance: 0.5}
	for st.Turn().Seat == seat && (choice.Turn == 0 || st.Turn().Action > 0) {
		actions := st.Actions(nil)
		if len(actions) == 0 {
			return Choice{}, rules.Errorf(rules.Invalid, "error.over", "the game is over")
		}
		action := actions[random.IntN(len(actions))]
		st.Play(action)
		choice.Line = append(choice.Line, action)
		choice.Turn++
		choice.Nodes++
	}
	return choice, nil
}
