package rating

import "math"

// A Result is a score against an opponent.
type Result struct {
	Opponent Rating  // from before the result
	Score    float64 // 1 for a win, ½ for a draw, 0 for a loss
	Weight   float64 // the fraction of a game that it counts as, 1 for a whole one
}

// tau constrains how fast volatilities change (step 1). The paper finds 0.3 to
// 1.2 reasonable and uses 0.5 itself.
const tau = 0.5

// scale is the number of rating points that are 1 on the paper's own scale
// (step 2).
const scale = 173.7178

// nothing is less information than one whole result gives, however unequal the
// players. Below it the division is skipped.
const nothing = 1e-15

// Played returns the rating after results within a rating period (steps 2 to
// 8). The period is the given number of lengths of [Period], which need not be
// whole: 1 is the paper's, 0 is a game that ends at once. A result with a
// weight counts as that fraction of one, in the sums of steps 3 and 4.
func (r Rating) Played(results []Result, periods float64) Rating {
	r = r.bounded()
	mu, phi := (r.Rating-1500)/scale, r.Deviation/scale // step 2
	information, gain := 0.0, 0.0                       // the sums of steps 3 and 4
	for _, result := range results {
		g, e := r.against(result.Opponent)
		w := within(result.Weight, 0, 1)
		information += w * g * g * e * (1 - e)
		gain += w * g * (within(result.Score, 0, 1) - e)
	}
	if information < nothing {
		return r.grown(periods) // step 6 alone
	}
	v := 1 / information                                   // step 3
	delta := v * gain                                      // step 4
	r.Volatility = volatility(r.Volatility, phi, v, delta) // step 5
	star := r.grown(periods).Deviation / scale             // step 6
	variance := 1 / (1/(star*star) + information)          // step 7
	return Rating{                                         // step 8
		Rating:     1500 + scale*(mu+variance*gain),
		Deviation:  scale * math.Sqrt(variance),
		Volatility: r.Volatility,
	}.bounded()
}

// Expected returns the expected score against an opponent, from 0 to 1: the
// paper's E (step 3).
func (r Rating) Expected(opponent Rating) float64 {
	_, e := r.bounded().against(opponent)
	return e
}

// against returns g and E of step 3: the weight of a result against the
// opponent, and the expected score. E is above 0 and below 1.
func (r Rating) against(opponent Rating) (g, e float64) {
	opponent = opponent.bounded()
	phi := opponent.Deviation / scale
	g = 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi))
	return g, 1 / (1 + math.Exp(-g*(r.Rating-opponent.Rating)/scale))
}

// volatility returns the new volatility: step 5, by the Illinois method.
//
// It ends on any input: a root lies between the two starting points (see
// below), each step keeps one between A and B, and the number of steps is
// bounded. A test checks that the bound is sufficient.
func volatility(sigma, phi, v, delta float64) float64 {
	const tolerance, mostSteps = 1e-6, 200
	a, s := math.Log(sigma*sigma), phi*phi+v // 5.1
	f := func(x float64) float64 {
		y := math.Exp(x)
		return y*(delta*delta-s-y)/(2*(s+y)*(s+y)) - (x-a)/(tau*tau)
	}
	// 5.2: f changes sign between A and B. If delta² > s, then the first term
	// of f(B) is 0, so f(B) has the sign of A-B, and f(A) that of B-A. Else
	// f(A) is below 0; and f(A - k tau) is above k/tau - ½, since the first
	// term of f is never below -½: with this tau that is above 0 at k = 1, so
	// the paper's search for k has nothing to do.
	A, B := a, a-tau
	if delta*delta > s {
		B = math.Log(delta*delta - s)
	}
	fA, fB := f(A), f(B)                                                   // 5.3
	for step := 0; math.Abs(B-A) > tolerance && step < mostSteps; step++ { // 5.4
		C := A + (A-B)*fA/(fB-fA)
		fC := f(C)
		if fC*fB <= 0 {
			A, fA = B, fB
		} else {
			fA /= 2
		}
		B, fB = C, fC
	}
	return math.Exp(A / 2) // 5.5
}
