package handlers

import "time"

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

// NoteDuty notes how a round of a duty went, just now.
func (a *App) NoteDuty(name string, err error) { a.done.note(name, a.Now(), err) }
