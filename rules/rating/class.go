package rating

import "hexclub/rules/record"

// A Class is the games whose clocks ask for the same kind of play. It is
// stored with ratings.
type Class string

// The classes. A game without a clock is in none and is not rated: who may
// take any time may also take it for ever.
const (
	Quick Class = "quick" // a player has less than ten minutes
	Long  Class = "long"  // more, at one sitting
	Days  Class = "days"  // days for each turn
)

// Classes lists the classes, the fastest first.
func Classes() []Class { return []Class{Quick, Long, Days} }

// A live clock gives so many turns, and so many milliseconds before it is long.
const (
	turns    = 40
	longFrom = 10 * 60 * 1000
)

// ClassOf returns the class of games with a control; none, the empty Class,
// without one. A player of a live game is taken to make forty turns, and to
// have the increments of these.
func ClassOf(c record.Control) Class {
	switch {
	case c.PerTurn > 0:
		return Days
	case c.Base == 0:
		return ""
	case c.Base+turns*c.Increment < longFrom:
		return Quick
	}
	return Long
}
