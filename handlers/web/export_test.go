package web

import (
	"maps"
	"time"
)

// LoggedErrors tells which of some errors, one every so often, the log is logged.
func LoggedErrors(every time.Duration, errs ...error) (logged []int) {
	var said RepeatedError
	for i, err := range errs {
		if said.News(err, time.Time{}.Add(time.Duration(i)*every)) {
			logged = append(logged, i)
		}
	}
	return logged
}

// Banned reports whether an address is banned.
func (s *Site) Banned(address string) bool {
	_, banned := s.Bans.Of(address, s.Now())
	return banned
}

// MaxRepeats is how many floods are logged apart.
const MaxRepeats = maxRepeats

// ReadCosts returns what reading routes costs, where that is not 1.
func ReadCosts() map[string]int { return maps.Clone(readCosts) }
