package web

import (
	"time"

	"hexclub/db"
)

// RepeatAfter is the time after which an error that goes on is logged again.
const RepeatAfter = time.Minute

// A RepeatedError is the error that was logged last, and when.
type RepeatedError struct {
	text string
	at   time.Time
}

// News reports whether an error is to be logged: what fails four times a second for the same
// reason would fill the log. That the database was replaced is logged by CheckHealth alone.
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
