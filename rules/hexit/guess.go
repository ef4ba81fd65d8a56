package hexit

import (
	"hexclub/rules"
	"hexclub/rules/hex"
)

// Guess returns what the last cell suggests; after a stack of one's own it is
// the distribution toward that cell, where a straight line leads there and the
// cell is not itself a stack of one's own that cannot go. Where that stack is
// the only one that can go, pages pick it without being asked, so a line with
// nobody in reach was hardly meant.
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
	// One of the last two is always refused, by rule 1 or for want of a
	// distribution.
	return rules.BestGuess(s, cells, append(likely, alone, rules.At(Place, last), rules.Toward(Distribute, first, hex.E))...)
}

// meantOn is what a cell suggests: prisoners are to be freed, a tile is to be
// placed on. A stack of one's own is to be distributed where that is
// compulsory, and where a stack of the opponent is in sight and out of reach.
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

// owns reports whether a stack of the seat that acts is on a cell.
func (s *state) owns(c hex.Cell) bool { return s.held[s.me()].has(s.number(c)) }

// hasOneDue reports whether exactly one stack can be distributed.
func (s *state) hasOneDue() bool {
	var found distributions
	found.find(s)
	return found.stacks == 1
}

// bestLine returns the direction in which the most becomes of an own stack's
// distribution: the nearer that is to a legal one, the more its refusal says.
func (s *state) bestLine(n int) (best hex.Direction, most line) {
	for _, way := range hex.Directions {
		if found := s.line(n, int(way-1)); best == hex.None || found > most {
			best, most = way, found
		}
	}
	return best, most
}

// straight returns the direction that leads from one cell to another, hex.None
// if none does.
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
