package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"

	"hexclub/handlers"
	"hexclub/handlers/gate"
)

// listenMetrics takes the address for the operator, if there is one; else it is nil.
func (s serveCommand) listenMetrics() (net.Listener, error) {
	if s.Metrics == "" {
		return nil, nil
	}
	return listen("--metrics (HEXCLUB_METRICS)", "localhost:9090", s.Metrics)
}

// listen takes the address that a flag has, which is like another. It is a configError
// where it can never be had.
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

// watch answers the operator, until stop is called. That it cannot any more goes to
// failed. Without a listener it does nothing.
func watch(app *handlers.App, listener net.Listener, failed chan<- error) (stop func()) {
	if listener == nil {
		return func() {}
	}
	server := gate.NewServer(app.Ops.Monitoring(), app.Log)
	go func() { failed <- server.Serve(listener) }()
	return func() { _ = server.Close() }
}
