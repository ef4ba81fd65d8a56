package keepalive

import (
	"time"

	"golang.org/x/sys/unix"
)

// limitSilence makes the system close a connection if sent data is not acknowledged, or cannot be
// sent because the reader does not read, for the limit (tcp(7), TCP_USER_TIMEOUT).
func limitSilence(socket uintptr, limit time.Duration) error {
	return unix.SetsockoptInt(int(socket), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(limit.Milliseconds()))
}
