package ladder

import (
	"slices"

	"hexclub/rules"
)

// Challenge makes a challenge with a new id. The answer is due after
// Settings.Answer days. The event of a free challenge names r15.
func (s *State) Challenge(now int64, id, from, to, game string) ([]Event, error) {
	return s.act(now, func(s *State) ([]Event, error) {
		if _, taken := s.Find(id); taken || id == "" {
			return nil, rules.Errorf(rules.Conflict, "error.conflict", "challenge %.40q", id)
		}
		place := s.Place(to)
		free, refused := s.viewOf(from).may(now, to, place, game)
		if refused != nil {
			return nil, refused
		}
		c := Challenge{
			ID: id, From: from, To: to, Game: game, Unit: s.Settings.Unit,
			Made: now, AnswerBy: s.AnswerBy(now), Free: free,
		}
		s.Challenges = append(s.Challenges, c)
		at, why := s.Place(from), AnsweringRule
		if free {
			s.Players[at-1].Free--
			why = FreeRule
		}
		s.hold(now, from)
		s.hold(now, to)
		return []Event{{
			Kind: Made, At: now, Player: from, Other: to, From: at, To: place,
			Challenge: id, Until: c.AnswerBy, Why: why,
		}}, nil
	})
}

// Accept accepts a challenge for the challenged. It is to be played within
// Settings.Play days.
func (s *State) Accept(now int64, id, player string) ([]Event, error) {
	return s.act(now, func(s *State) ([]Event, error) {
		i, err := s.unanswered(id)
		if err != nil {
			return nil, err
		}
		c := &s.Challenges[i]
		if c.To != player {
			return nil, errOthers(*c, player)
		}
		c.Accepted, c.PlayBy, c.Reminded = now, s.PlayBy(now), false
		return []Event{{
			Kind: Accepted, At: now, Player: c.To, Other: c.From, Challenge: id, Until: c.PlayBy, Why: PlayingRule,
		}}, nil
	})
}

// Refuse refuses a challenge for the challenged.
func (s *State) Refuse(now int64, id, player string) ([]Event, error) {
	return s.act(now, func(s *State) ([]Event, error) {
		i, err := s.mayRefuse(now, id)
		if err != nil {
			return nil, err
		}
		c := s.Challenges[i]
		if c.To != player {
			return nil, errOthers(c, player)
		}
		s.Refused = append(s.Refused, Refused{player, c.From, now})
		return s.endUndecided(now, i, Event{Kind: Declined, Player: c.To, Other: c.From, Why: RefusingRule}), nil
	})
}

// MayRefuse returns nil if the challenged may refuse a challenge, and
// otherwise the reason.
func (s *State) MayRefuse(now int64, id string) error {
	next := s.clone()
	next.Tick(now)
	_, err := next.mayRefuse(now, id)
	return err
}

// mayRefuse returns the index of a challenge that may be refused (r8).
func (s *State) mayRefuse(now int64, id string) (int, error) {
	i, err := s.unanswered(id)
	if err != nil {
		return 0, err
	}
	if s.Settings.Refuse == Nobody {
		return 0, refusal(RefusingRule, "ladder.refuse.refusing")
	}
	within := int64(s.Settings.RefusalDays) * day
	var counted []int64
	for _, r := range s.Refused {
		if r.Player == s.Challenges[i].To && now < r.At+within {
			counted = append(counted, r.At)
		}
	}
	over := len(counted) - s.Settings.Refusals
	if over < 0 {
		return i, nil
	}
	slices.Sort(counted)
	again := counted[min(over, len(counted)-1)] + within
	return 0, refusal(RefusingRule, "ladder.refuse.refusals",
		times(s.Settings.Refusals), days(s.Settings.RefusalDays), until(again))
}

// Withdraw withdraws a challenge for its challenger, before it is answered.
func (s *State) Withdraw(now int64, id, player string) ([]Event, error) {
	return s.act(now, func(s *State) ([]Event, error) {
		i, err := s.unanswered(id)
		if err != nil {
			return nil, err
		}
		c := s.Challenges[i]
		if c.From != player {
			return nil, errOthers(c, player)
		}
		return s.endUndecided(now, i, Event{Kind: Withdrawn, Player: c.From, Other: c.To, Why: AnsweringRule}), nil
	})
}

// unanswered returns the index of an open challenge that awaits its answer.
func (s *State) unanswered(id string) (int, error) {
	i := s.index(id)
	switch {
	case i < 0:
		return 0, errChallenge(id)
	case s.Challenges[i].Accepted != 0:
		return 0, refusal(AnsweringRule, "ladder.refuse.answered")
	}
	return i, nil
}

// Decide ends a challenge. Before it is accepted only an organiser decides. An
// outcome whose winner is neither player is an *rules.Error of kind Invalid
// (error.result).
func (s *State) Decide(now int64, id string, o Outcome) ([]Event, error) {
	return s.act(now, func(s *State) ([]Event, error) {
		i := s.index(id)
		if i < 0 {
			return nil, errChallenge(id)
		}
		c := s.Challenges[i]
		known := slices.Contains([]By{ByPlay, ByDefault, ByOrganiser}, o.By)
		player := o.Winner == c.From || o.Winner == c.To
		if !known || o.Winner != "" && (o.Lapsed || !player) {
			return nil, rules.Errorf(rules.Invalid, "error.result", "winner %.40q, by %.20q", o.Winner, o.By)
		}
		if c.Accepted == 0 && o.By != ByOrganiser {
			return nil, refusal(PlayingRule, "ladder.refuse.unanswered")
		}
		why := map[By]Rule{ByPlay: WinningRule, ByDefault: PlayingRule, ByOrganiser: OrganisersRule}[o.By]
		if o.Lapsed {
			return s.endUndecided(now, i, Event{Kind: Lapsed, Player: c.From, Other: c.To, By: o.By, Why: why}), nil
		}
		if o.Winner == "" && o.By == ByPlay {
			why = LosingRule
		}
		return s.decide(now, i, o.Winner, o.By, why), nil
	})
}

// endUndecided ends a challenge without a result. It completes the event and
// returns it.
func (s *State) endUndecided(now int64, i int, event Event) []Event {
	c := s.Challenges[i]
	s.Challenges = slices.Delete(s.Challenges, i, i+1)
	if at := s.Place(c.From); c.Free && at > 0 {
		s.Players[at-1].Free++ // r15
	}
	s.hold(now, c.From)
	s.hold(now, c.To)
	event.At, event.Challenge = now, c.ID
	return []Event{event}
}

// decide ends a challenge with a winner, or with a draw if the winner is
// empty.
func (s *State) decide(now int64, i int, winner string, by By, why Rule) []Event {
	c := s.Challenges[i]
	s.Challenges = slices.Delete(s.Challenges, i, i+1)
	s.meet(now, c.From, c.To)
	for _, id := range []string{c.From, c.To} {
		if by != ByDefault || id == winner {
			s.played(now, id)
		}
		s.hold(now, id)
	}
	event := Event{Kind: Drawn, At: now, Player: c.From, Other: c.To, Challenge: c.ID, By: by, Why: why}
	if winner == "" {
		event.From, event.To = s.Place(c.From), s.Place(c.To)
		return []Event{event}
	}
	event.Kind, event.Player = Won, winner
	if winner == c.To {
		event.Other = c.From
	}
	event.From, event.To = s.Place(event.Player), s.Place(event.Other)
	return append([]Event{event}, s.reward(now, event, c.From)...)
}

// reward changes the places after a win (r11, r12).
func (s *State) reward(now int64, won Event, challenger string) []Event {
	winner, loser := won.From, won.To
	if winner > loser {
		return s.shift(now, WinningRule, won, func() { s.climb(winner, loser) })
	}
	if won.Other == challenger && s.Settings.Loss == Down {
		return s.shift(now, LosingRule, won, func() { s.move(loser, min(loser+1, len(s.Players))) })
	}
	return nil
}

// climb moves the winner from one place to the loser's, or part of the way.
func (s *State) climb(from, to int) {
	switch s.Settings.Win {
	case Swap:
		s.Players[from-1], s.Players[to-1] = s.Players[to-1], s.Players[from-1]
	case Half:
		s.move(from, from-(from-to+1)/2)
	default:
		s.move(from, to)
	}
}

// meet records when a challenge between two players was decided.
func (s *State) meet(now int64, a, b string) {
	if b < a {
		a, b = b, a
	}
	for i, met := range s.Met {
		if met.A == a && met.B == b {
			s.Met[i].At = now
			return
		}
	}
	s.Met = append(s.Met, Meeting{a, b, now})
}

func errOthers(c Challenge, player string) error {
	return rules.Errorf(rules.Forbidden, "error.ladder-others", "challenge %.40q and player %.40q", c.ID, player)
}
