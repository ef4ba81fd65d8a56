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
)

func TestEvents(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest := s.client(t), s.client(t)
	game := host.newGame("invite", "me")
	invitation := host.invitation(game)
	stale := host.get(game)

	waiting := host.connect(stale)
	if waiting.header.Get("Content-Type") != "text/event-stream" || waiting.status != http.StatusOK {
		t.Errorf("the stream is %q (%d)", waiting.header.Get("Content-Type"), waiting.status)
	}
	waiting.want(opening)
	guest.post(invitation)
	waiting.want(changed)
	waiting.want(chatted)

	current := guest.connect(guest.get(game))
	current.want(opening)
	behind := s.client(t).connect(stale)
	behind.want(opening)
	behind.want(changed)
	unsaid := s.client(t).listen(game+"/events", "")
	unsaid.want(opening)
	unsaid.want(changed)

	other := guest.connect(guest.get(guest.newGame("invite", "me")))
	other.want(opening)

	all := []*stream{waiting, current, behind, unsaid}
	host.turn(game, "c2", 0)
	for _, stream := range all {
		stream.want(changed)
	}
	host.turn(game, "c2", 0) // stale: nothing changes
	guest.turn(game, "c3", 1)
	guest.post(game + "/resign")
	for _, stream := range all {
		stream.want(changed)
	}
	// A server that stops ends its streams; none has more to say, the one of
	// another game never had anything.
	s.Live.Close()
	for _, stream := range append(all, other) {
		stream.want(ended)
	}
	late := host.listen(game+"/events", "")
	late.want(opening)
	late.want(changed)
	late.want(ended)
}

func TestEventsOfUnknownGame(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.client(t).get("/games/nonsense/events").wantStatus(t, http.StatusNotFound).wantText(t, "main", "No game has this address")
}

// Players hear of their chat too; outsiders do not.
func TestEventsOfChat(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, _ := s.twoPlayers(t)
	player, outsider := host.connect(host.get(game)), s.client(t).connect(host.get(game))
	player.want(opening)
	outsider.want(opening)
	topic := strings.TrimPrefix(game, "/games/")
	s.Live.Publish("chat:" + topic)
	player.want(chatted)
	s.Live.Publish(topic)
	player.want(changed)
	outsider.want(changed)
}

// What many look at is told once in a while, all that changed at once.
func TestPauseBetweenEvents(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pause time.Duration
		again string // what comes after the first event
	}{
		"that passes":          {time.Millisecond, "event: few\ndata: 1\n\n"},
		"that takes very long": {time.Hour, ended},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			s.router.GET("/test/events", func(c2 echo.Context) error {
				return s.FollowEvents(c2, map[string]string{"a": "few", "b": "many"}, c.pause)
			})
			list := s.client(t).listen("/test/events", "")
			list.want(opening)
			s.Live.Publish("a")
			list.want("event: few\ndata: 1\n\n")
			s.Live.Publish("a")
			if c.again == ended {
				s.Live.Publish("b")
				s.Live.Close() // ends the pause
			}
			list.want(c.again)
		})
	}
}

// A reader that takes nothing of what is sent is dropped, and keeps nobody
// else waiting.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.router.GET("/slow/events", func(c echo.Context) error {
		return s.FollowEvents(c, map[string]string{"a": strings.Repeat("more than a connection holds ", 1<<19)}, 0)
	})
	s.router.GET("/test/events", func(c echo.Context) error {
		return s.FollowEvents(c, map[string]string{"a": "few"}, 0)
	})
	slow, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
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
	reader := s.client(t).listen("/test/events", "")
	reader.want(opening)
	if n := s.Streams(); n != 2 {
		t.Errorf("%d streams are open, want 2", n)
	}
	start := time.Now()
	for range 20 {
		s.Live.Publish("a")
		reader.want("event: few\ndata: 1\n\n")
	}
	if s.Streams() != 2 {
		t.Errorf("dropped after %v, before it kept anybody waiting", time.Since(start))
	}
	await(t, 15*time.Second-time.Since(start), "is the slow reader gone", func() bool { return s.Streams() == 1 })
	s.Live.Publish("a")
	reader.want("event: few\ndata: 1\n\n")
}

// Not parallel: it counts goroutines.
func TestLeaversLeaveNothing(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	game := c.newGame("device", "me")
	streams := make([]*stream, 50)
	for i := range streams {
		streams[i] = c.connect(c.get(game))
		streams[i].want(opening)
	}
	await(t, patienceForEvents, "does one goroutine of each stream send, and one hear whether its reader leaves", func() bool {
		return streaming(t) == 2*len(streams)
	})
	for _, stream := range streams {
		stream.leave()
	}
	await(t, patienceForEvents, "do all streams end", func() bool { return streaming(t) == 0 && s.Streams() == 0 })
	c.turn(game, "c2", 0).wantStatus(t, http.StatusOK)
}

// streaming is how many goroutines serve streams.
func streaming(t *testing.T) int {
	t.Helper()
	var stacks strings.Builder
	if err := pprof.Lookup("goroutine").WriteTo(io.Writer(&stacks), 2); err != nil {
		t.Fatal(err)
	}
	n := 0
	for stack := range strings.SplitSeq(stacks.String(), "\n\n") {
		if strings.Contains(stack, "handlers.stream.relay") {
			n++
		}
	}
	return n
}
