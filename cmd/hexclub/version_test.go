package main

import (
	"runtime"
	"strings"
	"testing"
)

func TestVersion(t *testing.T) {
	t.Parallel()
	output, ok := run(t, "version")
	fields := strings.Fields(output)
	if !ok || len(fields) != 4 || fields[0] != "hexclub" || fields[1] == "dev" || !strings.Contains(output, runtime.Version()) {
		t.Errorf("version prints %q, ok %v", output, ok)
	}
}
