//go:build linux || darwin || freebsd

package store

import "golang.org/x/sys/unix"

// freeSpace returns the free space of the disk of a file, in bytes.
func freeSpace(path string) (int64, error) {
	var disk unix.Statfs_t
	if err := unix.Statfs(path, &disk); err != nil {
		return 0, err
	}
	return int64(disk.Bavail) * int64(disk.Bsize), nil
}
