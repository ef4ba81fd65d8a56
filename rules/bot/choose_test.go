package bot

import (
	"math"
	"testing"

	"hexclub/rules"
)

// byBound finds what the formula says, looked at plainly: the first child of the
// highest bound among those that do not lose, one never tried before all others.
func TestByBound(t *testing.T) {
	random := rules.Random(1)
	for range 20_000 {
		tr := newTree(common{how: Search{Method: UCT, Explore: []float32{0, 0.5, 1.4}[random.IntN(3)]}})
		parent := node{visits: uint32(1 + random.IntN(100_000))}
		children := make([]estimate, 1+random.IntN(12))
		want, most := -1, math.Inf(-1)
		for i := range children {
			visits := uint32(1 + random.IntN(4))
			children[i] = estimate{mean: float32(random.IntN(3)) / 2, width: float32(math.Sqrt(1 / float64(visits)))}
			score := float64(children[i].mean + float32(tr.how.Explore*tr.rootLog(parent.visits+1)*children[i].width))
			switch random.IntN(6) {
			case 0:
				children[i], score = untried, math.Inf(1)
			case 1, 2:
				children[i], score = lost, math.Inf(-1)
			}
			if score > most {
				want, most = i, score
			}
		}
		if got := tr.byBound(&parent, children); got != want {
			t.Fatalf("child %d of %v, want %d", got, children, want)
		}
	}
}
