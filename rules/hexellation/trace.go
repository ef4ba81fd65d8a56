package hexellation

import "hexclub/rules"

// Trace returns the star that is put; stars are never removed.
func (s *state) Trace(a rules.Action) []rules.Motion {
	switch a.Kind {
	case Model, Avoid, Star:
		return []rules.Motion{rules.On(0, a.From)}
	}
	return nil
}
