package handlers

import "net"

// DoorOf is the site's door with so many places.
func (a *App) DoorOf(listener net.Listener, places int) net.Listener {
	return a.newDoor(listener, places)
}

// PlacesFor is how many connections may be open where so many files may be.
func PlacesFor(files uint64) int { return placesFor(files) }
