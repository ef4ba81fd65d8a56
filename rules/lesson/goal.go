package lesson

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
)

// A Goal is a condition on a played turn and the position after it, or after
// the replies to it if these end the game. All fields that are set must hold;
// the zero Goal always holds.
type Goal struct {
	Turn   []string     `yaml:"turn"`   // the turn is one of these
	Plays  []string     `yaml:"plays"`  // an action of the turn is one of these
	Kind   string       `yaml:"kind"`   // an action of the turn is of this kind, by its name
	Result string       `yaml:"result"` // the game is won, lost or drawn for the learner, or "open"
	Reason rules.Reason `yaml:"reason"` // the reason of the ending
	Points Number       `yaml:"points"` // of the learner after the end
	Cells  []Cells      `yaml:"cells"`
	Pieces []Pieces     `yaml:"pieces"`
	Counts []Counts     `yaml:"counts"`
	All    []Goal       `yaml:"all"`
	Any    []Goal       `yaml:"any"`
	Not    *Goal        `yaml:"not"`
}

// Cells counts cells of the board.
type Cells struct {
	On     []string       `yaml:"on"`     // names of the cells considered; none: all
	Ground []rules.Ground `yaml:"ground"` // possible grounds; none: any
	Top    rules.Seat     `yaml:"top"`    // owner of the topmost piece, ignoring hats; 0: any or none
	Hat    rules.Seat     `yaml:"hat"`    // owner of a hat on the cell; 0: any or none
	Height Number         `yaml:"height"` // of the stack, ignoring hats
	Is     Number         `yaml:"is"`
}

// Pieces counts pieces that lie on the board.
type Pieces struct {
	On     []string       `yaml:"on"`
	Ground []rules.Ground `yaml:"ground"`
	Seat   rules.Seat     `yaml:"seat"`  // the owner; 0: any
	Shape  rules.Shape    `yaml:"shape"` // empty: any
	Is     Number         `yaml:"is"`
}

// Counts tests a number shown next to the board.
type Counts struct {
	Key  string     `yaml:"key"` // as in rules.Count
	Seat rules.Seat `yaml:"seat"`
	Is   Number     `yaml:"is"`
}

// A played holds what a goal is judged by.
type played struct {
	learner rules.Seat
	info    rules.Info
	actions []rules.Action // of the turn
	texts   []string       // the same in notation
	begun   rules.Board    // at the start of the lesson
	board   rules.Board
	result  rules.Result
	over    bool
	before  rules.State // before the turn
}

// holds reports whether the goal is reached.
func (g *Goal) holds(p *played) bool {
	for i := range g.All {
		if !g.All[i].holds(p) {
			return false
		}
	}
	return g.byTurn(p) && g.byResult(p) && g.byBoard(p) &&
		(g.Not == nil || !g.Not.holds(p)) &&
		(len(g.Any) == 0 || slices.ContainsFunc(g.Any, func(one Goal) bool { return one.holds(p) }))
}

func (g *Goal) byTurn(p *played) bool {
	if len(g.Turn) > 0 && !slices.ContainsFunc(g.Turn, func(turn string) bool { return sameTurn(p.before, turn, p.actions) }) {
		return false
	}
	if len(g.Plays) > 0 && !slices.ContainsFunc(g.Plays, func(text string) bool { return slices.Contains(p.texts, text) }) {
		return false
	}
	return g.Kind == "" || slices.ContainsFunc(p.actions, func(a rules.Action) bool { return p.info.Kinds[a.Kind].Name == g.Kind })
}

func (g *Goal) byResult(p *played) bool {
	outcome := "open"
	if p.over {
		outcome = string(p.result.Outcome(p.learner))
	}
	return (g.Result == "" || g.Result == outcome) && (g.Reason == "" || p.over && g.Reason == p.result.Reason) &&
		(!g.Points.given || p.over && p.result.Scored && g.Points.holds(float64(p.result.Halves[p.learner-1])/2, 0))
}

func (g *Goal) byBoard(p *played) bool {
	for i := range g.Cells {
		if c := &g.Cells[i]; !c.Is.holds(c.number(p.board), c.number(p.begun)) {
			return false
		}
	}
	for i := range g.Pieces {
		if c := &g.Pieces[i]; !c.Is.holds(c.number(p.board), c.number(p.begun)) {
			return false
		}
	}
	for _, c := range g.Counts {
		if !c.Is.holds(c.number(p.board), c.number(p.begun)) {
			return false
		}
	}
	return true
}

func (c *Cells) number(board rules.Board) (n float64) {
	for _, on := range board.Cells {
		if !among(on, c.On, c.Ground) {
			continue
		}
		height, top, hats := 0, rules.Seat(0), map[rules.Seat]bool{}
		for _, piece := range on.Stack {
			if piece.Shape == rules.Hat {
				hats[piece.Seat] = true
				continue
			}
			height++
			top = piece.Seat
		}
		if (c.Top == 0 || c.Top == top) && (c.Hat == 0 || hats[c.Hat]) && (!c.Height.given || c.Height.holds(float64(height), 0)) {
			n++
		}
	}
	return n
}

func (c *Pieces) number(board rules.Board) (n float64) {
	for _, on := range board.Cells {
		if !among(on, c.On, c.Ground) {
			continue
		}
		for _, piece := range on.Stack {
			if (c.Seat == 0 || c.Seat == piece.Seat) && (c.Shape == "" || c.Shape == piece.Shape) {
				n++
			}
		}
	}
	return n
}

func (c *Counts) number(board rules.Board) float64 {
	for _, count := range board.Counts {
		if count.Key == c.Key && count.Seat == c.Seat {
			n, _ := strconv.ParseFloat(count.Text, 64) // a game writes numbers
			return n
		}
	}
	return 0
}

func among(on rules.BoardCell, names []string, grounds []rules.Ground) bool {
	return (len(names) == 0 || slices.Contains(names, on.Name)) && (len(grounds) == 0 || slices.Contains(grounds, on.Ground))
}

// sameTurn reports whether a turn, in the form of lessons, consists of these
// actions.
func sameTurn(st rules.State, turn string, actions []rules.Action) bool {
	wanted, err := readTurn(st, turn)
	return err == nil && slices.Equal(wanted, actions)
}

// readTurn parses the actions of a turn. All except the last must be legal.
func readTurn(st rules.State, turn string) (actions []rules.Action, err error) {
	st = st.Clone()
	for line := strings.TrimSpace(turn); line != ""; {
		action, rest, err := rules.CutAction(st, line)
		if err != nil {
			return nil, err
		}
		actions = append(actions, action)
		if st.Refuse(action) == nil {
			st.Play(action)
		} else if rest != "" {
			return nil, fmt.Errorf("%s is not legal", st.Text(action))
		}
		line = rest
	}
	return actions, nil
}

// check returns an error if a part of a goal does not exist at the lesson's
// start.
func (g *Goal) check(l *Lesson) error {
	info := l.Game.Info()
	switch {
	case g.Kind != "" && !slices.ContainsFunc(info.Kinds, func(k rules.KindInfo) bool { return k.Name == g.Kind }):
		return fmt.Errorf("no kind of action is called %q", g.Kind)
	case g.Result != "" && !slices.Contains([]string{"won", "lost", "drawn", "open"}, g.Result):
		return fmt.Errorf("no result is called %q", g.Result)
	case g.Reason != "" && !slices.Contains(info.Reasons, g.Reason):
		return fmt.Errorf("no reason is called %q", g.Reason)
	}
	for _, text := range slices.Concat(g.Turn, g.Plays) {
		if err := readable(l.start, text); err != nil {
			return err
		}
	}
	for _, c := range g.Cells {
		if err := l.checkPlaces(c.On, c.Ground, max(c.Top, c.Hat)); err != nil {
			return err
		}
	}
	for _, c := range g.Pieces {
		if err := l.checkPlaces(c.On, c.Ground, c.Seat); err != nil {
			return err
		}
		if c.Shape != "" && !slices.ContainsFunc(info.Pieces, func(p rules.Piece) bool { return p.Shape == c.Shape }) {
			return fmt.Errorf("no piece is called %q", c.Shape)
		}
	}
	for _, c := range g.Counts {
		if !slices.ContainsFunc(l.start.Board().Counts, func(have rules.Count) bool { return have.Key == c.Key && have.Seat == c.Seat }) {
			return fmt.Errorf("nothing is counted as %q of seat %d", c.Key, c.Seat)
		}
	}
	for _, further := range g.further() {
		if err := further.check(l); err != nil {
			return err
		}
	}
	return nil
}

// checkPlaces returns an error if a cell, ground or seat does not exist.
func (l *Lesson) checkPlaces(names []string, grounds []rules.Ground, seat rules.Seat) error {
	board := l.start.Board()
	for _, name := range names {
		known := slices.ContainsFunc(board.Cells, func(c rules.BoardCell) bool { return c.Name == name })
		if !known && !l.Game.Info().Grows {
			return fmt.Errorf("no cell is called %q", name)
		}
	}
	for _, ground := range grounds {
		known := slices.ContainsFunc(board.Cells, func(c rules.BoardCell) bool { return c.Ground == ground })
		if !known && !slices.Contains(l.Game.Info().Grounds, ground) {
			return fmt.Errorf("no ground is called %q", ground)
		}
	}
	if int(seat) > l.start.Seats() {
		return fmt.Errorf("there is no seat %d", seat)
	}
	return nil
}

// readable returns an error unless actions are valid notation, legal or not.
func readable(st rules.State, line string) error {
	for line = strings.TrimSpace(line); line != ""; {
		_, rest, err := rules.CutAction(st, line)
		if err != nil {
			return fmt.Errorf("%q: %w", line, err)
		}
		line = rest
	}
	return nil
}

// empty reports whether nothing is set, so that every turn would do.
func (g *Goal) empty() bool { return reflect.ValueOf(*g).IsZero() }

// further returns the goals that the goal is made of.
func (g *Goal) further() []*Goal {
	var list []*Goal
	for i := range g.All {
		list = append(list, &g.All[i])
	}
	for i := range g.Any {
		list = append(list, &g.Any[i])
	}
	if g.Not != nil {
		list = append(list, g.Not)
	}
	return list
}
