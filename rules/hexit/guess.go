package hexit

import (
	"hexclub/rules"
	"hexclub/rules/hex"
)

// Guess returns the action that the last cell suggests. After an own stack it
// is the distribution toward that cell, if a straight line leads there and the
// cell is not itself an own stack that cannot move. If only one stack can
// move, pages select it without a click, so a line without a target is
// unlikely to be intended.
func (s *state) Guess(cells []hex.Cell) rules.Action {
	first, last := cells[0], cells[len(cells)-1]
	alone := s.guessOn(last)
	likely := make([]rules.Action, 0, 4)
	if way := straight(first, last); len(cells) > 1 && way != hex.None && s.owns(first) {
		toward := rules.Toward(Distribute, first, way)
		if s.owns(last) && s.Refuse(alone) != nil {
			likely = append(likely, alone)
		}
		if s.line(s.number(first), int(way-1)) != lineMisses || !s.hasOneDue() {
			likely = append(likely, toward)
		}
	}
	// One of the last two is always refused, by rule 1 or because there is no
	// distribution.
	return rules.BestGuess(s, cells, append(likely, alone, rules.At(Place, last), rules.Toward(Distribute, first, hex.E))...)
}

// guessOn returns the action that a cell suggests: prisoners to be freed, a
// tile to place on. An own stack is distributed if that is compulsory, or if
// an opponent's stack is in line but out of reach.
func (s *state) guessOn(c hex.Cell) rules.Action {
	n := s.number(c)
	if n >= firstPrison {
		return rules.At(Liberate, c)
	}
	if s.owns(c) {
		if way, found := s.bestLine(n); found >= lineTall || s.distributes() {
			return rules.Toward(Distribute, c, way)
		}
	}
	return rules.At(Place, c)
}

// owns reports whether a stack of the seat to act is on a cell.
func (s *state) owns(c hex.Cell) bool { return s.held[s.me()].has(s.number(c)) }

// hasOneDue reports whether exactly one stack can be distributed.
func (s *state) hasOneDue() bool {
	var found distributions
	found.find(s)
	return found.stacks == 1
}

// bestLine returns the direction in which the distribution of an own stack is
// legal or comes closest to it, because its refusal then says most.
func (s *state) bestLine(n int) (best hex.Direction, most line) {
	for _, way := range hex.Directions {
		if found := s.line(n, int(way-1)); best == hex.None || found > most {
			best, most = way, found
		}
	}
	return best, most
}

// straight returns the direction from one cell to another, hex.None if they
// are not in line.
func straight(from, to hex.Cell) hex.Direction {
	for _, way := range hex.Directions {
		c := from
		for range from.Distance(to) {
			c = c.Step(way)
		}
		if c == to && c != from {
			return way
		}
	}
	return hex.None
}
