package six

import (
	"strconv"

	"hexclub/rules"
)

// Board returns the hexagons and the empty cells that touch one.
func (s *state) Board() rules.Board {
	decisive, choice := s.decisive(), s.choice()
	board := rules.Board{
		Cells:  make([]rules.BoardCell, 0, s.size()+s.frees),
		Counts: s.counts(),
	}
	hexagons := make([]rules.Piece, 0, maxHexagons) // the hexagons of all cells, one after the other
	for r := s.minR - 1; r <= s.maxR+1; r++ {
		for row := s.aligned(s.all[r&63] | s.free[r&63]); row != 0; row &= row - 1 {
			c := s.at(row, r)
			cell := rules.BoardCell{Cell: c, Name: c.String(), Ground: rules.Table}
			first := len(hexagons)
			if colour, ok := s.holder(c); ok {
				hexagons = append(hexagons, rules.Piece{Seat: rules.Seat(colour + 1), Shape: rules.Hexagon})
			}
			cell.Stack = hexagons[first:len(hexagons):len(hexagons)]
			switch {
			case decisive.has(int(c.Q), r):
				cell.Mark = rules.Decisive
			case choice.has(int(c.Q), r):
				cell.Mark = rules.Choice
			case s.stage == keeps && len(cell.Stack) > 0:
				cell.Mark = rules.Doomed
			}
			board.Cells = append(board.Cells, cell)
		}
	}
	return board
}

// decisive returns the shapes by which the winner won; only the claimed one
// after a claim.
func (s *state) decisive() (cells rows) {
	if s.end != byTriangle && s.end != byLine && s.end != byRing {
		return cells
	}
	for _, made := range s.shapes(colourOf(s.winner), nil) {
		if s.claimed() && made.claim() != s.by {
			continue
		}
		for _, c := range made.cells() {
			cells.add(int(c.Q), int(c.R))
		}
	}
	return cells
}

// choice returns the groups from which the player may choose one to keep.
func (s *state) choice() (cells rows) {
	if s.stage != keeps {
		return cells
	}
	for _, g := range s.choices(nil) {
		group := s.groupOf(g.first)
		for r := range cells {
			cells[r] |= group[r]
		}
	}
	return cells
}

// counts returns the number of hexagons that each seat has still to place and,
// in the advanced second phase, the number that each colour has left, under
// its first seat.
func (s *state) counts() (counts []rules.Count) {
	if !s.moves() {
		for seat := rules.Seat(1); seat <= rules.Seat(s.seats); seat++ {
			counts = append(counts, rules.Count{Seat: seat, Key: "reserve", Text: strconv.Itoa(s.reserve(seat)), Supply: true})
		}
		return counts
	}
	if s.advanced {
		for colour, n := range s.count {
			counts = append(counts, rules.Count{Seat: rules.Seat(colour + 1), Key: "left", Text: strconv.Itoa(n), Supply: true})
		}
	}
	return counts
}

// reserve returns the number of hexagons that a seat has still to place. Seats
// take turns strictly, so it follows from the number on the table.
func (s *state) reserve(seat rules.Seat) int {
	placed := s.size() - colours
	seats := int(s.seats)
	return toPlace/seats - (placed+seats-int(seat))/seats
}
