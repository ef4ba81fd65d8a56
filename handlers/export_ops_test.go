package handlers

import (
	"hexclub/db"
	"time"
)

// HangListing has the folder of backups not answer until the function it returns is called.
func (a *opsArea) HangListing() (answer func()) {
	a.listing <- struct{}{}
	return func() { <-a.listing }
}

// BeginLook begins a look at how the site does that ends when the function it returns
// is called.
func (a *opsArea) BeginLook() (end func()) {
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
func (a *opsArea) NoteDuty(name string, err error) { a.done.note(name, a.Now(), err) }
