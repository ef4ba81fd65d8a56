package tourney

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/rulestest"
)

// sizes returns the field sizes of a thousand tournaments, up to two hundred.
// Most are small, because small fields run out of pairings.
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
	fields := sizes(draw)
	fields = fields[len(fields)-rulestest.Some(t, len(fields)):]
	for i, n := range fields {
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
	if paired < rulestest.Some(t, 3000) || refused < rulestest.Some(t, 50) || proven < rulestest.Some(t, 1000) {
		t.Errorf("%d rounds, %d refused and %d proven are too few", paired, refused, proven)
	}
}

// judge checks the rules of every round by the results alone.
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

// measure returns the cost of a pairing: the bye's score, for each score from
// the top the squared differences of its players to lower opponents, the
// rounds that the player with the bye has not played, and seats for the third
// time in a row.
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

// better returns the order of a pair that has fewer thirds, or that is the
// only one to keep the seats balanced.
func (s *trial) better(a, b string) [2]string {
	ours, theirs := s.difference(a), s.difference(b)
	kept, swapped := ours < 2 && theirs > -2, theirs < 2 && ours > -2
	if !kept || swapped && s.thirds(b, 1)+s.thirds(a, 2) < s.thirds(a, 1)+s.thirds(b, 2) {
		return [2]string{b, a}
	}
	return [2]string{a, b}
}

// idsOf returns the players of pairs.
func idsOf(pairs []Pair) [][2]string {
	var all [][2]string
	for _, p := range pairs {
		all = append(all, [2]string{p.First, p.Second})
	}
	return all
}

// proveBest tries all legal pairings and checks that none costs less.
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

// judgeGroups checks that no exchange of two pairs is better by the score
// groups.
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

// line returns pairs as 1-5 3-2 6-.
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
	for _, round := range []int{1, 2, 5, 7, 9, 20} {
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
