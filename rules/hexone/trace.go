package hexone

import (
	"hexclub/rules"
	"hexclub/rules/hex"
)

// Trace returns the token that is placed, or the three that fly at once
// followed by the tile that wears out: rules 3 to 5.
func (s *state) Trace(a rules.Action) []rules.Motion {
	i, ok := index(a.From)
	switch {
	case a.Kind == Place:
		return []rules.Motion{rules.On(0, a.From)}
	case a.Kind != Explode || !ok:
		return nil
	}
	motions := make([]rules.Motion, 0, 4)
	for arm := range 3 {
		motions = append(motions, s.flight(i, a.Way.Turn(2*arm)))
	}
	if cell := cells(1) << i; tiles&cell != 0 {
		worn := rules.On(1, a.From)
		worn.Lost = s.grey&cell != 0 && s.height[i] > 3 // rule 5: with the tokens that have stayed
		motions = append(motions, worn)
	}
	return motions
}

// flight returns the motion of a token from the i-th cell: rule 4.
func (s *state) flight(i int, d hex.Direction) rules.Motion {
	flight := rules.Motion{From: cellAt[i], To: cellAt[i].Step(d)}
	switch j, ok := index(flight.To); {
	case ok:
		flight.Lost = s.removed&(1<<j) != 0 // ruling r2
	case d == outward(i):
		flight.To = cellAt[centre.first()]
	default:
		flight.Lost = true
	}
	return flight
}
