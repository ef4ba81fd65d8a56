package six

import (
	"slices"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// Refuse returns nil for a legal action, and otherwise why it is illegal. The
// refusal of an action other than a claim does not depend on the possible
// claims.
func (s *state) Refuse(a rules.Action) *rules.Refusal {
	if s.end != ongoing {
		return refusal("", "over")
	}
	if rule, ok := known(a); !ok {
		return refusal(rule, rules.NoAction)
	}
	switch {
	case s.stage == keeps:
		return s.refuseWhileKeeping(a)
	case a.Kind == Keep:
		return s.compelled("3", "whole")
	case a.Kind == Claim:
		return s.refuseClaim(a)
	case a.Kind == End:
		return s.refuseEnd()
	case s.stage == ends:
		return s.compelled("5", "end")
	case a.Kind == Place:
		return s.refusePlace(a.From)
	case a.Kind == Move:
		return s.refuseMove(a.From, a.To)
	}
	return s.refusePass()
}

func refusal(rule, reason string) *rules.Refusal {
	return &rules.Refusal{Key: "six.refuse." + reason, Reason: reason, Rule: rule}
}

// known reports whether the action has a notation, and returns the rule that
// it falls under.
func known(a rules.Action) (rule string, ok bool) {
	switch a.Kind {
	case Place:
		return "1", onTable(a.From) && a == rules.At(Place, a.From)
	case Move:
		return "3", onTable(a.From) && onTable(a.To) && a == rules.Between(Move, a.From, a.To)
	case Keep:
		return "3", onTable(a.From) && a == rules.At(Keep, a.From)
	case Claim:
		cells := a.Claimed()
		same, ok := rules.NewClaim(Claim, cells)
		return "5", ok && a == same && len(cells) == shapeSize && !slices.ContainsFunc(cells, offTable)
	case End:
		return "5", a == rules.Action{Kind: End}
	case Pass:
		return "r3", a == rules.Action{Kind: Pass}
	}
	return "1", false
}

func offTable(c hex.Cell) bool { return !onTable(c) }

// compelled returns a refusal that names the compulsory actions, if there are
// any: keeping a group, ending the turn, the three cells of the opening, or
// the pass of ruling r3. It names no claim.
func (s *state) compelled(rule, key string) *rules.Refusal {
	r := refusal(rule, key)
	switch {
	case s.stage == keeps || s.opens():
		r.Instead = s.withoutClaims()
	case s.stage == ends:
		r.Instead = []rules.Action{{Kind: End}}
	case s.moves() && !s.canMove():
		r.Instead = []rules.Action{{Kind: Pass}}
	}
	return r
}

// withoutClaims returns the legal actions that are not secret.
func (s *state) withoutClaims() []rules.Action {
	return slices.DeleteFunc(s.Actions(nil), func(a rules.Action) bool { return a.Kind == Claim })
}

// refuseWhileKeeping refuses any other action until a group is chosen.
func (s *state) refuseWhileKeeping(a rules.Action) *rules.Refusal {
	if a.Kind != Keep {
		return s.compelled("3", "keep")
	}
	for _, g := range s.choices(nil) {
		if g.first == a.From {
			return nil
		}
	}
	return s.compelled("3", "group")
}

func (s *state) refuseClaim(a rules.Action) *rules.Refusal {
	if !s.declare {
		return s.compelled("5", "undeclared")
	}
	claimed := a.Claimed()
	isClaimed := func(f form) bool {
		cells := shape{&f, claimed[0]}.cells()
		return slices.Equal(cells[:], claimed)
	}
	if !slices.ContainsFunc(forms[:], isClaimed) {
		return s.compelled("5", "shape")
	}
	for _, c := range claimed {
		if colour, ok := s.holder(c); !ok || colour != s.colour() {
			return s.compelled("5", "colour")
		}
	}
	return nil
}

func (s *state) refuseEnd() *rules.Refusal {
	switch {
	case !s.declare:
		return s.compelled("5", "itself")
	case s.stage != ends:
		return s.compelled("5", "nothing")
	}
	return nil
}

func (s *state) refusePlace(c hex.Cell) *rules.Refusal {
	_, taken := s.holder(c)
	switch {
	case s.moves():
		return s.compelled("3", "moving")
	case taken:
		return s.compelled("1", "taken")
	case !s.isFree(c):
		return s.compelled("1", "apart")
	case s.opens() && !slices.Contains(openings[:], c):
		return s.compelled("1", "first")
	}
	return nil
}

func (s *state) refuseMove(from, to hex.Cell) *rules.Refusal {
	colour, ok := s.holder(from)
	_, taken := s.holder(to)
	switch {
	case !s.moves():
		return s.compelled("3", "early")
	case !ok:
		return s.compelled("3", "empty")
	case colour != s.colour():
		return s.compelled("3", "opponent")
	case from == to:
		return s.compelled("3", "stay")
	case taken:
		return s.compelled("3", "taken")
	case !s.isFree(to) || s.ringWithout(to, from) == 0:
		return s.compelled("3", "apart")
	case !s.mayMove(from, to):
		return s.compelled("3", "split")
	}
	return nil
}

func (s *state) refusePass() *rules.Refusal {
	if s.phase() == passing {
		return nil
	}
	return s.compelled("r3", "pass")
}
