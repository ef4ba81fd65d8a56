package rules_test

import (
	"testing"

	"hexclub/rules"
)

// The first numbers of SplitMix64 with the seed 1234567, as its authors'
// reference implementation gives them.
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
