package ladders

import (
	"strconv"
	"strings"
	"time"

	"hexclub/rules/ladder"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// An EventInput is an event of a ladder, with current names.
type EventInput struct {
	ladder.Event
	Player, Other string
	Reached       int  // place that the winner of a challenge has moved to, 0 for none
	Over          bool // its challenge has ended
	Reported      bool // its challenge is a game that one of the players entered, and that awaits confirmation
	Own           bool // one of the players entered its result as an organiser, and no other organiser has confirmed it
}

// An EventLine is an event in words.
type EventLine struct {
	At         page.Moment
	Day        string // in words
	Avatar     string // of the player; empty for an event of the ladder
	Icon       string // instead of the avatar; empty for none
	Text       string
	Href       string // address of its challenge; empty for none
	Rule       string // number of the rule behind it; empty if that is obvious
	RuleHref   string
	RuleCalled string
}

// An EventsPage is a page of a ladder's events.
type EventsPage struct {
	Head
	Player  string // filter, as typed
	Problem string
	Lines   []EventLine
	Older   string // address of older events; empty for none
	Newest  string // address of the first page; empty on it
}

// NewEvents returns a page of a ladder's events, the last first.
func NewEvents(f page.Frame, in Input, events []EventInput) EventsPage {
	p := EventsPage{Head: in.frame(f, EventsPath)}
	calendar := in.calendar(f.T)
	for _, e := range events {
		if !e.isStep() {
			p.Lines = append(p.Lines, in.line(calendar, calendar.Clock, e))
		}
	}
	return p
}

// isStep reports whether the event is a step of a challenge that has ended, or the acceptance of a game that was entered
// without a challenge: the page of the challenge has it.
func (e EventInput) isStep() bool {
	if e.Reported && e.Kind == ladder.Accepted {
		return true
	}
	return e.Over && (e.Kind == ladder.Made || e.Kind == ladder.Accepted)
}

// day returns the day of the event.
func (l EventLine) day() string { return l.Day }

// Recent is the number of events on the page of a ladder.
const Recent = 5

// Lines returns the last events in words, without steps of challenges that have ended.
func (in Input) Lines(t *i18n.Catalog, events []EventInput) []EventLine {
	var lines []EventLine
	calendar := in.calendar(t)
	for _, e := range events {
		if !e.isStep() && len(lines) < Recent {
			lines = append(lines, in.line(calendar, calendar.Near, e))
		}
	}
	return lines
}

// line returns an event in words, with its moment as a method of the calendar writes it.
func (in Input) line(calendar page.Calendar, moment func(time.Time) page.Moment, e EventInput) EventLine {
	t, at := calendar.T, time.UnixMilli(e.At)
	line := EventLine{At: moment(at), Day: calendar.DayOf(at), Avatar: e.Event.Player, Text: e.words(t)}
	if e.Own {
		line.Text += " " + t.T("ladder.event.own")
	}
	if e.Challenge != "" {
		line.Href = ChallengeHrefOf(e.Challenge)
	}
	if e.explained() {
		line.Rule = strings.TrimPrefix(string(e.Why), "r")
		line.RuleHref = in.ruleHref(e.Why)
		line.RuleCalled = t.T("ladder.rule-number", "Rule", line.Rule)
	}
	return line
}

// explained reports whether the event is shown with its rule: not if it is a player's own act or a win by play.
func (e EventInput) explained() bool {
	switch e.Kind {
	case ladder.Won, ladder.Drawn:
		return e.By != ladder.ByPlay
	case ladder.Made:
		return e.Why == ladder.FreeRule && !e.Reported
	case ladder.Lapsed, ladder.Dropped, ladder.Added, ladder.Placed, ladder.Removed, ladder.Moved, ladder.Returned, ladder.Closed,
		ladder.CorrectedWon, ladder.CorrectedDrawn, ladder.CorrectedLapsed:
		return true
	}
	return false
}

// words describes the event.
func (e EventInput) words(t *i18n.Catalog) string {
	values := []string{"Player", e.Player, "Other", e.Other, "From", strconv.Itoa(e.From), "To", strconv.Itoa(e.To)}
	if e.Kind == ladder.Made && e.Reported {
		return t.T("ladder.event.reported", values...)
	}
	if e.Kind == ladder.Made && e.Why == ladder.FreeRule {
		return t.T("ladder.event.made-free", values...)
	}
	if e.Kind == ladder.Added && e.Why == ladder.NewcomersRule {
		return t.T("ladder.event.added-new", values...)
	}
	if e.stays() {
		return t.T("ladder.event.stays", values...)
	}
	if key := plainEvents[e.Kind]; key != "" {
		return t.T(key, values...)
	}
	switch e.Kind {
	case ladder.Won:
		return e.won(t)
	case ladder.Dropped:
		if e.From == e.To {
			return t.T("ladder.event.dropped-last", values...)
		}
		return t.T("ladder.event.dropped", values...)
	case ladder.Moved:
		if e.Other == "" {
			return t.T("ladder.event.moved", values...)
		}
		return t.T("ladder.event.moved-by", values...)
	}
	return t.T("ladder.event.set")
}

// stays reports whether the event leaves the player on the same place.
func (e EventInput) stays() bool {
	return (e.Kind == ladder.Placed || e.Kind == ladder.Moved) && e.From == e.To
}

// plainEvents are the keys of events with one fixed text.
var plainEvents = map[ladder.Kind]string{
	ladder.Made: "ladder.event.made", ladder.Accepted: "ladder.event.accepted", ladder.Declined: "ladder.event.declined",
	ladder.Withdrawn: "ladder.event.withdrawn", ladder.Drawn: "ladder.event.drawn", ladder.Lapsed: "ladder.event.lapsed",
	ladder.CorrectedWon: "ladder.event.corrected-won", ladder.CorrectedDrawn: "ladder.event.corrected-drawn", ladder.CorrectedLapsed: "ladder.event.corrected-lapsed",
	ladder.Joined: "ladder.event.joined", ladder.Returned: "ladder.event.returned", ladder.Added: "ladder.event.added", ladder.Ended: "ladder.event.ended",
	ladder.Removed: "ladder.event.removed", ladder.Placed: "ladder.event.placed", ladder.Closed: "ladder.event.closed", ladder.Opened: "ladder.event.opened",
}

// won describes who won a challenge, which place the winner got, and how if not by play.
func (e EventInput) won(t *i18n.Catalog) string {
	place := e.Reached
	key := "ladder.event.won-up"
	switch {
	case place == 0:
		key, place = "ladder.event.held", e.From
	case place == e.To:
		key = "ladder.event.took"
	}
	return t.T(key, "Player", e.Player, "Other", e.Other, "Place", strconv.Itoa(place)) + wonBy(t, e.By)
}

// wonBy returns an addition for a challenge that was not won by play; empty for a win by play.
func wonBy(t *i18n.Catalog, by ladder.By) string {
	switch by {
	case ladder.ByDefault:
		return " " + t.T("ladder.event.by-default")
	case ladder.ByOrganiser:
		return " " + t.T("ladder.event.by-organiser")
	}
	return ""
}

// Action returns the address of the page.
func (p EventsPage) Action() string { return p.Tabs[0].Href + EventsPath }

// eventsTab links to all events.
func (p Page) eventsTab() page.Tab {
	return page.Tab{Text: p.T.T("ladder.events-tab"), Href: p.Action + EventsPath}
}
