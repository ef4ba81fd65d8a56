package handlers_test

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/sitetest"
)

// Streams of clients that vanished without closing the connection end, with or without events, and so do unread
// ones; others continue.
func TestVanishedClients(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for path, topic := range map[string]string{"/busy/events": "a", "/quiet/events": "b"} {
		s.Router.GET(path, func(c echo.Context) error { return s.FollowEvents(c, map[string]string{topic: "few"}, 0) })
	}
	open := func(dialer net.Dialer, path string) net.Conn {
		conn, err := dialer.Dial("tcp", strings.TrimPrefix(s.Url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		if _, err := io.WriteString(conn, "GET "+path+" HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		return conn
	}
	busy, quiet := s.Client(t).Listen("/busy/events", ""), s.Client(t).Listen("/quiet/events", "")
	busy.Want(sitetest.Opening)
	quiet.Want(sitetest.Opening)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	start := time.Now()
	var narrow net.Dialer
	sitetest.Narrow(&narrow)
	for range 3 {
		sitetest.Deafen(t, open(net.Dialer{}, "/busy/events"))
		sitetest.Deafen(t, open(net.Dialer{}, "/quiet/events"))
		open(narrow, "/busy/events") // and is never read again
	}
	if n := s.Streams(); n != 11 {
		t.Errorf("%d streams are open, want 11", n)
	}
	for s.Streams() > 2 && time.Since(start) < sitetest.GoneWithin {
		<-tick.C
		s.Live.Publish("a")
		busy.Want("event: few\ndata: 1\n\n")
	}
	if n := s.Streams(); n != 2 {
		t.Errorf("%d streams are open after %v, want those of the two who read", n, time.Since(start))
	}
	s.Live.Publish("b")
	quiet.Want("event: few\ndata: 1\n\n")
}
