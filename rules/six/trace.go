package six

import (
	"hexclub/rules"
)

// Trace returns the hexagon that is placed or moves and, in advanced, the
// groups that are removed after it: rule 3.
func (s *state) Trace(a rules.Action) []rules.Motion {
	switch a.Kind {
	case Place:
		return []rules.Motion{rules.On(0, a.From)}
	case Move:
		moved := []rules.Motion{{From: a.From, To: a.To}}
		if !s.advanced || s.staysWhole(a.From, a.To) {
			return moved
		}
		after := s.table
		after.lift(a.From, s.colour())
		after.put(a.To, s.colour())
		groups := largest(after.groups(nil))
		if len(groups) > 1 { // one is to be chosen
			return moved
		}
		kept := after.groupOf(groups[0].first)
		return append(moved, after.losses(1, &kept)...)
	case Keep:
		kept := s.groupOf(a.From)
		return s.losses(0, &kept)
	}
	return nil
}

// losses returns the removal of all hexagons outside a set.
func (t *table) losses(step int, kept *rows) (motions []rules.Motion) {
	for r := t.minR; r <= t.maxR; r++ {
		for row := t.aligned(t.all[r&63] &^ kept[r&63]); row != 0; row &= row - 1 {
			motions = append(motions, rules.LostOn(step, t.at(row, r)))
		}
	}
	return motions
}
