package handlers

import (
	"hexclub/db"
	"time"
)

// sayAgain is after what time the log is told again what is wrong still.
const sayAgain = time.Minute

// A complaint is what the log was told last, and when.
type complaint struct {
	text string
	at   time.Time
}

// news reports whether an error is to be logged: what fails four times a second for the same
// reason would fill the log. That the database was replaced is logged by CheckHealth alone.
func (c *complaint) news(err error, now time.Time) bool {
	if db.Replaced(err) {
		return false
	}
	if text := err.Error(); text != c.text || now.Sub(c.at) >= sayAgain {
		*c = complaint{text, now}
		return true
	}
	return false
}
