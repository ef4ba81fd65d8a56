package peers

import (
	"slices"
	"strings"

	"hexclub/db"
	"hexclub/handlers/live"
)

// A batch has the pending events for other nodes. Each line has the fields of one: the kind, the topic or the name of a limit, and
// the person or the asker.
type batch struct {
	lines []string
	all   bool // too many events were not sent: everything may have changed
}

// maxLines is the number of events that wait while the database does not answer. With more, further attempts do not count, and pages
// ask for all they show.
const maxLines = 5000

// The kinds of events in addition to those of package live.
const (
	everything live.EventKind = "a" // any page may have missed changes
	attempt    live.EventKind = "l" // a limited attempt
)

// add adds an event, unless the same one is pending. Each attempt counts.
func (b *batch) add(e live.Event) {
	line := strings.Join([]string{string(e.Kind), e.Topic, e.Who}, "\t")
	switch {
	case strings.Count(line, "\t") != 2 || strings.Contains(line, "\n") || len(line) > db.MaxNotification/2:
		b.all = true // no topic is like that
	case e.Kind != attempt && slices.Contains(b.lines[max(0, len(b.lines)-100):], line):
	case len(b.lines) == maxLines && e.Kind == attempt:
	case len(b.lines) == maxLines:
		b.all, b.lines = true, nil
	default:
		b.lines = append(b.lines, line)
	}
}

// next removes the payload of the next notification from the batch; empty for none. It begins with the sender.
func (b *batch) next(sender string) string {
	if b.all {
		*b = batch{}
		return sender + "\n" + string(everything) + "\t\t"
	}
	if len(b.lines) == 0 {
		return ""
	}
	payload, n := sender, 0
	for _, line := range b.lines {
		if len(payload)+1+len(line) > db.MaxNotification {
			break
		}
		payload, n = payload+"\n"+line, n+1
	}
	b.lines = b.lines[n:]
	return payload
}

// parse returns the sender and the events of a notification. It leaves out what it does not understand, which a newer program
// may have sent.
func parse(payload string) (sender string, events []live.Event) {
	lines := strings.Split(payload, "\n")
	for _, line := range lines[1:] {
		if fields := strings.Split(line, "\t"); len(fields) == 3 {
			events = append(events, live.Event{Kind: live.EventKind(fields[0]), Topic: fields[1], Who: fields[2]})
		}
	}
	return lines[0], events
}
