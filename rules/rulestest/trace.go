package rulestest

import (
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// checkTraces checks that the motions of some legal actions cover all changes
// of the board.
func (c *checker) checkTraces(st rules.State) {
	c.t.Helper()
	const tries = 12
	for i := range min(len(c.buf), tries) {
		if len(c.buf) > tries {
			i = c.random.IntN(len(c.buf))
		}
		c.checkTrace(st, c.buf[i])
	}
}

func (c *checker) checkTrace(st rules.State, action rules.Action) {
	c.t.Helper()
	position := st.Position()
	motions := st.Trace(action)
	if st.Position() != position {
		c.failf(st, "tracing %s changed the position from %s", st.Text(action), position)
	}
	played := st.Clone()
	played.Play(action)
	before, after := drawnCells(st), drawnCells(played)
	step, ends := -1, map[hex.Cell]bool{}
	for _, motion := range motions {
		if motion.Step != step && motion.Step != step+1 || motion.Step < 0 {
			c.failf(st, "the steps of %s are out of order: %+v", st.Text(action), motions)
		}
		step = motion.Step
		seen := false
		for _, end := range []hex.Cell{motion.From, motion.To} {
			_, was := before[end]
			_, is := after[end]
			seen = seen || was || is
			ends[end] = true
		}
		if !seen {
			c.failf(st, "%s moves what is off the board: %+v", st.Text(action), motions)
		}
	}
	changed := changedCells(before, after)
	for _, cell := range changed {
		if !ends[cell] {
			c.failf(st, "%s changes %v, but moves %+v", st.Text(action), cell, motions)
		}
	}
	if len(motions) > 0 && len(changed) == 0 && st.Picks(action) == nil {
		c.failf(st, "%s changes nothing and moves %+v", st.Text(action), motions)
	}
}

func drawnCells(st rules.State) map[hex.Cell]rules.BoardCell {
	cells := map[hex.Cell]rules.BoardCell{}
	for _, cell := range st.Board().Cells {
		cells[cell.Cell] = cell
	}
	return cells
}

// changedCells returns the cells whose ground or stack differs. A cell that is
// not drawn is bare table.
func changedCells(before, after map[hex.Cell]rules.BoardCell) (changed []hex.Cell) {
	look := func(cells map[hex.Cell]rules.BoardCell, at hex.Cell) rules.BoardCell {
		if cell, ok := cells[at]; ok {
			return cell
		}
		return rules.BoardCell{Ground: rules.Table}
	}
	all := map[hex.Cell]bool{}
	for at := range before {
		all[at] = true
	}
	for at := range after {
		all[at] = true
	}
	for at := range all {
		was, is := look(before, at), look(after, at)
		if was.Ground != is.Ground || !slices.Equal(was.Stack, is.Stack) {
			changed = append(changed, at)
		}
	}
	return changed
}

// Traces checks the motions of legal actions. A row is the name of the case,
// the position, the action, and the motions: "d3>c3" from cell to cell, "d3"
// on one, "!" after a lost piece, "off" for a place off the board; " / "
// between the steps. The text is empty without motions.
func Traces(t *testing.T, game rules.Game, rows [][4]string) {
	for _, row := range rows {
		name, position, text, want := row[0], row[1], row[2], row[3]
		t.Run(name, func(t *testing.T) {
			st := NewState(t, game, position)
			action := parse(t, st, text)
			motions := st.Trace(action)
			after := st.Clone()
			playAll(t, after, []string{text})
			names := map[hex.Cell]string{}
			for _, drawn := range []rules.State{st, after} {
				for at, cell := range drawnCells(drawn) {
					names[at] = cell.Name
				}
			}
			if got := motionsText(names, motions); got != want {
				t.Errorf("%s at %s: %s, want %s", text, st.Position(), got, want)
			}
		})
	}
}

func motionsText(names map[hex.Cell]string, motions []rules.Motion) string {
	name := func(at hex.Cell) string {
		if name, ok := names[at]; ok {
			return name
		}
		return "off"
	}
	var b strings.Builder
	for i, motion := range motions {
		switch {
		case i > 0 && motion.Step != motions[i-1].Step:
			b.WriteString(" / ")
		case i > 0:
			b.WriteString(" ")
		}
		b.WriteString(name(motion.From))
		if motion.To != motion.From {
			b.WriteString(">" + name(motion.To))
		}
		if motion.Lost {
			b.WriteString("!")
		}
	}
	return b.String()
}
