package rules

// A Random is a stream of pseudo-random numbers for random play: fast, small,
// reproducible from its seed, and not secret. Any value is a seed.
//
// It implements SplitMix64 (Steele, Lea and Flood, "Fast splittable
// pseudorandom number generators", 2014, figure 18).
type Random uint64

// Uint64 returns the next number of the stream.
func (r *Random) Uint64() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// IntN returns a number from 0 to n-1. All are equally likely to within n in
// 2^32. N is from 1 to 1<<31.
func (r *Random) IntN(n int) int {
	return int(r.Uint64() >> 32 * uint64(n) >> 32)
}

// Weighted draws one of the weights at random and returns its index. A weight
// is the logarithm of odds, as defined by [Weigher]. No weight is more than
// 4096 times as likely as another; a Hopeless weight is drawn only if all are.
// Weighted overwrites the weights with their odds. There must be at least one
// weight.
func (r *Random) Weighted(weights []int32) int {
	sum := int32(0)
	for i, weight := range weights {
		weights[i] = oddsOf(weight)
		sum += weights[i]
	}
	if sum == 0 {
		return r.IntN(len(weights))
	}
	i := 0
	for drawn := int32(r.IntN(int(sum))); drawn >= weights[i]; i++ {
		drawn -= weights[i]
	}
	return i
}

// oddsOf returns the odds of a weight in 64ths, between 1/64 and 64, or 0 if
// it is Hopeless.
func oddsOf(weight int32) int32 {
	const doubling = 693 // a factor of two as a logarithm in thousandths
	if weight <= Hopeless {
		return 0
	}
	twice := max(0, min(12*doubling, weight+6*doubling))
	whole, part := twice/doubling, twice%doubling
	return (doubling + part) << whole / doubling
}
