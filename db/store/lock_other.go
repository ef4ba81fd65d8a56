//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package store

import (
	"errors"
	"os"
)

// noFollow is nothing where nobody else's links are followed.
const noFollow = 0

// lock does nothing where the system itself lets nobody rename a file that is open.
func lock(string, string, bool) (release func() error, err error) {
	return func() error { return nil }, nil
}

// holdFolder locks nothing.
func holdFolder(string) (release func() error, err error) { return nil, errors.ErrUnsupported }

// giveTo does nothing where files are not the users' who made them.
func giveTo(*os.File, string) error { return nil }
