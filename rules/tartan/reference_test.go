package tartan_test

import (
	"fmt"
	"slices"
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// A table is a position as the page draws it. It is a second, slow
// implementation of rules 1 to 4 that does not use the engine's sets of bits.
type table struct {
	cells map[hex.Cell]rules.BoardCell
	seat  rules.Seat
}

func newTable(st rules.State) *table {
	t := &table{cells: map[hex.Cell]rules.BoardCell{}, seat: st.Turn().Seat}
	for _, cell := range st.Board().Cells {
		t.cells[cell.Cell] = cell
	}
	return t
}

// hatOn reports whether any hat lies on the cell.
func (t *table) hatOn(c hex.Cell) bool {
	return slices.ContainsFunc(t.cells[c].Stack, func(p rules.Piece) bool { return p.Shape == rules.Hat })
}

// pile returns the number of units on the cell and their owner.
func (t *table) pile(c hex.Cell) (height int, holder rules.Seat) {
	for _, p := range t.cells[c].Stack {
		if p.Shape == rules.Unit {
			height, holder = height+1, p.Seat
		}
	}
	return height, holder
}

// light reports whether the cell is on the board and not dark.
func (t *table) light(c hex.Cell) bool {
	cell, ok := t.cells[c]
	return ok && cell.Ground != rules.Dark
}

// free reports whether a cell is free by rule 2, for a piece that has left a
// cell.
func (t *table) free(c, left hex.Cell) bool {
	return t.light(c) && (len(t.cells[c].Stack) == 0 || c == left)
}

// ends reports whether a pile of a height may end on a cell: rule 3.
func (t *table) ends(height int, c, left hex.Cell) bool {
	if t.free(c, left) {
		return true
	}
	there, holder := t.pile(c)
	switch {
	case there == 0 || t.hatOn(c):
		return false
	case holder != t.seat:
		return height > 1 && there == height-1
	}
	return height == 1 && there <= 2 || height == 2 && there <= 2
}

// walk adds the ends of all paths with the given number of steps from here.
func (t *table) walk(height, steps int, here, left hex.Cell, ends map[hex.Cell]bool) {
	for _, d := range hex.Directions {
		switch next := here.Step(d); {
		case steps == 1 && t.ends(height, next, left):
			ends[next] = true
		case steps > 1 && t.free(next, left):
			t.walk(height, steps-1, next, left, ends)
		}
	}
}

// moves returns the moves of the piece on a cell.
func (t *table) moves(c hex.Cell) (texts []string) {
	height, holder := t.pile(c)
	if holder != t.seat || height > 3 || t.hatOn(c) {
		return nil
	}
	ends := map[hex.Cell]bool{}
	t.walk(height, height, c, c, ends)
	for end := range ends {
		texts = append(texts, t.cells[c].Name+">"+t.cells[end].Name)
	}
	return texts
}

// placements returns the cells of rule 1.
func (t *table) placements() (texts []string) {
	for c, cell := range t.cells {
		alone := len(cell.Stack) == 0 && t.light(c)
		for _, d := range hex.Directions {
			alone = alone && len(t.cells[c.Step(d)].Stack) == 0
		}
		if alone {
			texts = append(texts, cell.Name)
		}
	}
	return texts
}

// flowersWithRoom returns the number of outer flowers with a free cell.
func (t *table) flowersWithRoom(left hex.Cell) int {
	zones := map[int]bool{}
	for c, cell := range t.cells {
		if t.free(c, left) && cell.Zone != t.cells[hex.Cell{}].Zone {
			zones[cell.Zone] = true
		}
	}
	return len(zones)
}

// turn returns all actions at the start of a turn after the placement.
func (t *table) turn() (texts []string) {
	for c, cell := range t.cells {
		texts = append(texts, t.moves(c)...)
		if height, holder := t.pile(c); height == 2 && holder == t.seat && !t.hatOn(c) && t.flowersWithRoom(c) >= 3 {
			texts = append(texts, cell.Name+"/")
		}
		if slices.Contains(cell.Stack, rules.Piece{Seat: t.seat, Shape: rules.Hat}) {
			for _, d := range hex.Directions {
				if to := c.Step(d); t.light(to) && !t.hatOn(to) {
					texts = append(texts, "^"+cell.Name+">"+t.cells[to].Name)
				}
			}
		}
	}
	return texts
}

// deployments returns the cells for a unit of a split. Zones holds the numbers
// of the flowers used, as the position writes them.
func (t *table) deployments(zones string) (texts []string) {
	for c, cell := range t.cells {
		if t.free(c, c) && len(cell.Stack) == 0 && cell.Zone != t.cells[hex.Cell{}].Zone && !strings.Contains(zones, fmt.Sprint(cell.Zone)) {
			texts = append(texts, "+"+cell.Name)
		}
	}
	return texts
}

// sameActions compares the legal actions with the slow implementation. It
// takes the state of the turn from the text of the position.
func sameActions(st rules.State) error {
	if st.Turn().Seat == 0 {
		return nil
	}
	t := newTable(st)
	toAct := strings.Fields(st.Position())[1]
	_, zones, splits := strings.Cut(toAct, "+")
	_, pile, rebounds := strings.Cut(toAct, ">")
	var want []string
	switch {
	case splits:
		want = t.deployments(zones)
	case rebounds:
		cell, _ := hex.ParseName(pile, 4)
		want = append(t.moves(cell), "end")
	case strings.ContainsAny(st.Position(), "BR"):
		want = t.turn()
	default:
		want = t.placements()
	}
	slices.Sort(want)
	if got := legal(st); got != strings.Join(want, " ") {
		return fmt.Errorf("legal are\n%s, want\n%s", got, strings.Join(want, " "))
	}
	return nil
}

// legal returns the legal actions, sorted.
func legal(st rules.State) string {
	var texts []string
	for _, action := range st.Actions(nil) {
		texts = append(texts, st.Text(action))
	}
	slices.Sort(texts)
	return strings.Join(texts, " ")
}

// pieces checks what the rules guarantee in every position: only hats on e5
// are on dark cells, a pile has one owner and at most four units, there are
// both hats or none, and a running game is neither won nor exhausted.
func pieces(st rules.State) error {
	t := newTable(st)
	hats := map[rules.Seat]hex.Cell{}
	heights := map[rules.Seat]*[5]int{1: {}, 2: {}}
	for c, cell := range t.cells {
		height, holder := t.pile(c)
		seen := 0
		for _, p := range cell.Stack {
			switch {
			case p.Shape == rules.Hat:
				hats[p.Seat] = c
				seen++
			case p.Seat != holder || seen > 0:
				return fmt.Errorf("the stack on %s is %v", cell.Name, cell.Stack)
			}
		}
		if !t.light(c) && (height > 0 || seen > 0 && c != hex.Cell{}) || seen > 1 && c != (hex.Cell{}) || height > 4 {
			return fmt.Errorf("the stack on %s is %v", cell.Name, cell.Stack)
		}
		if height > 0 {
			heights[holder][height]++
		}
	}
	if len(hats) == 1 {
		return fmt.Errorf("there is one hat")
	}
	result, over := st.Result()
	for seat, c := range hats {
		height, holder := t.pile(c)
		crowned := height == 4 && holder == seat
		won := over && slices.Contains(result.Winners(), seat) && result.Reason == "hat"
		if crowned != won {
			return fmt.Errorf("the hat of seat %d lies on its own pile of 4: %v, won: %v", seat, crowned, won)
		}
	}
	exhausted := len(hats) == 2
	for _, h := range heights {
		exhausted = exhausted && h[2] == 0 && h[4] == 0 && h[1] <= 1
	}
	if drawn := over && result.Reason == "shortage"; drawn && !exhausted || exhausted && !over && st.Turn().Action == 0 {
		return fmt.Errorf("exhausted %v, drawn %v", exhausted, drawn)
	}
	return nil
}
