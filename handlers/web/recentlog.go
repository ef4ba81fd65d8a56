package web

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// maxRecent is the number of log lines on the admins' page.
const maxRecent = 50

// A recentLine is a warning, an error or a security event of the log. Repeated lines are counted, so that they
// do not displace the others.
type recentLine struct {
	At      time.Time // the last time
	Times   int
	Level   slog.Level
	Message string
	Event   string // the security event; empty for other lines
	Address string
	Details []slog.Attr // the rest, in the order of the log
}

// like reports whether two lines differ only in their time.
func (l recentLine) like(other recentLine) bool {
	return l.Message == other.Message && l.Event == other.Event && l.Address == other.Address && l.Level == other.Level &&
		slices.EqualFunc(l.Details, other.Details, func(x, y slog.Attr) bool {
			return x.Key == y.Key && (x.Key == "request" || x.Value.String() == y.Value.String())
		})
}

// recent keeps the last lines, also those below the log's level.
type recent struct {
	mu    sync.Mutex
	lines []recentLine // oldest first
}

func (r *recent) add(line recentLine) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if last := len(r.lines) - 1; last >= 0 && r.lines[last].like(line) {
		line.Times += r.lines[last].Times
		r.lines[last] = line
		return
	}
	if len(r.lines) == maxRecent {
		r.lines = slices.Delete(r.lines, 0, 1)
	}
	r.lines = append(r.lines, line)
}

// All returns the lines, newest first.
func (r *recent) All() []recentLine {
	r.mu.Lock()
	defer r.mu.Unlock()
	lines := slices.Clone(r.lines)
	slices.Reverse(lines)
	return lines
}

// A tee is a log handler that also adds warnings and security events to recent. It ignores groups, which the
// program does not use.
type tee struct {
	slog.Handler
	keep *recent
	with []slog.Attr
}

func (t tee) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn || t.Handler.Enabled(ctx, level)
}

func (t tee) WithAttrs(attributes []slog.Attr) slog.Handler {
	return tee{t.Handler.WithAttrs(attributes), t.keep, slices.Concat(t.with, attributes)}
}

func (t tee) Handle(ctx context.Context, record slog.Record) error {
	if record.Level >= slog.LevelWarn {
		t.keep.add(lineOf(record, t.with))
	}
	if !t.Handler.Enabled(ctx, record.Level) {
		return nil
	}
	return t.Handler.Handle(ctx, record)
}

// lineOf converts a log record.
func lineOf(record slog.Record, with []slog.Attr) recentLine {
	line := recentLine{At: record.Time, Times: 1, Level: record.Level, Message: record.Message}
	var note func(slog.Attr) bool
	note = func(a slog.Attr) bool {
		switch {
		case a.Value.Kind() == slog.KindGroup && a.Key == "":
			for _, inner := range a.Value.Group() {
				note(inner)
			}
		case a.Key == "event" && record.Message == securityMessage:
			line.Event = a.Value.String()
		case a.Key == timesAttribute:
			line.Times = int(a.Value.Int64())
		case a.Key == "address":
			line.Address = a.Value.String()
		case a.Key != "stack":
			line.Details = append(line.Details, a)
		}
		return true
	}
	for _, a := range with {
		note(a)
	}
	record.Attrs(note)
	return line
}
