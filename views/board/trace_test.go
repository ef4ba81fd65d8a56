package board

import (
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/rules/six"
	"hexclub/views/viewstest"
)

// played follows actions from a position of a game.
func played(t *testing.T, key, position, actions string) (Trace, rules.State) {
	t.Helper()
	game, err := games.Find(key)
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.New(game, rules.Setup{Position: position})
	if err != nil {
		t.Fatal(err)
	}
	draft := r.Draft(actions)
	if draft.Err != nil {
		t.Fatal(draft.Err)
	}
	return NewTrace(r.State().Clone(), draft.Actions), draft.State
}

// What happens in a turn is numbered on the cells where it happens.
func TestStepsAreNumbered(t *testing.T) {
	for _, test := range []struct {
		name, game, position, actions string
		steps                         string // "cell:numbers …" in reading order
		flights                       string // "from>to …"
	}{
		{"one step needs no number", "hexone", ".../.b2../.r1.../..../... 1", "d4", "", ""},
		{"an explosion has its number where it starts", "hexone", ".../.b2../.r1.../..../... 1", "d3,d3xE", "d3:1·2", "d3>d4 d3>e3 d3>c2"},
		{"a distribution drops piece by piece", "hexit", "1,-1:Bb/0,0:WwwWb/0,1:B 1 21", "0,0>E", "1,0:1 2,0:2", "0,0>1,0 0,0>2,0"},
		{
			"a pile that moves on and takes", "tartan", "../.b2.x./.x...../.....x./...xBR.../.x.b1b1r2./.....x./.x.b1./.. 1 20",
			"d4>d5,d5>b5,b5>d6", "d5:1 d6:3 b5:2", "b5>d6",
		},
		{"a group that is cut off", "six", "rules=advanced 0,0:brbrbrbrr/rbrbrb 1 41", "6,0>0,-1", "0,-1:1 7,0:2 8,0:2", "6,0>0,-1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, st := played(t, test.game, test.position, test.actions)
			var steps, flights []string
			names := map[string]string{}
			for _, cell := range c.WithLost(st.Board()).Cells {
				names[cell.Cell.String()] = cell.Name
				if n := c.Steps[cell.Cell]; n != "" {
					steps = append(steps, cell.Name+":"+n)
				}
			}
			for _, m := range c.Flights {
				flights = append(flights, names[m.From.String()]+">"+names[m.To.String()])
			}
			slices.Sort(flights)
			want := strings.Fields(test.flights)
			slices.Sort(want)
			if got := strings.Join(steps, " "); got != test.steps || !slices.Equal(flights, want) {
				t.Errorf("numbered %q with flights %v, want %q with %v", got, flights, test.steps, want)
			}
		})
	}
}

// Pieces that leave the game are seen, marked, until the turn is committed.
func TestWhatGoesIsSeen(t *testing.T) {
	c, st := played(t, "six", "rules=advanced 0,0:brbrbrbrr/rbrbrb 1 41", "6,0>0,-1")
	var doomed []string
	for _, cell := range c.WithLost(st.Board()).Cells {
		if cell.Mark == rules.Doomed {
			doomed = append(doomed, cell.Name+" "+contents(nil, viewstest.Catalog(t, "en"), six.Game{}.Info(), cell))
		}
	}
	if want := []string{"7,0 Red, 1 hexagon", "8,0 Red, 1 hexagon"}; !slices.Equal(doomed, want) {
		t.Errorf("going are %q, want %q", doomed, want)
	}
}
