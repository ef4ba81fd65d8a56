package rules

// A Random is a stream of pseudo-random numbers for playing at random: fast,
// small, the same for the same seed, and no secret. Any value is a seed.
//
// It is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
// number generators", 2014, figure 18).
type Random uint64

// Uint64 is the next number of the stream.
func (r *Random) Uint64() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// IntN is a number from 0 to n-1, each as likely as another to within n in
// four thousand million. N is from 1 to 1<<31.
func (r *Random) IntN(n int) int {
	return int(r.Uint64() >> 32 * uint64(n) >> 32)
}
