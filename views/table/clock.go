package table

import (
	"time"

	"hexclub/rules"
	"hexclub/views/page"
)

// Clocks is the remaining time of all seats.
type Clocks struct {
	Left    []time.Duration // by seat from 1, at the moment the page is made
	Begins  time.Duration   // until the clock of the seat to act begins to run; 0 when it does
	Running bool            // a clock does, or will
}

// A Clock is a seat's remaining time.
type Clock struct {
	Text string
	Left string // milliseconds until it has run out, for a page that counts down by itself; empty when it does not run
	Full string // milliseconds that it does not show more than; empty unless it has yet to begin
	Days string // format for less than a day in a game of days, with H and M for the numbers; empty in others
	Low  bool   // little time remains
}

// lowTime is the remaining time below which a live clock is marked.
const lowTime = 20 * time.Second

// newClock returns the clock of a seat; nil for a game without clocks, before the game begins, and after one of days,
// where the time left of a turn says nothing.
func (b *Builder) newClock(seat rules.Seat) *Clock {
	clocks, control := b.Game.Clocks, b.Rec.Control()
	_, over := b.Rec.Result()
	if len(clocks.Left) == 0 || b.Game.Waiting || over && control.PerTurn > 0 {
		return nil
	}
	left := clocks.Left[seat-1]
	clock := &Clock{Text: page.ClockWords(b.T, control, left)}
	if control.PerTurn > 0 {
		clock.Days = b.T.T("clock.hours", "Hours", "H", "Minutes", "M")
	}
	if clocks.Running && b.toAct() == seat {
		clock.Left = page.Milliseconds(left + clocks.Begins)
		clock.Low = left < lowTime
		if clocks.Begins > 0 {
			clock.Full = page.Milliseconds(left)
		}
	}
	return clock
}

// begins announces that the clock of the seat to act has not started yet.
func (b *Builder) begins() string {
	switch clocks := b.Game.Clocks; {
	case !clocks.Running || clocks.Begins == 0 || b.Game.Waiting:
		return ""
	case b.mine:
		return b.T.T("clock.begins-yours")
	}
	return b.T.T("clock.begins")
}
