package page

import (
	"fmt"
	"strconv"
	"time"

	"hexclub/rules/record"
	"hexclub/views/i18n"
)

// TimeWords formats a remaining time: "4:05" or "1:04:05". A day or more is "2 d 4 h", and whole days are "2 d".
func TimeWords(t *i18n.Catalog, left time.Duration) string {
	seconds := int(max(left, 0).Seconds())
	hours, minutes, seconds := seconds/3600, seconds/60%60, seconds%60
	switch {
	case hours >= 24 && hours%24+minutes+seconds == 0: // of a clock that does not run
		return t.T("control.days-short", "Days", strconv.Itoa(hours/24))
	case hours >= 24:
		return t.T("clock.days", "Days", strconv.Itoa(hours/24), "Hours", strconv.Itoa(hours%24))
	case hours > 0:
		return fmt.Sprintf("%d:%02d:%02d", hours, minutes, seconds)
	}
	return fmt.Sprintf("%d:%02d", minutes, seconds)
}

// ClockWords is TimeWords for the clocks of a game. Clocks with days for each turn have no
// seconds.
func ClockWords(t *i18n.Catalog, control record.Control, left time.Duration) string {
	if minutes := int(max(left, 0).Minutes()); control.PerTurn > 0 && minutes < 24*60 {
		return HoursWords(t, minutes)
	}
	return TimeWords(t, left)
}

// HoursWords formats less than a day in hours and minutes: "23 h 59 min".
func HoursWords(t *i18n.Catalog, minutes int) string {
	return t.T("clock.hours", "Hours", strconv.Itoa(minutes/60), "Minutes", strconv.Itoa(minutes%60))
}

// Milliseconds returns a duration in whole milliseconds, for scripts.
func Milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
