package hexit

import "hexclub/rules"

// Refuse returns nil for a legal action, and otherwise why it is illegal.
func (s *state) Refuse(a rules.Action) *rules.Refusal {
	if s.ending != ongoing {
		return refusal("", "over")
	}
	switch a {
	case rules.Toward(Distribute, a.From, a.Way):
		if isWay(a.Way) {
			return s.refuseDistribute(a)
		}
	case rules.At(Place, a.From):
		return s.refusePlace(s.number(a.From))
	case rules.At(Liberate, a.From):
		return s.refuseLiberate(s.number(a.From))
	case rules.Action{Kind: End}:
		return s.refuseEnd()
	case rules.Action{Kind: Pass}:
		return s.refusePass()
	}
	rule := "2"
	if int(a.Kind) < len(ruleOf) {
		rule = ruleOf[a.Kind]
	}
	return refusal(rule, rules.NoAction)
}

// ruleOf holds the rule of each kind of action.
var ruleOf = [...]string{Distribute: "1", Place: "2", Liberate: "3", End: "3", Pass: "4"}

func refusal(rule, reason string) *rules.Refusal {
	return &rules.Refusal{Key: "hexit.refuse." + reason, Reason: reason, Rule: rule}
}

// compelled returns a refusal that names the compulsory actions, if there are
// any: in every phase except those with a free placement.
func (s *state) compelled(rule, key string) *rules.Refusal {
	r := refusal(rule, key)
	if phase := s.phase(); phase != placing && phase != placingOrFreeing {
		r.Instead = s.Actions(nil)
	}
	return r
}

// refuseOther refuses any other action when a distribution is compulsory.
func (s *state) refuseOther() *rules.Refusal {
	switch s.phase() {
	case imprisoning:
		return s.compelled("1", "imprison")
	case distributing:
		return s.compelled("1", "distribute")
	}
	return nil
}

func (s *state) refuseDistribute(a rules.Action) *rules.Refusal {
	n := s.number(a.From)
	switch {
	case s.laid != 0:
		return s.compelled("3", "more")
	case n >= firstPrison:
		return s.compelled("1", "prisoners")
	case !s.held[s.me()].has(n):
		return s.compelled("1", "stack")
	}
	switch s.line(n, int(a.Way-1)) {
	case lineMisses:
		return s.compelled("1", "reach")
	case lineOwn:
		return s.compelled("1", "own")
	case lineTall:
		return s.compelled("1", "tall")
	case lineBlocked:
		return s.compelled("1", "blocked")
	case lineHits:
		if s.phase() == imprisoning {
			return s.compelled("1", "imprison")
		}
	}
	return nil
}

func (s *state) refusePlace(n int) *rules.Refusal {
	if r := s.refuseOther(); r != nil {
		return r
	}
	switch {
	case s.laid != 0:
		return s.compelled("3", "more")
	case !isTile(n):
		return s.compelled("2", "tile")
	case s.piles[n] != empty:
		return s.compelled("2", "taken")
	case s.reserve[s.me()] == 0:
		return s.compelled("2", "reserve")
	}
	return nil
}

func (s *state) refuseLiberate(n int) *rules.Refusal {
	if r := s.refuseOther(); r != nil {
		return r
	}
	switch {
	case n < firstPrison:
		return s.compelled("3", "nobody")
	case s.freeable().has(n):
		return nil
	case !s.loose.has(n):
		return s.compelled("3", "few")
	}
	return s.compelled("3", "apart")
}

func (s *state) refuseEnd() *rules.Refusal {
	if r := s.refuseOther(); r != nil {
		return r
	}
	if s.laid == 0 {
		return s.compelled("3", "end")
	}
	return nil
}

func (s *state) refusePass() *rules.Refusal {
	if r := s.refuseOther(); r != nil {
		return r
	}
	switch s.phase() {
	case freeingMore:
		return s.compelled("3", "more")
	case freeing:
		return s.compelled("r4", "pass")
	case passing:
		return nil
	}
	return refusal("4", "pass")
}

// A line classifies a distribution in one direction.
type line uint8

const (
	lineMisses    line = iota // no stack is in reach over empty tiles
	lineOwn                   // the first stack is an own one
	lineTall                  // the first stack is the opponent's, but taller
	lineBlocked               // pieces would be left over for a cell that already holds prisoners
	lineHits                  // legal
	lineImprisons             // legal, and makes prisoners
)

// line follows the distribution of an own stack like [state.ways], but returns
// more detail.
func (s *state) line(n, d int) line {
	p, height := spotOf(s.cells[n]), s.piles[n].height()
	hit := false
	for range height {
		p = p.step(d)
		to := int(s.grid[p])
		switch {
		case hit && to == bare:
			return lineImprisons
		case hit && !isTile(to):
			return lineBlocked
		case hit:
		case !isTile(to):
			return lineMisses
		case s.piles[to] == empty:
		case s.held[s.me()].has(to):
			return lineOwn
		case s.piles[to].height() > height:
			return lineTall
		default:
			hit = true
		}
	}
	if hit {
		return lineHits
	}
	return lineMisses
}
