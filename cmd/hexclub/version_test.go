package main

import (
	"fmt"
	"os/exec"
	"runtime"
	"testing"
)

// The program prints the version that was set by the build, or "unreleased".
func TestVersion(t *testing.T) {
	t.Parallel()
	for version, command := range map[string]*exec.Cmd{release: program(t, "version"), "unreleased": instrumented(t, "--version")} {
		want := fmt.Sprintf("hexclub %s (%s, %s/%s)\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
		if output, err := command.CombinedOutput(); err != nil || string(output) != want {
			t.Errorf("version prints %q, %v; want %q", output, err, want)
		}
	}
}
