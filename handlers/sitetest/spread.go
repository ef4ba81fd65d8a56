package sitetest

import (
	"slices"
	"time"
)

// A Spread is how long many of something took.
type Spread []time.Duration

// Percentile is what n of a hundred took at most, in milliseconds; 0 when nothing took
// any time.
func (s Spread) Percentile(n int) float64 {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	return sorted[min(len(sorted)*n/100, len(sorted)-1)].Seconds() * 1000
}
