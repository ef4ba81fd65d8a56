package gate

import (
	"net"
	"testing"
)

// Reading returns how many pages of an address are running or waiting.
func (g *Guard) Reading(address string) int { return g.Limits.Working.Requests(address) }

// Background returns how many requests of heavy users are running or waiting.
func (g *Guard) Background() int { return g.background.Requests(heavyWork) }

// Rejections returns how many rejected requests are being answered or wait for it.
func (g *Guard) Rejections() int { return g.background.Requests(rejections) }

// EnterRejections takes the slot of rejected requests until leave is called.
func (g *Guard) EnterRejections(t testing.TB) (leave func()) {
	slot, err := g.background.Enter(t.Context(), rejections)
	if err != nil {
		t.Fatal(err)
	}
	return slot.Leave
}

// FillBackground takes all threads of the background until empty is called.
func (g *Guard) FillBackground() (empty func()) {
	for range cap(g.lowPriority.all) {
		g.lowPriority.all <- struct{}{}
	}
	return func() {
		for range cap(g.lowPriority.all) {
			<-g.lowPriority.all
		}
	}
}

// ListenerOf limits a listener to so many connections.
func (g *Guard) ListenerOf(listener net.Listener, places int) net.Listener {
	return g.newLimitedListener(listener, places)
}

// PlacesFor returns how many connections may be open if the system allows so many files.
func PlacesFor(files uint64) int { return placesFor(files) }
