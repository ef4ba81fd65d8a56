package board

import (
	"slices"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// A Picking is how far a player has got in choosing an action by clicking
// cells. It works from rules.State.Picks alone, so it serves every game:
// first the cell that starts an action, then the one that ends it, then, if
// several actions remain, one of them by name.
type Picking struct {
	Cells   []hex.Cell  // picked so far, forced ones included
	Choices []Candidate // the legal actions that begin with these picks
	Direct  []Candidate // the legal actions without picks, once a cell is picked
	Clicks  map[hex.Cell]Click
	Refused *rules.Action // what the last cell clicked seems to mean and is not legal; nil if there is nothing to explain
}

// A Candidate is a legal action that can still be meant.
type Candidate struct {
	Action rules.Action
	Picks  [][]hex.Cell // what has to be clicked for it, from the first pick
	Lost   []hex.Cell   // neighbours of the last pick, off the board, that it throws pieces to; only where choices have letters
}

// A Click is what picking a cell leads to: an action, if it leaves only one
// and completes it, else a further pick.
type Click struct {
	Choice int  // index in choices, meaningful when whole
	Whole  bool // the click completes that choice
}

// Pick resolves the cells picked so far on a position of a game. A cell that
// does not continue the picks before it starts another action, if it can.
// Otherwise it is refused, and the picks after it are ignored. If players often
// try what it seemed to mean (rules.Refusal.Tried), that is refused in any case.
// Where a position leaves one pick only, it is made automatically. Secret
// actions are no choices. Under
// options that have a thinking marker, the cell is clicked twice on which
// something is put: the first click puts the marker there.
func Pick(info rules.Info, options map[string]string, st rules.State, picked []hex.Cell) Picking {
	return pick(info, options, st, picked, true)
}

// PickByHand is Pick for a learner: as long as nothing is picked, no pick is made automatically.
func PickByHand(info rules.Info, options map[string]string, st rules.State, picked []hex.Cell) Picking {
	return pick(info, options, st, picked, false)
}

func pick(info rules.Info, options map[string]string, st rules.State, picked []hex.Cell, force bool) Picking {
	all := Candidates(info, options, st)
	p := Picking{Choices: all}
	for _, cell := range picked {
		if p.narrow(cell) {
			p.Refused = nil
			continue
		}
		meant := st.Guess(append(slices.Clone(p.Cells), cell))
		anew := Picking{Choices: all}
		if !anew.narrow(cell) {
			p.Refused = &meant
			break
		}
		if refusal := st.Refuse(meant); refusal != nil && refusal.Tried {
			anew.Refused = &meant
		}
		p = anew
	}
	for force || len(p.Cells) > 0 {
		cell, forced := p.forced()
		if !forced || !p.narrow(cell) {
			break
		}
	}
	if len(p.Cells) > 0 {
		p.Direct = slices.DeleteFunc(slices.Clone(all), func(c Candidate) bool { return len(c.Picks) > 0 })
	}
	p.Clicks = map[hex.Cell]Click{}
	for i, c := range p.Choices {
		for _, cell := range c.next(len(p.Cells)) {
			_, shared := p.Clicks[cell]
			p.Clicks[cell] = Click{Choice: i, Whole: !shared && len(c.Picks) == len(p.Cells)+1}
		}
	}
	if p.Refused == nil && len(p.Cells) == 1 && Marked(info, options, p.Choices[0]) {
		p.wander(all)
	}
	return p
}

// Marked reports whether a choice begins with the thinking marker.
func Marked(info rules.Info, options map[string]string, c Candidate) bool {
	marker := info.Kinds[c.Action.Kind].Marker
	return marker != "" && options[marker] == "yes"
}

// wander lets the thinking marker go on to any cell where it can start.
func (p *Picking) wander(all []Candidate) {
	for _, c := range all {
		for _, cell := range c.next(0) {
			if _, there := p.Clicks[cell]; !there {
				p.Clicks[cell] = Click{}
			}
		}
	}
}

// Candidates returns the legal actions that are no secret, and how each is picked.
func Candidates(info rules.Info, options map[string]string, st rules.State) []Candidate {
	actions := st.Actions(nil)
	list := make([]Candidate, 0, len(actions))
	for _, action := range actions {
		if info.Kinds[action.Kind].Secret {
			continue
		}
		c := Candidate{Action: action, Picks: st.Picks(action)}
		if Marked(info, options, c) {
			c.Picks = append(c.Picks[:1:1], c.Picks...)
		}
		list = append(list, c)
	}
	return list
}

// next returns the cells that may be clicked for a choice after n picks.
func (c Candidate) next(n int) []hex.Cell {
	if n >= len(c.Picks) {
		return nil
	}
	return c.Picks[n]
}

// narrow keeps the choices that go on with a cell; false, and nothing
// changes, when there is none.
func (p *Picking) narrow(cell hex.Cell) bool {
	var rest []Candidate
	for _, c := range p.Choices {
		if slices.Contains(c.next(len(p.Cells)), cell) {
			rest = append(rest, c)
		}
	}
	if len(rest) == 0 {
		return false
	}
	p.Choices, p.Cells = rest, append(p.Cells, cell)
	return true
}

// forced returns the cell with which all choices that need a pick continue, if there is only one and more has to
// be picked after it.
func (p *Picking) forced() (cell hex.Cell, ok bool) {
	further, found := false, false
	for _, c := range p.Choices {
		next := c.next(len(p.Cells))
		if len(c.Picks) == 0 {
			continue
		}
		if len(next) != 1 || found && next[0] != cell {
			return hex.Cell{}, false
		}
		cell, found = next[0], true
		further = further || len(c.Picks) > len(p.Cells)+1
	}
	return cell, further
}

// Lettered reports whether the choices have letters on the board: one of them can be clicked in
// several places.
func (p Picking) Lettered() bool {
	return len(p.Cells) > 0 && slices.ContainsFunc(p.Choices, func(c Candidate) bool {
		return len(c.next(len(p.Cells))) > 1
	})
}
