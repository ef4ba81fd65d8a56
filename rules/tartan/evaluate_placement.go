package tartan

// The weights of the placement, in thousandths, each for the difference
// between the seats; fitted to the results of games from random placements.
const (
	firstTurn    = 490  // of seat 1, which begins the second phase
	placedUnit   = 300  // a unit
	placedInside = 60   // a unit of the central flower
	placedRing   = -80  // a unit next to the central flower
	placedHalf   = 40   // a unit three cells from the middle
	placedPair   = 130  // two units two steps from each other, which can merge in two turns
	placedJoin   = 65   // a free cell next to two units
	placedFoe    = 85   // a unit two steps from one of the other seat
	placedCrowd  = -140 // a flower with three units
	placedReach  = 55   // a free cell next to a unit
)

// evaluatePlacing is Evaluate during the placement.
func (s *state) evaluatePlacing() int {
	free := s.free()
	blue, red := &s.sides[0], &s.sides[1]
	value := firstTurn + blue.placed(red, free) - red.placed(blue, free)
	if s.seat == 1 {
		return value
	}
	return -value
}

// placed returns the value of the side's placement so far.
func (d *side) placed(e *side, free cells) int {
	ring := within[origin]
	value := placedUnit*d.units.len() +
		placedInside*(d.units&ring[1]).len() +
		placedRing*(d.units&ring[2]&^ring[1]).len() +
		placedHalf*(d.units&ring[3]&^ring[2]).len() +
		placedJoin*(d.units.joining()&free).len() +
		placedReach*(d.units.touching()&free).len()
	pairs := 0 // each counted from both ends
	for set := d.units; set != 0; set &= set - 1 {
		i := set.first()
		twoSteps := (around[i] & petals).touching() &^ (1 << i)
		pairs += (twoSteps & d.units).len()
		value += placedFoe * some(twoSteps&e.units)
	}
	value += placedPair * pairs / 2
	for _, centre := range centreAt {
		if units := around[bit(centre)] & d.units; units.len() >= 3 {
			value += placedCrowd
		}
	}
	return value
}
