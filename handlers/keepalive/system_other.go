//go:build !linux

package keepalive

import "time"

// limitSilence does nothing. On these systems an unreachable reader is detected when data fills the
// connection.
func limitSilence(uintptr, time.Duration) error { return nil }
