package handlers_test

import (
	"io"
	"net"
	"net/http"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/sitetest"
)

func TestEvents(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	host, guest := s.Client(t), s.Client(t)
	game := host.NewGame("invite", "me")
	invitation := host.Invitation(game)
	stale := host.Get(game)

	waiting := host.Connect(stale)
	if waiting.Header.Get("Content-Type") != "text/event-stream" || waiting.Status != http.StatusOK {
		t.Errorf("the stream is %q (%d)", waiting.Header.Get("Content-Type"), waiting.Status)
	}
	waiting.Want(sitetest.Opening)
	guest.Post(invitation)
	waiting.Want(sitetest.Changed)
	waiting.Want(sitetest.Chatted)

	current := guest.Connect(guest.Get(game))
	current.Want(sitetest.Opening)
	behind := s.Client(t).Connect(stale)
	behind.Want(sitetest.Opening)
	behind.Want(sitetest.Changed)
	unsaid := s.Client(t).Listen(game+"/events", "")
	unsaid.Want(sitetest.Opening)
	unsaid.Want(sitetest.Changed)

	other := guest.Connect(guest.Get(guest.NewGame("invite", "me")))
	other.Want(sitetest.Opening)

	all := []*sitetest.Stream{waiting, current, behind, unsaid}
	host.Turn(game, "c2", 0)
	for _, stream := range all {
		stream.Want(sitetest.Changed)
	}
	host.Turn(game, "c2", 0) // stale: nothing changes
	guest.Turn(game, "c3", 1)
	guest.Post(game + "/resign")
	for _, stream := range all {
		stream.Want(sitetest.Changed)
	}
	// A server that stops ends its streams. The stream of another game has no events.
	s.Live.Close()
	for _, stream := range append(all, other) {
		stream.Want(sitetest.Ended)
	}
	late := host.Listen(game+"/events", "")
	late.Want(sitetest.Opening)
	late.Want(sitetest.Changed)
	late.Want(sitetest.Ended)
}

func TestEventsOfUnknownGame(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	s.Client(t).Get("/games/nonsense/events").WantStatus(t, http.StatusNotFound).WantText(t, "main", "There’s no game at this address")
}

// Only players get events of their chat.
func TestEventsOfChat(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, _ := s.TwoPlayers(t)
	player, outsider := host.Connect(host.Get(game)), s.Client(t).Connect(host.Get(game))
	player.Want(sitetest.Opening)
	outsider.Want(sitetest.Opening)
	topic := strings.TrimPrefix(game, "/games/")
	s.Live.Publish("chat:" + topic)
	player.Want(sitetest.Chatted)
	s.Live.Publish(topic)
	player.Want(sitetest.Changed)
	outsider.Want(sitetest.Changed)
}

// Changes within a pause are sent at its end, all at once.
func TestPauseBetweenEvents(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pause time.Duration
		again string // content after the first event
	}{
		"that passes":          {time.Millisecond, "event: few\ndata: 1\n\n"},
		"that takes very long": {time.Hour, sitetest.Ended},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sitetest.New(t)
			s.Router.GET("/test/events", func(c2 echo.Context) error {
				return s.FollowEvents(c2, map[string]string{"a": "few", "b": "many"}, c.pause)
			})
			list := s.Client(t).Listen("/test/events", "")
			list.Want(sitetest.Opening)
			s.Live.Publish("a")
			list.Want("event: few\ndata: 1\n\n")
			s.Live.Publish("a")
			if c.again == sitetest.Ended {
				s.Live.Publish("b")
				s.Live.Close() // ends the pause
			}
			list.Want(c.again)
		})
	}
}

// A client that does not read its stream is disconnected, and does not delay others.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	s.Router.GET("/slow/events", func(c echo.Context) error {
		return s.FollowEvents(c, map[string]string{"a": strings.Repeat("more than a connection holds ", 1<<19)}, 0)
	})
	s.Router.GET("/test/events", func(c echo.Context) error {
		return s.FollowEvents(c, map[string]string{"a": "few"}, 0)
	})
	slow, err := net.Dial("tcp", strings.TrimPrefix(s.Url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = slow.Close() }()
	if _, err := io.WriteString(slow, "GET /slow/events HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := slow.Read(make([]byte, 1)); err != nil { // the stream is open, and never read again
		t.Fatal(err)
	}
	reader := s.Client(t).Listen("/test/events", "")
	reader.Want(sitetest.Opening)
	if n := s.Streams(); n != 2 {
		t.Errorf("%d streams are open, want 2", n)
	}
	start := time.Now()
	for range 20 {
		s.Live.Publish("a")
		reader.Want("event: few\ndata: 1\n\n")
	}
	if s.Streams() != 2 {
		t.Errorf("dropped after %v, before it kept anybody waiting", time.Since(start))
	}
	sitetest.Await(t, 15*time.Second-time.Since(start), "is the slow reader gone", func() bool { return s.Streams() == 1 })
	s.Live.Publish("a")
	reader.Want("event: few\ndata: 1\n\n")
}

// Not parallel: it counts goroutines.
func TestClosedStreamsLeaveNothing(t *testing.T) {
	s := sitetest.New(t)
	c := s.Client(t)
	game := c.NewGame("device", "me")
	streams := make([]*sitetest.Stream, 50)
	for i := range streams {
		streams[i] = c.Connect(c.Get(game))
		streams[i].Want(sitetest.Opening)
	}
	sitetest.Await(t, sitetest.EventTimeout, "does one goroutine of each stream send, and one hear whether its reader leaves", func() bool {
		return streaming(t) == 2*len(streams)
	})
	for _, stream := range streams {
		stream.Leave()
	}
	sitetest.Await(t, sitetest.EventTimeout, "do all streams end", func() bool { return streaming(t) == 0 && s.Streams() == 0 })
	c.Turn(game, "c2", 0).WantStatus(t, http.StatusOK)
}

// streaming returns how many goroutines serve streams.
func streaming(t *testing.T) int {
	t.Helper()
	var stacks strings.Builder
	if err := pprof.Lookup("goroutine").WriteTo(io.Writer(&stacks), 2); err != nil {
		t.Fatal(err)
	}
	n := 0
	for stack := range strings.SplitSeq(stacks.String(), "\n\n") {
		if strings.Contains(stack, "web.Stream.relay") {
			n++
		}
	}
	return n
}
