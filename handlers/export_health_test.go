package handlers

import (
	"context"
	"time"

	"hexclub/db"
)

// BeginLook begins a look at how the site does that ends when the function it returns
// is called.
func (a *App) BeginLook() (end func()) {
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
func (a *App) NoteDuty(name string, err error) { a.done.note(name, a.Now(), err) }

// SumUp tells of the floods of refused requests, as a duty does.
func (a *App) SumUp(ctx context.Context) error { return a.sumUp(ctx) }

// MostFloods is how many floods are told apart.
const MostFloods = mostFloods
