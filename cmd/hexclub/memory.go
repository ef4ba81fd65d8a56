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

// limitMemory sets the memory limit of the garbage collector to three quarters of the available
// memory, unless GOMEMLIMIT is set. Without a limit, garbage could grow on a small machine until
// the system kills the program.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(availableMemory(os.DirFS("/")) / 4 * 3)
	}
}

// availableMemory returns how much memory the program may use, in bytes: that of the machine, or
// less if a container or service limits it (cgroups version 2). It returns math.MaxInt64 if nothing
// is known.
func availableMemory(root fs.FS) int64 {
	most := int64(math.MaxInt64)
	own := "/"
	for line := range lines(root, "proc/self/cgroup") {
		if group, ok := strings.CutPrefix(line, "0::"); ok {
			own = group
		}
	}
	for group := own; ; group = path.Dir(group) { // limits of parent groups apply too
		for line := range lines(root, path.Join("sys/fs/cgroup", group, "memory.max")) {
			if n, err := strconv.ParseInt(line, 10, 64); err == nil { // otherwise it is "max"
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

// lines yields the lines of a file; none if it cannot be read.
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
