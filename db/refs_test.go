package db

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The package knows no addresses of pages, neither in Go nor in SQL: it refers to things by Ref.
func TestNoAddresses(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	address := regexp.MustCompile("[\"'`]/[a-z]")
	for _, name := range names {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if found := address.Find(source); found != nil && !strings.HasSuffix(name, "_test.go") {
			t.Errorf("%s has an address: %s", name, found)
		}
	}
}
