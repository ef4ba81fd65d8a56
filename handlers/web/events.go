package web

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/keepalive"
	"hexclub/handlers/live"
)

const (
	streamPulse   = 20 * time.Second // between comments on a quiet stream, which keep it open
	streamTimeout = 5 * time.Second  // for a reader with a full buffer to read more
	reconnect     = time.Second      // on average, until a page whose stream has ended connects again
)

// A Feed is the content of a stream: events without content, after which the page fetches its fragment.
type Feed struct {
	Events map[string]string                    // name of the event by topic
	Pause  time.Duration                        // minimum between two events, for pages with many readers
	Delay  func(changed []string) time.Duration // of the first event after a pause; nil for none
	Missed func() ([]string, error)             // topics that changed before the stream opened; nil if the page asks for itself
}

// Follow streams the events of a feed until the reader disconnects or is too slow, or the server stops.
func (a *Site) Follow(c echo.Context, f Feed) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	leave, err := a.enterStream(c, v)
	if err != nil {
		return err
	}
	if v.Known {
		uncount, away := leave, a.Presence.enter(v.Person.ID)
		leave = func() { away(); uncount() }
	}
	if v.Ended() { // the page fetches the change, and is reloaded
		f.Missed = func() ([]string, error) { return slices.Collect(maps.Keys(f.Events)), nil }
	}
	watcher := a.Live.WatchFrom(c.RealIP(), v.Person.ID, slices.Collect(maps.Keys(f.Events))...)
	if _, banned := a.Limits.Bans.Of(c.RealIP(), a.Now()); banned { // after the request was let in
		a.endBanned()
	}
	end := func() { a.Live.Leave(watcher); leave() }
	open := false
	defer func() {
		if !open {
			end()
		}
	}()
	s, err := f.open(c)
	if err != nil {
		return err
	}
	open = true
	f.Missed = nil // it refers to the request
	ended := a.streamEnds(c)
	go func() {
		defer ended()
		defer end()
		s.relay(watcher, f)
	}()
	return nil
}

// write returns the events of changed topics.
func (f Feed) write(topics []string) string {
	var text strings.Builder
	for _, topic := range topics {
		text.WriteString("event: " + f.Events[topic] + "\ndata: 1\n\n")
	}
	return text.String()
}

// A Stream is an answer that continues after its handler. It takes over the connection from the server, which
// would need four times as much memory for it.
type Stream struct{ net.Conn }

// open begins the stream, with the events of earlier changes.
func (f Feed) open(c echo.Context) (Stream, error) {
	// Pages whose node has ended do not all connect to another one at the same moment.
	opening := fmt.Sprintf("retry: %d\n\n", (reconnect/2 + rand.N(reconnect)).Milliseconds())
	if f.Missed != nil {
		topics, err := f.Missed()
		if err != nil {
			return Stream{}, err
		}
		opening += f.write(topics)
	}
	header := c.Response().Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no")
	header.Set("Connection", "close") // a stream has no length
	var head strings.Builder
	_ = header.Write(&head) // a buffer cannot fail
	conn, _, err := c.Response().Hijack()
	if err != nil {
		return Stream{}, err
	}
	s := Stream{conn}
	if keepalive.Watch(conn) != nil || s.Send("HTTP/1.1 200 OK\r\n"+head.String()+"\r\n"+opening) != nil {
		_ = conn.Close() // the reader disconnected, as the next read finds
	}
	return s, nil
}

// relay sends the events of a watcher, and closes the stream at their end.
func (s Stream) relay(from *live.Watcher, f Feed) {
	defer func() { _ = s.Close() }()
	gone := make(chan struct{})
	go func() {
		_, _ = s.Read(make([]byte, 1)) // ends with the connection: readers send nothing more
		close(gone)
	}()
	pulse := time.NewTicker(streamPulse)
	defer pulse.Stop()
	var sent time.Time         // time of the last event
	var later <-chan time.Time // receives when the pause is over
	news := func() error {
		sent, later = time.Now(), nil
		return s.Send(f.write(from.Take()))
	}
	for err := error(nil); err == nil; { // until the reader disconnects or is too slow
		select {
		case <-gone:
			return
		case _, open := <-from.Changes:
			if !open { // the person's streams are ended, or the server stops
				_ = news()
				return
			}
			rest := f.Pause - time.Since(sent)
			if rest <= 0 && f.Delay != nil {
				rest = f.Delay(from.Changed())
			}
			if rest > 0 {
				later = time.After(rest)
			} else {
				err = news()
			}
		case <-later:
			err = news()
		case <-pulse.C:
			err = s.Send(":\n\n")
		}
	}
}

// Send writes a text. It fails if the reader does not read it in time.
func (s Stream) Send(text string) error {
	if err := s.SetWriteDeadline(time.Now().Add(streamTimeout)); err != nil {
		return err
	}
	_, err := s.Write([]byte(text))
	return err
}
