package rating

import "math"

// A Rating is an estimate of a player's strength, on the displayed scale: with
// 200 points more, a player is expected to score three of four.
type Rating struct {
	Rating     float64
	Deviation  float64 // the standard deviation of the rating; the paper's RD
	Volatility float64 // how much the strength is expected to change in a Period
}

// The bounds of ratings; the package documentation gives the reasons.
const (
	MinRating, MaxRating         = 100, 4000
	MinDeviation, MaxDeviation   = 30, 350
	MinVolatility, MaxVolatility = 0.01, 0.1
)

// Settled is the largest deviation of a rating that is not provisional.
const Settled = 110

// Period is the length of a rating period in milliseconds, five days: in a
// year without play a deviation of 60 grows to about Settled.
const Period = 5 * 24 * 60 * 60 * 1000

// Growth is how much the variance of a rating grows in a millisecond without play, for a volatility of 1 (step 6).
const Growth = scale * scale / Period

// Start returns the rating of a player without games (step 1).
func Start() Rating { return Rating{Rating: 1500, Deviation: MaxDeviation, Volatility: 0.06} }

// Whole returns the displayed rating.
func (r Rating) Whole() int { return int(math.Round(r.bounded().Rating)) }

// Provisional reports whether the rating is too uncertain to compare players
// by.
func (r Rating) Provisional() bool { return r.Deviation > Settled }

// Range returns the interval of the strength with 95 % confidence, two
// deviations about the rating.
func (r Rating) Range() (low, high float64) {
	return r.Rating - 2*r.Deviation, r.Rating + 2*r.Deviation
}

// Idle returns the rating after the given number of milliseconds without play:
// equal, but less certain. It does not change if the time is not positive.
func (r Rating) Idle(milliseconds int64) Rating {
	return r.grown(float64(milliseconds) / Period)
}

// grown returns the rating after step 6 for a real number of rating periods:
// the variance grows by the square of the volatility in each.
func (r Rating) grown(periods float64) Rating {
	r = r.bounded()
	if periods > 0 {
		r.Deviation = math.Hypot(r.Deviation, scale*r.Volatility*math.Sqrt(periods))
	}
	return r.bounded()
}

// bounded returns the rating with each part within its bounds.
func (r Rating) bounded() Rating {
	return Rating{
		Rating:     within(r.Rating, MinRating, MaxRating),
		Deviation:  within(r.Deviation, MinDeviation, MaxDeviation),
		Volatility: within(r.Volatility, MinVolatility, MaxVolatility),
	}
}

// within returns x limited to the range from low to high. NaN becomes low.
func within(x, low, high float64) float64 {
	if x >= low {
		return min(x, high)
	}
	return low
}
