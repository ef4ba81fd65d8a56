package page

import "time"

// Paper is what a printed page says about itself: the name of the club and when the page was made, in the club's time
// zone. It is empty for a page without a style for print.
type Paper struct {
	Club, When string

	calendar Calendar
}

// NewPaper returns the data of a page on paper, from the name of the club and the calendar of the reader.
func NewPaper(club string, c Calendar) Paper {
	c.Zone = c.Club
	return Paper{Club: club, When: c.T.T("paper.as-of", "When", c.Exact(c.Now)), calendar: c}
}

// Until returns a deadline in the club's time zone, with its name; empty for the zero time.
func (p Paper) Until(due time.Time) string {
	if due.IsZero() {
		return ""
	}
	return p.calendar.T.T("tournament.until", "When", p.calendar.Exact(due))
}
