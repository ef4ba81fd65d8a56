package handlers

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/live"
)

const (
	streamPulse    = 20 * time.Second // between signs of life on a quiet stream
	streamPatience = 5 * time.Second  // for a reader to take what is sent, when it has let much pile up already
)

// gameEvents streams an event "changed" whenever a game changes, and to its
// players an event "chat" whenever something changes in their chat. With
// "since", a revision, the first comes at once when the game is already past
// it, so nothing is missed between a page and its stream.
func (a *App) gameEvents(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	game, err := a.DB.Game(ctx, id)
	if err != nil {
		return err
	}
	f := feed{events: map[string]string{id: "changed"}}
	if v.sitsIn(game) {
		f.events[chatTopic(id)] = "chat"
	}
	f.missed = func() ([]string, error) {
		revision, err := a.DB.Revision(ctx, id)
		if err != nil || strconv.Itoa(revision) == c.QueryParam("since") {
			return nil, err
		}
		return []string{id}, nil
	}
	return a.follow(c, f)
}

// A feed is what a stream tells its reader: events without content, upon which
// the page fetches what it shows.
type feed struct {
	events map[string]string        // what a change is told as, by topic
	pause  time.Duration            // between two tellings at least; what many look at need not follow every change
	missed func() ([]string, error) // topics that changed before the stream heard of changes; nil: the page looks for itself
}

// follow answers with a stream of a feed's events, until its reader leaves or
// takes too long to read, or the server stops.
func (a *App) follow(c echo.Context, f feed) error {
	leave, err := a.enterStream(c)
	if err != nil {
		return err
	}
	defer leave()
	watcher := a.Live.Watch(slices.Collect(maps.Keys(f.events))...)
	defer a.Live.Leave(watcher)
	opening := "retry: 1000\n\n"
	if f.missed != nil {
		topics, err := f.missed()
		if err != nil {
			return err
		}
		opening += f.tell(topics)
	}
	s := newStream(c)
	if s.send(opening) == nil {
		f.relay(c.Request().Context(), watcher, s)
	}
	return nil
}

// relay sends what a watcher hears.
func (f feed) relay(ctx context.Context, from *live.Watcher, to stream) {
	pulse := time.NewTicker(streamPulse)
	defer pulse.Stop()
	var told time.Time         // when there was news last
	var later <-chan time.Time // receives when there may be more
	news := func() error {
		told, later = time.Now(), nil
		return to.send(f.tell(from.Take()))
	}
	for err := error(nil); err == nil; { // else the reader is gone
		select {
		case <-ctx.Done():
			return
		case _, open := <-from.Changes:
			if !open {
				return // the server stops
			}
			if rest := f.pause - time.Since(told); rest > 0 {
				later = time.After(rest)
			} else {
				err = news()
			}
		case <-later:
			err = news()
		case <-pulse.C:
			err = to.send(":\n\n")
		}
	}
}

// tell writes what changed.
func (f feed) tell(topics []string) string {
	var text strings.Builder
	for _, topic := range topics {
		fmt.Fprintf(&text, "event: %s\ndata: 1\n\n", f.events[topic])
	}
	return text.String()
}

// A stream is an answer that goes on.
type stream struct {
	response *echo.Response
	control  *http.ResponseController
}

func newStream(c echo.Context) stream {
	header := c.Response().Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no")
	c.Response().WriteHeader(http.StatusOK)
	return stream{c.Response(), http.NewResponseController(c.Response().Writer)}
}

// send writes and flushes; a reader that does not take it in time is an error.
func (s stream) send(text string) error {
	if err := s.control.SetWriteDeadline(time.Now().Add(streamPatience)); err != nil {
		return fmt.Errorf("deadline of a stream: %w", err)
	}
	if _, err := s.response.Write([]byte(text)); err != nil {
		return err
	}
	return s.control.Flush()
}
