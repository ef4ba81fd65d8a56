//go:build unix

package gate

import "golang.org/x/sys/unix"

// fileLimit returns how many files and connections the system lets the program open at once. Go raises the limit
// as far as possible at the start.
func fileLimit() uint64 {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return 1024 // the default of most systems
	}
	return uint64(limit.Cur)
}
