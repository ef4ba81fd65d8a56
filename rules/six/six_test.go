package six_test

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/rulestest"
	"hexclub/rules/six"
)

var update = flag.Bool("update", false, "renew the playthroughs in testdata")

// conformance holds the option sets of random games, and the number of games.
var conformance = []struct {
	name  string
	games int
	setup rules.Setup
}{
	{"basic", 1, rules.Setup{}},
	{"advanced", 6, options("rules", "advanced")},
	{"four seats, advanced", 4, options("seats", "4", "rules", "advanced")},
	{"declared", 1, options("declare", "yes")},
	{"declared, advanced", 3, options("declare", "yes", "rules", "advanced")},
	{"declared, four seats, advanced", 3, options("declare", "yes", "seats", "4", "rules", "advanced")},
}

func TestConformance(t *testing.T) {
	for _, tt := range conformance {
		t.Run(tt.name, func(t *testing.T) {
			rulestest.Conformance(t, six.Game{}, tt.setup, rulestest.Some(t, tt.games), 1, hexagonsFit)
		})
	}
}

func TestScripts(t *testing.T) {
	rulestest.Scripts(t, six.Game{}, "testdata/rules")
}

func TestPerft(t *testing.T) {
	rulestest.PerftTable(t, six.Game{}, "testdata/perft.txt")
}

// options returns a set-up with these options, given as alternating keys and
// values.
func options(list ...string) rules.Setup {
	chosen := map[string]string{}
	for i := 0; i < len(list); i += 2 {
		chosen[list[i]] = list[i+1]
	}
	return rules.Setup{Options: chosen}
}

// hexagonsFit checks what the rules guarantee in every position: the hexagons
// form one group except while one is to be chosen, none is lost while they are
// placed, every other cell of the board touches one, and a shape has won
// unless it has to be declared.
func hexagonsFit(st rules.State) error {
	hexagons, reserve := map[hex.Cell]int{}, 0
	board := st.Board()
	for _, cell := range board.Cells {
		if len(cell.Stack) > 0 {
			hexagons[cell.Cell] = int(cell.Stack[0].Seat - 1)
		}
	}
	for _, cell := range board.Cells {
		touches := func(d hex.Direction) bool { _, ok := hexagons[cell.Cell.Step(d)]; return ok }
		if len(cell.Stack) == 0 && !slices.ContainsFunc(hex.Directions[:], touches) {
			return fmt.Errorf("%s is drawn and touches nothing", cell.Name)
		}
	}
	for _, count := range board.Counts {
		if n, err := strconv.Atoi(count.Text); count.Key == "reserve" && err == nil {
			reserve += n
		}
	}
	turn, phase := st.Turn(), six.Game{}.Info().Phases[st.Turn().Phase].Name
	if turn.Seat == 0 {
		return nil
	}
	if groups := len(parts(hexagons)); (groups > 1) != (phase == "keep") {
		return fmt.Errorf("%d groups in the phase %s", groups, phase)
	}
	if turn.Number <= 40 && len(hexagons)+reserve != 42 {
		return fmt.Errorf("%d hexagons lie there and %d are left to place", len(hexagons), reserve)
	}
	for colour := range 2 {
		if !strings.Contains(st.Position(), "declare=yes") && phase != "keep" && len(shapes(hexagons, colour)) > 0 {
			return fmt.Errorf("seat %d has a shape and has not won", colour+1)
		}
	}
	return nil
}

func TestPlaythrough(t *testing.T) {
	rulestest.Playthrough(t, six.Game{}, options("rules", "advanced"), "testdata/playthrough.txt", *update)
}

// TestSampling checks that all legal moves are drawn about equally often, both
// by drawing and by counting.
func TestSampling(t *testing.T) {
	for _, position := range []string{"0,0:brbr/bb 1 41", "0,0:rb/.r 1 41", "declare=yes 0,0:bbbbbbr 1 41", "-1,0:.rb/b 2 2"} {
		st := newState(t, position)
		sampler := st.(rules.Sampler)
		drawn, random := map[rules.Action]int{}, rules.Random(1)
		actions := st.Actions(nil)
		const each = 2000
		for range each * len(actions) {
			action, _ := sampler.Sample(&random)
			drawn[action]++
		}
		for _, action := range actions {
			if n := drawn[action]; n < each*9/10 || n > each*11/10 {
				t.Errorf("%s is drawn %d times of %d at %s", st.Text(action), n, each, position)
			}
		}
	}
}

// TestMarks checks that the winner's shapes are marked, only the claimed one
// after a known claim, and, while a group is to be chosen, the groups that can
// be kept and those that are removed in any case.
func TestMarks(t *testing.T) {
	for _, tt := range []struct {
		position string
		mark     rules.Mark
		want     string
	}{
		{"0,0:rbbbbbbb/..rrrr/..r win1:line 11", rules.Decisive, "1,0 2,0 3,0 4,0 5,0 6,0 7,0"},
		{"0,0:rb draw:agreement 1", rules.Decisive, ""},
		{"declare=yes 0,0:rbbbbbbb/bbb..r/rrrr win1:line 41", rules.Decisive, "1,0 2,0 3,0 4,0 5,0 6,0 7,0"},
		{"declare=yes 0,0:rbbbbbbb/bbb..r/rrrr win1:line 41 by:!2,0/3,0/4,0/5,0/6,0/7,0", rules.Decisive, "2,0 3,0 4,0 5,0 6,0 7,0"},
		{"rules=advanced 0,-2:......r/......r/b......rbrbrbr/brbrbr 1 41 1", rules.Choice, "0,0 7,0 8,0 9,0 10,0 11,0 12,0 13,0 0,1 1,1 2,1 3,1 4,1 5,1"},
		{"rules=advanced 0,-2:......r/......r/b......rbrbrbr/brbrbr 1 41 1", rules.Doomed, "6,-2 6,-1"},
	} {
		var marked []string
		for _, cell := range newState(t, tt.position).Board().Cells {
			if cell.Mark == tt.mark {
				marked = append(marked, cell.Name)
			}
		}
		if got := strings.Join(marked, " "); got != tt.want {
			t.Errorf("%s is marked %s, want %s", tt.position, got, tt.want)
		}
	}
}

// TestDrift checks that a group at the edge of the table behaves as in the
// middle, in whatever words of memory it lies.
func TestDrift(t *testing.T) {
	const rows = "brbr.b/.bbrbr/..r"
	want := len(newState(t, "0,0:"+rows+" 1 41").Actions(nil))
	for q := -99; q <= 94; q += 7 {
		for r := -99; r <= 97; r += 7 {
			st := newState(t, fmt.Sprintf("%d,%d:%s 1 41", q, r, rows))
			if err := hexagonsFit(st); err != nil {
				t.Fatal(err)
			}
			if got := len(st.Actions(nil)); got != want {
				t.Errorf("%d actions at %s, want %d", got, st.Position(), want)
			}
		}
	}
}

// TestFarAway plays at the edge of the table.
func TestFarAway(t *testing.T) {
	for i, position := range []string{
		"-100,-100:brb/rbr/brb 1 41", "98,98:brb/rbr/brb 1 41",
		"rules=advanced -100,97:brbr/rbrb/brbr/rbrb 1 41", "rules=advanced 97,-100:brbr/rbrb/brbr/rbrb 1 41",
	} {
		rulestest.Conformance(t, six.Game{}, rules.Setup{Position: position}, 1, uint64(i), hexagonsFit, onTable)
	}
}

// onTable checks ruling r4.
func onTable(st rules.State) error {
	for _, cell := range st.Board().Cells {
		if c := cell.Cell; max(c.Q, c.R) > 100 || min(c.Q, c.R) < -100 {
			return fmt.Errorf("%s is drawn", cell.Name)
		}
	}
	for _, c := range []hex.Cell{{Q: 101}, {R: -101}, {Q: 127, R: 127}, {Q: -128}} {
		if refusal := st.Refuse(rules.At(six.Place, c)); refusal == nil {
			return fmt.Errorf("%s is legal", c)
		}
	}
	return nil
}
