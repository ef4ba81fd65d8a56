package tourney

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
)

// A trial is a random tournament, which plays itself.
type trial struct {
	random  uint64
	field   []Entrant
	results []Result
	options SwissOptions
}

// below draws a number.
func (t *trial) below(n int) int {
	t.random = t.random*6364136223846793005 + 1442695040888963407
	return int(t.random>>33) % n
}

// enter is a field of n players: one in eight comes late, one in eight leaves.
func (t *trial) enter(n, rounds int) {
	for i := range n {
		e := Entrant{ID: fmt.Sprint("p", i+1), Rank: i + 1}
		if t.below(8) == 0 {
			e.From = 1 + t.below(rounds)
		}
		if t.below(8) == 0 {
			e.To = 1 + t.below(rounds)
		}
		t.field = append(t.field, e)
	}
}

// play gives the pairs of a round random results; one in thirty is forfeited,
// some of these by both.
func (t *trial) play(round int, pairs []Pair) {
	for _, p := range pairs {
		r := Result{Round: round, Board: p.Board, First: p.First, Second: p.Second, Over: true}
		switch {
		case p.Bye():
			r.Halves[0] = Win
		case t.below(30) == 0:
			r.Forfeit = [2]bool{t.below(2) == 0, true}
			if !r.Forfeit[0] {
				r.Halves[0] = Win
			}
		default:
			r.Halves[0] = []int{Win, Win, Draw, Loss, Loss}[t.below(5)]
			r.Halves[1] = Win - r.Halves[0]
		}
		t.results = append(t.results, r)
	}
}

// sizes are the fields of a thousand tournaments: most are small, since these
// are where pairings run out, and they reach two hundred.
func sizes(t *trial) []int {
	all := []int{200, 199, 150}
	for len(all) < 12 {
		all = append(all, 50+t.below(70))
	}
	for len(all) < 100 {
		all = append(all, 14+t.below(20))
	}
	for len(all) < 1000 {
		all = append(all, 3+t.below(10))
	}
	return all
}

// A thousand tournaments keep the rules, each round has a pairing whenever an
// independent referee finds one, and small ones have the best.
func TestSwissOfAThousandTournaments(t *testing.T) {
	draw := &trial{random: 8}
	paired, refused, proven := 0, 0, 0
	for i, n := range sizes(draw) {
		rounds := 3 + draw.below(min(n, 7))
		if n > 100 {
			rounds = 7
		}
		s := &trial{random: uint64(1000 + i), options: SwissOptions{TopSecond: i%2 == 0, Rematch: i%3 == 0}}
		s.enter(n, rounds)
		for round := 1; round <= rounds; round++ {
			pairs, err := Swiss(s.field, s.results, round, s.options)
			g := legalGraph(s, round)
			exists := g.n > 0 && g.matched() == g.n
			if err != nil {
				if exists || !rules.IsKind(err, rules.Conflict) || err.(*rules.Error).Key != "error.no-pairing" {
					t.Fatalf("tournament %d, round %d of %d players: %v, and that there is a pairing is %t", i, round, n, err, exists)
				}
				refused++
				break
			}
			paired++
			s.judge(t, round, pairs)
			if n <= 9 {
				s.proveBest(t, round, pairs)
				proven++
			}
			s.judgeGroups(t, round, pairs)
			s.play(round, pairs)
		}
	}
	t.Logf("%d rounds paired, %d of them proven best by trying all, %d refused", paired, proven, refused)
	if paired < 3000 || refused < 50 || proven < 1000 {
		t.Errorf("%d rounds, %d refused and %d proven are too few", paired, refused, proven)
	}
}

// judge holds the rules that no round breaks, by the results alone.
func (s *trial) judge(t *testing.T, round int, pairs []Pair) {
	t.Helper()
	var there []string
	for _, e := range s.field {
		if e.In(round) {
			there = append(there, e.ID)
		}
	}
	var seated []string
	for _, p := range pairs {
		seated = append(seated, p.First)
		if p.Bye() {
			for _, r := range s.results {
				if r.First == p.First && (r.bye() || r.Forfeit[1] && !r.Forfeit[0]) {
					t.Fatalf("round %d: %s has a bye and had %v", round, p.First, r)
				}
			}
			continue
		}
		seated = append(seated, p.Second)
		for _, r := range s.results {
			met := r.First == p.First && r.Second == p.Second || r.First == p.Second && r.Second == p.First
			if met && (!r.forfeited() || !s.options.Rematch) {
				t.Fatalf("round %d: %v after %v", round, p, r)
			}
		}
		for seat, id := range []string{p.First, p.Second} {
			if d := s.difference(id) + 1 - 2*seat; d < -2 || d > 2 {
				t.Fatalf("round %d: %v: the seats of %s differ by %d", round, p, id, d)
			}
		}
	}
	slices.Sort(there)
	slices.Sort(seated)
	if !slices.Equal(there, seated) {
		t.Fatalf("round %d: there are %v, paired are %v", round, there, seated)
	}
}

// difference is a player's first seats less second seats.
func (s *trial) difference(id string) int {
	d := 0
	for _, r := range s.results {
		switch {
		case r.bye() || r.forfeited():
		case r.First == id:
			d++
		case r.Second == id:
			d--
		}
	}
	return d
}

// score is a player's halves of points.
func (s *trial) score(id string) int {
	sum := 0
	for _, r := range s.results {
		if r.First == id {
			sum += r.Halves[0]
		}
		if r.Second == id {
			sum += r.Halves[1]
		}
	}
	return sum
}

// may tells whether a pair, or a bye, breaks no rule.
func (s *trial) may(a, b string) bool {
	for _, r := range s.results {
		if b == "" && (r.First == a && (r.bye() || r.Forfeit[1] && !r.Forfeit[0]) || r.Second == a && r.Forfeit[0] && !r.Forfeit[1]) {
			return false
		}
		met := b != "" && (r.First == a && r.Second == b || r.First == b && r.Second == a)
		if met && (!r.forfeited() || !s.options.Rematch) {
			return false
		}
	}
	return b == "" || s.options.Seats != SeatsStrict || abs(s.difference(a)+s.difference(b)) < 4
}

// A referee is an unweighted graph of who may meet whom.
type referee struct {
	n    int
	ids  []string // the bye is ""
	near [][]int
}

// legalGraph is who may meet whom in a round.
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

// matched is how many can be matched at most: Edmonds' algorithm without
// weights, breadth first, by bases of blossoms. It shares nothing with what it
// referees.
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

// measure is what a pairing costs: the bye's score, for each score from the top
// the squared differences of its players to who is below, the rounds that who
// has the bye has not played, and seats for the third time in a row.
func (s *trial) measure(round int, pairs [][2]string) []int {
	var m [67]int
	for _, p := range pairs {
		if p[1] == "" {
			m[0], m[65] = s.score(p[0]), round-1-len(s.seats(p[0]))
			continue
		}
		high, low := max(s.score(p[0]), s.score(p[1])), min(s.score(p[0]), s.score(p[1]))
		m[64-high] += (high - low) * (high - low)
		m[66] += s.thirds(p[0], 1) + s.thirds(p[1], 2)
	}
	return m[:]
}

// seats are the seats that a player had.
func (s *trial) seats(id string) []int {
	var all []int
	for _, r := range s.results {
		if !r.bye() && !r.forfeited() && r.First == id {
			all = append(all, 1)
		} else if !r.bye() && !r.forfeited() && r.Second == id {
			all = append(all, 2)
		}
	}
	return all
}

// thirds is 1 when a seat is the third of its kind in a row.
func (s *trial) thirds(id string, seat int) int {
	had := s.seats(id)
	if n := len(had); n >= 2 && had[n-1] == seat && had[n-2] == seat {
		return 1
	}
	return 0
}

// better is the order of a pair in which it has fewer thirds, or is the only
// one that keeps the seats balanced.
func (s *trial) better(a, b string) [2]string {
	ours, theirs := s.difference(a), s.difference(b)
	kept, swapped := ours < 2 && theirs > -2, theirs < 2 && ours > -2
	if !kept || swapped && s.thirds(b, 1)+s.thirds(a, 2) < s.thirds(a, 1)+s.thirds(b, 2) {
		return [2]string{b, a}
	}
	return [2]string{a, b}
}

// idsOf are the players of pairs.
func idsOf(pairs []Pair) [][2]string {
	var all [][2]string
	for _, p := range pairs {
		all = append(all, [2]string{p.First, p.Second})
	}
	return all
}

// proveBest tries all legal pairings: none costs less.
func (s *trial) proveBest(t *testing.T, round int, pairs []Pair) {
	t.Helper()
	g := legalGraph(s, round)
	got := s.measure(round, idsOf(pairs))
	var try func(left []int, so [][2]string)
	try = func(left []int, so [][2]string) {
		if len(left) == 0 {
			if better := s.measure(round, so); slices.Compare(better, got) < 0 {
				t.Fatalf("round %d: %v costs %v, %v costs %v", round, pairs, got, so, better)
			}
			return
		}
		for i, j := range left[1:] {
			if slices.Contains(g.near[left[0]], j) {
				p := [2]string{g.ids[left[0]], g.ids[j]}
				if p[0] == "" {
					p[0], p[1] = p[1], p[0]
				} else if p[1] != "" {
					p = s.better(p[0], p[1])
				}
				try(slices.Concat(left[1:i+1], left[i+2:]), append(so, p))
			}
		}
	}
	try(numbersBelow(g.n), nil)
}

// judgeGroups holds that no exchange of two pairs is better by the score groups.
func (s *trial) judgeGroups(t *testing.T, round int, pairs []Pair) {
	t.Helper()
	scores := map[string]int{}
	for _, e := range s.field {
		scores[e.ID] = s.score(e.ID)
	}
	legal := map[[2]string]bool{}
	g := legalGraph(s, round)
	for i, near := range g.near {
		for _, j := range near {
			legal[[2]string{g.ids[i], g.ids[j]}] = true
		}
	}
	cost := func(a, b [2]string) [][2]int { // byes first, then by the higher score, from the top
		var all [][2]int
		for _, p := range [][2]string{a, b} {
			if p[0] == "" || p[1] == "" {
				all = append(all, [2]int{1000, scores[p[0]+p[1]]})
			} else {
				high, low := max(scores[p[0]], scores[p[1]]), min(scores[p[0]], scores[p[1]])
				all = append(all, [2]int{high, (high - low) * (high - low)})
			}
		}
		return all
	}
	less := func(a, b [][2]int) bool {
		heights := map[int][2]int{}
		for _, c := range a {
			h := heights[c[0]]
			h[0] += c[1]
			heights[c[0]] = h
		}
		for _, c := range b {
			h := heights[c[0]]
			h[1] += c[1]
			heights[c[0]] = h
		}
		var order []int
		for h := range heights {
			order = append(order, h)
		}
		slices.Sort(order)
		for _, h := range slices.Backward(order) {
			if heights[h][0] != heights[h][1] {
				return heights[h][0] < heights[h][1]
			}
		}
		return false
	}
	for i, p := range pairs {
		for _, q := range pairs[:i] {
			now := cost([2]string{p.First, p.Second}, [2]string{q.First, q.Second})
			for _, o := range [][2][2]string{
				{{p.First, q.First}, {p.Second, q.Second}},
				{{p.First, q.Second}, {q.First, p.Second}},
			} {
				if legal[o[0]] && legal[o[1]] && less(cost(o[0], o[1]), now) {
					t.Fatalf("round %d: %v and %v are better as %v", round, p, q, o)
				}
			}
		}
	}
}

// line writes pairs as 1-5 3-2 6-.
func line(pairs []Pair) string {
	var words []string
	for _, p := range pairs {
		words = append(words, strings.TrimPrefix(p.First, "p")+"-"+strings.TrimPrefix(p.Second, "p"))
	}
	return strings.Join(words, " ")
}

func BenchmarkSwiss200(b *testing.B) {
	s := &trial{random: 5}
	for i := range 200 {
		s.field = append(s.field, Entrant{ID: fmt.Sprint("p", i+1), Rank: i + 1})
	}
	for round := 1; round < 20; round++ {
		pairs, err := Swiss(s.field, s.results, round, s.options)
		if err != nil {
			b.Fatal(err)
		}
		s.play(round, pairs)
	}
	for _, round := range []int{1, 2, 5, 9, 20} {
		b.Run(fmt.Sprint("round ", round), func(b *testing.B) {
			var before []Result
			for _, r := range s.results {
				if r.Round < round {
					before = append(before, r)
				}
			}
			for b.Loop() {
				if _, err := Swiss(s.field, before, round, s.options); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
