package web

import (
	"maps"
	"time"
)

// LoggedErrors returns which of some errors are logged if they occur at this interval.
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
	_, banned := s.Limits.Bans.Of(address, s.Now())
	return banned
}

// MaxRepeats is the number of different rejections that are counted separately.
const MaxRepeats = maxRepeats

// ReadCosts returns the costs of routes that are not 1.
func ReadCosts() map[string]int { return maps.Clone(readCosts) }
