package rules_test

import (
	"slices"
	"testing"

	"hexclub/rules"
)

// The first numbers of SplitMix64 for the seed 1234567, from its authors'
// reference implementation.
func TestRandomIsSplitMix64(t *testing.T) {
	random := rules.Random(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423} {
		if got := random.Uint64(); got != want {
			t.Errorf("number %d is %d, want %d", i, got, want)
		}
	}
}

func TestIntN(t *testing.T) {
	random, seen := rules.Random(1), [7]int{}
	for range 7000 {
		seen[random.IntN(len(seen))]++
	}
	for n, times := range seen {
		if times < 800 || times > 1200 {
			t.Errorf("%d came %d times of 7000, about 1000 would be fair", n, times)
		}
	}
}

// Odds are e to the power of weight/1000, within bounds; Hopeless weights have
// none.
func TestWeighted(t *testing.T) {
	random := rules.Random(1)
	for _, tt := range []struct{ weights, odds []int32 }{
		{[]int32{0, 693, 1386, -693}, []int32{64, 128, 256, 32}},
		{[]int32{0, 15000, -15000, rules.Hopeless, 0}, []int32{64, 4096, 1, 0, 64}},
	} {
		const draws = 100_000
		sum, drawn, weights := int32(0), make([]int32, len(tt.weights)), slices.Clone(tt.weights)
		for range draws {
			copy(weights, tt.weights)
			drawn[random.Weighted(weights)]++
		}
		if !slices.Equal(weights, tt.odds) {
			t.Errorf("the odds of %v are %v, want %v", tt.weights, weights, tt.odds)
		}
		for _, n := range tt.odds {
			sum += n
		}
		for i, n := range tt.odds {
			if want := draws * n / sum; max(drawn[i]-want, want-drawn[i]) > (want+99)/10 {
				t.Errorf("of %v number %d is drawn %d times, about %d would be fair", tt.weights, i, drawn[i], want)
			}
		}
	}
	hopeless := []int32{rules.Hopeless, rules.Hopeless, rules.Hopeless}
	seen := map[int]bool{}
	for range 100 {
		seen[random.Weighted(slices.Clone(hopeless))] = true
	}
	if len(seen) != len(hopeless) {
		t.Errorf("of what is all hopeless only %v are drawn", seen)
	}
}
