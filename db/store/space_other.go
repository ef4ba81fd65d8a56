//go:build !linux && !darwin && !freebsd

package store

// freeSpace returns a negative number, because this system does not report it.
func freeSpace(string) (int64, error) { return -1, nil }
