package tartan

// check returns an error that says why a position is impossible, or nil.
func (s *state) check() error {
	if s.hats() == 0 {
		return s.checkPlacement()
	}
	for n := range s.sides {
		d := &s.sides[n]
		wins := s.ending == crowned && int(s.winner) == n+1
		switch on := d.hat & d.fours; {
		case d.hat == 0:
			return badPosition("seat %d has no hat", n+1)
		case on != 0 && !wins:
			return badPosition("the hat of seat %d lies on a pile of 4 of its own: write win%d:hat", n+1, n+1)
		case on == 0 && wins:
			return badPosition("win%d:hat is for when the hat of seat %d lies on a pile of 4 of its own", n+1, n+1)
		}
	}
	if s.sides[0].hat == s.sides[1].hat && s.sides[0].hat != middle {
		return badPosition("both hats lie on %s", names[s.sides[0].hat.first()])
	}
	switch {
	case s.ending == exhausted && !s.exhausted():
		return badPosition("draw:shortage is for when neither seat has a pile of 2 or 4 or two units")
	case s.phase == acting && s.exhausted():
		return badPosition("neither seat has a pile of 2 or 4 or two units: write draw:shortage")
	case s.phase == rebounding:
		return s.checkRebound()
	case s.phase == deploying:
		return s.checkSplit()
	}
	return nil
}

// checkPlacement checks a board without hats.
func (s *state) checkPlacement() error {
	blue, red := &s.sides[0], &s.sides[1]
	units := blue.units | red.units
	ahead := blue.units.len() - red.units.len()
	switch {
	case s.ending == crowned || s.ending == exhausted || s.phase != placing:
		return badPosition("the placement has no such thing; later there are hats on the board")
	case blue.all()|red.all() != units:
		return badPosition("there are piles, but no hats")
	case units&units.touching() != 0:
		return badPosition("the unit on %s touches another, but there are no hats", names[(units&units.touching()).first()])
	case s.open() == 0:
		return badPosition("no more unit can be placed, but there are no hats")
	case ahead != 0 && ahead != 1:
		return badPosition("%d and %d units cannot have been placed in turn", blue.units.len(), red.units.len())
	case s.ending == ongoing && int(s.seat) != 1+ahead:
		return badPosition("this is the placement, where seat %d acts", 1+ahead)
	}
	return nil
}

// checkRebound checks a position in which a new pile may move on.
func (s *state) checkRebound() error {
	mine, i := s.mine(), s.fresh.first()
	switch {
	case (mine.twos|mine.threes)&s.fresh == 0:
		return badPosition("%s is no pile of 2 or 3 of seat %d", names[i], s.seat)
	case s.hats()&s.fresh != 0:
		return badPosition("a pile under a hat, like that on %s, cannot have been made just now", names[i])
	case around[i]&s.free() == 0:
		return badPosition("no cell round %s is free, so its pile cannot have been made just now", names[i])
	}
	return nil
}

// checkSplit checks a position in which units of a split are due.
func (s *state) checkSplit() error {
	placed := s.mine().units &^ s.hats()
	switch due := 3 - s.used.len(); {
	case due < 1:
		return badPosition("the units of a split go to three flowers, so three are never used while one is due")
	case placed.centre()&s.used != s.used:
		return badPosition("a flower given as used must have a unit of seat %d that is not under a hat", s.seat)
	case s.room().centre().len() < due:
		return badPosition("fewer than %d further outer flowers have a free cell", due)
	}
	return nil
}
