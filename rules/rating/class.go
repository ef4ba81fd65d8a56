package rating

import "hexclub/rules/record"

// A Class is the class of games with a similar time control. It is stored with
// ratings.
type Class string

// The classes. A game without a clock has no class and is not rated: a player
// who may take any time may also take it for ever.
const (
	Quick Class = "quick" // a player has less than ten minutes
	Long  Class = "long"  // more, in one session
	Days  Class = "days"  // days for each turn
)

// Classes lists the classes, the fastest first.
func Classes() []Class { return []Class{Quick, Long, Days} }

// The number of turns assumed in a live game, and the milliseconds from which
// it is long.
const (
	turns    = 40
	longFrom = 10 * 60 * 1000
)

// ClassOf returns the class of games with a control, and the empty Class
// without one. It assumes that a player of a live game makes forty turns and
// gets their increments.
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
