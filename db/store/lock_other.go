//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package store

import (
	"errors"
	"os"
)

// noFollow is not needed where users cannot make symbolic links for others.
const noFollow = 0

// lock does nothing where the system does not rename open files.
func lock(string, string, bool) (release func() error, err error) {
	return func() error { return nil }, nil
}

// holdFolder locks nothing.
func holdFolder(string) (release func() error, err error) { return nil, errors.ErrUnsupported }

// giveTo does nothing where files are not the users' who made them.
func giveTo(*os.File, string) error { return nil }
