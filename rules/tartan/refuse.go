package tartan

import "hexclub/rules"

// Refuse returns nil for a legal action, and otherwise why it is illegal.
func (s *state) Refuse(a rules.Action) *rules.Refusal {
	switch {
	case s.ending != ongoing:
		return refusal("", "over")
	case !isAction(a):
		return refusal("3", rules.NoAction)
	case a.Kind == pass:
		return refusal("r9", "pass")
	case s.phase == placing && a.Kind == Place:
		return s.refusePlace(only(a.From))
	case s.phase == placing:
		return refusal("1", "placing")
	case a.Kind == Place:
		return refusal("1", "placed")
	case s.phase == deploying && a.Kind == Deploy:
		return s.refuseDeploy(only(a.From))
	case s.phase == deploying:
		return s.compelled("3", "deploying")
	case a.Kind == Deploy:
		return refusal("3", "deploy")
	case s.phase == rebounding:
		return s.refuseRebound(a)
	}
	switch a.Kind {
	case Move:
		return s.refuseMove(a)
	case Hat:
		return s.refuseHat(a)
	case Split:
		return s.refuseSplit(only(a.From))
	}
	return refusal("4", "end")
}

// isAction reports whether the action has a notation.
func isAction(a rules.Action) bool {
	switch a.Kind {
	case Place, Split, Deploy:
		return onBoard(a.From) && a == rules.At(a.Kind, a.From)
	case Move, Hat:
		return onBoard(a.From) && onBoard(a.To) && a == rules.Between(a.Kind, a.From, a.To)
	}
	return a == rules.Action{Kind: End} || a == rules.Action{Kind: pass}
}

func refusal(rule, reason string) *rules.Refusal {
	return &rules.Refusal{Key: "tartan.refuse." + reason, Reason: reason, Rule: rule}
}

// compelled returns a refusal that names the compulsory actions.
func (s *state) compelled(rule, key string) *rules.Refusal {
	r := refusal(rule, key)
	r.Instead = s.Actions(nil)
	return r
}

func (s *state) refusePlace(cell cells) *rules.Refusal {
	switch {
	case s.open()&cell != 0:
		return nil
	case centres&cell != 0:
		return refusal("1", "dark")
	case (s.sides[0].units|s.sides[1].units)&cell != 0:
		return refusal("1", "occupied")
	}
	return refusal("1", "touching")
}

func (s *state) refuseDeploy(cell cells) *rules.Refusal {
	switch {
	case s.room()&cell != 0:
		return nil
	case centres&cell != 0:
		return refusal("2", "dark")
	case s.free()&cell == 0:
		return refusal("2", "occupied")
	case cell.centre() == middle:
		return refusal("3", "central")
	}
	return refusal("3", "flower")
}

func (s *state) refuseRebound(a rules.Action) *rules.Refusal {
	switch {
	case a.Kind == End:
		return nil
	case a.Kind == Move && only(a.From) == s.fresh:
		return s.refuseMove(a)
	case a.Kind == Split && only(a.From) == s.fresh:
		return s.compelled("4", "fresh")
	}
	return s.compelled("4", "rebound")
}

// refuseMove refuses the move of a unit or a pile.
func (s *state) refuseMove(a rules.Action) *rules.Refusal {
	from, to, steps := only(a.From), only(a.To), a.From.Distance(a.To)
	mine, theirs := s.mine(), s.theirs()
	var r reach
	s.reach(&r)
	var most int   // the distance at which it can end
	var ends cells // cells where such a piece may end, if there is a path
	switch {
	case mine.all()&from == 0:
		return refusal("3", "piece")
	case s.hats()&from != 0:
		return refusal("2", "frozen")
	case mine.fours&from != 0:
		return refusal("3", "fixed")
	case mine.units&from != 0:
		most, ends = 1, r.onUnit
	case mine.twos&from != 0:
		most, ends = 2, r.onTwo
	default:
		most, ends = 3, r.onThree|from
	}
	switch {
	case r.ends(bit(a.From))&to != 0:
		return nil
	case centres&to != 0:
		return refusal("2", "dark")
	case steps > most || most == 1 && steps == 0:
		return refusal("3", "distance")
	case ends&to != 0:
		return refusal("3", "path")
	case s.hats()&to != 0:
		return refusal("2", "hat")
	case mine.all()&to != 0:
		r := refusal("3", "merge")
		r.Tried = mine.threes&from == 0 && mine.threes&to != 0
		return r
	case theirs.fours&to != 0:
		return refusal("r4", "safe")
	}
	return refusal("3", "take")
}

func (s *state) refuseHat(a rules.Action) *rules.Refusal {
	from, to := only(a.From), only(a.To)
	switch {
	case s.mine().hat != from:
		return refusal("3", "elsewhere")
	case s.hatEnds()&to != 0:
		return nil
	case centres&to != 0:
		return refusal("3", "dark")
	case a.From.Distance(a.To) != 1:
		return refusal("3", "distance")
	}
	return refusal("3", "hat")
}

func (s *state) refuseSplit(cell cells) *rules.Refusal {
	var r reach
	s.reach(&r)
	switch mine := s.mine(); {
	case r.splits()&cell != 0:
		return nil
	case mine.all()&cell == 0:
		return refusal("3", "piece")
	case s.hats()&cell != 0:
		return refusal("2", "frozen")
	case mine.twos&cell == 0:
		return refusal("3", "split")
	}
	return refusal("3", "flowers")
}
