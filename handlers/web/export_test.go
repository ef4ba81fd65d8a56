package web

import (
	"maps"
	"time"
)

// Complaints tells which of some errors, one every so often, the log is told.
func Complaints(every time.Duration, errs ...error) (told []int) {
	var said Complaint
	for i, err := range errs {
		if said.News(err, time.Time{}.Add(time.Duration(i)*every)) {
			told = append(told, i)
		}
	}
	return told
}

// Banned reports whether an address is banned.
func (s *Site) Banned(address string) bool {
	_, banned := s.Bans.Of(address, s.Now())
	return banned
}

// MostFloods is how many floods are told apart.
const MostFloods = mostFloods

// ReadCosts returns what reading routes costs, where that is not 1.
func ReadCosts() map[string]int { return maps.Clone(readCosts) }
