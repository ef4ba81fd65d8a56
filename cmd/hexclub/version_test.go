package main

import (
	"fmt"
	"runtime"
	"testing"
)

func TestVersion(t *testing.T) {
	t.Parallel()
	want := fmt.Sprintf("hexclub %s (%s, %s/%s)\n", release, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if output, ok := run(t, "version"); !ok || output != want {
		t.Errorf("version prints %q, ok %v; want %q", output, ok, want)
	}
}
