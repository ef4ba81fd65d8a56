package gate

import (
	"log/slog"
	"net/http"
	"time"
)

// How long a client may take before its connection is closed. Whoever is on a slow
// line has time enough; who sends or takes byte by byte holds little for not long.
const (
	headTimeout   = 10 * time.Second // to send the head of a request
	bodyTimeout   = 30 * time.Second // to send it all
	answerTimeout = 60 * time.Second // to take the answer; streams are not held to it
	idleTimeout   = 2 * time.Minute  // to ask for more
	maxHead       = 32 << 10         // bytes
)

// NewServer is a server for a site, with bounds for what clients may take of it.
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
