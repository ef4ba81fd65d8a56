//go:build !unix

package gate

import "math"

// fileLimit returns no limit.
func fileLimit() uint64 { return math.MaxUint64 }
