package sitetest

import (
	"slices"
	"time"
)

// A Spread is a list of measured durations.
type Spread []time.Duration

// Percentile returns the nth percentile in milliseconds. It is 0 for an empty Spread.
func (s Spread) Percentile(n int) float64 {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	return sorted[min(len(sorted)*n/100, len(sorted)-1)].Seconds() * 1000
}
