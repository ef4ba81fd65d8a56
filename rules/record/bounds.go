package record

import "hexclub/rules"

// The bounds of a running game. They bound the time needed to load one. Games
// of older versions may exceed them and are still replayed. Every game can be
// finished: draws, answers to offers and departures are always recorded.
const (
	// MaxTakebacks is the largest number of takebacks in a game.
	MaxTakebacks = 500

	// MaxEvents is the number of events from which no turns and no requests
	// for takebacks are accepted. No honest game reaches it: bots end a
	// playout at 1,000 actions, and with all takebacks, each of which takes a
	// request, an answer and two more actions, such a game has 3,000 events.
	// The rest is for draw offers.
	MaxEvents = 4000
)

// ErrLongGame is the sentinel error for a game that has as many events as it may have.
var ErrLongGame = &rules.Error{Kind: rules.Conflict, Key: "error.long-game"}

// errFull returns an *rules.Error of kind Conflict (error.long-game) when the
// game has too many events for another turn.
func (r *Record) errFull() error {
	if len(r.events) < MaxEvents {
		return nil
	}
	return ErrLongGame.Errorf("%d events", len(r.events))
}
