package main

import (
	"bufio"
	"io/fs"
	"math"
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
)

// limitMemory has the garbage collector work harder before the program takes more than
// three quarters of what it may have, unless GOMEMLIMIT says otherwise: on a small machine it would
// let garbage grow until the system ended the program.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryFor(os.DirFS("/")) / 4 * 3)
	}
}

// memoryFor is how much memory the program may have at most, in bytes: all of the machine,
// or of its container or service (cgroups, version 2). Where nothing is told of it that is
// without an end.
func memoryFor(root fs.FS) int64 {
	most := int64(math.MaxInt64)
	own := "/"
	for line := range lines(root, "proc/self/cgroup") {
		if group, ok := strings.CutPrefix(line, "0::"); ok {
			own = group
		}
	}
	for group := own; ; group = path.Dir(group) { // a limit of those above is one too
		for line := range lines(root, path.Join("sys/fs/cgroup", group, "memory.max")) {
			if n, err := strconv.ParseInt(line, 10, 64); err == nil { // else it is "max"
				most = min(most, n)
			}
		}
		if group == "/" || group == "." {
			break
		}
	}
	for line := range lines(root, "proc/meminfo") {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "MemTotal:" {
			if kb, err := strconv.ParseInt(fields[1], 10, 64); err == nil {
				most = min(most, kb*1024)
			}
		}
	}
	return most
}

// lines are those of a file; none where it cannot be read.
func lines(root fs.FS, name string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		file, err := root.Open(name)
		if err != nil {
			return
		}
		defer func() { _ = file.Close() }()
		for s := bufio.NewScanner(file); s.Scan(); {
			if !yield(s.Text()) {
				return
			}
		}
	}
}
