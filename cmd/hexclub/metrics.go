package main

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"hexclub/handlers"
)

// watch answers the operator on the address for metrics, if there is one, until stop is
// called. That it cannot any more goes to failed.
func (s serveCommand) watch(app *handlers.App, failed chan<- error) (address string, stop func(), err error) {
	if s.Metrics == "" {
		return "", func() {}, nil
	}
	listener, err := net.Listen("tcp", s.Metrics)
	if err != nil {
		return "", nil, fmt.Errorf("--metrics (HEXCLUB_METRICS): %w", err)
	}
	server := &http.Server{
		Handler: app.Watchtower(), ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second, MaxHeaderBytes: 32 << 10,
		ErrorLog: slog.NewLogLogger(app.Log.Handler(), slog.LevelWarn),
	}
	go func() { failed <- server.Serve(listener) }()
	return "http://" + listener.Addr().String() + "/metrics", func() { _ = server.Close() }, nil
}
