package record

import (
	"fmt"
	"strconv"
	"strings"

	"hexclub/rules"
)

// A Control is the time control of a game, in milliseconds. The zero Control
// sets no limit. A control gives each seat either a budget for the whole game,
// to which every turn adds an increment (Fischer), or a fixed time for each
// turn (correspondence).
type Control struct {
	Base      int64 // for all turns of a seat
	Increment int64 // added after each turn
	PerTurn   int64 // for each turn; Base and Increment are then 0
}

// The units of controls, in milliseconds.
const (
	second = int64(1000)
	minute = 60 * second
	day    = 24 * 60 * minute
)

// The bounds of a control.
const (
	MinMinutes, MaxMinutes = 1, 180
	MaxIncrement           = 180 // seconds
	MinDays, MaxDays       = 1, 30
)

// Fischer returns the control with a budget in minutes and an increment in
// seconds. It returns an *rules.Error of kind Invalid (error.control) when
// they are out of bounds.
func Fischer(minutes, increment int) (Control, error) {
	if minutes < MinMinutes || minutes > MaxMinutes || increment < 0 || increment > MaxIncrement {
		return Control{}, errControl(fmt.Sprintf("%d+%d", minutes, increment))
	}
	return Control{Base: int64(minutes) * minute, Increment: int64(increment) * second}, nil
}

// Days returns the control with the given number of days for each turn. It
// fails like Fischer.
func Days(days int) (Control, error) {
	if days < MinDays || days > MaxDays {
		return Control{}, errControl(fmt.Sprintf("%dd", days))
	}
	return Control{PerTurn: int64(days) * day}, nil
}

// ParseControl parses the output of String. It fails like Fischer.
func ParseControl(text string) (Control, error) {
	if text == "" {
		return Control{}, nil
	}
	c, err := Control{}, errControl(text)
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, failed := strconv.Atoi(days); failed == nil {
			c, err = Days(n)
		}
	} else if minutes, increment, ok := strings.Cut(text, "+"); ok {
		m, failed := strconv.Atoi(minutes)
		i, failedToo := strconv.Atoi(increment)
		if failed == nil && failedToo == nil {
			c, err = Fischer(m, i)
		}
	}
	if err == nil && c.String() != text {
		err = errControl(text)
	}
	if err != nil {
		return Control{}, err
	}
	return c, nil
}

func errControl(text string) error {
	return rules.Errorf(rules.Invalid, "error.control", "time control %.20q", text)
}

// String returns the control in its stored form: "5+3" for five minutes and
// three seconds a turn, "3d" for three days a turn, empty for no limit.
func (c Control) String() string {
	switch {
	case c.PerTurn > 0:
		return strconv.FormatInt(c.PerTurn/day, 10) + "d"
	case c.Base > 0:
		return strconv.FormatInt(c.Base/minute, 10) + "+" + strconv.FormatInt(c.Increment/second, 10)
	}
	return ""
}

// None reports whether there is no limit.
func (c Control) None() bool { return c == Control{} }

// Live reports whether the game is played in one session.
func (c Control) Live() bool { return c.Base > 0 }

// Similar reports whether two controls give about the same time: neither gives
// more than twice that of the other, for one turn and for forty turns.
func (c Control) Similar(other Control) bool {
	some, more := c.forty(), other.forty()
	if some > more {
		some, more = more, some
	}
	return (c.PerTurn > 0) == (other.PerTurn > 0) && more <= 2*some
}

// forty returns the time for a game of forty turns; PerTurn counts once.
func (c Control) forty() int64 { return c.Base + 40*c.Increment + c.PerTurn }
