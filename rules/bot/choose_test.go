package bot

import (
	"math"
	"slices"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
)

// TestByBound compares byBound with the formula of UCB1 in floating point: the first
// child that was never tried, else one whose bound is the highest to within what
// fixed point rounds off; of children with the same estimate the first.
func TestByBound(t *testing.T) {
	random := rules.Random(1)
	for range 20_000 {
		tr := newTree(common{how: Search{Method: UCT, Explore: []float32{0, 0.5, 1.4, mostExplore}[random.IntN(4)]}})
		parent := node{visits: uint32(random.IntN(100_000))}
		children := make([]estimate, 1+random.IntN(19))
		bounds := make([]float64, len(children))
		for i := range children {
			children[i] = estimate{mean: untried | int64(places-i)}
			switch random.IntN(6) {
			case 0:
				bounds[i] = math.Inf(1)
				continue
			case 1, 2:
				children[i], bounds[i] = estimate{mean: lost}, math.Inf(-1)
				continue
			}
			mean, visits := float64(random.IntN(3))/2, float64(1+random.IntN(4))
			children[i].set(float32(mean), tr.explore*float32(math.Sqrt(1/visits)))
			bounds[i] = mean + float64(tr.explore)*math.Sqrt(math.Log(float64(parent.visits+1))/visits)
		}
		most := slices.Max(bounds)
		got := tr.byBound(&parent, children)
		if math.IsInf(most, -1) {
			if got != -1 {
				t.Fatalf("child %d of %v, which all lose", got, bounds)
			}
			continue
		}
		if bounds[got] != most && bounds[got] < most-0.002 || slices.Index(bounds, bounds[got]) != got {
			t.Fatalf("child %d of %v, Explore %v, %d visits", got, bounds, tr.explore, parent.visits)
		}
	}
}

// TestPositionsAreKept visits a tree and compares what it keeps of each node with the
// actions that lead there.
func TestPositionsAreKept(t *testing.T) {
	for _, game := range games.All() {
		start, err := game.New(rules.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		sides, count := game.Info().Sides(start.Seats())
		for _, method := range []Method{UCT, MCTS} {
			random := rules.Random(1)
			tr := newTree(common{
				ctx: t.Context(), random: &random, sides: sides, pair: count == 2,
				how: Search{Method: method, Nodes: 300, Explore: 1.4, Expand: 2},
			})
			tr.find(start, 300)
			if kept := checkPositions(t, tr, tr.root, start); kept < 10 {
				t.Errorf("%s, method %d: %d positions are kept", game.Info().Key, method, kept)
			}
		}
	}
}

// checkPositions compares the positions kept of a node and of all below it with
// those that a state reaches. It returns how many there are.
func checkPositions(t *testing.T, tr *tree, at uint32, st rules.State) (kept int) {
	t.Helper()
	if int(at) < len(tr.positions) && tr.positions[at] != nil {
		kept++
		if got, want := tr.positions[at].Position(), st.Position(); got != want {
			t.Fatalf("node %d keeps %s, want %s", at, got, want)
		}
	}
	n := tr.nodes[at]
	for c := n.first; c < n.first+uint32(n.count); c++ {
		next := st.Clone()
		next.Play(tr.nodes[c].action)
		kept += checkPositions(t, tr, c, next)
	}
	return kept
}
