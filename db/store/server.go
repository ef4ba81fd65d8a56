package store

import (
	"errors"
	"fmt"
)

// errHeld is that a lock cannot be had alone.
var errHeld = errors.New("another program has it open: stop the server first")

// ServeAlone makes the caller the only server of the database at path, which need not exist, until
// release is called or the program ends: a server notifies only its own open pages of changes, and
// runs all background jobs. Other programs may open the file at the same time.
func ServeAlone(path string) (release func() error, err error) {
	if path, err = realPath(path); err != nil {
		return nil, err
	}
	release, err = lock(path, ".server.lock", true)
	if errors.Is(err, errHeld) {
		err = errors.New("another server has it open: stop it first")
	}
	if err != nil {
		return nil, fmt.Errorf("serve %s: %w", path, err)
	}
	return release, nil
}
