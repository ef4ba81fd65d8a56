package tourney

// of returns the dual of a vertex or blossom.
func (m *matcher) of(x int) []int64 { return m.dual[x*m.width : (x+1)*m.width] }

// slackTo returns the slack of the best edge to x, if it has one.
func (m *matcher) slackTo(x int) []int64 { return m.slack[x*m.width : (x+1)*m.width] }

// tight reports whether the slack of an edge is 0.
func (m *matcher) tight(e link) bool {
	du, dv := m.of(e.u), m.of(e.v)
	for i, c := range m.cost(e.u, e.v) {
		if 2*c != du[i]+dv[i] {
			return false
		}
	}
	return true
}

// tighter reports whether an edge has less slack than another.
func (m *matcher) tighter(e, than link) bool {
	du, dv := m.of(e.u), m.of(e.v)
	other, ou, ov := m.cost(than.u, than.v), m.of(than.u), m.of(than.v)
	for i, c := range m.cost(e.u, e.v) {
		if a, b := 2*c-du[i]-dv[i], 2*other[i]-ou[i]-ov[i]; a != b {
			return a < b
		}
	}
	return false
}

// relax stores an edge from an outer vertex to x if there is none yet or it
// has less slack. It returns true when the edge is tight.
func (m *matcher) relax(e link, x int) bool {
	kept, cost, du, dv := m.slackTo(x), m.cost(e.u, e.v), m.of(e.u), m.of(e.v)
	less, all := m.best[x] == noLink, int64(0)
	for i, c := range cost {
		s := 2*c - du[i] - dv[i]
		if !less {
			if s > kept[i] {
				return false
			}
			less = s < kept[i]
		}
		kept[i] = s
		all |= s
	}
	if less {
		m.best[x] = e
	}
	return all == 0
}

// recomputeBest recomputes the edge of least slack from outer vertices to x.
func (m *matcher) recomputeBest(x int) {
	m.best[x] = noLink
	for u := range m.n {
		if m.top[u] == x || m.labels[m.top[u]] != outer {
			continue
		}
		if e := m.link(u, x); e != noLink {
			m.relax(e, x)
		}
	}
}

// dualStep computes how far duals can move until an edge becomes tight or an
// inner blossom has none left. It returns false when nothing limits them: then
// there is no perfect matching.
func (m *matcher) dualStep() bool {
	bounded := false
	limit := func(most []int64, parts int64) {
		less := !bounded
		for i, d := range most {
			d /= parts
			if !less && d > m.step[i] {
				return
			}
			less = less || d < m.step[i]
			m.step[i] = d
		}
		bounded = true
	}
	for x := range m.high {
		switch {
		case !m.outermost(x):
		case m.labels[x] == inner:
			if m.isBlossom(x) {
				limit(m.of(x), 1)
			}
		case m.best[x] == noLink:
		case m.labels[x] == outer:
			limit(m.slackTo(x), 2) // both ends move
		default:
			limit(m.slackTo(x), 1)
		}
	}
	return bounded
}

// move moves the duals by the step.
func (m *matcher) move() {
	for x := range m.high {
		if m.top[x] == none || m.isBlossom(x) && !m.outermost(x) {
			continue
		}
		up := int64(0)
		switch m.labels[m.top[x]] {
		case outer:
			up = 1
		case inner:
			up = -1
		}
		shift(m.of(x), m.step, up)
		if m.outermost(x) && m.best[x] != noLink {
			shift(m.slackTo(x), m.step, -1-up)
		}
	}
}

// shift adds a multiple of one vector to another.
func shift(to, by []int64, times int64) {
	for i, d := range by {
		to[i] += times * d
	}
}

// isZero reports whether all numbers are 0.
func isZero(numbers []int64) bool {
	for _, n := range numbers {
		if n != 0 {
			return false
		}
	}
	return true
}
