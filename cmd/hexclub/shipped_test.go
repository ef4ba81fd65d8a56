package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// build is the program as it is shipped, made once.
var build struct {
	once   sync.Once
	folder string // removed when all tests are done
	err    error
}

// shipped is the program's file, built as the Dockerfile has it.
func shipped(t testing.TB) string {
	t.Helper()
	build.once.Do(func() {
		if build.folder, build.err = os.MkdirTemp("", "hexclub"); build.err != nil {
			return
		}
		command := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", build.folder, ".")
		command.Env = append(os.Environ(), "CGO_ENABLED=0")
		if output, err := command.CombinedOutput(); err != nil {
			build.err = fmt.Errorf("%w: %s", err, output)
		}
	})
	if build.err != nil {
		t.Fatal(build.err)
	}
	return filepath.Join(build.folder, "hexclub")
}
