package tartan

import "hexclub/rules"

// Trace returns the unit that is placed, with the hats after the last one of
// the placement (rule 1); a move with what it takes (rule 3); or the pile that
// is removed when it splits.
func (s *state) Trace(a rules.Action) []rules.Motion {
	switch a.Kind {
	case Place:
		after := *s
		after.Play(a)
		if after.phase == placing {
			return []rules.Motion{rules.On(0, a.From)}
		}
		return []rules.Motion{rules.On(0, a.From), rules.On(1, cellAt[origin])}
	case Move:
		moved := rules.Motion{From: a.From, To: a.To}
		if s.theirs().all()&only(a.To) != 0 {
			return []rules.Motion{rules.LostOn(0, a.To), moved}
		}
		return []rules.Motion{moved}
	case Hat:
		return []rules.Motion{{From: a.From, To: a.To}}
	case Split:
		return []rules.Motion{rules.LostOn(0, a.From)}
	case Deploy:
		return []rules.Motion{rules.On(0, a.From)}
	}
	return nil
}
