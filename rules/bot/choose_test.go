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
		bounds := make([]float64, 1+random.IntN(19))
		var children []group
		for i := range bounds {
			if i%groupSize == 0 {
				children = append(children, newGroup(i, len(bounds)))
			}
			child := &children[i/groupSize][i%groupSize]
			switch random.IntN(6) {
			case 0:
				bounds[i] = math.Inf(1)
				continue
			case 1, 2:
				*child, bounds[i] = estimate{mean: lost}, math.Inf(-1)
				continue
			}
			mean, visits := float64(random.IntN(3))/2, float64(1+random.IntN(4))
			child.set(float32(mean), tr.explore*float32(math.Sqrt(1/visits)))
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

// TestUCTIsUCB1 searches without knowledge and compares the choice at every node of
// the tree with the formula of UCB1, applied to the visits and rewards of its children.
func TestUCTIsUCB1(t *testing.T) {
	for _, game := range games.All() {
		start, err := game.New(rules.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		sides, count := game.Info().Sides(start.Seats())
		random := rules.Random(1)
		tr := newTree(common{
			ctx: t.Context(), random: &random, sides: sides, pair: count == 2,
			how: Search{Method: UCT, Nodes: 1500, Explore: 1.4, Expand: 2},
		})
		tr.find(start, 1500)
		if compared := checkUCB1(t, tr, tr.root); compared < 5 {
			t.Errorf("%s: %d nodes compared", game.Info().Key, compared)
		}
	}
}

// checkUCB1 compares the choice at a node and at all nodes below it with the formula.
// It returns at how many of them a child is chosen by its bound.
func checkUCB1(t *testing.T, tr *tree, at uint32) (compared int) {
	t.Helper()
	n := &tr.nodes[at]
	if n.count == 0 {
		return 0
	}
	bounds := make([]float64, n.count)
	for i := range bounds {
		child := &tr.nodes[n.first+uint32(i)]
		visits := float64(child.visits)
		bounds[i] = math.Inf(1)
		if child.visits > 0 {
			bounds[i] = float64(child.sum)/visits + float64(tr.explore)*math.Sqrt(math.Log(float64(n.visits+1))/visits)
		}
		compared += checkUCB1(t, tr, n.first+uint32(i))
	}
	most := slices.Max(bounds)
	got := int(tr.choose(at) - n.first)
	if math.IsInf(most, 1) {
		if want := slices.Index(bounds, most); got != want {
			t.Fatalf("child %d, want %d, the first that was never tried", got, want)
		}
		return compared
	}
	if bounds[got] < most-0.002 {
		t.Fatalf("child %d of %v", got, bounds)
	}
	return compared + 1
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

// checkPositions compares the positions kept of a node and of all below it
// with those that a state reaches. It returns the number of kept positions.
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
