package tourney

import "slices"

// up returns the vertex or blossom two edges closer to the root than x, which
// is outer; none at the root.
func (m *matcher) up(x int) int {
	if m.mate[x] == none {
		return none
	}
	return m.top[m.parent[m.top[m.mate[x]]]]
}

// meet returns where the paths from x and y to the root meet.
func (m *matcher) meet(x, y int) int {
	m.walk++
	for {
		if x != none {
			if m.seen[x] == m.walk {
				return x
			}
			m.seen[x] = m.walk
			x = m.up(x)
		}
		x, y = y, x
	}
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

// match matches x along its edge to y, and within a blossom everything that
// follows from its new base.
func (m *matcher) match(x, y int) {
	e := m.link(x, y)
	m.mate[x] = e.v
	if !m.isBlossom(x) {
		return
	}
	member := m.holderOf(x)[e.u]
	way := m.evenWay(x, member)
	for i := range way {
		m.match(m.ring[x][i], m.ring[x][i^1])
	}
	m.match(member, y)
	m.ring[x] = slices.Concat(m.ring[x][way:], m.ring[x][:way])
}

// evenWay returns the even number of edges on a blossom's circle from its base
// to a member. It rotates the circle so that this is the direction in which it
// is listed.
func (m *matcher) evenWay(b, member int) int {
	at := slices.Index(m.ring[b], member)
	if at%2 == 0 {
		return at
	}
	slices.Reverse(m.ring[b][1:])
	return len(m.ring[b]) - at
}

// contract makes a blossom of the paths from x and y to where they meet.
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
	m.recomputeBest(b)
}

// climb adds the path from x to the base of a new blossom. Inner vertices
// become outer.
func (m *matcher) climb(ring []int, x, base int) []int {
	for x != base {
		below := m.top[m.mate[x]]
		ring = append(ring, x, below)
		m.enqueue(below)
		x = m.top[m.parent[below]]
	}
	return ring
}

// contain makes b the outermost blossom of everything in x.
func (m *matcher) contain(x, b int) {
	m.top[x] = b
	if m.isBlossom(x) {
		for _, member := range m.ring[x] {
			m.contain(member, b)
		}
	}
}

// link returns the edge of least slack between two vertices or blossoms,
// neither of which contains the other.
func (m *matcher) link(x, y int) link {
	switch {
	case m.isBlossom(x):
		return *m.linkOf(x, y)
	case m.isBlossom(y):
		e := *m.linkOf(y, x)
		return link{e.v, e.u}
	case m.edge[x*m.n+y]:
		return link{x, y}
	}
	return noLink
}

// linkOf returns the place of the link of a blossom.
func (m *matcher) linkOf(b, x int) *link { return &m.links[(b-m.n)*len(m.top)+x] }

// holderOf returns, by vertex, the member of a blossom that contains the
// vertex.
func (m *matcher) holderOf(b int) []int { return m.holder[(b-m.n)*m.n : (b-m.n+1)*m.n] }

// relink computes the links of a new blossom and the members that hold its
// vertices.
func (m *matcher) relink(b int) {
	for x := range m.high {
		*m.linkOf(b, x) = noLink
	}
	holder := m.holderOf(b)
	for v := range holder {
		holder[v] = none
	}
	for _, member := range m.ring[b] {
		for x := range m.high {
			if m.top[x] == b || m.top[x] == none {
				continue
			}
			e, kept := m.link(member, x), m.linkOf(b, x)
			if e != noLink && (*kept == noLink || m.tighter(e, *kept)) {
				*kept = e
			}
		}
		if !m.isBlossom(member) {
			holder[member] = member
			continue
		}
		for v, in := range m.holderOf(member) {
			if in != none {
				holder[v] = member
			}
		}
	}
	for x := m.n; x < m.high; x++ {
		e := *m.linkOf(b, x)
		*m.linkOf(x, b) = link{e.v, e.u}
	}
}

// expand dissolves an inner blossom. The members on the even path from where
// the tree enters it to its base stay in the tree, the others become free.
func (m *matcher) expand(b int) {
	for _, member := range m.ring[b] {
		m.contain(member, member)
	}
	entry := m.holderOf(b)[m.link(b, m.parent[b]).u]
	way := m.evenWay(b, entry)
	ring := m.ring[b]
	for i := 0; i < way; i += 2 {
		in, out := ring[i], ring[i+1]
		m.parent[in] = m.link(out, in).u
		m.labels[in], m.labels[out] = inner, outer
		m.best[in] = noLink
		m.recomputeBest(out)
		m.enqueue(out)
	}
	m.labels[entry], m.parent[entry] = inner, m.parent[b]
	m.best[entry] = noLink
	for _, member := range ring[way+1:] {
		m.labels[member] = free
		m.recomputeBest(member)
	}
	m.top[b] = none
}
