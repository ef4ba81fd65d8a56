package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
)

// build is the program as it is shipped, made once.
var build struct {
	once   sync.Once
	folder string // removed when all tests are done
	err    error
}

const (
	// release is what the program under test is called by.
	release = "v1.2.3-test"

	// builtBefore is the variable of the environment that names the program's file where
	// another process has built it.
	builtBefore = "TEST_HEXCLUB"
)

// shipped is the program's file, built by the command of the Dockerfile. The race detector
// does not watch it.
func shipped(t testing.TB) string {
	t.Helper()
	if file := os.Getenv(builtBefore); file != "" {
		return file
	}
	build.once.Do(func() { build.folder, build.err = ship() })
	if build.err != nil {
		t.Fatal(build.err)
	}
	return filepath.Join(build.folder, "hexclub")
}

// source is what stands in a file of the repository.
func source(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// ship builds the program into a new folder.
func ship() (folder string, err error) {
	if folder, err = os.MkdirTemp("", "hexclub"); err != nil {
		return "", err
	}
	dockerfile, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		return folder, err
	}
	found := regexp.MustCompile(`(?m)^RUN (CGO_ENABLED=0 go build .*) -o /out/hexclub \./cmd/hexclub `).FindSubmatch(dockerfile)
	if found == nil {
		return folder, errors.New("the Dockerfile does not build the program")
	}
	command := exec.Command("sh", "-c", string(found[1])+" -o \"$0\" .", filepath.Join(folder, "hexclub"))
	command.Env = append(os.Environ(), "VERSION="+release)
	if output, err := command.CombinedOutput(); err != nil {
		return folder, fmt.Errorf("%w: %s", err, output)
	}
	return folder, nil
}
