package six_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/rulestest"
	"hexclub/rules/six"
)

// A naive is Six implemented rule by rule without regard to speed. The fast
// implementation must agree with it.
type naive struct {
	advanced, declare bool
	seats             int
	colour            map[hex.Cell]int // of each hexagon, 0 for black
	turn, seat        int
	stage             string // "", "keep" or "end"
	passes            int
	result            string
}

func newNaive(advanced, declare bool, seats int) *naive {
	return &naive{
		advanced: advanced, declare: declare, seats: seats,
		colour: map[hex.Cell]int{{}: 1, {Q: 1}: 0}, turn: 1, seat: 1,
	}
}

func (n *naive) mine() int { return (n.seat - 1) % 2 }

// legal returns all legal actions as texts, sorted.
func (n *naive) legal() (list []string) {
	switch {
	case n.result != "":
		return nil
	case n.stage == "keep":
		for _, g := range biggest(parts(n.colour)) {
			list = append(list, "keep:"+g[0].String())
		}
		slices.Sort(list)
		return list
	case n.stage == "end":
		list = append(list, "end")
	case n.turn <= 40:
		for _, c := range n.borders() {
			if n.turn > 1 || c.Distance(hex.Cell{}) == 1 && c.Distance(hex.Cell{Q: 1}) > 1 {
				list = append(list, c.String())
			}
		}
	default:
		list = n.legalMoves()
	}
	if n.declare {
		for _, s := range shapes(n.colour, n.mine()) {
			list = append(list, claimText(s))
		}
	}
	slices.Sort(list)
	return list
}

func (n *naive) legalMoves() (list []string) {
	for from, colour := range maps.Clone(n.colour) {
		if colour != n.mine() {
			continue
		}
		delete(n.colour, from)
		for _, to := range n.borders() {
			if to == from {
				continue
			}
			n.colour[to] = colour
			if n.advanced || len(parts(n.colour)) == 1 {
				list = append(list, from.String()+">"+to.String())
			}
			delete(n.colour, to)
		}
		n.colour[from] = colour
	}
	if len(list) == 0 {
		return []string{"pass"}
	}
	return list
}

// play carries out a legal action.
func (n *naive) play(text string) {
	from, to, moves := strings.Cut(text, ">")
	first, keeps := strings.CutPrefix(text, "keep:")
	cell, isCell := hex.Parse(from)
	switch {
	case text == "pass":
		n.passes++
		if n.passes == n.seats {
			n.result = "draw passes"
		}
		n.next()
		return
	case text == "end":
		n.next()
		return
	case text[0] == '!':
		for _, s := range shapes(n.colour, n.mine()) {
			if claimText(s) == text {
				n.win(n.mine(), formOf(s))
			}
		}
		return
	case keeps:
		for _, g := range parts(n.colour) {
			if g[0].String() == first {
				n.leave(g)
			}
		}
	case moves:
		target, _ := hex.Parse(to)
		delete(n.colour, cell)
		n.colour[target] = n.mine()
		tied := biggest(parts(n.colour))
		if len(tied) > 1 {
			n.stage, n.passes = "keep", 0
			return
		}
		n.leave(tied[0])
	case isCell:
		n.colour[cell] = n.mine()
	}
	n.passes = 0
	n.judge()
}

func (n *naive) judge() {
	if made := shapes(n.colour, n.mine()); len(made) > 0 && !n.declare {
		n.win(n.mine(), bestForm(made))
		return
	}
	if n.advanced && n.turn > 40 {
		count := [2]int{}
		for _, colour := range n.colour {
			count[colour]++
		}
		switch {
		case count[0] <= 5 && count[1] <= 5:
			n.result = "draw few"
		case count[0] <= 5:
			n.win(1, "few")
		case count[1] <= 5:
			n.win(0, "few")
		}
		if n.result != "" {
			return
		}
	}
	if n.declare {
		n.stage = "end"
		return
	}
	n.next()
}

func (n *naive) next() {
	n.stage = ""
	n.turn++
	n.seat = n.seat%n.seats + 1
}

func (n *naive) win(colour int, why string) {
	n.result = fmt.Sprintf("win %d %s", colour+1, why)
	if n.seats == 4 {
		n.result = fmt.Sprintf("win %d %d %s", colour+1, colour+3, why)
	}
}

// leave removes all hexagons outside a group.
func (n *naive) leave(g []hex.Cell) {
	for c := range n.colour {
		if !slices.Contains(g, c) {
			delete(n.colour, c)
		}
	}
}

// borders returns the empty cells that touch a hexagon, each once.
func (n *naive) borders() (cells []hex.Cell) {
	for c := range n.colour {
		for _, d := range hex.Directions {
			to := c.Step(d)
			if _, taken := n.colour[to]; !taken && !slices.Contains(cells, to) {
				cells = append(cells, to)
			}
		}
	}
	return cells
}

// parts returns the groups, each in reading order.
func parts(hexagons map[hex.Cell]int) (groups [][]hex.Cell) {
	seen := map[hex.Cell]bool{}
	for start := range hexagons {
		if seen[start] {
			continue
		}
		group := []hex.Cell{start}
		seen[start] = true
		for i := 0; i < len(group); i++ {
			for _, d := range hex.Directions {
				to := group[i].Step(d)
				if _, taken := hexagons[to]; taken && !seen[to] {
					seen[to] = true
					group = append(group, to)
				}
			}
		}
		slices.SortFunc(group, hex.Compare)
		groups = append(groups, group)
	}
	return groups
}

func biggest(groups [][]hex.Cell) (most [][]hex.Cell) {
	for _, g := range groups {
		switch {
		case len(most) == 0 || len(g) > len(most[0]):
			most = [][]hex.Cell{g}
		case len(g) == len(most[0]):
			most = append(most, g)
		}
	}
	return most
}

// shapes returns every shape of a colour, each in reading order. It walks from
// every cell in every direction, so it finds most of them several times and
// keeps them once.
func shapes(hexagons map[hex.Cell]int, colour int) (found [][]hex.Cell) {
	add := func(cells ...hex.Cell) {
		for _, c := range cells {
			if held, taken := hexagons[c]; !taken || held != colour {
				return
			}
		}
		slices.SortFunc(cells, hex.Compare)
		if !slices.ContainsFunc(found, func(s []hex.Cell) bool { return slices.Equal(s, cells) }) {
			found = append(found, cells)
		}
	}
	for c := range hexagons {
		for _, d := range hex.Directions {
			line := []hex.Cell{c}
			for range 5 {
				line = append(line, line[len(line)-1].Step(d))
			}
			add(line...)
			left, right := c.Step(d), c.Step(d.Turn(1))
			add(c, left, right, left.Step(d), left.Step(d.Turn(1)), right.Step(d.Turn(1)))
			ring := []hex.Cell{c}
			for i := range 5 {
				ring = append(ring, ring[i].Step(d.Turn(i)))
			}
			add(ring...)
		}
	}
	return found
}

// formOf returns the form of a shape, by the number of pairs of its cells that
// touch.
func formOf(s []hex.Cell) string {
	return map[int]string{5: "line", 6: "ring", 9: "triangle"}[touching(s)]
}

// touching returns how many pairs of cells touch.
func touching(s []hex.Cell) (n int) {
	for i, c := range s {
		for _, d := range s[:i] {
			if c.Distance(d) == 1 {
				n++
			}
		}
	}
	return n
}

func bestForm(made [][]hex.Cell) string {
	best := "ring"
	for _, s := range made {
		switch form := formOf(s); {
		case form == "triangle":
			return form
		case form == "line":
			best = form
		}
	}
	return best
}

func claimText(s []hex.Cell) string {
	var names []string
	for _, c := range s {
		names = append(names, c.String())
	}
	return "!" + strings.Join(names, "/")
}

// TestNaive plays random games on both implementations and compares everything
// that can be seen.
func TestNaive(t *testing.T) {
	for _, tt := range []struct {
		name              string
		advanced, declare bool
		seats, games      int
	}{
		{"basic", false, false, 2, 2},
		{"advanced", true, false, 2, 15},
		{"four seats", false, false, 4, 1},
		{"four seats, advanced", true, false, 4, 10},
		{"declared", false, true, 2, 1},
		{"declared, advanced", true, true, 2, 12},
	} {
		t.Run(tt.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 5))
			for range rulestest.Some(t, tt.games) {
				playNaive(t, newNaive(tt.advanced, tt.declare, tt.seats), random)
			}
		})
	}
}

// playNaive plays one game. It makes one of ten possible claims, so that games
// go on.
func playNaive(t *testing.T, n *naive, random *rand.Rand) {
	t.Helper()
	setup := options("seats", fmt.Sprint(n.seats))
	if n.advanced {
		setup.Options["rules"] = "advanced"
	}
	if n.declare {
		setup.Options["declare"] = "yes"
	}
	st, err := six.Game{}.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		list := legal(st)
		if n.turn <= 40 || n.stage != "" || n.advanced || i%20 == 0 { // the comparisons left out are slow
			if want := n.legal(); !slices.Equal(list, want) {
				t.Fatalf("legal at %s (-naive +engine):\n%s", st.Position(), cmp.Diff(want, list))
			}
		}
		if got := outcome(st); got != n.result {
			t.Fatalf("the result is %q, want %q at %s", got, n.result, st.Position())
		}
		if len(list) == 0 {
			return
		}
		text := list[random.IntN(len(list))]
		if text[0] == '!' && random.IntN(10) > 0 {
			text = list[len(list)-1]
		}
		action, err := st.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		st.Play(action)
		n.play(text)
	}
}

// legal returns the legal actions, sorted.
func legal(st rules.State) []string {
	var list []string
	for _, action := range st.Actions(nil) {
		list = append(list, st.Text(action))
	}
	slices.Sort(list)
	return list
}

// outcome returns the result and its reason, empty while the game continues.
func outcome(st rules.State) string {
	result, over := st.Result()
	if !over {
		return ""
	}
	return result.String() + " " + string(result.Reason)
}
