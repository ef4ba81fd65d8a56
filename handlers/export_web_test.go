package handlers

import (
	"maps"
	"time"
)

// Complaints tells which of some errors, one every so often, the log is told.
func Complaints(every time.Duration, errs ...error) (told []int) {
	var said complaint
	for i, err := range errs {
		if said.news(err, time.Time{}.Add(time.Duration(i)*every)) {
			told = append(told, i)
		}
	}
	return told
}

// Banned reports whether an address is banned.
func (s *site) Banned(address string) bool {
	_, banned := s.bans.of(address, s.Now())
	return banned
}

// MostFloods is how many floods are told apart.
const MostFloods = mostFloods

// ReadCosts returns what reading routes costs, where that is not 1.
func ReadCosts() map[string]int { return maps.Clone(readCosts) }
