package tourney

import "slices"

// A referee is an unweighted graph of the pairs that may meet.
type referee struct {
	n    int
	ids  []string // the bye is ""
	near [][]int
}

// legalGraph returns the pairs that may meet in a round.
func legalGraph(s *trial, round int) *referee {
	g := &referee{}
	for _, e := range s.field {
		if e.In(round) {
			g.ids = append(g.ids, e.ID)
		}
	}
	if len(g.ids) < 2 {
		return g
	}
	if len(g.ids)%2 == 1 {
		g.ids = append(g.ids, "")
	}
	g.n = len(g.ids)
	g.near = make([][]int, g.n)
	bad := map[[2]string]bool{}
	fed := map[string]bool{}
	differ := map[string]int{}
	for _, id := range g.ids {
		if id != "" {
			fed[id], differ[id] = !s.may(id, ""), s.difference(id)
		}
	}
	for _, r := range s.results {
		if !r.forfeited() || !s.options.Rematch {
			bad[[2]string{r.First, r.Second}], bad[[2]string{r.Second, r.First}] = true, true
		}
	}
	for i, a := range g.ids {
		for j, b := range g.ids[:i] {
			if a == "" && fed[b] || b == "" && fed[a] || a != "" && b != "" && (bad[[2]string{a, b}] || abs(differ[a]+differ[b]) >= 4) {
				continue
			}
			g.near[i], g.near[j] = append(g.near[i], j), append(g.near[j], i)
		}
	}
	return g
}

// matched returns the size of a maximum matching: Edmonds' algorithm without
// weights, breadth first, by bases of blossoms. It shares nothing with the
// tested code.
func (g *referee) matched() int {
	mate := slices.Repeat([]int{-1}, g.n)
	count := 0
	for root := range g.n {
		if mate[root] == -1 && g.augment(root, mate) {
			count += 2
		}
	}
	return count
}

func (g *referee) augment(root int, mate []int) bool {
	came, base, used := slices.Repeat([]int{-1}, g.n), numbersBelow(g.n), make([]bool, g.n)
	used[root] = true
	mark := func(v, b, child int, in []bool) {
		for base[v] != b {
			in[base[v]], in[base[mate[v]]] = true, true
			came[v] = child
			child = mate[v]
			v = came[mate[v]]
		}
	}
	common := func(a, b int) int {
		on := map[int]bool{}
		for {
			a = base[a]
			on[a] = true
			if mate[a] == -1 {
				break
			}
			a = came[mate[a]]
		}
		for !on[base[b]] {
			b = came[mate[base[b]]]
		}
		return base[b]
	}
	for queue := []int{root}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		for _, to := range g.near[v] {
			if base[v] == base[to] || mate[v] == to {
				continue
			}
			if to == root || mate[to] != -1 && came[mate[to]] != -1 {
				b, in := common(v, to), make([]bool, g.n)
				mark(v, b, to, in)
				mark(to, b, v, in)
				for i := range g.n {
					if in[base[i]] {
						base[i] = b
						if !used[i] {
							used[i] = true
							queue = append(queue, i)
						}
					}
				}
			} else if came[to] == -1 {
				came[to] = v
				if mate[to] == -1 {
					for to != -1 {
						from := came[to]
						to, mate[to], mate[from] = mate[from], from, to
					}
					return true
				}
				used[mate[to]] = true
				queue = append(queue, mate[to])
			}
		}
	}
	return false
}
