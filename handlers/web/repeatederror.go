package web

import (
	"time"

	"hexclub/db"
)

// RepeatAfter is the time after which a repeated error is logged again.
const RepeatAfter = time.Minute

// A RepeatedError is the last logged error, and its time.
type RepeatedError struct {
	text string
	at   time.Time
}

// News reports whether to log an error. An error that is repeated four times a second would fill the log. Only
// CheckHealth logs that the database was replaced.
func (c *RepeatedError) News(err error, now time.Time) bool {
	if db.Replaced(err) {
		return false
	}
	if text := err.Error(); text != c.text || now.Sub(c.at) >= RepeatAfter {
		*c = RepeatedError{text, now}
		return true
	}
	return false
}
