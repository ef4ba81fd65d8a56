package main

import (
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

func TestHealthcheck(t *testing.T) {
	t.Parallel()
	s := serve(t, filepath.Join(t.TempDir(), "hexclub.db"))
	alive := strings.TrimPrefix(s.url, "http://")
	_, port, err := net.SplitHostPort(alive)
	if err != nil {
		t.Fatal(err)
	}
	ill := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(ill.Close)
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = silent.Close() })
	for name, tt := range map[string]struct {
		listen, timeout string
		ok              bool
	}{
		"alive":       {alive, "10s", true},
		"by any host": {"127.0.0.1:" + port, "10s", true},
		"ill":         {ill.Listener.Addr().String(), "10s", false},
		"silent":      {silent.Addr().String(), "50ms", false},
		"no address":  {"localhost", "10s", false},
	} {
		t.Run(name, func(t *testing.T) {
			if output, ok := run(t, "healthcheck", "--patience", tt.timeout, "--listen", tt.listen); ok != tt.ok || ok != (output == "ok\n") {
				t.Errorf("ok is %v: %s", ok, output)
			}
		})
	}
	s.kill(t)
	says(t, false, "", "healthcheck", "--listen", alive)
}

func TestWhereTheServerIs(t *testing.T) {
	t.Parallel()
	for listen, want := range map[string]string{
		":8080": "127.0.0.1:8080", "0.0.0.0:80": "127.0.0.1:80", "[::]:8080": "[::1]:8080",
		"localhost:8080": "localhost:8080", "192.0.2.7:1": "192.0.2.7:1", "[::1]:8080": "[::1]:8080",
	} {
		if got, err := localAddress(listen); err != nil || got != want {
			t.Errorf("%s is %s, %v; want %s", listen, got, err, want)
		}
	}
}
