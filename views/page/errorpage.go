package page

import "hexclub/views/i18n"

// An ErrorPage describes an error.
type ErrorPage struct {
	Frame
	Heading string
	Text    string
	Back    string // page with the form that was sent; empty when that is not known
	Request string // id to quote to the operator; empty when it is of no use
	Join    bool   // logging in, or signing up, would help
	Wait    string // when it may be tried again; empty when that is not known
	Retry   string // address to be opened again after the wait; empty when it was a form
	Again   *Resending
	Renew   bool // another link for a new password would help

	// Encrypted is the address with https at which to continue, if the site needs encryption; else empty.
	Encrypted string
}

// A Resending is a valid form that was refused for another reason, and can be sent again.
type Resending struct {
	Action string // path that it was sent to
	Fields []ResentField
}

// A ResentField is a field of such a form.
type ResentField struct{ Name, Value string }

// WaitText returns the text about a waiting time, in seconds, minutes or hours, rounded up.
func WaitText(t *i18n.Catalog, seconds int) string {
	const minute, hour = 60, 60 * 60
	in := func(unit int) int { return (seconds + unit - 1) / unit }
	switch {
	case seconds <= 100:
		return t.N("error.wait-seconds", seconds)
	case seconds <= 100*minute:
		return t.N("error.wait-minutes", in(minute))
	}
	return t.N("error.wait-hours", in(hour))
}
