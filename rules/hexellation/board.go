package hexellation

import (
	"slices"
	"strconv"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// The numbers of the zones of the drawing.
const (
	skyPart = iota + 1
	modelPart
	avoidPart
)

// inReadingOrder holds the numbers of all cells in the order in which they are
// drawn.
var inReadingOrder = drawingOrder()

func drawingOrder() (order []int) {
	for i, name := range names {
		if name != "" {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int {
		if cellAt[i].Less(cellAt[j]) {
			return -1
		}
		return 1
	})
	return order
}

// Board returns the sky in use, with the two zones above it. The deciding
// stars are marked. While AVOID is being made, the number of stars that it
// still needs is a count.
func (s *state) Board() rules.Board {
	board := rules.Board{Cells: make([]rules.BoardCell, 0, len(inReadingOrder))}
	sky, decisive := s.sky(), s.decisive()
	for _, i := range inReadingOrder {
		if i < skyEnd && sky&(1<<i) == 0 {
			continue
		}
		cell := rules.BoardCell{Cell: cellAt[i], Name: names[i], Ground: rules.Sky, Zone: skyPart}
		switch {
		case i >= avoidAt:
			cell.Ground, cell.Zone = rules.Avoid, avoidPart
		case i >= modelAt:
			cell.Ground, cell.Zone = rules.Model, modelPart
		}
		if s.hasStar(i) {
			cell.Stack = []rules.Piece{{Shape: rules.Star}}
		}
		if decisive&(1<<i) != 0 {
			cell.Mark = rules.Decisive
		}
		board.Cells = append(board.Cells, cell)
	}
	if s.stage == avoiding && s.seat != 0 {
		missing := s.model.len() - 1 - s.avoid.len()
		board.Counts = []rules.Count{{Key: "avoid", Text: strconv.Itoa(missing)}}
	}
	return board
}

// hasStar reports whether there is a star on the i-th cell.
func (s *state) hasStar(i int) bool {
	switch {
	case i >= avoidAt:
		return s.avoid&(1<<(i-avoidAt)) != 0
	case i >= modelAt:
		return s.model&(1<<(i-modelAt)) != 0
	}
	return s.stars&(1<<i) != 0
}

// decisive returns the copies that ended the game: all that the last star
// completed, or the one that was claimed.
func (s *state) decisive() cells {
	switch s.ending {
	case modelMade:
		return s.patterns()[s.model].union(s.by.first(), s.stars)
	case avoidMade:
		return s.patterns()[s.avoid].union(s.by.first(), s.stars)
	}
	return s.by
}

// union returns the cells of all complete copies that hold the i-th cell.
func (p *pattern) union(i int, stars cells) (set cells) {
	for _, one := range p.through[i] {
		if one&^stars == 0 {
			set |= one
		}
	}
	return set
}

// Picks returns the cell of a star. The end of a turn and a pass need a
// button; claims have no picks.
func (s *state) Picks(a rules.Action) [][]hex.Cell {
	if i, ok := index(a.From); ok && a == actions[i] {
		return [][]hex.Cell{{a.From}}
	}
	return nil
}
