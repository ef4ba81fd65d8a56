package ladder

import "hexclub/rules/pairing"

// A Statement describes one rule under the current settings.
type Statement struct {
	Rule   Rule
	Key    string  // of the message, "ladder.rule.…"
	Values []Value // the placeholders of its message
}

// Statements describes the rules under the current settings, one statement
// each, in their order.
func (s Settings) Statements() []Statement {
	say := func(rule Rule, key string, values ...Value) Statement { return Statement{rule, key, values} }
	return []Statement{
		say(OpenRule, "ladder.rule.open"),
		say(PlayersRule, "ladder.rule.players"),
		say(GamesRule, s.gamesKey(), gameKeys(s.Games)),
		s.reachStatement(),
		say(UpwardsRule, either(s.Downwards, "ladder.rule.both-ways", "ladder.rule.upwards")),
		say(AtOnceRule, "ladder.rule.at-once", challenges("Made", s.Made), challenges("Received", s.Received)),
		s.pauseStatement(),
		s.refusingStatement(),
		say(AnsweringRule, either(s.Unanswered == Lost, "ladder.rule.answer-lost", "ladder.rule.answer-lapses"), days(s.Answer)),
		say(PlayingRule, either(s.Unplayed == Lost, "ladder.rule.play-lost", "ladder.rule.play-lapses"), days(s.Play)),
		say(WinningRule, s.winKey()),
		say(LosingRule, either(s.Loss == Down, "ladder.rule.loss-down", "ladder.rule.loss-stay")),
		s.inactivityStatement(),
		say(NewcomersRule, s.entryKey()),
		s.freeStatement(),
		say(LeavingRule, either(s.Leaving == Lost, "ladder.rule.leave-lost", "ladder.rule.leave-lapses")),
		s.returningStatement(),
		say(OrganisersRule, "ladder.rule.organiser"),
	}
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

func (s Settings) gamesKey() string {
	switch s.Unit {
	case pairing.TwoGames:
		return either(len(s.Games) == 1, "ladder.rule.two-one", "ladder.rule.two")
	case pairing.Match:
		return "ladder.rule.match"
	}
	return either(len(s.Games) == 1, "ladder.rule.game-one", "ladder.rule.game")
}

func (s Settings) reachStatement() Statement {
	if s.Reach == 0 {
		return Statement{ReachRule, "ladder.rule.reach-any", nil}
	}
	return Statement{ReachRule, "ladder.rule.reach", []Value{places("Places", s.Reach)}}
}

func (s Settings) pauseStatement() Statement {
	if s.Rematch == 0 {
		return Statement{PauseRule, "ladder.rule.pause-none", nil}
	}
	return Statement{PauseRule, "ladder.rule.pause", []Value{days(s.Rematch)}}
}

func (s Settings) refusingStatement() Statement {
	if s.Refuse == Nobody {
		return Statement{RefusingRule, "ladder.rule.refuse-none", nil}
	}
	return Statement{RefusingRule, "ladder.rule.refuse", []Value{times(s.Refusals), days(s.RefusalDays)}}
}

func (s Settings) winKey() string {
	switch s.Win {
	case Swap:
		return "ladder.rule.win-swap"
	case Half:
		return "ladder.rule.win-half"
	}
	return "ladder.rule.win-insert"
}

func (s Settings) inactivityStatement() Statement {
	if s.InactiveDays == 0 {
		return Statement{InactivityRule, "ladder.rule.inactive-none", nil}
	}
	return Statement{InactivityRule, "ladder.rule.inactive", []Value{days(s.InactiveDays), places("Places", s.InactiveDrop)}}
}

func (s Settings) entryKey() string {
	switch s.Entry {
	case Middle:
		return "ladder.rule.entry-middle"
	case Given:
		return "ladder.rule.entry-given"
	}
	return "ladder.rule.entry-bottom"
}

// freeStatement returns that there are no free challenges where the reach is
// unlimited.
func (s Settings) freeStatement() Statement {
	if s.Free == 0 || s.Reach == 0 {
		return Statement{FreeRule, "ladder.rule.free-none", nil}
	}
	return Statement{FreeRule, "ladder.rule.free", []Value{times(s.Free), days(s.FreeDays)}}
}

func (s Settings) returningStatement() Statement {
	switch {
	case s.ReturnDays == 0:
		return Statement{ReturningRule, "ladder.rule.return-none", nil}
	case s.ReturnDrop == 0:
		return Statement{ReturningRule, "ladder.rule.return-same", []Value{days(s.ReturnDays)}}
	}
	return Statement{ReturningRule, "ladder.rule.return", []Value{days(s.ReturnDays), places("Places", s.ReturnDrop)}}
}
