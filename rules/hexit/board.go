package hexit

import (
	"strconv"

	"hexclub/rules"
)

// Board returns the tiles and the cells that hold prisoners.
func (s *state) Board() rules.Board {
	all := s.all()
	board := rules.Board{Cells: make([]rules.BoardCell, len(all)), Counts: s.counts()}
	fallen := make([]rules.Piece, 0, seats*pieces) // the pieces of all cells, one after the other
	for i, n := range all {
		first := len(fallen)
		for fromTop := s.piles[n].height() - 1; fromTop >= 0; fromTop-- {
			fallen = append(fallen, rules.Piece{Seat: rules.Seat(s.piles[n].piece(fromTop) + 1), Shape: rules.Token})
		}
		c := s.cells[n]
		board.Cells[i] = rules.BoardCell{Cell: c, Name: c.String(), Ground: s.ground(n), Stack: fallen[first:len(fallen):len(fallen)]}
	}
	return board
}

func (t *table) ground(n int) rules.Ground {
	switch {
	case n >= firstPrison:
		return rules.Table
	case t.paint[0].has(n):
		return rules.White
	}
	return rules.Black
}

// counts returns the reserves, the number of tiles still to be laid, and the
// current value of the territories.
func (s *state) counts() []rules.Count {
	var points rules.Result
	for side := range seats {
		points.Halves[side] = int16(s.halves(side))
	}
	return []rules.Count{
		{Seat: 1, Key: "reserve", Text: strconv.Itoa(int(s.reserve[0])), Supply: true},
		{Seat: 2, Key: "reserve", Text: strconv.Itoa(int(s.reserve[1])), Supply: true},
		{Key: "tiles", Text: strconv.Itoa(int(s.most - s.tiles))},
		{Seat: 1, Key: "points", Text: points.Points(1)},
		{Seat: 2, Key: "points", Text: points.Points(2)},
	}
}
