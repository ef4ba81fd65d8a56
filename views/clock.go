package views

import (
	"fmt"
	"strconv"
	"time"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/i18n"
)

// Clocks is the time that players have.
type Clocks struct {
	Left    []time.Duration // by seat from 1, at the moment the page is made
	Begins  time.Duration   // until the clock of the seat to act begins to run; 0 when it does
	Running bool            // a clock does, or will
}

// A Clock is a seat's time on a page.
type Clock struct {
	Text string
	Left string // milliseconds until it has run out, for a page that counts down by itself; empty when it does not run
	Full string // milliseconds that it does not show more than; empty unless it has yet to begin
	Days string // how it writes less than a day in a game of days, with H and M for the numbers; empty in others
	Low  bool   // there is little left
}

// lowTime is when a live clock is shown to be short.
const lowTime = 20 * time.Second

// newClock is the clock of a seat; nil where there is none, and before the game
// begins.
func (b *tableBuilder) newClock(seat rules.Seat) *Clock {
	clocks := b.Game.Clocks
	if len(clocks.Left) == 0 || b.Game.Waiting {
		return nil
	}
	left := clocks.Left[seat-1]
	control := b.rec.Control()
	clock := &Clock{Text: clockWords(b.T, control, left)}
	if control.PerTurn > 0 {
		clock.Days = b.T.T("clock.hours", "Hours", "H", "Minutes", "M")
	}
	if clocks.Running && b.toAct() == seat {
		clock.Left = milliseconds(left + clocks.Begins)
		clock.Low = left < lowTime
		if clocks.Begins > 0 {
			clock.Full = milliseconds(left)
		}
	}
	return clock
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// TimeWords is a time that is left: "4:05", "1:04:05", and from a day on
// "2 d 4 h".
func TimeWords(t *i18n.Catalog, left time.Duration) string {
	seconds := int(max(left, 0).Seconds())
	hours, minutes, seconds := seconds/3600, seconds/60%60, seconds%60
	switch {
	case hours >= 24:
		return t.T("clock.days", "Days", strconv.Itoa(hours/24), "Hours", strconv.Itoa(hours%24))
	case hours > 0:
		return fmt.Sprintf("%d:%02d:%02d", hours, minutes, seconds)
	}
	return fmt.Sprintf("%d:%02d", minutes, seconds)
}

// clockWords is TimeWords as the clocks of a game show it: where turns take days
// none counts seconds.
func clockWords(t *i18n.Catalog, control record.Control, left time.Duration) string {
	if minutes := int(max(left, 0).Minutes()); control.PerTurn > 0 && minutes < 24*60 {
		return hoursWords(t, minutes)
	}
	return TimeWords(t, left)
}

// hoursWords is less than a day in hours and minutes: "23 h 59 min".
func hoursWords(t *i18n.Catalog, minutes int) string {
	return t.T("clock.hours", "Hours", strconv.Itoa(minutes/60), "Minutes", strconv.Itoa(minutes%60))
}

// begins says that the clock of the seat to act is yet to begin.
func (b *tableBuilder) begins() string {
	switch clocks := b.Game.Clocks; {
	case !clocks.Running || clocks.Begins == 0 || b.Game.Waiting:
		return ""
	case b.mine:
		return b.T.T("clock.begins-yours")
	}
	return b.T.T("clock.begins")
}

// RatedWords is whether a game counts for ratings.
func RatedWords(t *i18n.Catalog, rated bool) string {
	if rated {
		return t.T("terms.rated")
	}
	return t.T("terms.casual")
}
