package hexone

import (
	"hexclub/rules"
)

// Refuse returns nil for a legal action, and otherwise why it is illegal.
func (s *state) Refuse(a rules.Action) *rules.Refusal {
	if s.ending != ongoing {
		return refusal("", "over")
	}
	i, ok := index(a.From)
	switch {
	case a.Kind == Pass && a == rules.Action{Kind: Pass}:
		return s.refusePass()
	case a.Kind == Explode && ok && (a == explosions[i][0] || a == explosions[i][1]):
		return s.refuseExplode(i)
	case a.Kind == Place && ok && a == placements[i]:
		return s.refusePlace(i)
	case a.Kind == Explode:
		return refusal("3", rules.NoAction)
	}
	return refusal("2", rules.NoAction)
}

func refusal(rule, reason string) *rules.Refusal {
	return &rules.Refusal{Key: "hexone.refuse." + reason, Reason: reason, Rule: rule}
}

func (s *state) refusePass() *rules.Refusal {
	switch {
	case s.tall != 0:
		return s.compelled("3", "explode")
	case s.mine() == 0:
		return refusal("1", "pass")
	case s.free() != 0:
		return refusal("r4", "pass")
	}
	return nil
}

func (s *state) refusePlace(i int) *rules.Refusal {
	cell := cells(1) << i
	switch opening := s.mine() == 0; {
	case s.tall != 0:
		return s.compelled("3", "explode")
	case s.free()&cell != 0:
		return nil
	case opening && ring&cell == 0:
		return refusal("1", "ring")
	case opening:
		return refusal("1", "taken")
	case centre&cell != 0:
		return s.compelled("2", "centre")
	case s.removed&cell != 0:
		return s.compelled("2", "gone")
	case s.theirs()&cell != 0:
		return s.compelled("2", "opponent")
	}
	return s.compelled("2", "apart")
}

func (s *state) refuseExplode(i int) *rules.Refusal {
	cell := cells(1) << i
	switch {
	case s.tallest()&cell != 0:
		return nil
	case s.mine()&cell == 0:
		return s.compelled("3", "stack")
	case s.tall&cell == 0:
		return s.compelled("3", "few")
	}
	return s.compelled("3", "tallest")
}

// compelled returns a refusal that names the compulsory actions, if there are
// any: an explosion that is due, or the pass of ruling r4. A placement is not
// compulsory.
func (s *state) compelled(rule, key string) *rules.Refusal {
	r := refusal(rule, key)
	if s.tall != 0 || s.free() == 0 {
		r.Instead = s.Actions(nil)
	}
	return r
}
