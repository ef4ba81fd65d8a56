package web

import (
	"time"

	"hexclub/db"
)

// SayAgain is after what time the log is told again what is wrong still.
const SayAgain = time.Minute

// A Complaint is what the log was told last, and when.
type Complaint struct {
	text string
	at   time.Time
}

// News reports whether an error is to be logged: what fails four times a second for the same
// reason would fill the log. That the database was replaced is logged by CheckHealth alone.
func (c *Complaint) News(err error, now time.Time) bool {
	if db.Replaced(err) {
		return false
	}
	if text := err.Error(); text != c.text || now.Sub(c.at) >= SayAgain {
		*c = Complaint{text, now}
		return true
	}
	return false
}
