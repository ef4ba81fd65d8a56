package handlers

import "fmt"

// MostThinkers is how many may search or wait to before nobody else is let in
// who could do without.
const MostThinkers = mostThinkers

// FillThinkers lets so many search, more than there are places for, until the
// function that it returns ends them all.
func (a *App) FillThinkers(n int) (empty func()) {
	a.thinkers.mu.Lock()
	defer a.thinkers.mu.Unlock()
	for i := range n {
		a.thinkers.busy[fmt.Sprint("full ", i)] = true
	}
	return func() {
		for i := range n {
			a.thinkers.leave(fmt.Sprint("full ", i))
		}
	}
}
