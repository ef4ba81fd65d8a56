package tourney

// none is the absence of a vertex, blossom or edge.
const none = -1

// A label is the role of a vertex or outermost blossom in the alternating
// tree.
type label int8

// The labels.
const (
	free  label = iota // not in the tree
	outer              // an even number of edges from the root
	inner              // an odd number
)

// A link is an edge by its ends: u lies in the vertex or blossom that owns it,
// v in the other one.
type link struct{ u, v int }

// noLink is the absence of an edge.
var noLink = link{none, none}

// A matcher searches for a perfect matching of least cost. It is Edmonds'
// algorithm ("Maximum matching and a polyhedron with 0,1-vertices", 1965) in
// the primal-dual form with O(n³) steps that Galil describes ("Efficient
// algorithms for finding maximum matching in graphs", ACM Computing Surveys
// 18, 1986, section 4), but with one tree at a time. It works for costs in any
// ordered group: it adds, compares and halves them.
//
// Vertices are numbered from 0, blossoms from n. The slack of an edge is twice
// its cost less the duals of its ends, and never below 0; an edge is tight at
// 0. Matched edges and those of the tree and of blossoms are tight, so a
// perfect matching costs no more than the lower bound proved by the duals.
// Only the slack between two outer vertices is halved, which is even because
// tight edges join them.
type matcher struct {
	*graph
	high int // numbers in use: vertices, and present or past blossoms

	dual   []int64 // by number, width each: for blossoms half of the usual
	mate   []int   // by number: the vertex that it is matched to
	top    []int   // by number: the outermost blossom that contains it; none: not in use
	links  []link  // by blossom and number, the edge of least slack between them
	ring   [][]int // by number: the members of a blossom, the base first, in a circle
	holder []int   // by blossom and vertex: the member that contains the vertex
	labels []label // by outermost number
	parent []int   // by outermost number: the vertex through which the tree reached it
	best   []link  // by outermost number: the edge of least slack to it from outer vertices
	slack  []int64 // by outermost number, width each: the slack of that edge
	seen   []int   // by outermost number: the last walk that passed
	walk   int     // the number of the walk
	queue  []int   // outer vertices whose edges have not been scanned
	step   []int64 // how far the duals move
}

// newMatcher returns a search with nothing matched and all duals 0.
func newMatcher(g *graph) *matcher {
	blossoms := g.n/2 + 1
	numbers := g.n + blossoms
	m := &matcher{
		graph: g, high: g.n,
		dual: make([]int64, numbers*g.width), mate: make([]int, numbers), top: make([]int, numbers),
		links: make([]link, blossoms*numbers), ring: make([][]int, numbers), holder: make([]int, blossoms*g.n),
		labels: make([]label, numbers), parent: make([]int, numbers),
		best: make([]link, numbers), slack: make([]int64, numbers*g.width),
		seen: make([]int, numbers), step: make([]int64, g.width),
	}
	for x := range numbers {
		m.mate[x], m.top[x] = none, none
	}
	for u := range g.n {
		m.top[u] = u
	}
	return m
}

// isBlossom reports whether a number is that of a blossom.
func (m *matcher) isBlossom(x int) bool { return x >= m.n }

// outermost reports whether a number is in use and in no blossom.
func (m *matcher) outermost(x int) bool { return m.top[x] == x }

// solve finds the matching. It returns false when no perfect one exists.
func (m *matcher) solve() bool {
	m.start()
	for u := range m.n {
		if m.mate[u] == none && !m.grow(u) {
			return false
		}
	}
	return true
}

// start raises duals as far as possible, vertex by vertex, and matches along
// edges that become tight. Few vertices then need a tree.
func (m *matcher) start() {
	for u := range m.n {
		if m.mate[u] != none {
			continue
		}
		m.best[u] = noLink
		for v, joined := range m.edge[u*m.n : (u+1)*m.n] {
			if joined {
				m.relax(link{v, u}, u)
			}
		}
		if m.best[u] == noLink {
			continue
		}
		shift(m.of(u), m.slackTo(u), 1)
		for v, joined := range m.edge[u*m.n : (u+1)*m.n] {
			if joined && m.mate[v] == none && m.tight(link{u, v}) {
				m.mate[u], m.mate[v] = v, u
				break
			}
		}
	}
}

// grow matches two more vertices: it grows a tree from an unmatched vertex
// until an edge leads to another one, and moves duals when no edge is tight.
// It returns false when no perfect matching exists.
func (m *matcher) grow(root int) bool {
	m.plant(root)
	for {
		for len(m.queue) > 0 {
			last := len(m.queue) - 1
			u := m.queue[last]
			m.queue = m.queue[:last]
			if m.scan(u) {
				return true
			}
		}
		if !m.dualStep() {
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

// plant starts a tree.
func (m *matcher) plant(root int) {
	for x := range m.high {
		m.labels[x], m.best[x], m.parent[x] = free, noLink, none
	}
	m.labels[root] = outer
	m.queue = append(m.queue[:0], root)
}

// scan examines the edges of an outer vertex. It returns true when one of them
// completed a path between two unmatched vertices and matched them.
func (m *matcher) scan(u int) bool {
	for v, joined := range m.edge[u*m.n : (u+1)*m.n] {
		x := m.top[v]
		if !joined || m.labels[x] == inner || x == m.top[u] {
			continue
		}
		if e := (link{u, v}); m.relax(e, x) && m.use(e) {
			return true
		}
	}
	return false
}

// use takes a tight edge from an outer vertex: to a free one, which joins the
// tree with its mate; within the tree, which makes a blossom; or to an
// unmatched vertex, which it matches and returns true.
func (m *matcher) use(e link) bool {
	x, y := m.top[e.u], m.top[e.v]
	switch {
	case m.labels[y] == outer:
		m.contract(x, m.meet(x, y), y)
	case m.mate[y] == none:
		m.augment(x, y)
		m.match(y, x)
		return true
	default:
		next := m.top[m.mate[y]]
		m.parent[y], m.labels[y], m.labels[next] = e.u, inner, outer
		m.best[y], m.best[next] = noLink, noLink
		m.enqueue(next)
	}
	return false
}

// enqueue queues all vertices of x for scanning.
func (m *matcher) enqueue(x int) {
	if !m.isBlossom(x) {
		m.queue = append(m.queue, x)
		return
	}
	for _, member := range m.ring[x] {
		m.enqueue(member)
	}
}

// follow uses the edges that became tight. It returns true when one of them
// completed a path, as in scan.
func (m *matcher) follow() bool {
	for x := range m.high {
		if m.outermost(x) && m.best[x] != noLink && m.labels[x] != inner && isZero(m.slackTo(x)) && m.use(m.best[x]) {
			return true
		}
	}
	return false
}
