package ladder

import "hexclub/rules"

// Record is the organiser's act of r18 that records a game of two players: it
// decides their open challenge to that game, whatever it awaits, and if there
// is none it makes one with a new id and decides it at once. The lower player
// is its challenger. The winner is empty for a draw. It returns the decided
// challenge. One player twice is an *rules.Error of kind Invalid
// (error.ladder-two), and a winner who is neither player is one, too
// (error.result).
func (s *State) Record(now int64, id, first, second, game, winner string) (recorded Challenge, events []Event, err error) {
	events, err = s.act(now, func(s *State) ([]Event, error) {
		if err := s.mayRecord(first, second); err != nil {
			return nil, err
		}
		if winner != "" && winner != first && winner != second {
			return nil, rules.Errorf(rules.Invalid, "error.result", "winner %.40q", winner)
		}
		why := WinningRule
		if winner == "" {
			why = LosingRule
		}
		if i := s.between(first, second, game); i >= 0 {
			recorded = s.Challenges[i]
			return s.decide(now, i, winner, ByPlay, why), nil
		}
		from, to := s.lowerFirst(first, second)
		made, err := s.newChallenge(now, id, from, to, game)
		if err != nil {
			return nil, err
		}
		recorded = made
		event := Event{
			Kind: Made, At: now, Player: from, Other: to, From: s.Place(from), To: s.Place(to), Challenge: id, Why: OrganisersRule,
		}
		s.Challenges = append(s.Challenges, made)
		return append([]Event{event}, s.decide(now, len(s.Challenges)-1, winner, ByPlay, why)...), nil
	})
	return recorded, events, err
}

// mayRecord returns nil for two different players who are on the ladder.
func (s *State) mayRecord(first, second string) error {
	if first == second {
		return errTwice(first)
	}
	for _, id := range []string{first, second} {
		if s.Place(id) == 0 {
			return errPlayer(id)
		}
	}
	return nil
}

// newChallenge returns an accepted challenge that is outside the limits of r4
// to r8.
func (s *State) newChallenge(now int64, id, from, to, game string) (Challenge, error) {
	if _, taken := s.Find(id); taken || id == "" {
		return Challenge{}, rules.Errorf(rules.Conflict, "error.conflict", "challenge %.40q", id)
	}
	if refused := s.viewOf(from).mayMeet(to, s.Place(to), game); refused != nil {
		return Challenge{}, refused
	}
	return Challenge{
		ID: id, From: from, To: to, Game: game, Unit: s.Settings.Unit,
		Made: now, AnswerBy: s.AnswerBy(now), Accepted: now, PlayBy: s.PlayBy(now),
	}, nil
}

// Between returns the open challenge of two players to a game, or false if
// there is none.
func (s *State) Between(first, second, game string) (c Challenge, ok bool) {
	i := s.between(first, second, game)
	if i < 0 {
		return Challenge{}, false
	}
	return s.Challenges[i], true
}

// between returns the index of an open challenge of two players to a game, -1
// if there is none.
func (s *State) between(first, second, game string) int {
	for i, c := range s.Challenges {
		if c.Game == game && (c.From == first && c.To == second || c.From == second && c.To == first) {
			return i
		}
	}
	return -1
}

// lowerFirst returns two players, the lower one first.
func (s *State) lowerFirst(a, b string) (lower, higher string) {
	if s.Place(a) > s.Place(b) {
		return a, b
	}
	return b, a
}

// Report is the act of a player who has played another over the board and
// enters the result. It returns their open challenge to that game, accepted if
// it awaited its answer, or makes one with a new id, in which the lower player
// is the challenger, as far as r1 to r7 and r15 allow, and accepts it at once.
// The result is up to the caller. One player twice is an *rules.Error of kind
// Invalid (error.ladder-two). A challenge that the other player may not
// make is a *Refusal by that rule (ladder.refuse.report).
func (s *State) Report(now int64, id, player, other, game string) (reported Challenge, events []Event, err error) {
	events, err = s.act(now, func(s *State) ([]Event, error) {
		if player == other {
			return nil, errTwice(player)
		}
		var made []Event
		c, open := s.Between(player, other, game)
		if !open {
			from, refused := s.mayReport(now, player, other, game)
			if refused != nil {
				return nil, refused
			}
			to := other
			if from == other {
				to = player
			}
			if made, err = s.Challenge(now, id, from, to, game); err != nil {
				return nil, err
			}
			c, _ = s.Find(id)
		}
		if c.Accepted == 0 {
			accepted, err := s.Accept(now, c.ID, c.To)
			if err != nil {
				return nil, err
			}
			made = append(made, accepted...)
			c, _ = s.Find(c.ID)
		}
		reported = c
		return made, nil
	})
	return reported, events, err
}

// mayReport returns who is the challenger in a new challenge that a player
// reports, or the rule that forbids it.
func (s *State) mayReport(now int64, player, other, game string) (from string, refused *Refusal) {
	from, to := player, other
	if s.Place(player) > 0 && s.Place(other) > s.Place(player) {
		from, to = other, player
	}
	if _, refused = s.viewOf(from).may(now, to, s.Place(to), game); refused != nil && from == other {
		if met := s.viewOf(player).metLately(now, other); met != nil && refused.Rule() == PauseRule {
			return from, met // the pause is the same for both
		}
		refused = refusal(refused.Rule(), "ladder.refuse.report", playerValue(other))
	}
	return from, refused
}

// Opponents returns the players against whom a player may report a game at a
// moment, in order of place: those with an open challenge between the two, and
// those of whom the lower one may challenge the other.
func (s *State) Opponents(now int64, player, game string) (list []string) {
	for _, o := range s.Reportable(now, player, game) {
		if o.Refusal == nil {
			list = append(list, o.Player)
		}
	}
	return list
}

// Reportable returns for each other player, in order of place, whether a player
// may report a game against them at a moment. It is empty for a person who is
// not on the ladder.
func (s *State) Reportable(now int64, player, game string) (options []Option) {
	next := s.clone()
	next.Tick(now)
	if next.Place(player) == 0 {
		return nil
	}
	for i, p := range next.Players {
		if p.ID == player {
			continue
		}
		option := Option{Player: p.ID, Place: i + 1}
		if next.between(player, p.ID, game) < 0 {
			_, option.Refusal = next.mayReport(now, player, p.ID, game)
		}
		options = append(options, option)
	}
	return options
}

func errTwice(player string) error {
	return rules.Errorf(rules.Invalid, "error.ladder-two", "player %.40q twice", player).In("second")
}
