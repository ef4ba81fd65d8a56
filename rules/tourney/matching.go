package tourney

import "slices"

// none is no vertex, no blossom, or no edge.
const none = -1

// A graph is an undirected graph whose edges have costs. A cost is a vector of
// whole numbers, and the first one in which two differ decides: that way a unit
// of one criterion outweighs any amount of those after it, and no number grows
// beyond what its own criterion adds up to.
type graph struct {
	n, width int
	edge     []bool  // by u*n + v
	costs    []int64 // by (u*n + v) * width
}

// newGraph is a graph of n vertices without edges.
func newGraph(n, width int) *graph {
	return &graph{n: n, width: width, edge: make([]bool, n*n), costs: make([]int64, n*n*width)}
}

// join puts an edge between two vertices. The cost, as long as the graph is
// wide, is copied.
func (g *graph) join(u, v int, cost []int64) {
	for _, i := range []int{u*g.n + v, v*g.n + u} {
		g.edge[i] = true
		copy(g.costs[i*g.width:(i+1)*g.width], cost)
	}
}

// cost is the cost of an edge.
func (g *graph) cost(u, v int) []int64 {
	i := (u*g.n + v) * g.width
	return g.costs[i : i+g.width]
}

// cheapest is a perfect matching of least total cost: by vertex, its partner.
// It is nil when there is no perfect matching.
//
// It is Edmonds' algorithm ("Maximum matching and a polyhedron with
// 0,1-vertices", 1965) in the primal-dual form with O(n³) steps that Galil
// describes ("Efficient algorithms for finding maximum matching in graphs", ACM
// Computing Surveys 18, 1986, section 4). It works for costs in any ordered
// group, where it adds, compares and halves; and it halves only what is even,
// since all duals start equal and edges count twice.
func (g *graph) cheapest() []int {
	if g.n%2 == 1 {
		return nil
	}
	m := newMatcher(g.packed())
	for range g.n / 2 {
		if !m.grow() {
			return nil
		}
	}
	return m.mate[:g.n]
}

// room is what a packed number stays below: the duals of n vertices add up some
// n of them, twice.
const room = 1 << 48

// packed is the same graph with fewer numbers a cost. Neighbours share one, the
// first in units that exceed all that a perfect matching can add up to of the
// second; so sums compare as before. What is 0 everywhere is left out.
func (g *graph) packed() *graph {
	most := make([]int64, g.width)
	for u := range g.n {
		for v := range u {
			if !g.edge[u*g.n+v] {
				continue
			}
			for i, c := range g.cost(u, v) {
				most[i] = max(most[i], c, -c)
			}
		}
	}
	word, unit := make([]int, g.width), make([]int64, g.width)
	words, used := 0, int64(room)
	for i := g.width - 1; i >= 0; i-- {
		base := most[i]*int64(g.n) + 1
		if used > room/base {
			words, used = words+1, 1
		}
		word[i], unit[i] = words, used
		used *= base
	}
	p := &graph{n: g.n, width: words, edge: g.edge, costs: make([]int64, g.n*g.n*words)}
	sum := make([]int64, words)
	for u := range g.n {
		for v := range u {
			if !g.edge[u*g.n+v] {
				continue
			}
			clear(sum)
			for i, c := range g.cost(u, v) {
				if c != 0 {
					sum[words-word[i]] += c * unit[i]
				}
			}
			p.join(u, v, sum)
		}
	}
	return p
}

// A label is what a vertex or outermost blossom is in the forest of alternating
// trees.
type label int8

// The labels.
const (
	free  label = iota // in no tree
	outer              // an even number of edges from its root
	inner              // an odd number
)

// A link is an edge by its ends: u lies in the vertex or blossom that has it, v
// in the other one.
type link struct{ u, v int }

// A matcher is the state of the search. Vertices are numbered from 0, blossoms
// from n. The slack of an edge is twice its cost less the duals of its ends; an
// edge is tight at 0. Matched edges and those of trees and blossoms are tight.
type matcher struct {
	*graph
	high int // numbers in use: vertices, and blossoms there are or were

	dual   []int64 // by number, width each: of blossoms half of the usual
	mate   []int   // by number: the vertex that it is matched to
	top    []int   // by number: the outermost blossom it is in; none: not in use
	links  []link  // by number and number, the edge of least slack between them
	ring   [][]int // by blossom: what it consists of, the base first, in a circle
	holder []int   // by blossom and vertex: the member that the vertex is in
	labels []label // by outermost number
	parent []int   // by outermost number: the vertex through which a tree reached it
	best   []int   // by outermost number: the outer vertex with the edge of least slack to it
	seen   []int   // by outermost number: the last walk that came by
	walk   int     // the number of the walk
	queue  []int   // outer vertices whose edges are to be looked at
	step   []int64 // how far the duals move
	found  []int64 // to work in
}

// newMatcher is a search with nothing matched.
func newMatcher(g *graph) *matcher {
	most := g.n + g.n/2 + 1
	m := &matcher{
		graph: g, high: g.n,
		dual: make([]int64, most*g.width), mate: make([]int, most), top: make([]int, most),
		links: make([]link, most*most), ring: make([][]int, most), holder: make([]int, most*g.n),
		labels: make([]label, most), parent: make([]int, most), best: make([]int, most), seen: make([]int, most),
		step: make([]int64, g.width), found: make([]int64, g.width),
	}
	for x := range most {
		m.mate[x], m.top[x], m.parent[x], m.best[x] = none, none, none, none
		for y := range most {
			m.links[x*most+y] = link{none, none}
		}
	}
	least := m.least()
	for u := range g.n {
		m.top[u] = u
		copy(m.of(u), least)
		for v := range g.n {
			if g.edge[u*g.n+v] {
				*m.link(u, v) = link{u, v}
			}
		}
	}
	return m
}

// least is the least cost of all edges.
func (g *graph) least() []int64 {
	var least []int64
	for u := range g.n {
		for v := range u {
			if c := g.cost(u, v); g.edge[u*g.n+v] && (least == nil || slices.Compare(c, least) < 0) {
				least = c
			}
		}
	}
	return least
}

// of is the dual of a vertex or blossom.
func (m *matcher) of(x int) []int64 { return m.dual[x*m.width : (x+1)*m.width] }

// link is the edge of least slack between two vertices or blossoms.
func (m *matcher) link(x, y int) *link { return &m.links[x*len(m.top)+y] }

// slackOf is component i of the slack of an edge.
func (m *matcher) slackOf(e link, i int) int64 {
	return 2*m.costs[(e.u*m.n+e.v)*m.width+i] - m.dual[e.u*m.width+i] - m.dual[e.v*m.width+i]
}

// tight tells whether the slack of an edge is 0.
func (m *matcher) tight(e link) bool {
	for i := range m.width {
		if m.slackOf(e, i) != 0 {
			return false
		}
	}
	return true
}

// tighter tells whether an edge has less slack than another.
func (m *matcher) tighter(e, than link) bool {
	for i := range m.width {
		if a, b := m.slackOf(e, i), m.slackOf(than, i); a != b {
			return a < b
		}
	}
	return false
}

// isBlossom tells whether a number is that of a blossom.
func (m *matcher) isBlossom(x int) bool { return x >= m.n }

// outermost tells whether a number is in use and in no blossom.
func (m *matcher) outermost(x int) bool { return m.top[x] == x }

// grow matches two more vertices: it grows trees from all that are not matched
// until an edge joins two of them, and moves duals when no edge is tight. It is
// false when no perfect matching exists.
func (m *matcher) grow() bool {
	m.plant()
	for {
		for len(m.queue) > 0 {
			u := m.queue[len(m.queue)-1]
			m.queue = m.queue[:len(m.queue)-1]
			if m.scan(u) {
				return true
			}
		}
		if !m.measure() {
			return false
		}
		m.move()
		if m.follow() {
			return true
		}
		for b := m.n; b < m.high; b++ {
			if m.outermost(b) && m.labels[b] == inner && isZero(m.of(b)) {
				m.expand(b)
			}
		}
	}
}

// plant starts a tree at everything that is not matched.
func (m *matcher) plant() {
	m.queue = m.queue[:0]
	for x := range m.high {
		m.labels[x], m.best[x], m.parent[x] = free, none, none
	}
	for x := range m.high {
		if m.outermost(x) && m.mate[x] == none {
			m.labels[x] = outer
			m.enqueue(x)
		}
	}
}

// scan looks at the edges of an outer vertex. It is true when two trees met.
func (m *matcher) scan(u int) bool {
	for v := range m.n {
		if !m.edge[u*m.n+v] || m.top[u] == m.top[v] || m.labels[m.top[v]] == inner {
			continue
		}
		e := link{u, v}
		if m.tight(e) {
			if m.use(e) {
				return true
			}
		} else {
			m.remember(u, m.top[v])
		}
	}
	return false
}

// remember keeps the edge of least slack from outer vertices to x.
func (m *matcher) remember(u, x int) {
	if m.best[x] == none || m.tighter(*m.link(u, x), *m.link(m.best[x], x)) {
		m.best[x] = u
	}
}

// remind works out anew which outer vertex has the edge of least slack to x.
func (m *matcher) remind(x int) {
	m.best[x] = none
	for u := range m.n {
		if m.link(u, x).u != none && m.top[u] != x && m.labels[m.top[u]] == outer {
			m.remember(u, x)
		}
	}
}

// use takes a tight edge from an outer vertex: to something free, which joins
// the tree with its mate; within a tree, which makes a blossom; or between two
// trees, whose roots are then matched along it, which is true.
func (m *matcher) use(e link) bool {
	x, y := m.top[e.u], m.top[e.v]
	switch m.labels[y] {
	case free:
		next := m.top[m.mate[y]]
		m.parent[y], m.labels[y], m.labels[next] = e.u, inner, outer
		m.best[y], m.best[next] = none, none
		m.enqueue(next)
	case outer:
		base := m.meet(x, y)
		if base == none {
			m.augment(x, y)
			m.augment(y, x)
			return true
		}
		m.contract(x, base, y)
	}
	return false
}

// enqueue has the edges of all vertices of x looked at.
func (m *matcher) enqueue(x int) {
	if !m.isBlossom(x) {
		m.queue = append(m.queue, x)
		return
	}
	for _, member := range m.ring[x] {
		m.enqueue(member)
	}
}

// up is what is two edges nearer the root than x, which is outer; none at the
// root.
func (m *matcher) up(x int) int {
	if m.mate[x] == none {
		return none
	}
	return m.top[m.parent[m.top[m.mate[x]]]]
}

// meet is where the ways from x and y to their roots meet; none if they never
// do.
func (m *matcher) meet(x, y int) int {
	m.walk++
	for x != none || y != none {
		if x != none {
			if m.seen[x] == m.walk {
				return x
			}
			m.seen[x] = m.walk
			x = m.up(x)
		}
		x, y = y, x
	}
	return none
}

// augment matches x, which is outer, along the edge to y, and swaps matched and
// unmatched edges from there to the root.
func (m *matcher) augment(x, y int) {
	for {
		next := none
		if m.mate[x] != none {
			next = m.top[m.mate[x]]
		}
		m.match(x, y)
		if next == none {
			return
		}
		above := m.top[m.parent[next]]
		m.match(next, above)
		x, y = above, next
	}
}

// match matches x along its edge to y, and within a blossom all that follows
// from its new base.
func (m *matcher) match(x, y int) {
	e := *m.link(x, y)
	m.mate[x] = e.v
	if !m.isBlossom(x) {
		return
	}
	member := m.holder[x*m.n+e.u]
	way := m.evenWay(x, member)
	for i := range way {
		m.match(m.ring[x][i], m.ring[x][i^1])
	}
	m.match(member, y)
	m.ring[x] = slices.Concat(m.ring[x][way:], m.ring[x][:way])
}

// evenWay is how many edges of a blossom's circle lead from its base to a
// member, on the way round that has an even number; the circle is turned so
// that this is the way it lists.
func (m *matcher) evenWay(b, member int) int {
	at := slices.Index(m.ring[b], member)
	if at%2 == 0 {
		return at
	}
	slices.Reverse(m.ring[b][1:])
	return len(m.ring[b]) - at
}

// contract makes a blossom of the ways from x and y to where they meet.
func (m *matcher) contract(x, base, y int) {
	b := m.n
	for b < m.high && m.top[b] != none {
		b++
	}
	m.high = max(m.high, b+1)
	clear(m.of(b))
	m.labels[b], m.mate[b], m.parent[b] = outer, m.mate[base], m.parent[base]
	ring := m.climb([]int{base}, x, base)
	slices.Reverse(ring[1:])
	m.ring[b] = m.climb(ring, y, base)
	m.contain(b, b)
	m.relink(b)
	m.remind(b)
}

// climb adds what lies between x and the base of a new blossom. What was inner
// becomes outer.
func (m *matcher) climb(ring []int, x, base int) []int {
	for x != base {
		below := m.top[m.mate[x]]
		ring = append(ring, x, below)
		m.enqueue(below)
		x = m.top[m.parent[below]]
	}
	return ring
}

// contain says that b is the outermost blossom of all in x.
func (m *matcher) contain(x, b int) {
	m.top[x] = b
	if m.isBlossom(x) {
		for _, member := range m.ring[x] {
			m.contain(member, b)
		}
	}
}

// relink works out a new blossom's edges of least slack, and which member holds
// which vertex.
func (m *matcher) relink(b int) {
	for x := range m.high {
		*m.link(b, x), *m.link(x, b) = link{none, none}, link{none, none}
	}
	for _, member := range m.ring[b] {
		for x := range m.high {
			e := *m.link(member, x)
			if e.u != none && (m.link(b, x).u == none || m.tighter(e, *m.link(b, x))) {
				*m.link(b, x), *m.link(x, b) = e, link{e.v, e.u}
			}
		}
		for v := range m.n {
			if v == member || m.isBlossom(member) && m.holder[member*m.n+v] != none {
				m.holder[b*m.n+v] = member
			}
		}
	}
	m.forget(b)
}

// forget says of vertices outside of a blossom that no member holds them.
func (m *matcher) forget(b int) {
	for v := range m.n {
		if m.top[v] != b {
			m.holder[b*m.n+v] = none
		}
	}
}

// measure works out how far duals can move until an edge becomes tight or an
// inner blossom has none left. It is false when nothing ever stops them: then
// there is no perfect matching.
func (m *matcher) measure() bool {
	bounded := false
	limit := func() {
		if !bounded || slices.Compare(m.found, m.step) < 0 {
			copy(m.step, m.found)
		}
		bounded = true
	}
	for x := range m.high {
		if !m.outermost(x) {
			continue
		}
		if m.isBlossom(x) && m.labels[x] == inner {
			copy(m.found, m.of(x))
			limit()
		}
		if m.best[x] == none || m.labels[x] == inner {
			continue
		}
		e := *m.link(m.best[x], x)
		for i := range m.found {
			m.found[i] = m.slackOf(e, i)
			if m.labels[x] == outer {
				m.found[i] /= 2 // both ends move
			}
		}
		limit()
	}
	return bounded
}

// move moves the duals by the step.
func (m *matcher) move() {
	for x := range m.high {
		if m.top[x] == none || m.isBlossom(x) && !m.outermost(x) {
			continue
		}
		sign := int64(0)
		switch m.labels[m.top[x]] {
		case outer:
			sign = 1
		case inner:
			sign = -1
		}
		for i, d := range m.step {
			m.dual[x*m.width+i] += sign * d
		}
	}
}

// follow uses the edges that became tight. It is true when two trees met.
func (m *matcher) follow() bool {
	for x := range m.high {
		if !m.outermost(x) || m.best[x] == none || m.labels[x] == inner {
			continue
		}
		if e := *m.link(m.best[x], x); m.top[m.best[x]] != x && m.tight(e) && m.use(e) {
			return true
		}
	}
	return false
}

// expand dissolves an inner blossom. The members on the even way from where the
// tree enters it to its base stay in the tree, the others become free.
func (m *matcher) expand(b int) {
	for _, member := range m.ring[b] {
		m.contain(member, member)
	}
	entry := m.holder[b*m.n+m.link(b, m.parent[b]).u]
	way := m.evenWay(b, entry)
	ring := m.ring[b]
	for i := 0; i < way; i += 2 {
		in, out := ring[i], ring[i+1]
		m.parent[in] = m.link(out, in).u
		m.labels[in], m.labels[out] = inner, outer
		m.best[in] = none
		m.remind(out)
		m.enqueue(out)
	}
	m.labels[entry], m.parent[entry] = inner, m.parent[b]
	m.best[entry] = none
	for _, member := range ring[way+1:] {
		m.labels[member] = free
		m.remind(member)
	}
	m.top[b] = none
}

// isZero tells whether all numbers are 0.
func isZero(numbers []int64) bool {
	return !slices.ContainsFunc(numbers, func(n int64) bool { return n != 0 })
}
