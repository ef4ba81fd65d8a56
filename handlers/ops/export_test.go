package ops

import (
	"time"

	"hexclub/db"
)

// HangListing blocks the folder of backups until the returned function is called.
func (a *Area) HangListing() (answer func()) {
	a.listing <- struct{}{}
	return func() { <-a.listing }
}

// BeginLook begins a health check that ends when the returned function is called.
func (a *Area) BeginLook() (end func()) {
	a.health.mu.Lock()
	defer a.health.mu.Unlock()
	a.health.began = a.Now()
	return func() {
		a.health.mu.Lock()
		defer a.health.mu.Unlock()
		a.health.began = time.Time{}
	}
}

// EnoughSpace returns an error if a disk has too little free space.
func EnoughSpace(free int64) error { return enoughSpace(db.Sizes{Free: free}) }

// NoteJob records the result of a job, now.
func (a *Area) NoteJob(name string, err error) { a.Done.Note(name, a.Now(), err) }
