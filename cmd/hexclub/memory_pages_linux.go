package main

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// dropStartPages removes the pages of the program's own file from its resident memory. Most were
// only needed to start. The system loads a page again when it is needed, from its cache or the
// disk.
func dropStartPages() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return err
	}
	for _, m := range unchangedMappings(maps, program) {
		if _, _, errno := unix.Syscall(unix.SYS_MADVISE, m.start, m.end-m.start, unix.MADV_DONTNEED); errno != 0 {
			return errno
		}
	}
	return nil
}

// A mapping is a range of the address space.
type mapping struct{ start, end uintptr }

// unchangedMappings returns the read-only mappings of a file that have the same contents as the
// file, given the contents of smaps (see proc(5)). The linker may have changed pages that are
// read-only now; dropping them would lose the change.
func unchangedMappings(smaps []byte, file string) (unchanged []mapping) {
	var last mapping
	candidate := false
	for s := bufio.NewScanner(bytes.NewReader(smaps)); s.Scan(); {
		name, value, _ := strings.Cut(s.Text(), " ")
		value = strings.TrimSpace(value)
		switch {
		case name == "Anonymous:":
			if candidate && value == "0 kB" {
				unchanged = append(unchanged, last)
			}
		case !strings.HasSuffix(name, ":"):
			var readable bool
			last, readable = parseMapping(name)
			candidate = readable && strings.HasSuffix(value, " "+file) && value[1] == '-'
		}
	}
	return unchanged
}

// parseMapping parses a range of addresses, such as "400000-401000".
func parseMapping(text string) (m mapping, ok bool) {
	start, end, _ := strings.Cut(text, "-")
	from, startErr := strconv.ParseUint(start, 16, 64)
	to, endErr := strconv.ParseUint(end, 16, 64)
	return mapping{uintptr(from), uintptr(to)}, startErr == nil && endErr == nil
}
