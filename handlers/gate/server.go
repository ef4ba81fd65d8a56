package gate

import (
	"log/slog"
	"net/http"
	"time"
)

// The time that a client may take before its connection is closed. A client on a slow line has enough. A client
// that sends or reads byte by byte holds little memory for a short time.
const (
	headTimeout   = 10 * time.Second // to send the header of a request
	bodyTimeout   = 30 * time.Second // to send all of it
	answerTimeout = 60 * time.Second // to read the answer, except for streams
	idleTimeout   = 2 * time.Minute  // until the next request
	maxHead       = 32 << 10         // bytes
)

// NewServer returns a server for a site, with limits for its clients.
func NewServer(site http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           site,
		ReadHeaderTimeout: headTimeout,
		ReadTimeout:       bodyTimeout,
		WriteTimeout:      answerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHead,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}
