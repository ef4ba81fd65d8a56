package record

import (
	"strconv"
	"strings"

	"hexclub/rules"
)

// A clock is how much time the seats have left. It does not run by itself: a
// Record is told how long somebody thought.
type clock struct {
	Control
	remaining [rules.MaxSeats]int64 // by seat - 1, at the start of its turn, in milliseconds
	spent     int64                 // by the seat to act, since its turn began
}

func newClock(control Control) clock {
	c := clock{Control: control}
	for i := range c.remaining {
		c.remaining[i] = control.Base + control.PerTurn
	}
	return c
}

// stop ends the turn of a seat, and is what is written of it behind the event
// that ended it: nothing where there is no clock. The increment is for turns
// that were played to their end, which no act ended.
func (c *clock) stop(seat rules.Seat, by Act) string {
	if c.None() {
		return ""
	}
	spent := c.spent
	c.spent = 0
	c.remaining[seat-1] -= spent
	if by == "" {
		c.remaining[seat-1] += c.Increment
	}
	if c.PerTurn > 0 && by != timeOut {
		c.remaining[seat-1] = c.PerTurn
	}
	return "@" + strconv.FormatInt(spent, 10)
}

// cutSpent parts an event from the milliseconds written behind it.
func cutSpent(event string) (text string, spent int64, err error) {
	text, number, found := strings.Cut(event, "@")
	if !found {
		return event, 0, nil
	}
	if spent, err = strconv.ParseInt(number, 10, 64); err != nil {
		return "", 0, rules.Errorf(rules.Invalid, "error.notation", "%.40q", event)
	}
	return text, spent, nil
}

// Control returns how much time the players have.
func (r *Record) Control() Control { return r.clock.Control }

// Left is how much time a seat had left at the start of its turn, or has while
// others act, in milliseconds. It is 0 where there is no clock.
func (r *Record) Remaining(seat rules.Seat) int64 { return r.clock.remaining[seat-1] }

// Spend returns how long, in milliseconds, the seat to act has thought since
// its turn began. What ends its turn takes it from the seat's time, which does
// not fall below nothing.
func (r *Record) Spend(ms int64) {
	seat := r.turn.Seat
	if seat == 0 || r.clock.None() {
		return
	}
	r.clock.spent = min(max(ms, 0), r.clock.remaining[seat-1])
}
