package page

import (
	"strconv"
	"time"

	"hexclub/rules/record"
	"hexclub/views/i18n"
)

// ControlWords describes a time control: "5 minutes + 3 seconds a turn", "3 days a turn", "no clock".
func ControlWords(t *i18n.Catalog, c record.Control) string {
	switch {
	case c.PerTurn > 0:
		return t.N("control.days", daysOf(c))
	case c.None():
		return t.T("control.none")
	}
	minutes := t.N("control.minutes", int(milli(c.Base)/time.Minute))
	if c.Increment == 0 {
		return t.T("control.plain", "Minutes", minutes)
	}
	return t.T("control.increment", "Minutes", minutes, "Seconds", t.N("control.seconds", int(milli(c.Increment)/time.Second)))
}

// ControlShort returns ControlWords in short: "5+3", "3 d", empty without a clock.
func ControlShort(t *i18n.Catalog, c record.Control) string {
	if c.PerTurn > 0 {
		return t.T("control.days-short", "Days", strconv.Itoa(daysOf(c)))
	}
	return c.String()
}

// ControlLabel returns a time control as the label of a button: "5+3", "3 days".
func ControlLabel(t *i18n.Catalog, c record.Control) string {
	if c.PerTurn > 0 {
		return t.N("notice.days", daysOf(c))
	}
	return c.String()
}

func daysOf(c record.Control) int { return int(milli(c.PerTurn) / (24 * time.Hour)) }

// milli converts a time of a control.
func milli(ms int64) time.Duration { return time.Duration(ms) * time.Millisecond }

// RatedWords returns whether a game is rated, in words.
func RatedWords(t *i18n.Catalog, rated bool) string {
	if rated {
		return t.T("terms.rated")
	}
	return t.T("terms.casual")
}
