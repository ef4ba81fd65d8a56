package ops

import (
	"time"

	"hexclub/db"
)

// HangListing has the folder of backups not answer until the function it returns is called.
func (a *Area) HangListing() (answer func()) {
	a.listing <- struct{}{}
	return func() { <-a.listing }
}

// BeginLook begins a look at how the site does that ends when the function it returns
// is called.
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

// EnoughSpace is an error where a disk has too little left.
func EnoughSpace(free int64) error { return enoughSpace(db.Sizes{Free: free}) }

// NoteDuty notes how a round of a duty went, just now.
func (a *Area) NoteDuty(name string, err error) { a.Done.Note(name, a.Now(), err) }
