package board

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/hexone"
	"hexclub/rules/tartan"
	"hexclub/views/viewstest"
)

func position(t *testing.T, text string) rules.State {
	t.Helper()
	st, err := hexone.Game{}.New(rules.Setup{Position: text})
	if err != nil {
		t.Fatal(err)
	}
	return st
}

func cells(t *testing.T, names string) []hex.Cell {
	t.Helper()
	var list []hex.Cell
	for _, name := range strings.Fields(names) {
		cell, ok := hex.ParseName(name, 2)
		if !ok {
			t.Fatalf("no cell %s", name)
		}
		list = append(list, cell)
	}
	return list
}

// clicks describes what each cell does: "d3" for a further pick, "d3=TEXT" for
// a whole action, in reading order.
func clicks(st rules.State, p Picking) []string {
	var list []string
	for _, c := range st.Board().Cells {
		if to, ok := p.Clicks[c.Cell]; ok {
			text := c.Name
			if to.Whole {
				text += "=" + st.Text(p.Choices[to.Choice].Action)
			}
			list = append(list, text)
		}
	}
	return list
}

func TestPick(t *testing.T) {
	for _, test := range []struct {
		name, position, picked string
		wantPicked             string
		want                   []string
		lettered               bool
	}{
		{
			name: "one click places", position: viewstest.JustBegun,
			want: []string{"d4=d4", "c2=c2", "c4=c4", "b2=b2", "b3=b3"},
		},
		{
			name: "the only stack picks itself", position: viewstest.OneTall, wantPicked: "d4", lettered: true,
			want: []string{"e4=d4xE", "e5=d4xW", "d3=d4xW", "d5=d4xE", "c3=d4xE", "c4=d4xW"},
		},
		{
			name: "two stacks are to choose from", position: viewstest.TwoTall,
			want: []string{"d3", "d4"},
		},
		{
			name: "a stack picked", position: viewstest.TwoTall, picked: "d3", wantPicked: "d3", lettered: true,
			want: []string{"e3=d3xE", "e4=d3xW", "d2=d3xW", "d4=d3xE", "c2=d3xE", "c3=d3xW"},
		},
		{
			name: "a pick that leads nowhere is dropped", position: viewstest.TwoTall, picked: "a1",
			want: []string{"d3", "d4"},
		},
		{
			name: "the way out of a tip is the centre", position: viewstest.TallTip, wantPicked: "e3", lettered: true,
			want: []string{"e4=e3xE", "d2=e3xE", "d3=e3xW", "c3=e3xE"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			st := position(t, test.position)
			p := Pick(hexone.Game{}.Info(), nil, st, cells(t, test.picked))
			got := clicks(st, p)
			slices.Sort(got)
			slices.Sort(test.want)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("clicks (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(cells(t, test.wantPicked), p.Cells); diff != "" {
				t.Errorf("picked (-want +got):\n%s", diff)
			}
			if p.Lettered() != test.lettered {
				t.Errorf("lettered is %v", p.Lettered())
			}
		})
	}
}

// A click that begins anew is explained if players often try what it seems to mean, until the next pick.
func TestPickTried(t *testing.T) {
	st, err := tartan.Game{}.New(rules.Setup{Position: "../...x./.xb1..../..b3..x./..B.x...R/.x...r2./...r1.x./.x.../.. 1 51"})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, picked, from, refused string }{
		{"a unit onto a pile of three", "g5 f5", "f5", "g5>f5"},
		{"the pile of three after that", "g5 f5 d6", "f5 d6", ""},
		{"the unit once more", "g5 f5 g5", "g5", ""},
		{"a unit after the pile of three", "f5 g5", "g5", ""},
		{"a pile of three after the hat", "e3 f5", "f5", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			at := func(names string) (list []hex.Cell) {
				for name := range strings.FieldsSeq(names) {
					cell, _ := hex.ParseName(name, 4)
					list = append(list, cell)
				}
				return list
			}
			p := Pick(tartan.Game{}.Info(), nil, st, at(test.picked))
			refused := ""
			if p.Refused != nil {
				refused = st.Text(*p.Refused)
			}
			if diff := cmp.Diff(at(test.from), p.Cells); diff != "" || refused != test.refused {
				t.Errorf("refused %q, picked (-want +got):\n%s", refused, diff)
			}
		})
	}
}

// Every legal action of a random game can be reached by clicks, or is offered
// as a button.
func TestEveryActionCanBePicked(t *testing.T) {
	for _, text := range []string{viewstest.OneTall, viewstest.TwoTall, viewstest.TallTip, viewstest.JustBegun, "b2../.r1b3./..b4r2b1/b3r2../... 1"} {
		st := position(t, text)
		for _, action := range st.Actions(nil) {
			var picked []hex.Cell
			for _, set := range st.Picks(action) {
				picked = append(picked, set[0])
			}
			if len(picked) == 0 {
				continue
			}
			p := Pick(hexone.Game{}.Info(), nil, st, picked[:len(picked)-1])
			to, ok := p.Clicks[picked[len(picked)-1]]
			if !ok || !to.Whole || p.Choices[to.Choice].Action != action {
				t.Errorf("%s: clicks do not lead to %s", text, st.Text(action))
			}
		}
	}
}
