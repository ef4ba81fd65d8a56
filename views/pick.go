package views

import (
	"slices"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// A picking is how far a player has got in choosing an action by clicking
// cells. It works from rules.State.Picks alone, so it serves every game:
// first the cell that starts an action, then the one that ends it, then, if
// several actions remain, one of them by name.
type picking struct {
	cells   []hex.Cell // picked so far, forced ones included
	choices []choice   // the legal actions that begin with these picks
	clicks  map[hex.Cell]click
	refused *rules.Action // what the last cell clicked seems to mean and is not legal; nil when it led on
}

// A choice is a legal action that can still be meant.
type choice struct {
	action rules.Action
	picks  [][]hex.Cell // what has to be clicked for it, from the first pick
}

// A click is what picking a cell leads to: an action, if it leaves only one
// and completes it, else a further pick.
type click struct {
	choice int  // index in choices, meaningful when whole
	whole  bool // the click completes that choice
}

// pick resolves the cells picked so far on a position of a game. A cell that
// leads on from none of those before it begins anew, if it can; else it is
// refused and nothing further is picked. A pick that the position leaves no
// choice about is made by itself. Secret actions are no choices. Under
// options that have a thinking marker, the cell is clicked twice on which
// something is put: the first click puts the marker there.
func pick(info rules.Info, options map[string]string, st rules.State, picked []hex.Cell) picking {
	all := choices(info, options, st)
	p := picking{choices: all}
	for _, cell := range picked {
		if p.narrow(cell) {
			continue
		}
		anew := picking{choices: all}
		if !anew.narrow(cell) {
			meant := st.Guess(append(slices.Clone(p.cells), cell))
			p.refused = &meant
			break
		}
		p = anew
	}
	for {
		cell, forced := p.forced()
		if !forced || !p.narrow(cell) {
			break
		}
	}
	p.clicks = map[hex.Cell]click{}
	for i, c := range p.choices {
		for _, cell := range c.next(len(p.cells)) {
			_, shared := p.clicks[cell]
			p.clicks[cell] = click{choice: i, whole: !shared && len(c.picks) == len(p.cells)+1}
		}
	}
	if p.refused == nil && len(p.cells) == 1 && marked(info, options, p.choices[0]) {
		p.wander(all)
	}
	return p
}

// marked says whether a choice is one that the thinking marker is put down for
// first.
func marked(info rules.Info, options map[string]string, c choice) bool {
	marker := info.Kinds[c.action.Kind].Marker
	return marker != "" && options[marker] == "yes"
}

// wander lets the thinking marker go on to any cell where it can start.
func (p *picking) wander(all []choice) {
	for _, c := range all {
		for _, cell := range c.next(0) {
			if _, there := p.clicks[cell]; !there {
				p.clicks[cell] = click{}
			}
		}
	}
}

// choices is the legal actions that are no secret, and how each is picked.
func choices(info rules.Info, options map[string]string, st rules.State) []choice {
	actions := st.Actions(nil)
	list := make([]choice, 0, len(actions))
	for _, action := range actions {
		if info.Kinds[action.Kind].Secret {
			continue
		}
		c := choice{action, st.Picks(action)}
		if marked(info, options, c) {
			c.picks = append(c.picks[:1:1], c.picks...)
		}
		list = append(list, c)
	}
	return list
}

// next is the cells that may be clicked for a choice after n picks.
func (c choice) next(n int) []hex.Cell {
	if n >= len(c.picks) {
		return nil
	}
	return c.picks[n]
}

// narrow keeps the choices that go on with a cell; false, and nothing
// changes, when there is none.
func (p *picking) narrow(cell hex.Cell) bool {
	var rest []choice
	for _, c := range p.choices {
		if slices.Contains(c.next(len(p.cells)), cell) {
			rest = append(rest, c)
		}
	}
	if len(rest) == 0 {
		return false
	}
	p.choices, p.cells = rest, append(p.cells, cell)
	return true
}

// forced is the one cell that all choices go on with, if more is to be picked
// after it.
func (p *picking) forced() (cell hex.Cell, ok bool) {
	further := false
	for i, c := range p.choices {
		next := c.next(len(p.cells))
		if len(next) != 1 || i > 0 && next[0] != cell {
			return hex.Cell{}, false
		}
		cell = next[0]
		further = further || len(c.picks) > len(p.cells)+1
	}
	return cell, further
}

// lettered says whether the choices are to be told apart by letters on the
// board: one of them can be clicked in several places.
func (p picking) lettered() bool {
	return len(p.cells) > 0 && slices.ContainsFunc(p.choices, func(c choice) bool {
		return len(c.next(len(p.cells))) > 1
	})
}
