package web

import (
	"maps"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/keepalive"
	"hexclub/handlers/live"
)

const (
	streamPulse   = 20 * time.Second // between signs of life on a quiet stream
	streamTimeout = 5 * time.Second  // for a reader to take what is sent, when it has let much pile up already
)

// A Feed is the content of a stream: events without content, upon which the page fetches what it
// shows.
type Feed struct {
	Events map[string]string                    // name of the event by topic
	Pause  time.Duration                        // minimum between two announcements: pages with many readers need not follow every change
	Delay  func(changed []string) time.Duration // of the first announcement after a pause; nil for none
	Missed func() ([]string, error)             // topics that changed before the stream opened; nil where the page asks by itself
}

// Follow answers with a stream of a feed's events, which goes on until its
// reader leaves or takes too long to read, or the server stops.
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
	if v.Ended() { // the page asks for what has changed, and is renewed
		f.Missed = func() ([]string, error) { return slices.Collect(maps.Keys(f.Events)), nil }
	}
	watcher := a.Live.WatchFrom(c.RealIP(), v.Person.ID, slices.Collect(maps.Keys(f.Events))...)
	if _, banned := a.Bans.Of(c.RealIP(), a.Now()); banned { // since the request was let in
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
	f.Missed = nil // it holds on to the request
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

// A Stream is an answer that goes on after its handler. It takes the connection
// from the server, which would keep four times as much memory for it.
type Stream struct{ net.Conn }

// open begins the stream, with what changed before.
func (f Feed) open(c echo.Context) (Stream, error) {
	opening := "retry: 1000\n\n"
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
	header.Set("Connection", "close") // nothing can follow what has no end
	var head strings.Builder
	_ = header.Write(&head) // never fails
	conn, _, err := c.Response().Hijack()
	if err != nil {
		return Stream{}, err
	}
	s := Stream{conn}
	if keepalive.Watch(conn) != nil || s.Send("HTTP/1.1 200 OK\r\n"+head.String()+"\r\n"+opening) != nil {
		_ = conn.Close() // the reader is gone, as the next to read will find
	}
	return s, nil
}

// relay sends what a watcher hears, and closes the stream.
func (s Stream) relay(from *live.Watcher, f Feed) {
	defer func() { _ = s.Close() }()
	gone := make(chan struct{})
	go func() {
		_, _ = s.Read(make([]byte, 1)) // ends with the connection: readers have nothing more to say
		close(gone)
	}()
	pulse := time.NewTicker(streamPulse)
	defer pulse.Stop()
	var told time.Time         // when there was news last
	var later <-chan time.Time // receives when there may be more
	news := func() error {
		told, later = time.Now(), nil
		return s.Send(f.write(from.Take()))
	}
	for err := error(nil); err == nil; { // else it is gone, or as good as that
		select {
		case <-gone:
			return
		case _, open := <-from.Changes:
			if !open { // the person's streams are ended, or the server stops
				_ = news()
				return
			}
			rest := f.Pause - time.Since(told)
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

// Send writes; a reader that does not take it in time is an error.
func (s Stream) Send(text string) error {
	if err := s.SetWriteDeadline(time.Now().Add(streamTimeout)); err != nil {
		return err
	}
	_, err := s.Write([]byte(text))
	return err
}
