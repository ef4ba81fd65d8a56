package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"

	"hexclub/handlers"
	"hexclub/handlers/gate"
)

// listenMetrics opens the listener for metrics. It returns nil if none is configured.
func (s serveCommand) listenMetrics() (net.Listener, error) {
	if s.Metrics == "" {
		return nil, nil
	}
	return listen("--metrics (HEXCLUB_METRICS)", "localhost:9090", s.Metrics)
}

// listen opens the listener for the address in a flag; like is an example of one. It returns a
// configError if a restart cannot help.
func listen(flag, like, address string) (net.Listener, error) {
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return nil, configError(fmt.Errorf("%s: %q is not like %s", flag, address, like))
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		err = fmt.Errorf("%s: %w", flag, err)
	}
	if errors.Is(err, fs.ErrPermission) {
		err = configError(err)
	}
	return listener, err
}

// serveMetrics serves the operator's pages until stop is called, and sends an error of the server
// to failed. With a nil listener it does nothing.
func serveMetrics(app *handlers.App, listener net.Listener, failed chan<- error) (stop func()) {
	if listener == nil {
		return func() {}
	}
	server := gate.NewServer(app.Ops.Monitoring(), app.Log)
	go func() { failed <- server.Serve(listener) }()
	return func() { _ = server.Close() }
}
