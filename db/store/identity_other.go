//go:build !(darwin || freebsd || linux)

package store

// An identity is empty on systems where an open file cannot be moved or removed, and where its
// shared memory cannot be read.
type identity struct{ content content }

type content struct {
	size   int64
	header [100]byte
}

func identify(string) (*identity, error) { return &identity{}, nil }

func (*identity) close() error { return nil }
func (*identity) moved() error { return nil }
func (*identity) check() error { return nil }
