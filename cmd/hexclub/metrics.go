package main

import (
	"fmt"
	"net"

	"hexclub/handlers"
)

// listenMetrics takes the address for the operator, if there is one; else it is nil.
func (s serveCommand) listenMetrics() (net.Listener, error) {
	if s.Metrics == "" {
		return nil, nil
	}
	listener, err := net.Listen("tcp", s.Metrics)
	if err != nil {
		return nil, fmt.Errorf("--metrics (HEXCLUB_METRICS): %w", err)
	}
	return listener, nil
}

// watch answers the operator, until stop is called. That it cannot any more goes to
// failed. Without a listener it does nothing.
func watch(app *handlers.App, listener net.Listener, failed chan<- error) (stop func()) {
	if listener == nil {
		return func() {}
	}
	server := handlers.NewServer(app.Watchtower(), app.Log)
	go func() { failed <- server.Serve(listener) }()
	return func() { _ = server.Close() }
}
