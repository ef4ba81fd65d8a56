package record

import (
	"strconv"
	"strings"

	"hexclub/rules"
)

// A clock holds the remaining time of the seats. It does not run by itself:
// the caller of Record.Spend reports how long a seat has thought.
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

// stop ends the turn of a seat. It returns the suffix for the event that ended
// the turn, which is empty without a clock. The seat gets the increment only
// for a turn that was played to its end, not for one that an act ended.
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

// cutSpent separates an event from the milliseconds after it.
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

// Control returns the time control.
func (r *Record) Control() Control { return r.clock.Control }

// Remaining returns the time that a seat had at the start of its turn, or has
// while others act, in milliseconds. It is 0 without a clock.
func (r *Record) Remaining(seat rules.Seat) int64 { return r.clock.remaining[seat-1] }

// Spend sets how long, in milliseconds, the seat to act has thought since its
// turn began. The end of the turn subtracts it from the seat's time, which
// does not fall below 0.
func (r *Record) Spend(ms int64) {
	seat := r.turn.Seat
	if seat == 0 || r.clock.None() {
		return
	}
	r.clock.spent = min(max(ms, 0), r.clock.remaining[seat-1])
}
