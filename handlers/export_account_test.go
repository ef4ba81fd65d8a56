package handlers

// HashPlaces returns how many passwords are hashed at once.
func (a *accountArea) HashPlaces() int { return cap(a.password.queue.running) }
