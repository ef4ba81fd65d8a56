package rulestest

import (
	"os"
	"testing"
)

// Full reports whether tests that otherwise sample a product, such as page states by looks, do
// all of it, as in the check's full mode.
func Full() bool { return os.Getenv("HEXCLUB_FULL") != "" }

// Some returns the number of repetitions of a test: n, or a tenth of that and
// at least one if the test is to be short (go test -short).
func Some(t testing.TB, n int) int {
	t.Helper()
	if testing.Short() {
		return min(n, max(1, n/10))
	}
	return n
}

// Part returns every nth element of a list from the given one on, or all of the list if Full. Tests that sample a
// product use another part of it for each of its other elements.
func Part[T any](list []T, from, n int) (part []T) {
	if Full() {
		return list
	}
	for i := from % n; i < len(list); i += n {
		part = append(part, list[i])
	}
	return part
}

// Few returns the list that a test uses: all of it, or the first n if the test
// is to be short (go test -short).
func Few[T any](t testing.TB, list []T, n int) []T {
	t.Helper()
	if testing.Short() {
		return list[:min(n, len(list))]
	}
	return list
}
