package account

// HashPlaces returns how many passwords are hashed at once.
func (a *Area) HashPlaces() int { return cap(a.Password.Queue.Running) }
