package hexellation

import (
	"slices"

	"hexclub/rules"
)

// Refuse returns nil for a legal action, and otherwise why it is illegal.
// Refusals never name claims in Instead, and the refusal of a claim reveals
// only what the sky shows.
func (s *state) Refuse(a rules.Action) *rules.Refusal {
	if s.ending != ongoing {
		return refusal("", "over")
	}
	i, ok := index(a.From)
	switch {
	case ok && a == actions[i]:
		return s.refuseStar(i)
	case a == rules.Action{Kind: End}:
		return s.refuseEnd()
	case a == rules.Action{Kind: Pass}:
		return s.refusePass()
	case isClaim(a):
		return s.refuseClaim(a)
	case a.Kind == Model:
		return refusal("1", rules.NoAction)
	case a.Kind == Avoid:
		return refusal("2", rules.NoAction)
	case a.Kind == Star:
		return refusal("3", rules.NoAction)
	}
	return refusal("7", rules.NoAction)
}

func refusal(rule, reason string) *rules.Refusal {
	return &rules.Refusal{Key: "hexellation.refuse." + reason, Reason: reason, Rule: rule}
}

// compelled returns a refusal that names the compulsory actions.
func (s *state) compelled(rule, key string) *rules.Refusal {
	r := refusal(rule, key)
	for _, a := range s.Actions(nil) {
		if a.Kind != ClaimModel && a.Kind != ClaimAvoid {
			r.Instead = append(r.Instead, a)
		}
	}
	return r
}

// refuseStar refuses a star on the i-th cell.
func (s *state) refuseStar(i int) *rules.Refusal {
	made, rule := starring, "3" // what the star belongs to
	switch {
	case i >= avoidAt:
		made, rule = avoiding, "2"
	case i >= modelAt:
		made, rule = modelling, "1"
	}
	open, first := s.open()
	switch {
	case made == s.stage && open&(1<<(i-first)) != 0:
		return nil
	case made < s.stage && made != starring:
		return refusal(rule, "made")
	case s.stage == closing:
		return s.compelled("7", "played")
	case made > s.stage:
		return s.refuseEarly()
	case s.hasStar(i):
		return s.compelledIfFull(rule, "taken")
	case made == avoiding:
		return s.compelled("2", "copy")
	}
	return s.compelledIfFull("3", "outside")
}

// refuseEarly refuses an action that must wait until both constellations are
// made.
func (s *state) refuseEarly() *rules.Refusal {
	if s.stage == modelling {
		return s.compelled("1", "model")
	}
	return s.compelled("2", "avoid")
}

// compelledIfFull returns a refusal that names a pass when nothing else is
// possible: rule 7.
func (s *state) compelledIfFull(rule, key string) *rules.Refusal {
	if s.full() {
		return s.compelled(rule, key)
	}
	return refusal(rule, key)
}

func (s *state) refuseEnd() *rules.Refusal {
	switch {
	case s.stage == modelling && s.model.len() < leastModel:
		return refusal("1", "few")
	case s.stage == avoiding:
		return s.refuseEarly()
	case s.stage != starring:
		return nil
	case s.full(): // rule 7: a pass is due
		return s.compelled("7", "end")
	}
	return refusal("3", "star")
}

func (s *state) refusePass() *rules.Refusal {
	switch {
	case s.stage < starring:
		return s.refuseEarly()
	case s.stage == closing:
		return s.compelled("7", "played")
	case !s.full():
		return refusal("3", "pass")
	}
	return nil
}

// isClaim reports whether an action is one that rules.NewClaim makes from
// cells of the sky.
func isClaim(a rules.Action) bool {
	if a.Kind != ClaimModel && a.Kind != ClaimAvoid {
		return false
	}
	list := a.Claimed()
	for _, c := range list {
		if i, ok := index(c); !ok || i >= skyEnd {
			return false
		}
	}
	claim, ok := rules.NewClaim(a.Kind, list)
	return ok && claim == a
}

// refuseClaim refuses a claim: rule 7.
func (s *state) refuseClaim(a rules.Action) *rules.Refusal {
	constellation := s.model
	if a.Kind == ClaimAvoid {
		constellation = s.avoid
	}
	set := claimed(a)
	switch {
	case !s.declare:
		return refusal("5", "undeclared")
	case s.stage < starring:
		return refusal("7", "early")
	case s.stage == closing && a.Kind == ClaimAvoid:
		return refusal("7", "late")
	case set.len() != constellation.len():
		return refusal("7", "number")
	case set&^s.stars != 0:
		return refusal("7", "empty")
	case !slices.Contains(s.patterns()[constellation].copies, set):
		return refusal("7", "shape")
	}
	return nil
}
