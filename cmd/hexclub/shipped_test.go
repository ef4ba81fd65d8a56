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

// build is the release build of the program, made once.
var build struct {
	once   sync.Once
	folder string // removed after all tests
	err    error
}

const (
	// release is the version of the build.
	release = "v1.2.3-test"

	// builtBefore is a variable with the path of the program, if another process has built it.
	builtBefore = "TEST_HEXCLUB"
)

// shipped returns the path of the program, built by the command in the Dockerfile, without the race
// detector.
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

// source returns the contents of a file of the repository.
func source(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// ship builds the program in a new folder.
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
