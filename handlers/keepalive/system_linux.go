package keepalive

import (
	"time"

	"golang.org/x/sys/unix"
)

// limitSilence has the system end a connection when what was sent is not acknowledged,
// or cannot be sent because the reader takes nothing, for so long (tcp(7), TCP_USER_TIMEOUT).
func limitSilence(socket uintptr, limit time.Duration) error {
	return unix.SetsockoptInt(int(socket), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(limit.Milliseconds()))
}
