package handlers

import (
	"sync"
	"time"
)

// A backupFailure is how the last try to make a backup failed.
type backupFailure struct {
	lock sync.Mutex
	at   time.Time
	err  error
}

// set notes how a try went.
func (f *backupFailure) set(at time.Time, err error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	f.at, f.err = at, err
}

// last is when the last backup failed, and why; nil when it did not, or none was tried yet.
func (f *backupFailure) last() (at time.Time, err error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.at, f.err
}
