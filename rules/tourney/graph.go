package tourney

// A graph is an undirected graph whose edges have costs. A cost is a vector of
// whole numbers from 0, compared lexicographically: so a unit of one criterion
// outweighs any amount of the later ones.
//
// Adjacent components share a word while there is room, each in units larger
// than the sum of the later ones over all edges of a matching. So words
// compare as the vectors do, and so do their sums.
type graph struct {
	n     int
	digit []digit // by component
	width int     // words of a cost
	edge  []bool  // by u*n + v
	words []int64 // by (u*n + v) * width
}

// A digit is the part of a word that holds a component.
type digit struct {
	word int
	unit int64
}

// room bounds the sum of all edges of a matching in a word. The rest of an
// int64 is for the search, which adds up the costs of several matchings.
const room = 1 << 48

// newGraph returns a graph of n vertices without edges. For each component of
// costs, most is the largest sum over all edges of one matching.
func newGraph(n int, most []int64) *graph {
	g := &graph{n: n, digit: make([]digit, len(most)), edge: make([]bool, n*n)}
	word, unit := 0, int64(1)
	for i := len(most) - 1; i >= 0; i-- {
		if unit > room/(most[i]+1) {
			word, unit = word+1, 1
		}
		g.digit[i] = digit{word, unit}
		unit *= most[i] + 1
	}
	g.width = word + 1
	for i := range g.digit {
		g.digit[i].word = word - g.digit[i].word // the first component is in the first word
	}
	g.words = make([]int64, n*n*g.width)
	return g
}

// join puts an edge between two vertices that have none.
func (g *graph) join(u, v int, cost []int64) {
	g.edge[u*g.n+v], g.edge[v*g.n+u] = true, true
	words := g.cost(u, v)
	for i, c := range cost {
		if c != 0 {
			words[g.digit[i].word] += c * g.digit[i].unit
		}
	}
	copy(g.cost(v, u), words)
}

// cost returns the words of the cost of an edge.
func (g *graph) cost(u, v int) []int64 {
	i := (u*g.n + v) * g.width
	return g.words[i : i+g.width]
}

// cheapest returns a perfect matching of least total cost: by vertex, its
// partner. It returns nil when there is no perfect matching.
func (g *graph) cheapest() []int {
	if g.n%2 == 1 {
		return nil
	}
	m := newMatcher(g)
	if !m.solve() {
		return nil
	}
	return m.mate[:g.n]
}
