package gate_test

import (
	"bufio"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"hexclub/db"
	"hexclub/handlers/gate"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// pipes is a listener for connections without a network, in the time of a test.
type pipes struct {
	conns chan net.Conn
	shut  chan struct{}
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.shut:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error   { close(p.shut); return nil }
func (p pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes"} }

// piped connects a test in a bubble to the site's server.
func piped(t *testing.T, site http.HandlerFunc) net.Conn {
	t.Helper()
	p := pipes{make(chan net.Conn), make(chan struct{})}
	server := gate.NewServer(site, slog.New(slog.DiscardHandler))
	go func() { _ = server.Serve(p) }()
	conn, end := net.Pipe()
	p.conns <- end
	t.Cleanup(func() { _, _ = conn.Close(), server.Close() })
	return conn
}

// drip writes a text, a byte each second, until the other end closes.
func drip(conn net.Conn, text string) {
	for i := range text {
		if _, err := io.WriteString(conn, text[i:i+1]); err != nil {
			return
		}
		time.Sleep(time.Second)
	}
}

// Clients that send or read byte by byte, or are silent, are disconnected after a known time.
func TestSlowClientsAreDisconnected(t *testing.T) {
	t.Parallel()
	const get, post = "GET / HTTP/1.1\r\nHost: localhost\r\n", "POST / HTTP/1.1\r\nHost: localhost\r\n"
	long := strings.Repeat("a", 1000)
	for name, c := range map[string]struct {
		quick, slow string // sent at once, and byte by byte after that
		reads       bool   // reads the answers
		after       time.Duration
	}{
		"who says nothing":                    {"", "", true, 10 * time.Second},
		"with the first line":                 {"", "GET /" + long, true, 10 * time.Second},
		"with the head":                       {get, "X: " + long, true, 10 * time.Second},
		"with the body":                       {post + "Content-Length: 1000\r\n\r\n", long, true, 30 * time.Second},
		"with chunks":                         {post + "Transfer-Encoding: chunked\r\n\r\n", strings.Repeat("1\r\na\r\n", 200), true, 30 * time.Second},
		"with the head of another request":    {get + "\r\n", "GET /" + long, true, 13 * time.Second}, // four bytes are no request yet
		"who ask for nothing more":            {get + "\r\n", "", true, 2 * time.Minute},
		"who do not take the answer":          {get + "\r\n", "", false, 60 * time.Second},
		"who ask for more but take no answer": {get + "\r\n" + get + "\r\n", "", false, 60 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				conn := piped(t, func(w http.ResponseWriter, r *http.Request) {
					if _, err := io.ReadAll(r.Body); err == nil {
						_, _ = io.WriteString(w, strings.Repeat("more than one write ", 1000))
					}
				})
				var dripping sync.WaitGroup
				defer dripping.Wait()
				defer func() { _ = conn.Close() }()
				dripping.Go(func() {
					_, _ = io.WriteString(conn, c.quick)
					drip(conn, c.slow)
				})
				if c.reads {
					_, _ = io.Copy(io.Discard, conn) // ends with the connection
				} else {
					synctest.Wait()
					_, _ = io.WriteString(conn, long) // ends as well: the server does not read so much
				}
				if took := time.Since(start); took < c.after || took > c.after+time.Second {
					t.Errorf("left after %v, want %v", took, c.after)
				}
			})
		})
	}
}

// The server reads the header of a request up to its maximum size.
func TestLongHeads(t *testing.T) {
	t.Parallel()
	for size, want := range map[int]int{31 << 10: http.StatusOK, 40 << 10: http.StatusRequestHeaderFieldsTooLarge} {
		synctest.Test(t, func(t *testing.T) {
			conn := piped(t, func(http.ResponseWriter, *http.Request) {})
			go func() {
				_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: localhost\r\nX: "+strings.Repeat("a", size)+"\r\n\r\n")
			}()
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			if _ = response.Body.Close(); response.StatusCode != want {
				t.Errorf("a head of %d bytes is answered %d, want %d", size, response.StatusCode, want)
			}
			_, _ = io.Copy(io.Discard, conn) // ends with the connection
		})
	}
}

// One address cannot take all connections, and further connections wait for a place.
func TestConnectionLimit(t *testing.T) {
	t.Parallel()
	s, _ := sitetest.LimitedSite(t, web.Limits{ConnectionsAt: 3}, "127.0.0.9/32")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	log := &sitetest.LogBuffer{}
	s.Log = slog.New(slog.NewJSONHandler(log, nil))
	limited := s.Guard.ListenerOf(listener, 5)
	server := gate.NewServer(s.Router, slog.New(slog.DiscardHandler))
	ended := make(chan error)
	go func() { ended <- server.Serve(limited) }()
	knock := func(from string) *sitetest.Wire {
		dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
		conn, err := dialer.Dial("tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		if err := conn.SetDeadline(time.Now().Add(sitetest.EventTimeout)); err != nil {
			t.Fatal(err)
		}
		return &sitetest.Wire{Conn: conn, Reader: bufio.NewReader(conn)}
	}
	asks := func(w *sitetest.Wire) bool { // reports whether it is let in
		if _, err := io.WriteString(w, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			return false
		}
		return w.Whole(http.StatusOK) == nil
	}
	first, second := knock("127.0.0.1"), knock("127.0.0.1")
	if !asks(first) || !asks(second) {
		t.Fatal("two from one address are not let in")
	}
	if asks(knock("127.0.0.1")) {
		t.Error("one address has more than half of five places")
	}
	proxy := []*sitetest.Wire{knock("127.0.0.9"), knock("127.0.0.9"), knock("127.0.0.9")}
	for i, w := range proxy {
		if !asks(w) {
			t.Errorf("connection %d of a proxy is refused", i+1)
		}
	}
	outside := knock("127.0.0.2")
	waited := make(chan bool)
	go func() { waited <- asks(outside) }()
	_ = first.Close()
	if !<-waited {
		t.Error("who waited outside is not let in")
	}
	waiting := knock("127.0.0.3")
	_ = server.Close() // ends although a connection waits
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		t.Errorf("the server ended with %v", err)
	}
	if asks(waiting) {
		t.Error("somebody was let in after closing")
	}
	logged := map[any]int{}
	for _, line := range log.Logged(t) {
		logged[line["msg"]]++
	}
	if len(logged) != 2 || logged["connections refused: too many from one address"] != 1 || logged["connections wait: all places are taken"] != 1 {
		t.Errorf("the log has %v", logged)
	}
}

func TestPlacesFor(t *testing.T) {
	t.Parallel()
	for files, want := range map[uint64]int{20: 10, 128: 64, 256: 192, 1024: 960, 20_000: 10_000, 1 << 60: 10_000} {
		if got := gate.PlacesFor(files); got != want {
			t.Errorf("%d files leave %d places, want %d", files, got, want)
		}
	}
}

// A list of members is read only from organisers. Otherwise a stranger could make the site hold half a megabyte
// while it arrives byte by byte.
func TestListsOfOthersAreNotRead(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	organiser, _ := s.WithRole(t, "Otto", db.Organiser)
	for _, path := range []string{"/club/import", "/club/import/links.csv"} {
		large := io.MultiReader(strings.NewReader("list="), strings.NewReader(strings.Repeat("x", 520<<10))) // without a length
		organiser.Do(http.MethodPost, path, large, sitetest.FormType).WantStatus(t, http.StatusRequestEntityTooLarge)
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.Url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		w := &sitetest.Wire{Conn: conn, Reader: bufio.NewReader(conn)}
		_, err = io.WriteString(conn, "POST "+path+" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nlist=")
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(conn.(*net.TCPConn).CloseWrite(), w.Answer("HTTP/1.1 403 ")); err != nil { // a truncated body would be 400 if it were read
			t.Error(err)
		}
		_ = conn.Close()
	}
}
