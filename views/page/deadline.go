package page

import (
	"strconv"
	"time"
)

// A Deadline is the line below the header of every page about a deadline in the club that is near.
type Deadline struct {
	Text string // what to do
	Href string
	Of   Phrase // its ladder or tournament, and the deadline
}

// A NearTask is a task in the club whose deadline is near.
type NearTask struct {
	Task  string // a db.ClubTask
	Href  string // of the challenge or the pairing
	Due   time.Time
	Other string // name of the opponent
	Of    string // name of the ladder or tournament
	Round int    // of the tournament; 0 for a ladder
}

// NewDeadline returns the line about a task.
func NewDeadline(c Calendar, n NearTask) *Deadline {
	d := &Deadline{Href: n.Href, Of: Plain(n.Of)}
	if n.Round > 0 {
		d.Of = Plain(c.T.T("pairing.of-round", "Round", strconv.Itoa(n.Round), "Tournament", n.Of))
	}
	switch n.Task {
	case "answer":
		d.Text = c.T.T("deadline.answer", "Player", n.Other)
	case "confirm":
		d.Text = c.T.T("ladder.own-confirm", "Player", n.Other)
	default:
		d.Text = c.T.T("deadline.play", "Player", n.Other)
	}
	d.Of = d.Of.And(Dot, NewPhrase(c.T, "pairing.by", "When", c.InClub().Near(n.Due)).InLink())
	return d
}
