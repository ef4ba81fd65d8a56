//go:build unix

package gate

import "golang.org/x/sys/unix"

// fileLimit is how many files and connections the system lets the program have open at
// once (Go asks for as many as it may when it starts).
func fileLimit() uint64 {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return 1024 // what most systems begin with
	}
	return uint64(limit.Cur)
}
