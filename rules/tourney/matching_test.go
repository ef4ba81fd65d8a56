package tourney

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// randomGraph draws a graph with up to so many vertices. Costs are small, so
// that many are equal, which is where blossoms come from.
func randomGraph(t *rapid.T, most int) *graph {
	n := 2 * rapid.IntRange(1, most/2).Draw(t, "half the vertices")
	width := rapid.IntRange(1, 3).Draw(t, "width")
	density := rapid.IntRange(1, 10).Draw(t, "tenths of the edges")
	span := rapid.SampledFrom([]int64{1, 3, 20}).Draw(t, "span")
	random := rapid.Uint64().Draw(t, "seed")
	next := func(below int64) int64 {
		random = random*6364136223846793005 + 1442695040888963407
		return int64(random>>33) % below
	}
	g := newGraph(n, width)
	cost := make([]int64, width)
	for u := range n {
		for v := range u {
			for i := range cost {
				cost[i] = next(span) - span/3
			}
			if next(10) < int64(density) {
				g.join(u, v, cost)
			}
		}
	}
	return g
}

// total is the cost of a matching, after a check that it is a perfect one.
func total(t *rapid.T, g *graph, mate []int) []int64 {
	sum := make([]int64, g.width)
	for u, v := range mate {
		if mate[v] != u || !g.edge[u*g.n+v] {
			t.Fatalf("%d is matched to %d in %v", u, v, mate)
		}
		if u < v {
			for i, c := range g.cost(u, v) {
				sum[i] += c
			}
		}
	}
	return sum
}

// least tries all matchings of the vertices that are left; nil when there is no
// perfect one.
func leastOf(g *graph, left []int) []int64 {
	if len(left) == 0 {
		return make([]int64, g.width)
	}
	var best []int64
	u := left[0]
	for i, v := range left[1:] {
		if !g.edge[u*g.n+v] {
			continue
		}
		rest := leastOf(g, slices.Concat(left[1:i+1], left[i+2:]))
		if rest == nil {
			continue
		}
		for j, c := range g.cost(u, v) {
			rest[j] += c
		}
		if best == nil || slices.Compare(rest, best) < 0 {
			best = rest
		}
	}
	return best
}

func TestCheapestMatchingIsThatOfAll(t *testing.T) {
	none, some := 0, 0
	for range 60 { // rapid draws a hundred each time
		rapid.Check(t, func(t *rapid.T) {
			g := randomGraph(t, 10)
			want := leastOf(g, numbersBelow(g.n))
			got := g.cheapest()
			if got == nil || want == nil {
				if none++; got != nil || want != nil {
					t.Fatalf("found %v, and the least cost of all is %v", got, want)
				}
				return
			}
			some++
			if sum := total(t, g, got); !slices.Equal(sum, want) {
				t.Fatalf("%v costs %v, and the least of all is %v", got, sum, want)
			}
		})
	}
	if none < 100 || some < 1000 {
		t.Errorf("%d graphs without a perfect matching and %d with one are too few", none, some)
	}
}

// In graphs too large to try all, the duals prove the matching: they are
// feasible, and their sum is its cost.
func TestCheapestMatchingIsProvenByItsDuals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomGraph(t, 60)
		m := newMatcher(g)
		for range g.n / 2 {
			if !m.grow() {
				return
			}
		}
		sum := total(t, g, m.mate[:g.n])
		bound := make([]int64, g.width) // twice what any matching costs at least
		for u := range g.n {
			for i, d := range m.of(u) {
				bound[i] += d
			}
		}
		inside := map[[2]int][]int64{} // what the duals of blossoms add to edges within
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
				for i := range slack {
					slack[i] = m.slackOf(link{u, v}, i)
				}
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

// vertices are those in a blossom.
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
	g := newGraph(n, width)
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
