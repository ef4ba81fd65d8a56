package tartan_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// TestPlay plays random games and carries out each action on the cells of the
// board as well. Both boards must be equal.
func TestPlay(t *testing.T) {
	const games, longest = 20, 300
	random := rules.Random(1)
	for range games {
		st := newState(t, "")
		for range longest {
			actions := st.Actions(nil)
			if len(actions) == 0 {
				break
			}
			action, before := actions[random.IntN(len(actions))], st.Position()
			text := st.Text(action)
			want := newTable(st)
			want.play(text)
			st.Play(action)
			if diff := cmp.Diff(want.stacks(), newTable(st).stacks()); diff != "" {
				t.Fatalf("%s at %s (-want +got):\n%s", text, before, diff)
			}
		}
	}
}

// stacks returns the pieces on the cells, by the names of these.
func (t *table) stacks() map[string][]rules.Piece {
	stacks := map[string][]rules.Piece{}
	for _, cell := range t.cells {
		if len(cell.Stack) > 0 {
			stacks[cell.Name] = cell.Stack
		}
	}
	return stacks
}

// set puts a number of the mover's units on a cell and removes everything else
// there.
func (t *table) set(c hex.Cell, units int) {
	cell := t.cells[c]
	cell.Stack = slices.Repeat([]rules.Piece{{Seat: t.seat, Shape: rules.Unit}}, units)
	t.cells[c] = cell
}

// play carries out the text of a legal action.
func (t *table) play(text string) {
	at := func(name string) hex.Cell {
		c, _ := hex.ParseName(strings.Trim(name, "^+/"), 4)
		return c
	}
	from, to, moves := strings.Cut(text, ">")
	switch {
	case text == "end":
	case strings.HasPrefix(text, "^"):
		hat := rules.Piece{Seat: t.seat, Shape: rules.Hat}
		start, end := t.cells[at(from)], t.cells[at(to)]
		start.Stack = slices.DeleteFunc(start.Stack, func(p rules.Piece) bool { return p == hat })
		end.Stack = append(end.Stack, hat)
		t.cells[at(from)], t.cells[at(to)] = start, end
	case moves:
		height, _ := t.pile(at(from))
		t.set(at(from), 0)
		if there, holder := t.pile(at(to)); holder == t.seat {
			height += there
		}
		t.set(at(to), height)
	case strings.HasSuffix(text, "/"):
		t.set(at(from), 0)
	case strings.HasPrefix(text, "+"):
		t.set(at(from), 1)
	default:
		t.set(at(from), 1)
		if len(t.placements()) == 0 { // rule 1: the hats are placed
			t.cells[hex.Cell{}] = rules.BoardCell{Name: "e5", Ground: rules.Dark, Stack: []rules.Piece{{Seat: 1, Shape: rules.Hat}, {Seat: 2, Shape: rules.Hat}}}
		}
	}
}

// TestTurns follows turns of several actions that were worked out by hand.
func TestTurns(t *testing.T) {
	st := newState(t, "../...x./.x...../.....x./.b1.xBR.../.xb1..r1r1/b1b1.r2.xr1/.x..r1/.. 1 31")
	for _, step := range []struct{ play, becomes string }{
		// Rule 4: two units, a third, then the pile of 3 takes the 2 on c4.
		{"c1>c2", "../...x./.x...../.....x./.b1.xBR.../.xb1..r1r1/.b2.r2.xr1/.x..r1/.. 1>c2 31 1"},
		{"c2>d3", "../...x./.x...../.....x./.b1.xBR.../.xb3..r1r1/...r2.xr1/.x..r1/.. 1>d3 31 2"},
		{"d3>c4", "../...x./.x...../.....x./.b1.xBR.../.x...r1r1/...b3.xr1/.x..r1/.. 2 32"},
		// A pile that stays where it was made
		{"d7>d6", "../...x./.x...../.....x./.b1.xBR.../.x...r2./...b3.xr1/.x..r1/.. 2>d6 32 1"},
		{"end", "../...x./.x...../.....x./.b1.xBR.../.x...r2./...b3.xr1/.x..r1/.. 1 33"},
		{"^e5>e6", "../...x./.x...../.....x./.b1.xR.B../.x...r2./...b3.xr1/.x..r1/.. 2 34"},
		// is split later, into the flowers 6, 1 and 2.
		{"d6/", "../...x./.x...../.....x./.b1.xR.B../.x...../...b3.xr1/.x..r1/.. 2+ 34"},
		{"+d7", "../...x./.x...../.....x./.b1.xR.B../.x....r1/...b3.xr1/.x..r1/.. 2+6 34"},
		{"+i7", "r1./...x./.x...../.....x./.b1.xR.B../.x....r1/...b3.xr1/.x..r1/.. 2+16 34"},
		{"+h4", "r1./r1..x./.x...../.....x./.b1.xR.B../.x....r1/...b3.xr1/.x..r1/.. 1 35"},
		// Three steps and back.
		{"c4>c4", "r1./r1..x./.x...../.....x./.b1.xR.B../.x....r1/...b3.xr1/.x..r1/.. 2 36"},
	} {
		action, err := st.Parse(step.play)
		if err != nil {
			t.Fatal(err)
		}
		if refusal := st.Refuse(action); refusal != nil {
			t.Fatalf("%s at %s: %v", step.play, st.Position(), refusal)
		}
		st.Play(action)
		if got := st.Position(); got != step.becomes {
			t.Fatalf("after %s the position is\n%s, want\n%s", step.play, got, step.becomes)
		}
	}
}

// TestPicks checks that a move is selected by two cells and a split by one.
func TestPicks(t *testing.T) {
	st := newState(t, "../...x./.x...../.....x./...xBR.../.x.b2.../...r2.x./.x.../.. 1 20")
	d4, c5, e5 := hex.Cell{Q: -1, R: 1}, hex.Cell{Q: 0, R: 2}, hex.Cell{}
	for _, tt := range []struct {
		text string
		want [][]hex.Cell
	}{
		{"d4>c5", [][]hex.Cell{{d4}, {c5}}},
		{"d4>d4", [][]hex.Cell{{d4}, {d4}}},
		{"^e5>d4", [][]hex.Cell{{e5}, {d4}}},
		{"d4/", [][]hex.Cell{{d4}}},
		{"+c5", [][]hex.Cell{{c5}}},
		{"c5", [][]hex.Cell{{c5}}},
		{"end", nil},
	} {
		action, err := st.Parse(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, st.Picks(action)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
}

// TestLeavingWhenOver checks that a finished game does not change.
func TestLeavingWhenOver(t *testing.T) {
	st := newState(t, "../...x./.x...../.....x./...xR.../.x.b4B.../...r2.x./.x.../.. win1:hat 20")
	before := st.Position()
	st.Retire(1, rules.Resignation)
	st.Settle(rules.Agreement)
	if after := st.Position(); after != before {
		t.Errorf("%s has become %s", before, after)
	}
}

// TestSampleIsFair checks that all legal actions are drawn equally often, in
// every phase.
func TestSampleIsFair(t *testing.T) {
	const each = 1000
	random := rules.Random(1)
	for _, position := range []string{
		empty + " 1",
		later + " 1",
		later + " 1>d5",
		later + " 1+",
	} {
		st := newState(t, position)
		actions, drawn := st.Actions(nil), map[rules.Action]int{}
		for range each * len(actions) {
			action, _ := st.(rules.Sampler).Sample(&random)
			drawn[action]++
		}
		for _, action := range actions {
			// Five standard deviations of a Poisson distribution.
			if n := drawn[action]; n < each-160 || n > each+160 {
				t.Errorf("%s is drawn %d times at %s, want about %d", st.Text(action), n, position, each)
			}
		}
	}
}
