package tartan

import "hexclub/rules"

// Board returns the forty-nine cells; each flower is a zone. A pile of 4 on
// which a hat has won is marked.
func (s *state) Board() rules.Board {
	b := rules.Board{Cells: make([]rules.BoardCell, 0, board.len())}
	for set := board; set != 0; set &= set - 1 {
		i := set.first()
		cell := rules.BoardCell{Cell: cellAt[i], Name: names[i], Ground: rules.Fixed, Zone: int(flowerOf[i]), Stack: s.stack(i)}
		if centres&(1<<i) != 0 {
			cell.Ground = rules.Dark
		}
		if s.ending == crowned && s.sides[s.winner-1].hat&(1<<i) != 0 {
			cell.Mark = rules.Decisive
		}
		b.Cells = append(b.Cells, cell)
	}
	return b
}

// stack returns the pieces on the i-th bit from bottom to top, nil if there
// are none.
func (s *state) stack(i int) []rules.Piece {
	var stack []rules.Piece
	for n := range s.sides {
		for range s.sides[n].height(i) {
			stack = append(stack, rules.Piece{Seat: rules.Seat(n + 1), Shape: rules.Unit})
		}
	}
	for n := range s.sides {
		if s.sides[n].hat&(1<<i) != 0 {
			stack = append(stack, rules.Piece{Seat: rules.Seat(n + 1), Shape: rules.Hat})
		}
	}
	return stack
}

// height returns the number of units of the side on the i-th bit.
func (d *side) height(i int) int {
	switch cell := cells(1) << i; {
	case d.units&cell != 0:
		return 1
	case d.twos&cell != 0:
		return 2
	case d.threes&cell != 0:
		return 3
	case d.fours&cell != 0:
		return 4
	}
	return 0
}
