package rulestest

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// Copies returns a function that copies a file to a path. The first call makes the file with
// create: for files that take long to make and that many tests begin with.
func Copies(create func(path string) error) func(t testing.TB, path string) {
	content := sync.OnceValues(func() ([]byte, error) {
		folder, err := os.MkdirTemp("", "copies")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(folder)
		path := filepath.Join(folder, "original")
		if err := create(path); err != nil {
			return nil, err
		}
		return os.ReadFile(path)
	})
	return func(t testing.TB, path string) {
		t.Helper()
		text, err := content()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
