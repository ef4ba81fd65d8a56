package record

import "hexclub/rules"

// The bounds of a game that goes on. They keep the time bounded that it takes to
// load one. Games of older versions may be beyond them and are replayed all the
// same. Every game can be finished: draws, answers to offers and departures are
// always recorded.
const (
	// MaxTakebacks is the number of takebacks that a game has at most.
	MaxTakebacks = 500

	// MaxEvents is the number of events from which on nobody plays a turn or asks
	// for a takeback. No honest game has as many: a game of 1,000 actions, at which
	// bots end a playout, with all takebacks, each of which takes a question, an
	// answer and two actions more, has 3,000; the rest is for offers of a draw.
	MaxEvents = 4000
)

// errFull returns an *rules.Error of kind Conflict (error.long-game) when the
// game has so many events that no more turns can be played.
func (r *Record) errFull() error {
	if len(r.events) < MaxEvents {
		return nil
	}
	return rules.Errorf(rules.Conflict, "error.long-game", "%d events", len(r.events))
}
