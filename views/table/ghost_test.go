package table

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/rulestest"
	"hexclub/views/viewstest"
)

// What a free cell shows while it is pressed is what the press puts there, in every position of a game and after
// each pick: of one game, and of three in the check's full mode.
func TestGhostIsWhatIsPut(t *testing.T) {
	rounds := 1
	if rulestest.Full() {
		rounds = 3
	}
	for _, game := range games.All() {
		info := game.Info()
		t.Run(info.Key, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(1, 2))
			shown := 0
			for range rounds {
				st, err := game.New(rules.Setup{})
				if err != nil {
					t.Fatal(err)
				}
				for n := 0; n < 60 && st.Turn().Seat != 0; n++ {
					shown += wantGhosts(t, info, st, Pointing{})
					actions := slices.DeleteFunc(st.Actions(nil), func(a rules.Action) bool { return info.Kinds[a.Kind].Secret })
					action := actions[random.IntN(len(actions))]
					if first := st.Picks(action); len(first) > 1 {
						for _, c := range st.Board().Cells {
							if c.Cell == first[0][0] {
								shown += wantGhosts(t, info, st, Pointing{Picks: []string{c.Name}})
							}
						}
					}
					st.Play(action)
				}
			}
			if shown == 0 {
				t.Error("no cell shows anything")
			}
		})
	}
}

// wantGhosts checks the free cells of a position, and returns how many show what would be put there.
func wantGhosts(t *testing.T, info rules.Info, st rules.State, pointing Pointing) (shown int) {
	t.Helper()
	c, _ := NewChooser(Chooser{T: viewstest.Catalog(t, "en"), Info: info, State: st, Board: st.Board(), Pointing: pointing})
	ghost := c.ghost()
	for _, on := range c.Board.Cells {
		to := c.pick.Clicks[on.Cell]
		if !to.Whole || len(on.Stack) > 0 {
			continue
		}
		after := st.Clone()
		after.Play(c.pick.Choices[to.Choice].Action)
		for _, put := range after.Board().Cells {
			switch {
			case put.Cell != on.Cell:
			case len(put.Stack) == 0 || ghost == nil: // nothing is shown, or it is lost or taken at once
			case !slices.Equal(put.Stack, ghost.Stack):
				t.Errorf("%s shows %v, but %s puts %v there", on.Name, ghost, st.Text(c.pick.Choices[to.Choice].Action), put.Stack)
			default:
				shown++
			}
		}
	}
	return shown
}
