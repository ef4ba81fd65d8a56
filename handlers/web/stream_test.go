package web

import (
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"hexclub/handlers/live"
)

// A stream whose client reads nothing, without closing the connection, ends soon after the next event or
// comment. It frees all its resources.
func TestStreamsOfStuckReaders(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		news bool
		ends time.Duration
	}{
		"of news":          {true, streamTimeout},
		"of signs of life": {false, streamPulse + streamTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				hub := live.NewHub()
				watcher := hub.Watch("", "a")
				if c.news {
					hub.Publish("a")
				}
				conn, reader := net.Pipe()
				time.AfterFunc(time.Hour, func() { _ = reader.Close() }) // so that the test ends after a bug
				start := time.Now()
				Stream{conn}.relay(watcher, Feed{Events: map[string]string{"a": "few"}})
				if took := time.Since(start); took != c.ends {
					t.Errorf("it ends after %v, want %v", took, c.ends)
				}
				if n, err := reader.Read(make([]byte, 1)); n > 0 || err != io.EOF {
					t.Errorf("the connection is left open: %d bytes, %v", n, err)
				}
			})
		})
	}
}
