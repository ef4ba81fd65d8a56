package tourney

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"hexclub/rules/rulestest"
)

// A priced graph stores the cost vectors of its edges, by u*n + v.
type priced struct {
	*graph
	vectors [][]int64
}

// vector returns the cost of an edge.
func (g priced) vector(u, v int) []int64 { return g.vectors[u*g.n+v] }

// randomGraph draws a graph with at most the given number of vertices. Most
// costs are small, so that many are equal, which makes blossoms.
func randomGraph(t *rapid.T, most int) priced {
	n := 2 * rapid.IntRange(1, most/2).Draw(t, "half the vertices")
	width := rapid.IntRange(1, 3).Draw(t, "width")
	density := rapid.IntRange(1, 10).Draw(t, "tenths of the edges")
	span := rapid.SampledFrom([]int64{1, 3, 20, 1 << 20}).Draw(t, "span")
	random := rapid.Uint64().Draw(t, "seed")
	next := func(below int64) int64 {
		random = random*6364136223846793005 + 1442695040888963407
		return int64(random>>33) % below
	}
	g := priced{newGraph(n, slices.Repeat([]int64{int64(n/2) * (span - 1)}, width)), make([][]int64, n*n)}
	for u := range n {
		for v := range u {
			cost := make([]int64, width)
			for i := range cost {
				cost[i] = next(span)
			}
			if next(10) < int64(density) {
				g.join(u, v, cost)
				g.vectors[u*n+v], g.vectors[v*n+u] = cost, cost
			}
		}
	}
	return g
}

// total adds up the costs of a matching after checking that it is perfect.
func total(t *rapid.T, g *graph, mate []int, cost func(u, v int) []int64) []int64 {
	var sum []int64
	for u, v := range mate {
		if mate[v] != u || !g.edge[u*g.n+v] {
			t.Fatalf("%d is matched to %d in %v", u, v, mate)
		}
		if u < v {
			sum = add(sum, cost(u, v), 1)
		}
	}
	return sum
}

// leastOf tries all matchings of the remaining vertices, at least one; nil
// when there is no perfect one.
func (g priced) leastOf(left []int) []int64 {
	var best []int64
	u := left[0]
	for i, v := range left[1:] {
		if !g.edge[u*g.n+v] {
			continue
		}
		sum := slices.Clone(g.vector(u, v))
		if len(left) > 2 {
			rest := g.leastOf(slices.Concat(left[1:i+1], left[i+2:]))
			if rest == nil {
				continue
			}
			sum = add(sum, rest, 1)
		}
		if best == nil || slices.Compare(sum, best) < 0 {
			best = sum
		}
	}
	return best
}

func TestCheapestMatchingIsThatOfAll(t *testing.T) {
	none, some := 0, 0
	for range rulestest.Some(t, 60) { // rapid draws a hundred each time
		rapid.Check(t, func(t *rapid.T) {
			g := randomGraph(t, 10)
			want := g.leastOf(numbersBelow(g.n))
			got := g.cheapest()
			if got == nil || want == nil {
				if none++; got != nil || want != nil {
					t.Fatalf("found %v, and the least cost of all is %v", got, want)
				}
				return
			}
			some++
			if sum := total(t, g.graph, got, g.vector); !slices.Equal(sum, want) {
				t.Fatalf("%v costs %v, and the least of all is %v", got, sum, want)
			}
		})
	}
	if !testing.Short() && (none < 100 || some < 1000) {
		t.Errorf("%d graphs without a perfect matching and %d with one are too few", none, some)
	}
}

// In graphs too large to try all matchings, the duals prove the result: they
// are feasible, and their sum is its cost.
func TestCheapestMatchingIsProvenByItsDuals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomGraph(t, 60).graph
		m := newMatcher(g)
		if !m.solve() {
			return
		}
		sum := total(t, g, m.mate[:g.n], g.cost)
		bound := make([]int64, g.width) // twice the lower bound of the cost
		for u := range g.n {
			for i, d := range m.of(u) {
				bound[i] += d
			}
		}
		inside := map[[2]int][]int64{} // contribution of the duals of blossoms to the edges within
		for b := m.n; b < m.high; b++ {
			if m.top[b] == none {
				continue
			}
			if slices.Compare(m.of(b), make([]int64, g.width)) < 0 {
				t.Fatalf("the dual of blossom %d is %v", b, m.of(b))
			}
			vertices := m.vertices(b)
			for i, d := range m.of(b) {
				bound[i] -= 2 * d * int64(len(vertices)/2)
			}
			for _, u := range vertices {
				for _, v := range vertices {
					inside[[2]int{u, v}] = add(inside[[2]int{u, v}], m.of(b), 2)
				}
			}
		}
		for u := range g.n {
			for v := range u {
				slack := make([]int64, g.width)
				slack = add(slack, g.cost(u, v), 2)
				slack = add(add(slack, m.of(u), -1), m.of(v), -1)
				slack = add(slack, inside[[2]int{u, v}], 1)
				if g.edge[u*g.n+v] && slices.Compare(slack, make([]int64, g.width)) < 0 {
					t.Fatalf("the slack of %d-%d is %v", u, v, slack)
				}
			}
		}
		if twice := add(nil, sum, 2); !slices.Equal(twice, bound) {
			t.Fatalf("twice the cost is %v, the duals prove %v", twice, bound)
		}
	})
}

// vertices returns the vertices in a blossom.
func (m *matcher) vertices(x int) []int {
	if !m.isBlossom(x) {
		return []int{x}
	}
	var all []int
	for _, member := range m.ring[x] {
		all = append(all, m.vertices(member)...)
	}
	return all
}

func add(to, numbers []int64, times int64) []int64 {
	sum := slices.Clone(to)
	if sum == nil {
		sum = make([]int64, len(numbers))
	}
	for i, n := range numbers {
		sum[i] += times * n
	}
	return sum
}

func numbersBelow(n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}

func BenchmarkMatching(b *testing.B) {
	const n, width = 200, 30
	g := newGraph(n, slices.Repeat([]int64{2 * n / 2}, width))
	random, cost := uint64(1), make([]int64, width)
	for u := range n {
		for v := range u {
			for i := range cost {
				random = random*6364136223846793005 + 1442695040888963407
				cost[i] = int64(random>>33) % 3
			}
			g.join(u, v, cost)
		}
	}
	for b.Loop() {
		g.cheapest()
	}
}
