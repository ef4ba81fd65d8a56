package table

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
)

// took adds how many stacks changed from an opponent to the player. Stacks that have moved on since count too.
func (t *telling) took() {
	n, of := 0, rules.Seat(0)
	for _, c := range t.before.Cells {
		was := owner(c)
		now, _ := cellAt(t.after, c.Cell)
		if was != 0 && was != t.seat && c.Ground != rules.Table && owner(now) != was {
			n, of = n+1, was
		}
	}
	switch {
	case n == 0:
	case t.isYours(of):
		t.addCount("told.took-yours", n)
	default:
		t.add("told.took", "Stacks", t.T.N("told.stacks", n), "Colour", t.T.T("colour."+t.Info.Colours[of-1]))
	}
}

// hexone describes a token placed and the explosions that it set off.
func (t *telling) hexone() {
	placed, exploded := t.of("place"), t.of("explode")
	switch len(exploded) {
	case 0:
		for _, action := range placed {
			t.add("hexone.told.placed", "Cell", t.name(action.From))
		}
		return
	case 1:
		t.add("hexone.told.exploded-one", "Cell", t.name(exploded[0].From))
	default:
		t.addCount("hexone.told.exploded", len(exploded))
	}
	t.took()
	t.addCount("hexone.told.lost", pieces(t.before, anyCell)+len(placed)-pieces(t.after, anyCell))
}

// hexit describes a stack distributed, a token placed or prisoners freed.
func (t *telling) hexit() {
	prison := func(c rules.BoardCell) bool { return c.Ground == rules.Table }
	for _, action := range t.of("distribute") {
		t.add("hexit.told.toppled", "Cell", t.name(action.From))
		t.took()
		t.addCount("hexit.told.prisoners", pieces(t.after, prison)-pieces(t.before, prison))
	}
	for _, action := range t.of("place") {
		t.add("hexit.told.placed", "Cell", t.name(action.From))
	}
	if freed := t.of("liberate"); len(freed) > 0 {
		t.addCount("hexit.told.freed", pieces(t.before, prison)-pieces(t.after, prison))
		t.addCount("hexit.told.laid", len(freed))
	}
}

// six describes a hexagon placed or moved, what was removed with its group, and a shape declared.
func (t *telling) six() {
	for _, action := range t.of("place") {
		t.add("six.told.placed", "Cell", t.name(action.From))
	}
	for _, action := range t.of("move") {
		t.add("six.told.moved", "From", t.name(action.From), "To", t.name(action.To))
	}
	yours := func(c rules.BoardCell) bool { return t.isYours(owner(c)) }
	removed := pieces(t.before, anyCell) + len(t.of("place")) - pieces(t.after, anyCell)
	ofYours := pieces(t.before, yours) - pieces(t.after, yours)
	if len(t.of("place")) > 0 && t.isYours(t.seat) {
		ofYours++
	}
	switch {
	case ofYours == 0:
		t.addCount("six.told.removed", removed)
	case ofYours == removed:
		t.addCount("six.told.removed-all-yours", removed)
	default:
		t.add("six.told.removed-yours", "Hexagons", t.T.N("piece.hexagon", removed), "Yours", t.T.N("six.told.yours", ofYours))
	}
	if len(t.of("claim")) > 0 {
		t.add("six.told.declared")
	}
}

// tartan describes units placed, moves with their rebounds, splits and hats. The placement ends with a sentence about
// the hats.
func (t *telling) tartan() (hats string) {
	for _, action := range t.of("place") {
		t.add("tartan.told.placed", "Cell", t.name(action.From))
	}
	for _, action := range t.of("split") {
		t.add("tartan.told.split", "Cell", t.name(action.From))
	}
	t.tartanUnits()
	t.tartanMoves()
	t.tartanHat()
	if !hasHat(t.before) {
		for _, c := range t.after.Cells {
			if _, hats := tartanStack(c); hats > 0 {
				return t.T.T("tartan.told.hats", "Cell", c.Name)
			}
		}
	}
	return ""
}

// tartanUnits describes the units of a pile that was split.
func (t *telling) tartanUnits() {
	var cells []string
	for _, action := range t.of("deploy") {
		cells = append(cells, t.name(action.From))
	}
	switch len(cells) {
	case 0:
	case 1:
		t.add("tartan.told.placed", "Cell", cells[0])
	default:
		t.add("tartan.told.deployed", "Cells", strings.Join(cells, ", "))
	}
}

// tartanMoves describes a move and its rebounds.
func (t *telling) tartanMoves() {
	st := t.start.Clone()
	for i, action := range t.done {
		b := st.Board()
		st.Play(action)
		if t.kind(action) != "move" {
			continue
		}
		moved, _ := cellAt(b, action.From)
		reached, _ := cellAt(b, action.To)
		height, on := len(moved.Stack), len(reached.Stack)
		pairs := []string{"From", moved.Name, "To", reached.Name, "Height", strconv.Itoa(height)}
		switch {
		case action.From == action.To:
			t.add("tartan.told.returned", pairs...)
		case on > 0 && owner(reached) == t.seat:
			t.add("tartan.told.merged", "To", reached.Name, "Height", strconv.Itoa(height+on))
		case on > 0:
			t.add(tookKeys.of(t, owner(reached), on), pairs...)
		case i > 0:
			t.add("tartan.told.went-on", pairs...)
		case height == 1:
			t.add("tartan.told.moved-unit", pairs...)
		default:
			t.add("tartan.told.moved-pile", pairs...)
		}
	}
}

// tartanHat describes a hat that was moved, and what it was put on.
func (t *telling) tartanHat() {
	for _, action := range t.of("hat") {
		to, _ := cellAt(t.before, action.To)
		key := "tartan.told.hat"
		if units, _ := tartanStack(to); units > 0 {
			key = hatKeys.of(t, to.Stack[0].Seat, units)
		}
		t.add(key, "To", to.Name)
	}
}

// pieceKeys are the keys of a deed that is done to a unit or a pile, of the viewer or of anyone.
type pieceKeys struct{ unit, pile, yourUnit, yourPile string }

var (
	tookKeys = pieceKeys{"tartan.told.took-unit", "tartan.told.took-pile", "tartan.told.took-your-unit", "tartan.told.took-your-pile"}
	hatKeys  = pieceKeys{"tartan.told.hat-unit", "tartan.told.hat-pile", "tartan.told.hat-your-unit", "tartan.told.hat-your-pile"}
)

// of returns the key for pieces of a seat.
func (k pieceKeys) of(t *telling, seat rules.Seat, height int) string {
	switch yours := t.isYours(seat); {
	case yours && height == 1:
		return k.yourUnit
	case yours:
		return k.yourPile
	case height == 1:
		return k.unit
	}
	return k.pile
}

// tartanStack returns the numbers of units and of hats on a cell.
func tartanStack(c rules.BoardCell) (units, hats int) {
	for _, piece := range c.Stack {
		if piece.Shape == rules.Hat {
			hats++
		} else {
			units++
		}
	}
	return units, hats
}

func hasHat(b rules.Board) bool {
	return slices.ContainsFunc(b.Cells, func(c rules.BoardCell) bool {
		_, hats := tartanStack(c)
		return hats > 0
	})
}

// hexellation describes stars put in a zone or in the sky, and a copy declared.
func (t *telling) hexellation() {
	t.addCount("hexellation.told.model", len(t.of("model")))
	t.addCount("hexellation.told.avoid", len(t.of("avoid")))
	for _, action := range t.of("star") {
		t.add("hexellation.told.star", "Cell", t.name(action.From))
	}
	if len(t.of("claim-model")) > 0 {
		t.add("hexellation.told.declared-model")
	}
	if len(t.of("claim-avoid")) > 0 {
		t.add("hexellation.told.declared-avoid")
	}
}

// owner returns the seat that has the top piece of a cell, 0 for none.
func owner(c rules.BoardCell) rules.Seat {
	if len(c.Stack) == 0 {
		return 0
	}
	return c.Stack[len(c.Stack)-1].Seat
}

// pieces returns the number of pieces on the cells of a board that are wanted.
func pieces(b rules.Board, wanted func(rules.BoardCell) bool) (n int) {
	for _, c := range b.Cells {
		if wanted(c) {
			n += len(c.Stack)
		}
	}
	return n
}

func anyCell(rules.BoardCell) bool { return true }
