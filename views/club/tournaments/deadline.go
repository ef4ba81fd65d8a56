package tournaments

import (
	"slices"
	"strconv"
	"time"

	"hexclub/views/page"
)

// Fields of the form for a round's deadline: a day and a time in the club's time zone, and the deadline that the page
// showed, in milliseconds.
const (
	DayField  = "day"
	TimeField = "time"
	SeenField = "seen"
)

// A DeadlineForm moves the deadline of a round, or sets one.
type DeadlineForm struct {
	Heading, Help string
	Action        string
	Day, Time     string
	Seen          string
	Least         string // the first possible day
	Problem       string // of the form that was sent; empty for none
	Open          bool
}

// A SentDeadline is a form for a deadline that was refused.
type SentDeadline struct {
	Day, Time string
	Problem   error // nil for no form
	Open      bool  // the reader asked for the form
}

// MoveField is the parameter of a round's address that opens the form.
const MoveField = "deadline"

// deadlineForm returns the form for the deadline of a round; nil for readers who cannot move it, and for a round
// without open pairings.
func (in Input) deadlineForm(f page.Frame, round int, sent SentDeadline) *DeadlineForm {
	open := slices.ContainsFunc(in.RoundBoards(round), func(b Board) bool { return !b.Over })
	if !in.Organises || in.Archived || in.Status != running || !open {
		return nil
	}
	t, due := f.T, in.due(round)
	zone := in.Calendar.Club
	if zone == nil {
		zone = time.UTC
	}
	d := &DeadlineForm{
		Heading: t.T("tournament.move-deadline"), Help: t.T("tournament.deadline-help", "Zone", page.ZoneLabel(zone.String())),
		Action: RoundHref(in.ID, round) + "/deadline", Seen: "0", Least: in.Calendar.Now.In(zone).Format(time.DateOnly), Time: "20:00", Open: sent.Open || sent.Problem != nil,
	}
	if due.IsZero() {
		d.Heading = t.T("tournament.set-deadline")
	} else {
		d.Day, d.Time, d.Seen = due.In(zone).Format(time.DateOnly), due.In(zone).Format("15:04"), strconv.FormatInt(due.UnixMilli(), 10)
	}
	if in.Pace.ByDate && round == in.Round && in.Pace.Next.Equal(due) && !due.IsZero() {
		d.Help += " " + t.T("tournament.deadline-next")
	}
	if sent.Problem != nil {
		d.Day, d.Time, d.Problem = sent.Day, sent.Time, page.ErrorText(t, sent.Problem)
	}
	return d
}
