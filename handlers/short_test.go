package handlers_test

import "testing"

// few is what a test takes of a list that is long to go through: all of it, or the
// first n where tests are to be short, as they are under the race detector.
func few[T any](list []T, n int) []T {
	if testing.Short() {
		return list[:min(n, len(list))]
	}
	return list
}
