package sitetest

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// A Stream is a client's open event stream.
type Stream struct {
	t      testing.TB
	Status int
	Header http.Header
	frames chan string // whole frames; closed at the end of the stream
	Leave  func()
}

// EventTimeout is the maximum time until an event arrives.
const EventTimeout = 10 * time.Second

// Listen opens a stream. Since is the revision that the page shows; it may be empty.
func (c *Client) Listen(path, since string) *Stream {
	c.t.Helper()
	if since != "" {
		path += "?since=" + since
	}
	ctx, cancel := context.WithCancel(context.Background())
	c.t.Cleanup(cancel)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Url+path, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header = c.Header.Clone()
	request.Header.Set("Accept", "text/event-stream")
	response, err := c.Http.Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	s := &Stream{c.t, response.StatusCode, response.Header, make(chan string, 100), cancel}
	go func() {
		defer close(s.frames)
		defer func() { _ = response.Body.Close() }()
		reader := bufio.NewReader(response.Body)
		frame := ""
		for {
			line, err := reader.ReadString('\n')
			if err != nil {
				return
			}
			if frame += line; line == "\n" {
				s.frames <- frame
				frame = ""
			}
		}
	}()
	return s
}

// Next returns the next frame, or "" at the end of the stream. It returns Opening for one with any time from 0.5 s to 1.5 s.
func (s *Stream) Next() string {
	s.t.Helper()
	select {
	case frame := <-s.frames:
		var pause int
		if _, err := fmt.Sscanf(frame, "retry: %d\n\n", &pause); err == nil && pause >= 500 && pause < 1500 {
			return Opening
		}
		return frame
	case <-time.After(EventTimeout):
		s.t.Fatal("the stream says nothing")
		return ""
	}
}

func (s *Stream) Want(frame string) {
	s.t.Helper()
	if got := s.Next(); got != frame {
		s.t.Fatalf("the stream says %q, want %q", got, frame)
	}
}

// WantEnd skips frames until the stream ends.
func (s *Stream) WantEnd() {
	s.t.Helper()
	for s.Next() != Ended {
	}
}

const (
	Opening = "retry: 1000\n\n"
	Changed = "event: changed\ndata: 1\n\n"
	Chatted = "event: chat\ndata: 1\n\n"
	Ended   = ""
)

// Connect opens the stream of a page.
func (c *Client) Connect(p WebPage) *Stream {
	c.t.Helper()
	address := p.Attribute("[data-sse-connect]", "data-sse-connect")
	if address == "" {
		c.t.Fatal("the page names no stream")
	}
	return c.Listen(address, "")
}

// Await polls until come returns true, and fails the test if that takes too long.
func Await(t testing.TB, atMost time.Duration, what string, come func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(atMost); !come(); {
		select {
		case <-tick.C:
		case <-late:
			t.Fatalf("after %v: %s?", atMost, what)
		}
	}
}

// A Wire is the client's end of a connection.
type Wire struct {
	net.Conn
	Reader *bufio.Reader
}

// Whole reads an answer to its end, and checks its status.
func (w *Wire) Whole(status int) error {
	answer, err := http.ReadResponse(w.Reader, nil)
	if err != nil {
		return err
	}
	if answer.StatusCode != status {
		return fmt.Errorf("the answer is %s", answer.Status)
	}
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}

// Answer reads the head of an answer, and checks the beginning of its first line.
func (w *Wire) Answer(want string) error {
	line, err := w.Reader.ReadSlice('\n')
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(line, []byte(want)) {
		return fmt.Errorf("the answer begins %q", line)
	}
	for err == nil && len(line) > len("\r\n") {
		line, err = w.Reader.ReadSlice('\n')
	}
	return err
}

// Event reads until the next "changed" event.
func (w *Wire) Event() error { return w.Line("event: changed") }

// Line reads until a line that begins with want.
func (w *Wire) Line(want string) error {
	for {
		line, err := w.Reader.ReadSlice('\n')
		if err != nil || bytes.HasPrefix(line, []byte(want)) {
			return err
		}
	}
}

// Between starts a server whose handler may delay requests to the site and their answers. From then
// on, it is the site's server.
func (s *Site) Between(t *testing.T, handler func(w http.ResponseWriter, r *http.Request)) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(handler))
	t.Cleanup(server.Close)
	t.Cleanup(s.Live.Close) // before the server, which waits for open streams
	s.Url = server.URL
	return server
}

// HoldAnswer delays the answer to the first turn that is sent by htmx. It closes played when the
// turn is stored. The caller closes release to send the answer.
func (s *Site) HoldAnswer(t *testing.T) (played, release chan struct{}) {
	t.Helper()
	played, release = make(chan struct{}), make(chan struct{})
	s.Between(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("HX-Request") == "" || r.Method != http.MethodPost {
			s.Router.ServeHTTP(w, r)
			return
		}
		answer := httptest.NewRecorder()
		s.Router.ServeHTTP(answer, r)
		close(played)
		<-release
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	})
	return played, release
}
