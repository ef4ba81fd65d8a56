package web

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/rules"
)

// A Monitor is how the operator learns what happens: the log, and what is counted.
type Monitor struct {
	Log     *slog.Logger
	Recent  *recent  // the last lines of Log
	Metrics *metrics // nil on a site that counts nothing
	Repeats repeatCounters
}

// A Rejection is the reason why a request was rejected. Equal ones are counted together.
type Rejection struct {
	event   string // the security event that it is; empty for what the site could not do
	limit   string // that was met; empty for none
	Problem string // key of why the site could not; empty for what is not to be counted
	address string // as limits tell askers apart
}

// A RejectedRequest has a line in the log with the reason, in place of its own.
type RejectedRequest struct {
	why     Rejection
	details []slog.Attr
}

// RejectedKey keeps with a request that it is refused.
const RejectedKey = "refused"

// Reject notes that a request is refused, which is a security event as logSecurity
// has them.
func Reject(c echo.Context, event string, details ...slog.Attr) {
	c.Set(RejectedKey, RejectedRequest{Rejection{event: event, address: Address(c)}, details})
}

// meet notes that a request is refused, for it met a limit.
func meet(c echo.Context, limit string) {
	c.Set(RejectedKey, RejectedRequest{why: Rejection{event: "limit.met", limit: limit, address: Address(c)}})
}

// noteFailure notes that a request failed. Failures of a busy site or of a full disk, which many
// requests meet, are counted together.
func noteFailure(c echo.Context, err error) {
	why := Rejection{address: Address(c)}
	var known *rules.Error
	if errors.As(err, &known) && known.Kind == rules.Unavailable {
		why.Problem = known.Key
	}
	c.Set(RejectedKey, RejectedRequest{why, []slog.Attr{slog.Any("error", err)}})
}

// LogRejection counts a request that was refused, and writes its line, unless it is one of
// a flood.
func (m *Monitor) LogRejection(ctx context.Context, r RejectedRequest, request []slog.Attr, now time.Time) {
	if r.why.event != "" {
		m.Metrics.event(r.why.event)
	}
	if r.why.limit != "" {
		m.Metrics.refused(r.why.limit)
	}
	if r.why.event == "" && r.why.Problem == "" {
		m.LogRejections(ctx, r.why, 1, slices.Concat(request, r.details))
	} else if times, due := m.Repeats.Note(r.why, now); due {
		m.LogRejections(ctx, r.why, times, slices.Concat(request, r.details))
	}
}

// LogRejections writes a line about one refusal, or many that are alike.
func (m *Monitor) LogRejections(ctx context.Context, why Rejection, times int, rest []slog.Attr) {
	level, message, attributes := slog.LevelError, "request failed", []slog.Attr(nil)
	if why.event != "" {
		level, message, attributes = slog.LevelWarn, securityMessage, append(attributes, slog.String("event", why.event))
	}
	if why.limit != "" {
		attributes = append(attributes, slog.String("limit", why.limit))
	}
	if why.Problem != "" {
		attributes = append(attributes, slog.String("problem", why.Problem))
	}
	if times > 1 {
		attributes = append(attributes, slog.Int(timesAttribute, times))
	}
	m.Log.LogAttrs(ctx, level, message, append(attributes, rest...)...)
}

// timesAttribute is of lines that stand for several: how many there were since the last.
const timesAttribute = "times"

// LogRepeats logs the repeated rejections that were not logged yet.
func (s *Site) LogRepeats(ctx context.Context) error {
	for why, times := range s.Repeats.sum(s.Now()) {
		s.LogRejections(ctx, why, times, []slog.Attr{slog.String("address", why.address)})
	}
	return nil
}

// A RepeatCounter counts what happens again and again: the log has the first, and then a line with
// how many there were, once in sayAgain.
type RepeatCounter struct {
	logged time.Time // zero for never
	times  int       // since then
}

// Note counts one more, and returns whether a line is due now, and for how many.
func (f *RepeatCounter) Note(now time.Time) (times int, due bool) {
	f.times++
	if !f.logged.IsZero() && now.Sub(f.logged) < RepeatAfter {
		return 0, false
	}
	times, f.times, f.logged = f.times, 0, now
	return times, true
}

// maxRepeats is the number of different rejections that are counted at a time. Above it they are
// counted without their addresses, because an attack from everywhere would fill the log.
const maxRepeats = 200

// repeatCounters are those of refused requests.
type repeatCounters struct {
	mu  sync.Mutex
	all map[Rejection]*RepeatCounter
}

// Note counts one more refusal.
func (f *repeatCounters) Note(why Rejection, now time.Time) (times int, due bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.all == nil {
		f.all = map[Rejection]*RepeatCounter{}
	}
	if f.all[why] == nil && len(f.all) >= maxRepeats {
		why.address = ""
	}
	if f.all[why] == nil {
		f.all[why] = &RepeatCounter{}
	}
	return f.all[why].Note(now)
}

// sum returns the numbers of rejections that were not logged yet and whose last line is old enough,
// and forgets those that did not go on.
func (f *repeatCounters) sum(now time.Time) map[Rejection]int {
	f.mu.Lock()
	defer f.mu.Unlock()
	pending := map[Rejection]int{}
	for why, one := range f.all {
		switch {
		case now.Sub(one.logged) < RepeatAfter:
		case one.times == 0:
			delete(f.all, why)
		default:
			pending[why] = one.times
			one.logged, one.times = now, 0
		}
	}
	return pending
}

// securityMessage is the message of all lines that logSecurity writes.
const securityMessage = "security"

// LogSecurity logs a security event, such as a log-in, a rejected request or a revoked session. Events are named noun.what-happened,
// such as "log-in.refused"; attributes are pairs of name and value, and hold no
// secrets.
func (m *Monitor) LogSecurity(c echo.Context, event string, attributes ...any) {
	m.Metrics.event(event)
	m.Log.LogAttrs(c.Request().Context(), slog.LevelWarn, securityMessage, append([]slog.Attr{
		slog.String("event", event), slog.String("request", RequestID(c)), slog.String("address", c.RealIP()),
	}, slog.Group("", attributes...))...)
}
