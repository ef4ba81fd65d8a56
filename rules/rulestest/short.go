package rulestest

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

// Short reports whether a test is to do only the beginning of what takes long,
// as under the race detector. The folder and the name of one that asks, and so
// has more to do, are added to the file that HEXCLUB_SHORTENED names, if it
// names one: the check has those do all of it without the detector.
func Short(t testing.TB) bool {
	t.Helper()
	path := os.Getenv("HEXCLUB_SHORTENED")
	if !testing.Short() || path == "" {
		return testing.Short()
	}
	if err := note(path, t.Name()); err != nil {
		t.Error(err)
	}
	return true
}

func note(path, test string) error {
	name, _, _ := strings.Cut(test, "/")
	folder, err := os.Getwd()
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "%s\t%s\n", folder, name)
	return errors.Join(err, file.Close())
}

// Some returns how often a test does what it is to do n times: if it is to be
// Short a tenth of that, but once at least.
func Some(t testing.TB, n int) int {
	t.Helper()
	if Short(t) {
		return min(n, max(1, n/10))
	}
	return n
}

// Few is what a test takes of a list: if it is to be Short the first n.
func Few[T any](t testing.TB, list []T, n int) []T {
	t.Helper()
	if Short(t) {
		return list[:min(n, len(list))]
	}
	return list
}
