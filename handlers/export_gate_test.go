package handlers

import (
	"net"
	"testing"
)

// Reading returns how many pages of an address are being made or wait for it.
func (g *guard) Reading(address string) int {
	g.limits.working.mu.Lock()
	defer g.limits.working.mu.Unlock()
	if line := g.limits.working.lines[address]; line != nil {
		return line.requests
	}
	return 0
}

// Background returns how many requests of heavy users are being done or wait for it.
func (g *guard) Background() int { return g.inLine(heavyWork) }

// Rejections returns how many rejected requests are being answered or wait for it.
func (g *guard) Rejections() int { return g.inLine(rejections) }

func (g *guard) inLine(kind string) int {
	g.background.mu.Lock()
	defer g.background.mu.Unlock()
	if line := g.background.lines[kind]; line != nil {
		return line.requests
	}
	return 0
}

// EnterRejections takes the slot of rejected requests, until leave gives it back.
func (g *guard) EnterRejections(t testing.TB) (leave func()) {
	slot, err := g.background.enter(t.Context(), rejections)
	if err != nil {
		t.Fatal(err)
	}
	return slot.leave
}

// FillBackground takes all threads of the background, until empty gives them back.
func (g *guard) FillBackground() (empty func()) {
	for range cap(g.lowPriority.all) {
		g.lowPriority.all <- struct{}{}
	}
	return func() {
		for range cap(g.lowPriority.all) {
			<-g.lowPriority.all
		}
	}
}

// DoorOf is the site's door with so many places.
func (g *guard) DoorOf(listener net.Listener, places int) net.Listener {
	return g.newDoor(listener, places)
}

// PlacesFor is how many connections may be open where so many files may be.
func PlacesFor(files uint64) int { return placesFor(files) }
