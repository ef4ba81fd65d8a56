package hexone

import (
	"strconv"

	"hexclub/rules"
)

// Board returns the nineteen cells. The arrow of a tip disappears with its
// tile. The count is the value of the tiles for the winner: rule 7.
func (s *state) Board() rules.Board {
	board := rules.Board{Cells: make([]rules.BoardCell, size)}
	worth := 0
	tokens := make([]rules.Piece, 0, maxTokens) // the tokens of all stacks, one after the other
	for i := range size {
		cell := rules.BoardCell{Cell: cellAt[i], Name: names[i], Ground: s.ground(i), Value: s.value(i)}
		if cell.Ground != rules.Removed {
			cell.Arrow = outward(i)
		}
		first := len(tokens)
		for range s.height[i] {
			tokens = append(tokens, rules.Piece{Seat: s.holder(i), Shape: rules.Token})
		}
		cell.Stack = tokens[first:len(tokens):len(tokens)]
		board.Cells[i] = cell
		worth += cell.Value
	}
	board.Counts = []rules.Count{{Key: "worth", Text: strconv.Itoa(worth), Prize: true}}
	return board
}

func (s *state) ground(i int) rules.Ground {
	switch cell := cells(1) << i; {
	case s.removed&cell != 0:
		return rules.Removed
	case s.grey&cell != 0:
		return rules.Grey
	case tiles&cell != 0:
		return rules.White
	}
	return rules.Fixed
}

// value returns the points of the i-th cell for the winner: rule 7.
func (s *state) value(i int) int {
	tip := tips&(1<<i) != 0
	switch ground := s.ground(i); {
	case ground == rules.Fixed:
		return 1
	case ground == rules.White && tip:
		return 4
	case ground == rules.White:
		return 3
	case ground == rules.Grey && tip:
		return 2
	case ground == rules.Grey:
		return 1
	}
	return 0
}

// holder returns the seat whose tokens are on the i-th cell, 0 if there are
// none.
func (s *state) holder(i int) rules.Seat {
	switch cell := cells(1) << i; {
	case s.held[0]&cell != 0:
		return 1
	case s.held[1]&cell != 0:
		return 2
	}
	return 0
}
