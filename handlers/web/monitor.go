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

// A Monitor has the log and the metrics.
type Monitor struct {
	Log     *slog.Logger
	Recent  *recent  // the last lines of Log
	Metrics *metrics // nil on a site without metrics
	Repeats repeatCounters
}

// A Rejection is the reason why a request was rejected. Equal ones are counted together.
type Rejection struct {
	event   string // the security event; empty if the site could not do it
	limit   string // the limit; empty for none
	Problem string // key of why the site could not; empty for a rejection that is not counted
	address string // as limits distinguish clients
}

// A RejectedRequest has a line in the log with the reason, instead of its own.
type RejectedRequest struct {
	why     Rejection
	details []slog.Attr
}

// RejectedKey is the context key of the Rejection of a request.
const RejectedKey = "refused"

// Reject notes that a request is rejected, with a security event as LogSecurity has them.
func Reject(c echo.Context, event string, details ...slog.Attr) {
	c.Set(RejectedKey, RejectedRequest{Rejection{event: event, address: Address(c)}, details})
}

// meet notes that a request is rejected by a limit.
func meet(c echo.Context, limit string) {
	c.Set(RejectedKey, RejectedRequest{why: Rejection{event: "limit.met", limit: limit, address: Address(c)}})
}

// noteFailure notes that a request failed. Failures of a busy site or of a full disk, which many requests meet,
// are counted together.
func noteFailure(c echo.Context, err error) {
	why := Rejection{address: Address(c)}
	var known *rules.Error
	if errors.As(err, &known) && known.Kind == rules.Unavailable {
		why.Problem = known.Key
	}
	c.Set(RejectedKey, RejectedRequest{why, []slog.Attr{slog.Any("error", err)}})
}

// LogRejection counts a rejected request, and logs it, unless its line would be a repetition.
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

// LogRejections logs one rejection, or several equal ones.
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

// timesAttribute is the number of events since the last line, in lines that stand for several.
const timesAttribute = "times"

// LogRepeats logs the repeated rejections that were not logged yet.
func (s *Site) LogRepeats(ctx context.Context) error {
	for why, times := range s.Repeats.sum(s.Now()) {
		s.LogRejections(ctx, why, times, []slog.Attr{slog.String("address", why.address)})
	}
	return nil
}

// A RepeatCounter counts repeated events: the log has the first, and then a line with their number, once in
// sayAgain.
type RepeatCounter struct {
	logged time.Time // zero for never
	times  int       // since then
}

// Note counts an event, and returns whether a line is due now, and for how many events.
func (f *RepeatCounter) Note(now time.Time) (times int, due bool) {
	f.times++
	if !f.logged.IsZero() && now.Sub(f.logged) < RepeatAfter {
		return 0, false
	}
	times, f.times, f.logged = f.times, 0, now
	return times, true
}

// maxRepeats is the number of different rejections that are counted separately. Above it they are counted
// without their addresses, because an attack from many addresses would fill the log.
const maxRepeats = 200

// repeatCounters are the counters of rejected requests.
type repeatCounters struct {
	mu  sync.Mutex
	all map[Rejection]*RepeatCounter
}

// Note counts a rejection.
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

// sum returns the numbers of rejections that were not logged yet and whose last line is old enough. It removes
// the counters of those that have stopped.
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

// securityMessage is the message of all lines of LogSecurity.
const securityMessage = "security"

// LogSecurity logs a security event, such as a log-in, a rejected request or a revoked session. Events are named
// noun.what-happened, such as "log-in.refused". Attributes are pairs of name and value, without secrets.
func (m *Monitor) LogSecurity(c echo.Context, event string, attributes ...any) {
	m.Metrics.event(event)
	m.Log.LogAttrs(c.Request().Context(), slog.LevelWarn, securityMessage, append([]slog.Attr{
		slog.String("event", event), slog.String("request", RequestID(c)), slog.String("address", c.RealIP()),
	}, slog.Group("", attributes...))...)
}
