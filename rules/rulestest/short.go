package rulestest

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

// Short reports whether a test should do only the beginning of slow work, as
// under the race detector. It appends the package folder and the name of a
// test that calls it to the file named by HEXCLUB_SHORTENED, if set: the check
// runs these tests completely without the detector.
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

// Some returns the number of repetitions of a test: n, or a tenth of that and
// at least one if the test is to be Short.
func Some(t testing.TB, n int) int {
	t.Helper()
	if Short(t) {
		return min(n, max(1, n/10))
	}
	return n
}

// Few returns the list that a test uses: all of it, or the first n if the test
// is to be Short.
func Few[T any](t testing.TB, list []T, n int) []T {
	t.Helper()
	if Short(t) {
		return list[:min(n, len(list))]
	}
	return list
}
