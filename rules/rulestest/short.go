package rulestest

import "testing"

// Some is how often a test does what it is to do n times: where tests are to be
// short, as they are under the race detector, a tenth of that, but once at least.
func Some(n int) int {
	if testing.Short() {
		return min(n, max(1, n/10))
	}
	return n
}
